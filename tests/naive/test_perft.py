"""All ways to go on from small positions: engine and twin count the same, and the same as ever.

The numbers are in golden/perft.txt; ARENA_UPDATE_GOLDEN=1 writes them anew.
"""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.golden import check_golden
from tests.naive.counting import Count, EngineNode, Position, count, nodes_at
from tests.naive.positions import POSITIONS

GOLDEN = Path(__file__).parent / "golden" / "perft.txt"
EACH_POSITION = pytest.mark.parametrize("position", POSITIONS, ids=[position.name for position in POSITIONS])


@cache
def engine_counts() -> dict[str, Count]:
    """Count all positions with the engine."""
    return {position.name: count(nodes_at(position)[0], position.depth) for position in POSITIONS}


@EACH_POSITION
def test_engine_and_twin_count_the_same_ways_and_results(position: Position) -> None:
    _, twin = nodes_at(position)
    assert count(twin, position.depth) == engine_counts()[position.name]


def test_the_counts_are_what_they_were() -> None:
    text = "".join(lines_of(position, engine_counts()[position.name]) for position in POSITIONS)
    check_golden(GOLDEN, text)


def lines_of(position: Position, counted: Count) -> str:
    """Write a position's numbers, by the number of moves made from it."""
    made = range(max(counted.ways) + 1)
    return (
        f"{position.name}: deal {position.setup.moves}, after {position.moves_before} moves\n"
        f"  ways    {' '.join(str(counted.ways[moves]) for moves in made)}\n"
        f"  ended   {' '.join(str(counted.ended[moves]) for moves in made)}\n"
        f"  results {len(counted.results)}\n"
    )


def test_playouts_end_the_hand_as_some_way_does() -> None:
    whole = [position for position in POSITIONS if is_whole(engine_counts()[position.name])]
    assert len(whole) >= 15
    for position in whole:
        engine, _ = nodes_at(position)
        hands = len(engine.results())
        for seed in range(20):
            played = engine.state.clone()
            played.playout(Random(seed))
            assert EngineNode(played).results()[hands] in engine_counts()[position.name].results


def is_whole(counted: Count) -> bool:
    """Tell whether every way was followed to the end of the hand."""
    last = max(counted.ways)
    return counted.ways[last] == counted.ended[last]
