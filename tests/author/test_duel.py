"""Duels: what a block counts for, who sits where, when it ends."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.author.clarity import Verdict
from arena.author.duel import Duel
from arena.bootstrap.duel import Terms, plan_duel
from arena.core.errors import ConfigError
from arena.core.ids import MatchId
from arena.match.record import MatchEnding, MatchRecord
from tests.author.bots import write_program


def match(places: Sequence[int], *, rotation: int = 0) -> MatchRecord:
    """Make a record of a match with so many seats, of which only the places matter."""
    seats = tuple((seat + rotation) % len(places) for seat in range(len(places)))
    return MatchRecord(
        id=MatchId("duel", 0, rotation),
        seats=seats,
        moves=b"",
        micros=(),
        substitutes=(),
        places=tuple(places[entrant] for entrant in seats),
        chips=(0,) * len(places),
        ending=MatchEnding.PLAYED,
        faults=(),
        forfeits=(),
        notes=(),
        started=0.0,
        seconds=0.0,
    )


def block(places: Sequence[int]) -> list[MatchRecord]:
    """Make a block in which every entrant has the same place in all rotations."""
    return [match(places, rotation=rotation) for rotation in range(len(places))]


def test_who_always_wins_is_soon_clear_and_then_nothing_changes() -> None:
    duel = Duel(["a", "b"], seats=2, most=100, sure=0.95)

    while not duel.is_over:
        duel.add(block([1, 2]))
    blocks = duel.blocks
    duel.add(block([2, 1]))

    (pair,) = duel.pairs()
    assert (pair.better, pair.verdict, pair.lead) == ("a", Verdict.FIRST, 1.0)
    assert blocks == duel.blocks == pair.blocks < 15
    assert 0 < pair.low <= 1 <= pair.high
    assert pair.p <= 0.05


def test_to_be_surer_takes_more_blocks() -> None:
    needed = []
    for sure in (0.9, 0.99):
        duel = Duel(["a", "b"], seats=2, most=100, sure=sure)
        while not duel.is_over:
            duel.add(block([2, 1]))
        needed.append(duel.blocks)
        assert duel.pairs()[0].better == "b"

    assert needed[0] < needed[1]


def test_a_shared_place_counts_half() -> None:
    duel = Duel(["a", "b", "c"], seats=3, most=10, sure=0.95)

    duel.add(block([1, 2, 2]))

    assert [pair.lead for pair in duel.pairs()] == pytest.approx([1.5, 1.5, 0.0])


def test_copies_of_a_bot_count_together() -> None:
    duel = Duel(["a", "b"], seats=4, most=10, sure=0.95)

    duel.add(block([1, 2, 4, 3]))  # a, b, a again, b again

    assert duel.pairs()[0].lead == pytest.approx(0.0)


def test_equals_are_given_up_before_all_blocks_are_played() -> None:
    duel = Duel(["a", "b"], seats=2, most=1_000, sure=0.95)

    while not duel.is_over:
        duel.add([match([1, 2]), match([2, 1], rotation=1)])

    assert duel.blocks < 1_000
    assert (duel.pairs()[0].verdict, duel.pairs()[0].better) == (Verdict.HOPELESS, None)


def test_at_the_last_block_every_pair_is_decided() -> None:
    duel = Duel(["a", "b"], seats=2, most=3, sure=0.95)

    for _ in range(3):
        assert not duel.is_over
        duel.add(block([1, 2]))

    assert duel.is_over
    assert duel.pairs()[0].verdict is Verdict.HOPELESS


def test_of_three_bots_all_pairs_are_decided() -> None:
    duel = Duel(["a", "b", "c"], seats=3, most=500, sure=0.95)

    while not duel.is_over:
        duel.add(block([1, 2, 3]))

    assert [(pair.first, pair.second, pair.better) for pair in duel.pairs()] == [
        ("a", "b", "a"),
        ("a", "c", "a"),
        ("b", "c", "b"),
    ]


@pytest.mark.parametrize(
    ("game", "bots", "seats", "copies"),
    [
        ("linger_longer", 2, 4, 2),
        ("linger_longer", 3, 3, 1),
        ("linger_longer", 5, 5, 1),
        ("color_elevator", 2, 4, 2),
        ("color_elevator", 3, 3, 1),
        ("color_elevator", 4, 4, 1),
    ],
)
def test_each_bot_has_as_many_seats_of_the_usual_table_or_of_the_smallest_that_is_even(
    game: str, bots: int, seats: int, copies: int
) -> None:
    plan = plan_duel(["sample:random_bot"] * bots, Terms(game), workers=1)

    assert (plan.setup.stages[0].seats, plan.copies) == (seats, copies)
    assert len(set(plan.bots)) == bots
    hashes = [entrant.content_hash for entrant in plan.setup.entrants]
    assert len(hashes) == seats


def test_the_usual_table_is_left_if_one_says_so() -> None:
    plan = plan_duel(["sample:random_bot", "sample:greedy_bot"], Terms("color_elevator", seats=2), workers=1)

    assert (plan.setup.stages[0].seats, plan.copies) == (2, 1)


def test_two_versions_of_a_bot_get_names_of_their_own(tmp_path: Path) -> None:
    for version in ("v1", "v2"):
        write_program(tmp_path / version / "mine")

    plan = plan_duel(
        [str(tmp_path / "v1" / "mine"), str(tmp_path / "v2" / "mine")], Terms("color_elevator"), workers=1
    )

    assert plan.bots == ("mine", "mine-2")
    assert [entrant.name for entrant in plan.setup.entrants] == ["mine", "mine-2", "mine-3", "mine-4"]
    assert [entrant.directory.parent.name for entrant in plan.setup.entrants] == ["v1", "v2"] * 2


@pytest.mark.parametrize(
    ("bots", "terms", "said"),
    [
        (1, Terms("color_elevator"), "a duel takes two bots or more"),
        (2, Terms("chess"), "there is no game 'chess'"),
        (2, Terms("color_elevator", seats=3), "2 bots can't have equally many; say a multiple of 2"),
        (5, Terms("color_elevator"), "gives 5 bots equally many seats; name fewer bots"),
        (2, Terms("color_elevator", options={"players": 2}), "say --seats"),
        (2, Terms("color_elevator", options={"colour": 2}), "colour"),
    ],
)
def test_what_can_not_be_played_is_refused_in_words(bots: int, terms: Terms, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        plan_duel(["sample:random_bot"] * bots, terms, workers=1)
