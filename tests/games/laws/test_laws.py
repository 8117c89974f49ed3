"""What holds for every game with every option: being in the registry is enough to be tested here."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.cards import DECK, HIDDEN, parse_card
from arena.core.errors import IllegalMove
from arena.games.events import EVENT_SIZE, EventType, read_events
from arena.games.game import NOBODY, Game, places_by
from arena.games.registry import GAMES
from tests.games.laws.walks import begin, options_of, positions, seats, seeds, shown

every_game = pytest.mark.parametrize("name", GAMES)
drawn = settings(max_examples=25, deadline=None)
CODES = range(-2, 130)
"""More than the move codes of any game."""
OWN = ("seat", "hand", "legal", "events")
"""What differs from seat to seat in a view; all else is public."""


def draw_match(data: st.DataObject, name: str) -> tuple[Game, Any, Random]:
    game = GAMES[name]
    state = begin(game, data.draw(options_of(name)), data.draw(seeds))
    return game, state, Random(data.draw(st.integers(0, 2**32)))


@every_game
@drawn
@given(data=st.data())
def test_every_match_ends_with_an_outcome(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=50):
        assert state.is_over == (state.current_player == NOBODY) == (state.outcome() is not None)

    outcome = state.outcome()
    assert outcome.places == places_by(outcome.places)
    assert min(outcome.places) == 1
    assert len(outcome.places) == len(outcome.chips) == state.options.players
    assert sum(outcome.chips) == 0
    assert len(state.hand_results) == state.hand_number + 1
    assert len(state.legal_moves()) == 0


@every_game
@drawn
@given(data=st.data())
def test_every_hand_has_a_result_that_fits_its_places(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=50):
        pass

    for result in state.hand_results:
        assert result.places == places_by(result.places)
        assert sum(result.chips) == 0
        firsts = [seat for seat in seats(state) if result.places[seat] == 1]
        assert result.winner == (firsts[0] if len(firsts) == 1 else NOBODY)


@every_game
@drawn
@given(data=st.data())
def test_the_legal_moves_are_those_that_are_accepted(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=20):
        legal = list(state.legal_moves())
        assert legal == sorted(set(legal))
        assert bool(legal) != state.is_over
        for seat in seats(state):
            assert list(state.view(seat).legal) == (legal if seat == state.current_player else [])
        for move in legal:
            state.clone().play(move)
        for move in set(CODES).difference(legal):
            with pytest.raises(IllegalMove):
                state.play(move)


@every_game
@drawn
@given(data=st.data())
def test_an_illegal_move_changes_nothing(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=20):
        before = shown(state)

        for move in set(CODES).difference(state.legal_moves()):
            with pytest.raises(IllegalMove):
                state.play(move)

        assert shown(state) == before


@every_game
@drawn
@given(data=st.data())
def test_a_clone_is_equal_and_independent(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=40):
        before = shown(state)
        clone = state.clone()
        assert shown(clone) == before
        for _ in range(30):
            if not clone.is_over:
                clone.play(rng.choice(clone.legal_moves()))
        assert shown(state) == before
        clone.playout(rng)
        assert shown(state) == before


@every_game
@drawn
@given(data=st.data())
def test_a_clone_is_left_alone_by_its_original(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)
    clone, before = state.clone(), shown(state)

    for _ in positions(state, rng, gap=40):
        assert shown(clone) == before
        clone, before = state.clone(), shown(state)


@every_game
@drawn
@given(data=st.data())
def test_the_same_seed_and_moves_give_the_same_match(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    options, seed = data.draw(options_of(name)), data.draw(seeds)
    rng = Random(data.draw(st.integers(0, 2**32)))
    state, moves = begin(game, options, seed), []
    while not state.is_over:
        moves.append(rng.choice(state.legal_moves()))
        state.play(moves[-1])

    again = begin(game, options, seed)
    for move in moves:
        again.play(move)

    assert shown(again) == shown(state)


@every_game
@drawn
@given(data=st.data())
def test_a_playout_ends_the_match_and_logs_nothing(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=40):
        played = state.clone()
        played.playout(rng)
        assert played.is_over
        assert played.current_player == NOBODY
        assert played.outcome().places == places_by(played.outcome().places)
        assert played.event_count == state.event_count
        assert played.hand_results[: len(state.hand_results)] == state.hand_results


@every_game
@drawn
@given(data=st.data())
def test_moves_are_written_and_read(name: str, data: st.DataObject) -> None:
    game, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=10):
        for move in state.legal_moves():
            assert game.parse_move(game.move_text(move)) == move


@every_game
@drawn
@given(data=st.data())
def test_every_view_can_be_described(name: str, data: st.DataObject) -> None:
    game, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=20):
        for seat in seats(state):
            lines = game.view_lines(state.view(seat))
            assert lines
            assert all(line and "\n" not in line for line in lines)


@every_game
@drawn
@given(data=st.data())
def test_a_later_view_has_the_tail_of_the_events(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=40):
        count = state.event_count
        for seat in seats(state):
            whole = state.view(seat)
            assert len(whole.events) == EVENT_SIZE * count
            for since in {0, rng.randint(0, count), max(count - 3, 0), count}:
                tail = whole.events[EVENT_SIZE * since :]
                assert state.view(seat, since) == whole._replace(events=tail)


@every_game
@drawn
@given(data=st.data())
def test_a_hand_begins_with_its_deal_and_events_can_be_read(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=60):
        events = list(read_events(state.events()))
        deals = [event.seat for event in events if event.type == EventType.DEAL]
        assert events[0].type == EventType.DEAL
        assert len(deals) == state.hand_number + 1
        assert deals[: len(state.hand_results)] == [result.dealer for result in state.hand_results]
        assert all(event.seat in seats(state) for event in events)


@every_game
@drawn
@given(data=st.data())
def test_a_deal_has_every_card_once_and_is_told_the_same_all_hand(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)
    hand_number, record = state.hand_number, state.deal_record()
    whole = sorted(record["deck"])
    assert len({parse_card(text) for text in whole}) == len(whole)

    for _ in positions(state, rng, gap=10):
        if state.hand_number != hand_number:
            hand_number, record = state.hand_number, state.deal_record()
        assert state.deal_record() == record
        assert sorted(record["deck"]) == whole


@pytest.mark.parametrize("name", ["linger_longer", "color_elevator"])
def test_both_games_are_played_with_all_cards(name: str) -> None:
    game = GAMES[name]

    deck = begin(game, game.options(), bytes(32)).deal_record()["deck"]

    assert sorted(map(parse_card, deck)) == list(DECK)


@every_game
@drawn
@given(data=st.data())
def test_no_card_is_in_two_hands_and_every_hand_is_counted(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=10):
        hands = [state.view(seat).hand for seat in seats(state)]
        together = b"".join(hands)
        assert len(set(together)) == len(together) <= len(DECK)
        for hand in hands:
            assert list(hand) == sorted(hand)
        for seat in seats(state):
            assert list(state.view(seat).hand_counts) == [len(hand) for hand in hands]


@every_game
@drawn
@given(data=st.data())
def test_a_drawn_card_is_shown_to_its_drawer_and_else_to_all_or_none(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=60):
        full = list(read_events(state.events()))
        by_seat = [list(read_events(state.view(seat).events)) for seat in seats(state)]
        for number, event in enumerate(full):
            versions = [events[number] for events in by_seat]
            if event.type != EventType.DRAW:
                assert versions == [event] * len(versions)
                continue
            assert versions[event.seat] == event
            others = {version for version in versions if version is not versions[event.seat]}
            assert others in ({event}, {event._replace(value=HIDDEN)})


@every_game
@drawn
@given(data=st.data())
def test_all_that_is_no_ones_own_is_the_same_for_all(name: str, data: st.DataObject) -> None:
    _, state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=10):
        public = [state.view(seat)._asdict() for seat in seats(state)]
        for view in public:
            for field in OWN:
                del view[field]
        assert all(view == public[0] for view in public)
