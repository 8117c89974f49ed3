"""One bot's stream after the hello: everything that waits for the bot goes into its next batch.

Nothing here waits for one question: `ask` puts it down and wakes the writer if no batch is out; the
reader hands each answer to whoever asked, who mostly asks on at once, on this link or another.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import grpc

from arena.core.clock import Clock
from arena.core.errors import HostError
from arena.core.ids import MatchId
from arena.gateway.alarm import Alarm
from arena.gateway.batch_time import BatchTime
from arena.gateway.delivery import deliver
from arena.gateway.freezer import Freezer
from arena.gateway.loss import UNREAD_SECONDS, find_out_why, wait_for_exit
from arena.gateway.messages import UnreadableMessage, read_message
from arena.gateway.outbox import FIRST_TURNS, MAX_TURNS, OpenTurn, Outbox
from arena.gateway.output_log import OutputLog
from arena.gateway.pondering import Pondering, Reputation
from arena.gateway.stream_tasks import StreamTasks
from arena.gateway.unasked import Unasked
from arena.match.faults import FaultKind
from arena.match.player import MatchEnd, MatchStart, Question
from arena.protocol.v1 import bot_pb2 as wire
from arena.tournament.ports import AnswerTo, Incident, LinkOwner, Running
from arena.tournament.setup import Timing


class Link:
    """The stream of one greeted instance (ports.BotLink)."""

    def __init__(
        self,
        running: Running,
        owner: LinkOwner,
        clock: Clock,
        *,
        move_us: int,
        timing: Timing,
        log: OutputLog,
        reputation: Reputation,
        clean_up: Callable[[], Awaitable[None]],
    ) -> None:
        """Talk for an instance that runs; `clean_up` is called when it has ended."""
        self.batches = 0
        self._running = running
        self._owner = owner
        self._clock = clock
        self._log = log
        self._clean_up = clean_up
        self._is_strict = timing is Timing.STRICT
        self._most = 1 if self._is_strict else FIRST_TURNS
        self._time = BatchTime(clock, running, move_us=move_us, is_strict=self._is_strict)
        self._pondering = Pondering(clock, running, reputation)
        self._outbox = Outbox()
        self._open: dict[int, OpenTurn] = {}
        self._unasked = Unasked()
        self._is_over = False
        self._freezer = Freezer(running)
        self._is_awake = asyncio.Event()
        self._has_ended = asyncio.Event()
        self._alarm = Alarm(clock, self._look)
        self._tasks = StreamTasks(ended=self._end_of_stream, timed_out=self._lose_unread, failed=self._fail)

    # --- what the tournament says -----------------------------------------------------------------

    def begin(self, match: int, id: MatchId, start: MatchStart) -> None:  # noqa: A002 - as in records
        """Announce a match; it waits for the first turn, or whatever else is sent."""
        self._log.begin(match, id)
        self._outbox.begin(match, start)

    def ask(self, match: int, question: Question, asker: AnswerTo) -> None:
        """Put a question."""
        self._outbox.ask(match, question, asker)
        if not self._open:
            self._is_awake.set()

    def finish(self, match: int, end: MatchEnd) -> None:
        """Announce that a match is over."""
        self._log.finish(match)
        self._outbox.finish(match, end)
        if not self._open:
            self._is_awake.set()

    async def close(self) -> None:
        """End the stream, then the instance, and remove what it had.

        Raises:
            HostError: the instance can't be ended.
        """
        had_stream = bool(self._tasks) and not self._is_over
        self._end()
        try:
            if had_stream:
                with suppress(HostError):  # whoever has ended it, it is to be cleared up
                    await self._freezer.thaw()
                    await wait_for_exit(self._running)
        finally:
            await self._stop()

    async def _stop(self) -> None:
        """End the instance, whatever it is doing, and leave nothing behind."""
        try:
            await asyncio.to_thread(self._running.stop)
        finally:
            await self._tasks.cancel()
            await self._clean_up()

    # --- the stream -------------------------------------------------------------------------------

    async def serve(self, stream: Any) -> None:
        """Write and read until the link is over; returning ends the stream."""
        tasks = [self._tasks.start(self._write(stream)), self._tasks.start(self._read(stream))]
        try:
            await self._has_ended.wait()
        finally:  # gRPC cancels this when the peer is gone
            for task in tasks:
                task.cancel()
            self._end_of_stream()

    def note_refused_stream(self, refusal: str) -> None:
        """Take the fault that the bot dialled once more."""
        if not self._is_over and self._is_bearable(1):
            self._unasked.note(FaultKind.MALFORMED_MESSAGE, refusal, self._oldest_asker())

    async def _write(self, stream: Any) -> None:
        """Send what waits, one batch at a time."""
        is_awake = self._is_awake
        while True:
            await is_awake.wait()
            is_awake.clear()
            if not self._open and self._outbox.is_urgent:
                if self._pondering.end() and await self._is_restless():
                    return
                await self._freezer.thaw()
                if self._is_over:
                    return
                message = self._next_message()
                async with asyncio.timeout(None if self._open else UNREAD_SECONDS):
                    await stream.write(message)
                self._rest()

    async def _read(self, stream: Any) -> None:
        """Take what comes until the stream ends."""
        while not self._is_over:
            raw = await stream.read()
            if raw is grpc.aio.EOF:
                return
            self._take(raw)

    async def _is_restless(self) -> bool:
        """Ask nothing of a suspect until it rests; if it never does, give it up and tell so."""
        incident = await self._pondering.watch()
        if incident is not None and not self._is_over:
            self._report(incident)
        return self._is_over

    def _next_message(self) -> bytes:
        """Put together the next message; with turns in it, it is a batch and its time begins."""
        batch = self._outbox.take(self._most, self._open)
        self._log.sending(asks=batch.turns > 0)
        if batch.turns:
            self.batches += 1
            self._unasked.settle(next(iter(self._open.values()))[1])
            self._time.hand_over(batch.turns, batch.longest_us)
            self._alarm.set(self._time.due)
        return batch.message

    def _take(self, raw: bytes) -> None:
        """Take one message: answers of the batch that is out, or something that deserves a name."""
        if self._is_over:  # read before it was lost: what it says is nobody's any more
            return
        try:
            message = read_message(raw)
        except UnreadableMessage as error:
            self._lose(error.kind, str(error))
            return
        if message.HasField("hello"):
            self._lose(FaultKind.MALFORMED_MESSAGE, "a second hello; there is one, in the first message")
            return
        opened = self._open
        taken: list[tuple[OpenTurn, wire.Choice]] = []
        unasked = 0 if message.choices else 1
        for choice in message.choices:
            turn = opened.pop(choice.turn_id, None)
            if turn is not None:
                taken.append((turn, choice))
            else:
                unasked += 1
        if unasked:
            self._take_unasked(message, unasked, taken)
        late = deliver(taken, self._time) if taken and not self._is_over else None
        if late is not None:
            self._lose(FaultKind.TIME_OUT, late)
        if taken and not (opened or self._is_over):
            self._pondering.begin(self._time.cpu_heard)
            self._unasked.forget()
            self._most = 1 if self._is_strict else min(2 * self._most, MAX_TURNS)
            if self._outbox.is_urgent:
                self._is_awake.set()
            else:
                self._rest()

    # --- faults -----------------------------------------------------------------------------------

    def _take_unasked(
        self, message: wire.BotMessage, count: int, taken: list[tuple[OpenTurn, wire.Choice]]
    ) -> None:
        """Note what nobody asked for, once a message."""
        if self._is_bearable(count) and message.choices:
            last = [choice.turn_id for choice in message.choices][-3:]
            evidence = f"{count} choices for turns that are not open; the message ended with turns {last}"
            asker = taken[0][0][1] if taken else self._oldest_asker()
            self._unasked.note(FaultKind.UNKNOWN_TURN, evidence, asker)

    def _is_bearable(self, count: int) -> bool:
        """Count what nobody asked for and tell whether the stream goes on: too much of it ends it."""
        flood = self._unasked.add(count)
        if flood is not None:
            self._lose(FaultKind.FLOOD, flood)
        return flood is None

    def _oldest_asker(self) -> AnswerTo | None:
        return next(iter(self._open.values()))[1] if self._open else None

    def _lose(self, kind: FaultKind, evidence: str) -> None:
        """Give the instance up and tell the owner, once."""
        if not self._is_over:
            self._report(self._time.incident(kind, evidence))

    def _report(self, incident: Incident) -> None:
        self._log.end = f"{incident.kind.value}: {incident.evidence}"
        self._end()
        try:
            self._owner.lost(self, incident)
        except Exception as error:  # noqa: BLE001 - a bug; the link is over, so nobody would hear of it
            self._owner.failed(self, error)

    def _fail(self, error: Exception) -> None:
        """Give the instance up for a reason of ours."""
        if not self._is_over:
            self._end()
            self._owner.failed(self, error)

    # --- time and end -----------------------------------------------------------------------------

    def _look(self) -> None:
        """Look at the batch that is out, if it is due: has its bot ended, or taken too long?"""
        if self._is_over or not self._open:
            return
        has_exited, evidence = False, None
        try:
            if self._clock.micros() >= self._time.due:  # else the alarm was for an earlier batch
                has_exited = self._running.exit_status() is not None
                evidence = None if has_exited else self._time.look()
        except Exception as error:  # noqa: BLE001 - a timer has nobody else to tell
            self._fail(error)
            return
        if has_exited:
            self._end_of_stream()
        elif evidence is not None:
            self._lose(FaultKind.TIME_OUT, evidence)
        else:
            self._alarm.set(self._time.due)

    def _end_of_stream(self) -> None:
        """Find out why the stream ended, unless that is known."""
        if not self._is_over:
            self._alarm.cancel()  # it has no time to keep to any more
            self._tasks.start(self._report_end())

    async def _report_end(self) -> None:
        self._lose(*await find_out_why(self._running))

    def _end(self) -> None:
        self._is_over = True
        self._alarm.cancel()
        self._has_ended.set()

    def _lose_unread(self) -> None:
        self._lose(FaultKind.TIME_OUT, f"it did not read its stream for {UNREAD_SECONDS} s")

    def _rest(self) -> None:
        """Freeze the instance if nothing is wanted of it: no question, or in throughput timing no match.

        One that is suspect of pondering is treated as in strict timing.
        """
        if self._is_over or self._open or self._outbox.is_urgent:
            return
        if self._is_strict or self._pondering.is_suspect or not self._outbox.has_matches:
            self._freezer.freeze()
