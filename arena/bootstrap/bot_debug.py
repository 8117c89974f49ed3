"""Feeds a stored match to a bot, turn by turn over a real socket, with the clock off."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from arena.bootstrap.bot_trial import setup_of
from arena.bootstrap.terminal_bot import Terminal
from arena.core.clock import ManualClock
from arena.core.errors import BotError, ConfigError
from arena.core.ids import MatchId
from arena.games.game import Game
from arena.games.registry import find_game
from arena.gateway.host import GatewayHost
from arena.match.faults import FaultKind
from arena.match.player import MatchEnd, Question, TimeControl
from arena.match.record import MatchRecord
from arena.match.referee import Referee
from arena.match.transcript import play_again
from arena.roster.bot_version import BotVersion
from arena.sandbox.backends import make_sandbox
from arena.sandbox.choice import PROCESS
from arena.sandbox.equipment import equip
from arena.scheduling.seeds import bot_seed, deal_seed
from arena.storage.archive import Archive
from arena.tournament.enrol import entrant_of
from arena.tournament.ports import BotLink, Incident, Spent
from arena.tournament.setup import Entrant, Timing

_MATCH = 1
"""The number of the match on its stream."""
_NO_OUTPUT = "; it wrote no output"
"""Said in evidence when output is not kept; here the terminal has it."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with all that is needed to play it again."""

    record: MatchRecord
    game: Game
    options: Any
    secret: bytes
    names: tuple[str, ...]
    """Of the bots, by seat."""
    is_anonymous: bool
    time: TimeControl
    max_faults: int


@dataclass(frozen=True, slots=True)
class DebugTurn:
    """One turn that was put to the bot."""

    number: int
    """Of the turn, from 1."""
    move: int
    """Of the match's moves, from 1."""
    answer: str
    """The bot's move as text, or what was wrong with its answer."""
    stored: str
    """The move that was made."""
    is_stored: bool
    """Whether the answer is the stored move."""
    is_house: bool
    """Whether the house made the stored move."""
    note: str
    """The bot's debug note: foreign text."""


def find_match(archive: Archive, tournament: str | None, match: MatchId) -> StoredMatch:
    """Read a stored match.

    Raises:
        ConfigError: there is none, or its block isn't complete.
        CheckFailed: it can't have gone as it is stored.
        StorageError: its seed is missing.
    """
    found = archive.find(tournament)
    record = archive.match(found, match)
    stage = found.setup.stages[found.stage_number(match.stage)]
    stored = StoredMatch(
        record=record,
        game=find_game(stage.game),
        options=stage.options,
        secret=archive.deal_secret(found),
        names=tuple(found.entrant_names[number] for number in record.seats),
        is_anonymous=found.setup.anonymous,
        time=found.setup.time,
        max_faults=found.setup.max_faults,
    )
    play_again(record, stored.game, stored.options, deal_seed(stored.secret, match.stage, match.block))
    return stored


def seat_for(bot: BotVersion, stored: StoredMatch, wanted: int | None) -> int:
    """Return the seat that the bot takes: the wanted one, else the first that a bot of its name had.

    Raises:
        ConfigError: there is no such seat, or no bot of its name played; the message lists the seats.
    """
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(stored.names))
    if wanted is not None:
        if not 0 <= wanted < len(stored.names):
            raise ConfigError(f"--seat {wanted}: the match has the seats {seats}")
        return wanted
    if bot.manifest.name not in stored.names:
        raise ConfigError(
            f"no bot named {bot.manifest.name!r} played in {stored.record.id}; say --seat: the seats are "
            f"{seats}"
        )
    return stored.names.index(bot.manifest.name)


def debug_bot(
    bot: BotVersion,
    stored: StoredMatch,
    seat: int,
    *,
    tell: Callable[[DebugTurn], None],
    say: Callable[[str], None],
) -> None:
    """Put a seat's turns to a bot on the caller's terminal; the stored moves are played whatever it answers.

    Args:
        bot: The bot.
        stored: The match.
        seat: Whose turns.
        tell: Told each turn when it is answered.
        say: Given a line for what takes long.

    Raises:
        ConfigError: the bot doesn't play the game, or can't be built.
        BotError: it ended before the match did; the message says how.
    """
    if stored.game.name not in bot.manifest.games:
        raise ConfigError(
            f"{bot.directory}: its bot.toml doesn't say that it plays {stored.game.name}, the game of "
            f"{stored.record.id}; add it to games, or name another match"
        )
    entrant = entrant_of(bot, number=0, name=bot.manifest.name, trusted=True)
    (entrant,) = equip([entrant], make_sandbox(PROCESS), say)
    terminal = Terminal()
    with terminal.interrupts():
        asyncio.run(_Session(stored, seat, tell).run(entrant, terminal))


class _Session:
    """One match on one stream (ports.LinkOwner, ports.AnswerTo)."""

    def __init__(self, stored: StoredMatch, seat: int, tell: Callable[[DebugTurn], None]) -> None:
        self._stored = stored
        self._seat = seat
        self._tell = tell
        self._answer: asyncio.Future[tuple[int | None, str, str]] | None = None
        self._end: Exception | None = None
        self._turns = 0

    async def run(self, entrant: Entrant, terminal: Terminal) -> None:
        """Start the bot, play the match, and wait for the bot to end."""
        setup = replace(setup_of(entrant, terminal.name), timing=Timing.STRICT, time=self._stored.time)
        host = GatewayHost(setup, terminal, ManualClock())
        try:
            link = await host.start(0, 0, self)
        except BotError as error:
            raise BotError(str(error).removesuffix(_NO_OUTPUT)) from error
        try:
            await self._play(link)
        finally:
            await link.close()

    async def _play(self, link: BotLink) -> None:
        record = self._stored.record
        referee = self._referee()
        link.begin(_MATCH, record.id, referee.start_for(self._seat))
        for number, move in enumerate(record.moves):
            question = referee.ask()
            if question is not None and question.seat == self._seat:
                answer, wrong, note = await self._ask(link, question)
                self._tell_turn(referee, number, answer, wrong, note)
            charged = record.micros[number]
            referee.answer(move, wall_us=charged, charged_us=charged)
        events = referee.end_for(self._seat).events
        link.finish(_MATCH, MatchEnd(record.places, record.chips, events))

    def _referee(self) -> Referee:
        """Deal the match again."""
        stored, match = self._stored, self._stored.record.id
        seats = range(len(stored.record.seats))
        return Referee(
            stored.game,
            stored.options,
            id=match,
            seats=stored.record.seats,
            seed=deal_seed(stored.secret, match.stage, match.block),
            bot_seeds=[bot_seed(stored.secret, match, seat) for seat in seats],
            names=() if stored.is_anonymous else stored.names,
            time=stored.time,
            max_faults=stored.max_faults,
        )

    async def _ask(self, link: BotLink, question: Question) -> tuple[int | None, str, str]:
        """Put a question, and wait for as long as it takes; return move, what is wrong, and note."""
        if self._end is None:
            self._answer = asyncio.get_running_loop().create_future()
            link.ask(_MATCH, question, self)
            return await self._answer
        raise self._end

    def _tell_turn(self, referee: Referee, number: int, answer: int | None, wrong: str, note: str) -> None:
        record = self._stored.record
        self._turns += 1
        self._tell(
            DebugTurn(
                number=self._turns,
                move=number + 1,
                answer=wrong if answer is None else referee.describe(answer),
                stored=referee.describe(record.moves[number]),
                is_stored=answer == record.moves[number],
                is_house=number in record.substitutes,
                note=note,
            )
        )

    def answered(self, move: int, spent: Spent, note: str) -> None:
        """Take a move."""
        del spent
        self._resolve((move, "", note))

    def refused(self, kind: FaultKind, evidence: str, wall_us: int, cpu_us: int) -> None:
        """Take the news that the answer can't be read."""
        del wall_us, cpu_us
        self._resolve((None, f"{kind.value}: {evidence}", ""))

    def noted(self, kind: FaultKind, evidence: str) -> None:
        """Let faults that answer no question pass: the bot's next answer is awaited."""

    def lost(self, link: BotLink, incident: Incident) -> None:
        """Hear that the bot has ended."""
        del link
        evidence = incident.evidence.removesuffix(_NO_OUTPUT)
        self.failed_with(BotError(f"{incident.kind.value} in turn {self._turns + 1}: {evidence}"))

    def failed(self, link: BotLink, error: Exception) -> None:
        """Take an error of ours."""
        del link
        self.failed_with(error)

    def failed_with(self, error: Exception) -> None:
        """End the session at the question that is open, or at the next one."""
        self._end = error
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)

    def _resolve(self, answer: tuple[int | None, str, str]) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)
