"""Moves per second of our engines, beside OpenSpiel's and RLCard's in the same run.

In each round all engines take turns, a few random matches each, dealt beforehand. What counts is the
ratio to the faster of OpenSpiel's two in the same round, and of all rounds the median: this holds on a
noisy machine where single figures don't.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random
from statistics import median
from typing import Any

from arena.bench.contenders import Contender, OpenSpiel, Playout, RLCardUno, Stepper
from arena.core.clock import Clock
from arena.games.registry import GAMES

MATCHES = 50
"""Matches that are dealt, and then played, in one turn of an engine."""
CLONES = 2_000
MOVES_BEFORE_CLONES = 6


@dataclass(frozen=True, slots=True)
class Pace:
    """What was measured of one engine in one round."""

    name: str
    moves: float
    """Decisions a second, move by move."""
    playout: float | None = None
    """Decisions a second by `State.playout`, which takes a call for a whole match; ours alone."""
    clone_us: float | None = None
    """Microseconds that a copy of a state in mid-match takes; ours alone."""


@dataclass(frozen=True, slots=True)
class EngineBench:
    """All rounds: in each, the pace of every engine by name."""

    rounds: tuple[dict[str, Pace], ...]

    def middle(self, name: str, figure: Callable[[Pace], float]) -> float:
        """Return the median of a figure of an engine."""
        return median(figure(paces[name]) for paces in self.rounds)

    def ratio(self, name: str, figure: Callable[[Pace], float]) -> float:
        """Return the median of a figure's ratios to OpenSpiel's faster game in the same round."""
        return median(
            figure(paces[name])
            / max(pace.moves for pace in paces.values() if pace.name.startswith("OpenSpiel"))
            for paces in self.rounds
        )

    def lines(self) -> Iterator[str]:
        """Yield the result as a table of text, under 80 columns."""
        yield f"{'':28}{'moves/s':>11} {'ratio':>6}{'playout/s':>12} {'ratio':>6}{'clone us':>10}"
        for name, first in self.rounds[0].items():
            moves = f"{self.middle(name, _moves):>11,.0f} {self.ratio(name, _moves):>5.2f}x"
            if first.playout is None:
                yield f"{name:28}{moves}"
                continue
            playout = f"{self.middle(name, _playout):>12,.0f} {self.ratio(name, _playout):>5.2f}x"
            yield f"{name:28}{moves}{playout}{self.middle(name, _clone):>10.2f}"
        yield ""
        yield "Decisions of players a second in random matches, deals not timed; medians of"
        yield f"{len(self.rounds)} rounds. Ratios are to the faster of OpenSpiel's two in the same round."

    def to_json(self) -> dict[str, Any]:
        """Return all figures as JSON values."""
        engines: dict[str, dict[str, float]] = {}
        for name, first in self.rounds[0].items():
            figures = {"moves": _moves} if first.playout is None else {"moves": _moves, "playout": _playout}
            engines[name] = {}
            for key, figure in figures.items():
                engines[name][f"{key}_per_second"] = self.middle(name, figure)
                engines[name][f"{key}_ratio"] = self.ratio(name, figure)
            if first.clone_us is not None:
                engines[name]["clone_us"] = self.middle(name, _clone)
        return {"rounds": len(self.rounds), "engines": engines}


def _moves(pace: Pace) -> float:
    return pace.moves


def _playout(pace: Pace) -> float:
    return pace.playout or 0.0


def _clone(pace: Pace) -> float:
    return pace.clone_us or 0.0


class _Meter:
    """What one engine has done in a round."""

    def __init__(self, contender: Contender, rng: Random, clock: Clock) -> None:
        self.contender = contender
        self.matches = self.decisions = self.micros = 0
        self._rng = rng
        self._clock = clock

    def take_turn(self) -> None:
        """Play some matches; their deals are not timed."""
        dealt = [self.contender.deal(self._rng) for _ in range(MATCHES)]
        play, random = self.contender.play, self._rng.random
        began = self._clock.micros()
        for match in dealt:
            self.decisions += play(match, random)
        self.micros += self._clock.micros() - began
        self.matches += MATCHES

    def rate(self) -> float:
        """Return decisions a second."""
        return self.decisions / self.micros * 1e6


def bench_engine(clock: Clock, *, rounds: int, seconds: float) -> Iterator[dict[str, Pace]]:
    """Measure round after round, each engine for so many seconds in each; yield each round as it is done.

    Raises:
        ConfigError: OpenSpiel or RLCard is not installed.
    """
    rivals: list[Contender] = [OpenSpiel("hearts"), OpenSpiel("crazy_eights"), RLCardUno()]
    presets = [(name, preset) for name, game in GAMES.items() for preset in game.presets]
    for number in range(rounds):
        rng = Random(number)
        theirs = [_Meter(rival, rng, clock) for rival in rivals]
        ours = [
            (_Meter(Stepper(*preset), rng, clock), _Meter(Playout(*preset, rng), rng, clock))
            for preset in presets
        ]
        meters = [*theirs, *chain.from_iterable(ours)]
        while min(meter.micros for meter in meters) < seconds * 1e6:
            for meter in meters:
                if meter.micros < seconds * 1e6:
                    meter.take_turn()
        paces = [Pace(meter.contender.name, meter.rate()) for meter in theirs]
        paces += [_pace(stepper, playout, rng, clock) for stepper, playout in ours]
        yield {pace.name: pace for pace in paces}


def _pace(stepper: _Meter, playout: _Meter, rng: Random, clock: Clock) -> Pace:
    per_match = stepper.decisions / stepper.matches
    return Pace(
        stepper.contender.name,
        stepper.rate(),
        playout=per_match * playout.matches / playout.micros * 1e6,
        clone_us=_clone_us(stepper.contender, rng, clock),
    )


def _clone_us(stepper: Contender, rng: Random, clock: Clock) -> float:
    """Return how many microseconds a copy takes, of a state some moves into a match or at its end."""
    state = stepper.deal(rng)
    for _ in range(MOVES_BEFORE_CLONES):
        if state.is_over:
            break
        state.play(state.legal_moves()[0])
    began = clock.micros()
    for _ in range(CLONES):
        state.clone()
    return (clock.micros() - began) / CLONES
