"""Decisions per second of a whole tournament, stored and rated, beside raw ping-pong streams.

Baseline and subject alternate, and the median of the ratios counts: this holds on a noisy machine
where single figures don't.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from arena.bench.ping_pong import ping_pong
from arena.bootstrap.tournaments import begin, enrol_content, play
from arena.core.clock import Clock
from arena.storage.store import open_store
from arena.tournament.enrol import Enrolment
from arena.tournament.events import BlocksFolded, Event, MatchesStored
from arena.tournament.runner import StopRequest
from arena.tournament.spec import parse

BOTS = 4


@dataclass(frozen=True, slots=True)
class Round:
    """One baseline and one tournament, measured one after the other."""

    ping_pong: float
    """Round trips per second of four raw streams, one question each."""
    decisions: float
    """Decisions per second of the tournament."""
    matches: float
    """Matches per second of the tournament."""
    batch: float
    """Questions per message that the tournament reached."""

    @property
    def ratio(self) -> float:
        """How many times the ping-pong's rate the tournament's is."""
        return self.decisions / self.ping_pong


@dataclass(frozen=True, slots=True)
class TournamentBench:
    """All rounds, and their median."""

    workers: int
    rounds: tuple[Round, ...]

    @property
    def ratio(self) -> float:
        """The median ratio."""
        return median(each.ratio for each in self.rounds)

    def to_json(self) -> dict[str, Any]:
        """Return all figures as JSON values."""
        rounds = [asdict(each) | {"ratio": each.ratio} for each in self.rounds]
        return {"bots": BOTS, "workers": self.workers, "rounds": rounds, "median_ratio": self.ratio}


class _Meter:
    """A watcher that counts, and asks for a stop when the time is up."""

    def __init__(self, clock: Clock, seconds: float, stop: StopRequest) -> None:
        self._clock = clock
        self._micros = int(seconds * 1e6)
        self._stop = stop
        self._is_warm = False
        self._groups: list[tuple[int, int, int, int]] = []

    def see(self, event: Event) -> None:
        """Note when matches were stored; start-up is over when a block is complete: all lanes play."""
        self._is_warm = self._is_warm or isinstance(event, BlocksFolded)
        if isinstance(event, MatchesStored) and self._is_warm and not self._stop.times:
            now = self._clock.micros()
            self._groups.append((now, event.decisions, event.count, event.batches))
            if now - self._groups[0][0] > self._micros:
                self._stop.times = 1

    def rates(self) -> tuple[float, float, float]:
        """Return decisions and matches per second, and questions per message, since the first group."""
        seconds = (self._groups[-1][0] - self._groups[0][0]) / 1e6
        _, decisions, matches, batches = (sum(column) for column in zip(*self._groups[1:], strict=True))
        return decisions / seconds, matches / seconds, decisions / max(batches, 1)


def bench_tournament(clock: Clock, *, rounds: int, seconds: float, workers: int) -> Iterator[Round]:
    """Measure round after round; yields each as it is done."""
    for _ in range(rounds):
        raw = ping_pong(BOTS, seconds / 2, clock)
        decisions, matches, batch = play_for(clock, seconds=seconds, workers=workers)
        yield Round(raw, decisions, matches, batch)


def play_for(
    clock: Clock, *, seconds: float, workers: int, sandbox: str = "process"
) -> tuple[float, float, float]:
    """Play a tournament of random bots for some seconds, everything stored and rated.

    Returns:
        Decisions a second, matches a second, and questions a message.
    """
    content = parse(
        {
            "name": "bench",
            "sandbox": sandbox,
            "bots": [{"path": "sample:random_bot", "name": f"random-{number}"} for number in range(BOTS)],
            "stages": [{"name": "main", "game": "linger_longer", "seats": BOTS, "deals": 10_000_000}],
            "run": {"max_matches": 100_000_000, "in_flight": 512},
        },
        where="arena bench",
    )
    stop = StopRequest()
    meter = _Meter(clock, seconds, stop)
    with (
        tempfile.TemporaryDirectory(prefix="arena-bench-") as directory,
        open_store(str(Path(directory) / "bench.db")) as store,
    ):
        setup = enrol_content(content, Enrolment("arena bench", Path(directory)), workers=workers)
        play(
            begin(setup, "", store),
            store,
            watcher=meter,
            workers=workers,
            stop=stop,
            clock=clock,
        )
    return meter.rates()
