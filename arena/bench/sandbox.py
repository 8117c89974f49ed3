"""What a sandbox costs: starts, moves, ends and memory, each beside what it would be without.

Baseline and subjects alternate, one start or one short tournament each, and the median of the ratios
counts: this holds on a noisy machine where single figures don't.
"""

import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

from arena.bench.bare_containers import BareContainers
from arena.bench.greetings import Crowd, measure_crowd, seconds_to_hello
from arena.bench.tournament import play_for
from arena.bootstrap.bot_trial import Stranger, find_stranger
from arena.core.clock import Clock
from arena.core.errors import ConfigError, HostError

BOT = "sample:random_bot"
BARE = "bare container"
DOCKER = "docker"
PROCESS = "process"
SANDBOXES = (DOCKER, "bubblewrap", PROCESS)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured in a round."""

    starts: int = 5
    """Of each sandbox."""
    seconds: float = 5.0
    """Of each tournament."""
    crowd: int = 40
    """Idle instances in Docker."""
    ended: int = 10
    """Of those, ended at once and timed."""


@dataclass(frozen=True, slots=True)
class Round:
    """What was measured in one round, by sandbox; what can't be run here is missing."""

    starts: dict[str, list[float]]
    """Seconds from the wish to start to the hello, start by start."""
    decisions: dict[str, float]
    """Decisions per second of four bots."""
    crowd: Crowd | None
    bare_end: float | None = None
    """Seconds that the end of as many bare containers takes."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure, and what it is to be."""

    what: str
    value: float
    unit: str
    limit: float
    is_most: bool

    @property
    def is_held(self) -> bool:
        """Tell whether the figure is what it is to be."""
        return self.value <= self.limit if self.is_most else self.value >= self.limit

    def __str__(self) -> str:
        """Say it in a line of less than 80 columns."""
        wanted = f"{'at most' if self.is_most else 'at least'} {self.limit:g}{self.unit}"
        verdict = "held" if self.is_held else "MISSED"
        return f"{self.what:38}{f'{self.value:.2f}{self.unit}':>12}   {wanted:18}{verdict}"


@dataclass(frozen=True, slots=True)
class SandboxBench:
    """All rounds."""

    sizes: Sizes
    rounds: tuple[Round, ...]
    missing: dict[str, str] = field(default_factory=dict)
    """What can't be measured here, and why."""

    def start_seconds(self, name: str) -> float | None:
        """Return the median of a sandbox's starts."""
        return _median([seconds for each in self.rounds for seconds in each.starts.get(name, ())])

    def start_ratio(self, name: str) -> float | None:
        """Return the median of the ratios to the bare container that was started just before."""
        return _median(
            [
                ours / bare
                for each in self.rounds
                for ours, bare in zip(each.starts.get(name, ()), each.starts.get(BARE, ()), strict=False)
            ]
        )

    def decisions(self, name: str) -> float | None:
        """Return the median of decisions a second."""
        return _median([each.decisions[name] for each in self.rounds if name in each.decisions])

    def decision_ratio(self, name: str) -> float | None:
        """Return the median of the ratios to plain processes in the same round."""
        return _median(
            [each.decisions[name] / each.decisions[PROCESS] for each in self.rounds if name in each.decisions]
        )

    def bare_end(self) -> float | None:
        """Return the median of what the end of bare containers takes, in seconds."""
        return _median([each.bare_end for each in self.rounds if each.bare_end is not None])

    def bars(self) -> list[Bar]:
        """Return what is to be held, as far as it could be measured."""
        crowds = [each.crowd for each in self.rounds if each.crowd is not None]
        figures = [
            ("docker: start, beside a bare container", self.start_ratio(DOCKER), "x", 1.3, True),
            ("docker: decisions, beside processes", self.decision_ratio(DOCKER), "x", 0.8, False),
            (
                f"docker: end of {self.sizes.ended} at once",
                _median([crowd.end_seconds for crowd in crowds]),
                " s",
                1.0,
                True,
            ),
            (
                f"docker: memory of {self.sizes.crowd} idle",
                _median([crowd.bytes_used / (1 << 20) for crowd in crowds]),
                " MiB",
                1024.0,
                True,
            ),
        ]
        return [
            Bar(what, value, unit, limit, most)
            for what, value, unit, limit, most in figures
            if value is not None
        ]

    def lines(self) -> Iterator[str]:
        """Yield the result as a table of text, under 80 columns."""
        yield f"{'':16}{'to hello ms':>12}{'ratio':>8}{'decisions/s':>14}{'ratio':>8}"
        for name in (BARE, *SANDBOXES):
            start, ratio = self.start_seconds(name), self.start_ratio(name)
            if start is not None:
                ms = f"{start * 1e3:>12,.0f}{_shown(ratio):>8}"
                rate = self.decisions(name)
                pace = "" if rate is None else f"{rate:>14,.0f}{_shown(self.decision_ratio(name)):>8}"
                yield f"{name:16}{ms}{pace}"
        yield ""
        yield from map(str, self.bars())
        if self.bare_end() is not None:
            yield f"  the end of {self.sizes.ended} bare containers: {self.bare_end():.2f} s"
        for name, reason in self.missing.items():
            yield textwrap.shorten(f"not measured, {name}: {reason}", 79, placeholder=" …")
        yield ""
        yield f"Medians of {len(self.rounds)} rounds. Starts are beside a bare container's, decisions of four"
        yield "random bots beside those of plain processes, always of the same round."

    def to_json(self) -> dict[str, Any]:
        """Return all figures as JSON values."""
        return {
            "rounds": len(self.rounds),
            "sandboxes": {
                name: {
                    "start_seconds": self.start_seconds(name),
                    "start_ratio": self.start_ratio(name),
                    "decisions_per_second": self.decisions(name),
                    "decisions_ratio": self.decision_ratio(name),
                }
                for name in (BARE, *SANDBOXES)
                if self.start_seconds(name) is not None
            },
            "bars": [
                {
                    "what": bar.what,
                    "value": bar.value,
                    "unit": bar.unit.strip(),
                    "limit": bar.limit,
                    "is_most": bar.is_most,
                    "is_held": bar.is_held,
                }
                for bar in self.bars()
            ],
            "bare_end_seconds": self.bare_end(),
            "not_measured": self.missing,
        }


def bench_sandbox(
    clock: Clock, tell: Callable[[str], None], *, rounds: int, sizes: Sizes
) -> Iterator[SandboxBench]:
    """Measure round after round; yield what is known after each.

    Raises:
        BotError: a sample bot said no hello.
        HostError: a sandbox failed in the middle.
    """
    with ExitStack() as resources:
        bots, missing = _find_bots(tell, resources)
        done: list[Round] = []
        for _ in range(rounds):
            done.append(_measure(bots, clock, sizes))
            yield SandboxBench(sizes, tuple(done), missing)


def _find_bots(
    tell: Callable[[str], None], resources: ExitStack
) -> tuple[dict[str, Stranger], dict[str, str]]:
    """Return the bot in each sandbox that is ready here, the baseline first, and why others are not."""
    bots: dict[str, Stranger] = {}
    missing: dict[str, str] = {}
    for name in SANDBOXES:
        try:
            bot = find_stranger(BOT, name)
            bot.sandbox.prepare(tell)
        except (ConfigError, HostError) as error:
            missing[name] = " ".join(str(error).split())
            continue
        if name == DOCKER:
            bare = BareContainers()
            resources.callback(bare.close)
            bare.prepare(tell)
            bots[BARE] = replace(bot, sandbox=bare)
        bots[name] = bot
    return bots, missing


def _measure(bots: dict[str, Stranger], clock: Clock, sizes: Sizes) -> Round:
    starts: dict[str, list[float]] = {name: [] for name in bots}
    for _ in range(sizes.starts):
        for name, bot in bots.items():
            starts[name].append(seconds_to_hello(bot, clock))
    decisions = {
        name: play_for(clock, seconds=sizes.seconds, workers=1, sandbox=name)[0]
        for name in reversed(bots)
        if name != BARE
    }
    if DOCKER not in bots:
        return Round(starts, decisions, crowd=None)
    bare = measure_crowd(bots[BARE], clock, instances=sizes.ended, ended=sizes.ended)
    crowd = measure_crowd(bots[DOCKER], clock, instances=sizes.crowd, ended=sizes.ended)
    return Round(starts, decisions, crowd, bare.end_seconds)


def _median(values: list[float]) -> float | None:
    return median(values) if values else None


def _shown(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.2f}x"
