"""Counts of all ways to go on from a position, by engine and by twin (perft, as chess programmers say)."""

from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, Self

from tests.naive.comparison import Table
from tests.naive.setups import Setup

Result = tuple[str, int, tuple[int, ...], tuple[int, ...]]
"""Of a hand: ending, winner, places, chips."""


@dataclass(frozen=True)
class Position:
    """A place in a match, some random moves after its beginning."""

    name: str
    setup: Setup
    moves_before: int
    depth: int
    """How many moves are counted at most; ways that end the hand before are not followed further."""


class Node(Protocol):
    """A position as engine or twin has it."""

    def moves(self) -> Iterable[Any]: ...

    def after(self, move: Any) -> Self: ...

    def results(self) -> list[Result]: ...


class EngineNode:
    """A position of the engine; a move is made on a clone."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def moves(self) -> Iterable[int]:
        return list(self.state.legal_moves())

    def after(self, move: int) -> "EngineNode":
        state = self.state.clone()
        state.play(move)
        return EngineNode(state)

    def results(self) -> list[Result]:
        return [
            (result.ending.value, result.winner, result.places, result.chips)
            for result in self.state.hand_results
        ]


class TwinNode:
    """A position of the twin; a move is made on a copy."""

    def __init__(self, twin: Any) -> None:
        self.twin = twin

    def moves(self) -> Iterable[str]:
        return list(self.twin.legal_moves())

    def after(self, move: str) -> "TwinNode":
        twin = copy(self.twin)
        for name, value in vars(twin).items():
            if isinstance(value, list):
                setattr(twin, name, [list(item) if isinstance(item, list) else item for item in value])
        twin.play(move)
        return TwinNode(twin)

    def results(self) -> list[Result]:
        return [
            (ending, winner, tuple(places), tuple(chips))
            for _, ending, winner, places, chips in self.twin.results
        ]


def nodes_at(position: Position) -> tuple[EngineNode, TwinNode]:
    """Play engine and twin to a position; nothing is compared on the way."""
    table = Table(position.setup)
    state, twin = table.state, table.twin
    rng = Random(position.setup.moves)
    for _ in range(position.moves_before):
        move = rng.choice(twin.legal_moves())
        state.play(table.codes[move])
        twin.play(move)
    return EngineNode(state), TwinNode(twin)


@dataclass
class Count:
    """What was counted."""

    ways: Counter[int]
    """By number of moves: how many ways there are to make them, the hand being over after the last or not."""
    ended: Counter[int]
    """Of those, how many end the hand with the last."""
    results: set[Result]
    """How the hand can end."""


def count(node: Node, depth: int) -> Count:
    """Follow every way to the end of the hand, or to a depth."""
    counted = Count(Counter(), Counter(), set())
    _follow(node, len(node.results()), 0, depth, counted)
    return counted


def _follow(node: Node, hands: int, made: int, depth: int, counted: Count) -> None:
    counted.ways[made] += 1
    results = node.results()
    if len(results) > hands:
        counted.ended[made] += 1
        counted.results.add(results[hands])
    elif made < depth:
        for move in node.moves():
            _follow(node.after(move), hands, made + 1, depth, counted)
