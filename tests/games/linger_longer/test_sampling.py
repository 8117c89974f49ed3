"""A sample fits all that its seat has seen, and is as likely as the deals that lead to it."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.cards import HIDDEN
from arena.core.errors import RulesError
from arena.core.rng import NamedDraws
from arena.games.events import EventType
from arena.games.linger_longer.counting import tallies
from arena.games.linger_longer.inference import ways_of_hands
from arena.games.linger_longer.state import LingerLongerState
from tests.games.laws.walks import options_of
from tests.games.linger_longer.chronicle import chronicles, hidden_cards
from tests.games.linger_longer.table import GAME, cards, deal, late, play

DIAMONDS = {*range(13, 26)}
TABLES = [
    {"players": players, "hand_size": hand_size, "draw": draw, "trump": trump}
    for players, hand_size, draw, trump in product(
        (2, 3, 4, 6), ("players", 8), ("one", "per_card"), ("dealer_card", "turn_up", "first_winner")
    )
]


def samples(state: LingerLongerState, seat: int, number: int = 200) -> list[LingerLongerState]:
    view, rng = state.view(seat), Random(5)
    drawn = [GAME.sample_state(view, state.options, rng) for _ in range(number)]
    assert {(sample.is_uniform, sample.tries) for sample in drawn} == {(True, 1)}
    return [sample.state for sample in drawn]


def held(state: LingerLongerState, viewer: int, seat: int) -> set[int]:
    """All cards that a seat holds in some sample."""
    return {card for sample in samples(state, viewer) for card in sample.hands[seat]}


def check_samples(options: Any, seed: int, *, share: float) -> None:
    """Assert for every seat, in a share of a match's positions and the last, that a sample fits."""
    rng = Random(2)
    seats = range(options.players)
    for chronicle in chronicles(options, seed):
        if rng.random() > share and not chronicle.state.is_over:
            continue
        for seat in seats:
            view = chronicle.state.view(seat)
            sample = GAME.sample_state(view, options, rng).state
            assert sample.view(seat) == view
            assert all(chronicle.is_possible(other, sample.hands[other]) for other in seats if other != seat)


@pytest.mark.parametrize("values", TABLES, ids=str)
def test_a_sample_fits_all_that_its_seat_has_seen(values: dict[str, object]) -> None:
    check_samples(GAME.options("lift_smoke", {**values, "first_to": 2}), seed=1, share=0.05)


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(options=options_of("linger_longer"), seed=st.integers(0, 2**32))
def test_a_sample_fits_at_every_position_of_any_match(options: Any, seed: int) -> None:
    check_samples(options, seed, share=1)


@pytest.mark.parametrize("values", TABLES, ids=str)
def test_what_is_true_can_be_sampled(values: dict[str, object]) -> None:
    options = GAME.options("lift_smoke", {**values, "first_to": 2})
    rng = Random(3)
    for chronicle in chronicles(options, seed=2):
        state = chronicle.state
        if rng.random() < 0.8 and not state.is_over:
            continue
        view = state.view(rng.randrange(options.players))
        hidden = {*hidden_cards(view)}
        for ways, hand in zip(ways_of_hands(view, options), state.hands, strict=True):
            suits = [sum(card // 13 == suit for card in hidden.intersection(hand)) for suit in range(4)]
            assert any(
                all(count <= has for count, has in zip(tally.to_bytes(4, "little"), suits, strict=True))
                for tally in tallies(ways)
            )


def test_who_did_not_follow_holds_nothing_of_that_suit() -> None:
    state = play(deal(["2c 3c 9h", "9d Kd As", "Qs 5h Jc"], trump="none"), "9d, Qs")

    assert not held(state, 0, 2) & DIAMONDS
    assert held(state, 0, 1) & DIAMONDS


def test_who_followed_or_led_may_hold_any_suit() -> None:
    state = play(deal(["2c 3c 9h", "9d Kd As", "Qd 5h Jc"], trump="none"), "9d, Qd")

    assert len(held(state, 0, 1)) == len(held(state, 0, 2)) == 52 - 2 - 3


def test_a_card_drawn_later_may_be_of_the_suit_that_was_lacking() -> None:
    state = play(deal(["2c 3c", "9d Kd", "Qs 5h"], "7d", trump="none"), "9d, Qs, 2c, Kd, 5h, 3c")
    drawer = play(deal(["2c 3c", "9d Kd", "Qd Ad"], "7d 8s", trump="none", dealer=1), "Qd, 2c, 9d")

    assert not held(state, 0, 2)
    assert not held(drawer, 2, 0) & DIAMONDS
    drawer = play(deal(["2h 3c", "9d 4h", "Qd 5h"], "7d", trump="dealer_card", dealer=1), "Qd, 2h, 9d")
    assert not DIAMONDS.isdisjoint(held(drawer, 2, 0))


def test_a_played_card_may_have_come_out_of_any_slot_that_admits_it() -> None:
    """Seat 0 shows that its old cards are no diamonds, draws one, and plays a spade: which was it?"""
    state = deal(["3h 4s 5s", "9d 4h Ah", "Qd 5c 7c"], "7s 8c", trump="dealer_card", dealer=1)
    play(state, "Qd, 3h, 9d, 4s")

    ways = ways_of_hands(state.view(2), state.options)[0]

    # After the trick: two old slots without diamonds (bit 1) and a new one. The spade left one of them.
    assert ways == {b"\2\0": 3 * 2, b"\2\2": 3 * 1}


def test_which_trump_was_the_shown_one_is_remembered_after_it_was_played() -> None:
    """Seat 0, who deals, lacks diamonds, takes the trick with a trump, draws, and leads the shown one."""
    state = deal(["5s 3h 7h", "9d 4c Ac", "2d 5c 7c"], "8s")
    play(state, "9d, 2d, 3h, 7h")

    ways = ways_of_hands(state.view(1), state.options)[0]

    # The first trump came out of one of two old slots; the other is left, and the new one.
    assert ways == {b"\2\0": 2}


def test_what_was_shown_in_an_earlier_hand_is_forgotten() -> None:
    state = play(late(["2d", "Ac", "3c"], leader=1, first_to=2), "Ac, 3c")
    assert state.hand_number == 1

    assert held(state, 1, 0) & DIAMONDS
    assert len(held(state, 1, 0)) == 52 - 3


def test_the_shown_card_stays_with_the_dealer_until_it_is_played() -> None:
    state = deal(["2c 3c", "4c As", "9c 7h"], "Kd", dealer=2)
    shown = cards("7h")[0]

    assert all(shown in sample.hands[2] for sample in samples(state, 0))
    play(state, "2c, 4c, 9c")
    assert all(shown in sample.hands[2] for sample in samples(state, 0))


def test_the_turned_up_card_stays_where_all_have_seen_it() -> None:
    state = deal(["2c 3c", "4c As", "9c 7c"], "Js 9d", trump="turn_up")

    assert {sample.deck[-1] for sample in samples(state, 0)} == {*cards("Js")}


def test_repeated_samples_of_one_view_depend_on_the_generator_alone() -> None:
    state = play(deal(["2c 3c 9h", "9d Kd As", "Qs 5h Jc"], trump="none"), "9d, Qs")
    view = state.view(0)

    def sample(seed: int) -> list[bytes]:
        return list(GAME.sample_state(view, state.options, Random(seed)).state.hands)

    first = [sample(seed) for seed in range(20)]
    assert [sample(seed) for seed in range(20)] == first
    assert len({tuple(hands) for hands in first}) > 1


def test_a_view_without_the_deal_of_its_hand_is_refused() -> None:
    state = play(deal(["2c 3c", "4c As", "9c 7c"]), "4c")

    with pytest.raises(RulesError, match=r"lacks the events of its hand.*without `since`.*`view\.raw`"):
        GAME.sample_state(state.view(2, since=1), state.options, Random(1))


def test_a_view_of_a_later_hand_needs_no_events_of_earlier_ones() -> None:
    state = play(late(["2d", "Ac", "3c"], leader=1, first_to=2), "Ac, 3c")
    before = state.event_count - 1

    assert GAME.sample_state(state.view(0, since=before), state.options, Random(1)).is_uniform


def test_a_view_that_no_play_leads_to_is_refused() -> None:
    with pytest.raises(RulesError, match="no deal fits what seat 0 is said to have seen"):
        GAME.sample_state(late(["2c 9c", "5c 9d", "4c As"]).view(0), GAME.options("no_trump"), Random(1))


def test_a_player_who_lacks_the_suit_of_its_known_card_was_never_seen() -> None:
    state = deal(["2c 3c", "9h As", "9c 7h"], dealer=2)
    view = play(state, "2c, 9h").view(0)
    lacking = view._replace(
        events=view.events[:4] + bytes((EventType.PLAY, 0, 26, 0, EventType.PLAY, 1, 0, 0)),
        hand=bytes(cards("2c 3c"))[1:],
        played=bytes((26, 0)),
        trick=bytes((26, 0)),
    )
    assert GAME.sample_state(lacking, state.options, Random(1)).is_uniform
    dealers = lacking.events + bytes((EventType.PLAY, 2, 7, 0))

    with pytest.raises(RulesError, match="its events don't lead to the hand of seat 2"):
        GAME.sample_state(
            lacking._replace(
                events=dealers, played=bytes((26, 0, 7)), played_seats=b"\0\1\2", hand_counts=b"\1\1\1"
            ),
            state.options,
            Random(1),
        )


def test_options_of_another_match_are_refused() -> None:
    state = GAME.new_match(GAME.options(), NamedDraws(bytes(32)))
    other = GAME.options("standard", {"hand_size": 5})

    with pytest.raises(RulesError, match="with the match's own options"):
        GAME.sample_state(state.view(0), other, Random(1))
    assert HIDDEN not in state.view(0).hand
