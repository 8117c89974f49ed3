"""What search bots use: playouts, copies and samples."""

from itertools import product
from random import Random

import pytest

from arena.core.cards import HIDDEN
from arena.core.rng import NamedDraws
from arena.games.events import EventType, read_events
from arena.games.linger_longer.state import LingerLongerState
from tests.games.linger_longer.table import GAME, cards, deal, play

TABLES = [
    {"players": players, "hand_size": hand_size, "draw": draw, "trump": trump}
    for players, hand_size, draw, trump in product(
        (2, 3, 4, 6), ("players", 8), ("one", "per_card"), ("dealer_card", "turn_up", "first_winner")
    )
]


def play_as_a_playout_does(state: LingerLongerState, rng: Random) -> None:
    while not state.is_over:
        moves = state.legal_moves()
        state.play(moves[int(rng.random() * len(moves))] if len(moves) > 1 else moves[0])


@pytest.mark.parametrize("values", TABLES, ids=str)
def test_a_playout_plays_by_the_same_rules_as_play(values: dict[str, object]) -> None:
    options = GAME.options("lift_smoke", {**values, "chips": "per_trick", "first_to": 2})
    rng = Random(11)
    for match in range(8):
        state = GAME.new_match(options, NamedDraws(rng.randbytes(32)))
        for _ in range(3 * match):
            if not state.is_over:
                state.play(rng.choice(state.legal_moves()))
        played = state.clone()
        play_as_a_playout_does(played, Random(match))

        state.playout(Random(match))

        assert state.is_over
        assert (state.outcome(), state.hand_results) == (played.outcome(), played.hand_results)
        assert state.hand_number == played.hand_number


def test_a_playout_from_the_naming_of_trump() -> None:
    options = GAME.options("grand_coup")
    for seed in range(20):
        state = GAME.new_match(options, NamedDraws(bytes(31) + bytes((seed,))))
        while state.legal_moves()[0] < 52:
            state.play(state.legal_moves()[0])
        played = state.clone()
        play_as_a_playout_does(played, Random(seed))

        state.playout(Random(seed))

        assert state.outcome() == played.outcome()


def test_a_playout_keeps_no_log() -> None:
    state = GAME.new_match(GAME.options("standard", {"first_to": 3}), NamedDraws(bytes(32)))
    state.play(state.legal_moves()[0])
    events = state.events()

    state.playout(Random(1))

    assert state.event_count == 2
    assert state.events() == events


def test_a_sample_leaves_the_known_card_with_its_holder() -> None:
    state = deal(["2c 3c", "4c As", "9c 7h"], "Kd", dealer=2)
    rng = Random(5)

    samples = [GAME.deal_anew(state.view(0), state.options, rng) for _ in range(20)]

    assert all(cards("7h")[0] in sample.view(2).hand for sample in samples)
    assert len({sample.view(2).hand for sample in samples}) > 10


def test_a_sample_leaves_the_turned_up_card_under_the_stock() -> None:
    state = deal(["2c 3c", "4c As", "9c 7h"], "Js", trump="turn_up")
    turned = cards("Js")[0]
    rng = Random(5)

    for _ in range(20):
        sample = GAME.deal_anew(state.view(0), state.options, rng)

        assert sample.deck[-1] == turned
        assert turned not in b"".join(sample.view(seat).hand for seat in (1, 2))


def test_a_sample_hides_from_the_others_what_its_viewer_drew() -> None:
    state = play(deal(["2c 3c", "4c As", "9c 7c"], "Kd"), "4c, 9c, 3c")

    sample = GAME.deal_anew(state.view(2), state.options, Random(1))

    drawn = [
        [event.value for event in read_events(sample.view(seat).events) if event.type == EventType.DRAW]
        for seat in range(3)
    ]
    assert drawn == [[HIDDEN], [HIDDEN], cards("Kd")]


def test_a_sample_of_a_later_turn_carries_the_events_it_was_given() -> None:
    state = play(deal(["2c 3c", "4c As", "9c 7c"], "Kd"), "4c, 9c, 3c")

    view = state.view(2, since=3)

    assert GAME.deal_anew(view, state.options, Random(1)).view(2) == view


def test_a_sample_deals_its_later_hands_from_its_own_generator() -> None:
    options = GAME.options("standard", {"first_to": 2})
    state = GAME.new_match(options, NamedDraws(bytes(32)))

    def second_deal(seed: int) -> bytes:
        sample = GAME.deal_anew(state.view(0), options, Random(seed))
        while sample.hand_number == 0:
            sample.play(sample.legal_moves()[0])
        return bytes(sample.view(0).hand)

    assert second_deal(1) == second_deal(1)
    assert len({second_deal(seed) for seed in range(5)}) > 1


def test_a_sample_was_never_dealt_and_says_so() -> None:
    state = deal(["2c 3c", "4c As", "9c 7c"])
    sample = GAME.deal_anew(state.view(0), state.options, Random(1))

    with pytest.raises(ValueError, match="a sampled state was never dealt"):
        sample.deal_record()


def test_the_record_of_a_deal_has_dealer_deck_and_trump() -> None:
    state = deal(["2c 3c", "4c As", "9c 7c"], "Js 9d", trump="turn_up", dealer=1)

    record = state.deal_record()

    assert record["dealer"] == 1
    assert record["deck"][:8] == ["9c", "2c", "4c", "7c", "3c", "As", "Js", "9d"]
    assert record["trump"] == "s"
