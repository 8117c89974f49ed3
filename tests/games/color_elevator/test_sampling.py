"""`sample_state`: evenly from all deals that fit what a seat has seen, or else it says that it isn't."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.cards import HIDDEN
from arena.core.errors import RulesError
from arena.games.color_elevator import counting
from arena.games.color_elevator import sample as sampling
from arena.games.color_elevator.counting import counted
from arena.games.color_elevator.inference import shuffles_seen
from arena.games.color_elevator.options import PRESETS
from arena.games.color_elevator.state import ColorElevatorState
from arena.games.color_elevator.view import ColorElevatorView
from arena.games.events import EVENT_SIZE, EventType, events_of_hand, read_events
from tests.games.color_elevator.pasts import replay
from tests.games.color_elevator.small_cases import CASES, HARD, Case, chances, differ
from tests.games.color_elevator.table import GAME
from tests.games.color_elevator.test_laws import options_of as options_named
from tests.games.laws.walks import begin, options_of, positions, seats, seeds

drawn = settings(max_examples=20, deadline=None)


def of_this_hand(view: ColorElevatorView) -> ColorElevatorView:
    """Return a view as if its hand were the first of the match."""
    nothing = (0,) * len(view.hand_counts)
    return view._replace(
        hand_number=0,
        hands_won=nothing,
        place_sums=nothing,
        events=events_of_hand("color_elevator", view.events),
    )


def has_a_past(view: ColorElevatorView, state: ColorElevatorState) -> bool:
    """Tell whether the state may have come about so that its seat saw all that is in the view."""
    try:
        return of_this_hand(replay(view, state, state.options)) == of_this_hand(view)
    except AssertionError:
        return False


@drawn
@given(data=st.data())
def test_a_sample_has_a_past_in_which_its_seat_sees_the_same(data: st.DataObject) -> None:
    options = data.draw(options_of("color_elevator"))
    state = begin(GAME, options, data.draw(seeds))
    rng = Random(data.draw(st.integers(0, 2**32)))

    for _ in positions(state, rng, gap=25):
        view = state.view(rng.choice(seats(state)))
        sample = GAME.sample_state(view, options, rng)
        assert sample.state.view(view.seat) == view
        assert state.is_over or not sample.is_uniform or has_a_past(view, sample.state)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_samples_of_a_preset_are_uniform(preset: str, players: int) -> None:
    options = GAME.options(preset, {"players": players})
    rng = Random(7)

    for state in positions(begin(GAME, options, bytes(32)), rng, gap=5):
        for seat in seats(state):
            assert GAME.sample_state(state.view(seat), options, rng).is_uniform


@drawn
@given(data=st.data())
def test_what_is_true_is_never_ruled_out(data: st.DataObject) -> None:
    options = data.draw(options_of("color_elevator"))
    state = begin(GAME, options, data.draw(seeds))
    rng = Random(data.draw(st.integers(0, 2**32)))

    for _ in positions(state, rng, gap=25):
        view = state.view(rng.choice(seats(state)))
        assert state.is_over or has_a_past(view, state)
        for shuffle in shuffles_seen(view, options):
            layouts = counted(shuffle)
            assert layouts is not None
            for hand in layouts.hands:
                held = set(shuffle.cards).intersection(state.view(hand.seat).hand)
                assert any(goes_into(held, slots, hand.allowed) for slots, _ in hand.make_ups)


def goes_into(held: set[int], slots: Sequence[int], allowed: Sequence[int]) -> bool:
    """Tell whether some of these cards can fill the slots, oldest level first; each level allows more."""
    fit = [sum(cards >> card & 1 for card in held) for cards in allowed]
    return all(needed <= there for needed, there in zip(accumulate(slots), fit, strict=True))


every_case = pytest.mark.parametrize("name", CASES)
EASY = ["an empty stock", "a reserve that is picked up", "three hands", "both piles and a reshuffle"]


def hands_of(state: ColorElevatorState) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(state.view(seat).hand) for seat in seats(state))


@pytest.fixture
def by_trial(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let no hand be counted."""
    monkeypatch.setattr(counting, "MOST_MAKE_UPS", 0)
    sampling._shuffles.cache_clear()
    yield
    sampling._shuffles.cache_clear()


def check_chances(case: Case) -> None:
    view, options = case.reach()
    rng = Random(1)

    def draw() -> Any:
        sample = GAME.sample_state(view, options, rng)
        assert sample.is_uniform
        return hands_of(sample.state)

    expected = chances(case)
    assert len(expected) > 20
    assert not differ(expected, draw)


@every_case
def test_samples_come_as_often_as_pasts_lead_to_them(name: str) -> None:
    check_chances(CASES[name])


@pytest.mark.usefixtures("by_trial")
@pytest.mark.parametrize("name", EASY)
def test_samples_by_trial_alone_come_as_often_as_pasts_lead_to_them(name: str) -> None:
    check_chances(CASES[name])


@every_case
def test_deals_by_the_hard_facts_alone_come_differently(name: str) -> None:
    view, options = CASES[name].reach()
    rng = Random(1)

    assert differ(chances(CASES[name]), lambda: hands_of(GAME.deal_anew(view, options, rng)))


def test_a_deal_by_the_hard_facts_alone_may_have_no_past() -> None:
    view, options = HARD.reach()
    rng = Random(2)

    assert {has_a_past(view, GAME.deal_anew(view, options, rng)) for _ in range(40)} == {True, False}


@pytest.mark.parametrize("name", ["a known bottom", "an empty stock", "both piles and a reshuffle"])
def test_cards_that_nobody_holds_lie_in_any_order(name: str) -> None:
    view, options = CASES[name].reach()
    rng = Random(3)

    def draw() -> int:
        deal = GAME.sample_state(view, options, rng).state.deal
        idle = b"".join(deal.reserves) + (b"" if view.reshuffles else deal.stock[len(view.stock_bottom) :])
        return idle.index(min(idle))

    places = sum(view.reserve_counts) + (0 if view.reshuffles else view.stock - len(view.stock_bottom))
    assert not differ(dict.fromkeys(range(places), 1 / places), draw)


def test_with_more_than_two_players_a_deal_may_have_to_be_refused() -> None:
    view, options = CASES["reserves that are drawn"].reach()
    rng = Random(4)

    samples = [GAME.sample_state(view, options, rng, most_tries=1) for _ in range(200)]

    assert {sample.tries for sample in samples} == {1}
    assert {sample.is_uniform for sample in samples} == {True, False}
    assert all(sample.state.view(view.seat) == view for sample in samples)
    assert all(has_a_past(view, sample.state) for sample in samples if sample.is_uniform)


@pytest.mark.usefixtures("by_trial")
@pytest.mark.parametrize("most_tries", [1, 5])
def test_a_sample_says_if_the_bound_of_tries_was_reached(most_tries: int) -> None:
    view, options = HARD.reach()

    sample = GAME.sample_state(view, options, Random(5), most_tries=most_tries)

    assert (sample.is_uniform, sample.tries) == (False, most_tries)
    assert sample.state.view(view.seat) == view


@pytest.mark.usefixtures("by_trial")
def test_a_sample_counts_its_tries() -> None:
    view, options = HARD.reach()

    sample = GAME.sample_state(view, options, Random(5), most_tries=100_000)

    assert sample.is_uniform
    assert sample.tries > 50
    again = GAME.sample_state(view, options, Random(5), most_tries=sample.tries)
    assert (again.is_uniform, hands_of(again.state)) == (True, hands_of(sample.state))
    assert not GAME.sample_state(view, options, Random(5), most_tries=sample.tries - 1).is_uniform


def test_a_sample_hides_from_others_what_its_seat_drew() -> None:
    options = options_named("standard", 4)
    rng = Random(5)
    state = begin(GAME, options, bytes(32))
    for _ in range(8):
        state.play(rng.choice(state.legal_moves()))

    for sample in (
        GAME.deal_anew(state.view(0), options, rng),
        GAME.sample_state(state.view(0), options, rng).state,
    ):
        drawn_by_0 = [
            event.value
            for event in read_events(sample.view(1).events)
            if event.type is EventType.DRAW and event.seat == 0
        ]
        assert drawn_by_0
        assert {*drawn_by_0} == {HIDDEN}


def test_a_player_who_is_to_move_and_can_have_no_card_for_it_gives_no_sample() -> None:
    options = options_named("standard", 2)
    view = begin(GAME, options, bytes(32)).view(1)
    seat = (view.dealer + 1) % 2
    counts = bytes(4 * (s != seat) for s in range(2))
    other = view._replace(seat=1 - seat, hand_counts=counts, stock=view.stock + 4)

    with pytest.raises(RulesError, match=f"seat {seat} is to move and can't have a card for it"):
        GAME.deal_anew(other, options, Random(0))
    with pytest.raises(RulesError, match="no deal fits"):
        GAME.sample_state(other, options, Random(0))


def test_more_cards_in_a_hand_than_there_are_give_no_sample() -> None:
    options = options_named("standard", 3)
    view = begin(GAME, options, bytes(32)).view(0)
    other = view._replace(hand_counts=bytes((4, 255, 4)))

    for sampler in (GAME.deal_anew, GAME.sample_state):
        with pytest.raises(RulesError, match="cards and counts don't come to 52"):
            sampler(other, options, Random(0))


def test_events_of_earlier_hands_are_not_needed() -> None:
    options = options_named("best_of_five", 2)
    rng = Random(6)
    state = begin(GAME, options, bytes(32))
    while state.hand_number < 1 or len(state.view(0).pile_0) < 4:
        state.play(rng.choice(state.legal_moves()))
    view = state.view(0)
    deal = state.event_count - len(events_of_hand("color_elevator", view.events)) // EVENT_SIZE

    assert GAME.sample_state(state.view(0, since=deal), options, rng).is_uniform
    with pytest.raises(RulesError, match="lacks the events of its hand"):
        GAME.sample_state(state.view(0, since=deal + 1), options, rng)


def test_events_that_lead_elsewhere_are_refused() -> None:
    view, options = CASES["a known bottom"].reach()
    events = view.events[: -2 * EVENT_SIZE]

    with pytest.raises(RulesError, match=f"no deal fits what seat {view.seat} is said to have seen"):
        GAME.sample_state(view._replace(events=events), options, Random(0))


@pytest.mark.parametrize("plays", [0, 3])
def test_a_hand_that_nothing_can_be_in_is_refused(plays: int) -> None:
    """The player who begins drew two, and has played more since than these two."""
    options = options_named("none_stop", 2)
    aces = bytes((51, 25))
    for number in range(2_000):
        rng = Random(number)
        state = begin(GAME, options, number.to_bytes(32, "big"))
        while len(state.log) < EVENT_SIZE * (3 + 2 * plays) and not state.is_over:
            state.play(rng.choice(state.legal_moves()))
        view = state.view(state.deal.dealer)
        kinds = [event.type for event in read_events(view.events) if event.seat != view.seat]
        shown = {*view.hand, *view.pile_0, *view.pile_1, *view.stock_bottom}
        if kinds == [EventType.DRAW] * 2 + [EventType.PLAY] * plays and not shown.intersection(aces):
            break
    else:
        pytest.fail("no such game was found")
    # On aces everything fits, so what could not be placed on them can't have been anything.
    changed = view._replace(
        events=view.events[:2] + aces + view.events[4:],
        pile_0=aces[:1] + view.pile_0[1:],
        pile_1=aces[1:] + view.pile_1[1:],
    )

    assert GAME.sample_state(view, options, Random(0)).is_uniform
    with pytest.raises(RulesError, match="no deal fits what"):
        GAME.sample_state(changed, options, Random(0))
