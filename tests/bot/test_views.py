"""What a bot reads off a turn is what the engine's view says, at every move of random matches."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from arena.bot import Card, ColorElevatorView, LingerLongerView, Match, Suit
from arena.core.cards import CARDS, parse_card
from arena.core.rng import NamedDraws
from arena.games.events import read_events
from arena.games.game import NOBODY
from arena.games.registry import GAMES
from arena.match.player import MatchStart, Question, TimeControl
from arena.protocol.mapping.envelopes import start_to_proto, turn_to_proto
from tests.games.long_matches import two_wins

FACES: dict[str, Callable[..., Any]] = {
    "linger_longer": LingerLongerView,
    "color_elevator": ColorElevatorView,
}
PRESETS = [(name, preset) for name in FACES for preset in GAMES[name].presets]


def pairs(raw: bytes) -> list[tuple[int, int]]:
    """Read pairs of a seat and a card."""
    return list(zip(raw[::2], raw[1::2], strict=True))


def turns(name: str, preset: str, seed: int = 3) -> Iterator[tuple[Any, Any, bytes]]:
    """Yield the kit's view, the engine's, and the seat's whole log, at each move of a match."""
    game, random = GAMES[name], Random(seed)
    options = two_wins(game, preset)
    state = game.new_match(options, NamedDraws(seed.to_bytes(32)))
    matches = [
        Match(start_to_proto(seat, MatchStart(name, options, seat, (), TimeControl(), bytes(32))))
        for seat in range(options.players)
    ]
    since = [0] * options.players
    while (seat := state.current_player) != NOBODY:
        raw = state.view(seat, since[seat])
        since[seat] = state.event_count
        question = Question(seat, raw, limit_us=1_500_000, last_us=250, faults=1)
        turn = turn_to_proto(1, seat, game=name, question=question)
        matches[seat].log.add(turn.events)
        yield FACES[name](turn, matches[seat]), raw, state.view(seat).events
        state.play(random.choice(state.legal_moves()))


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_what_both_games_have(name: str, preset: str) -> None:
    for view, raw, log in turns(name, preset):
        assert view.raw == raw._replace(events=log)
        assert (view.seat, view.dealer, view.players) == (raw.seat, raw.dealer, len(raw.hand_counts))
        assert bytes(view.hand) == raw.hand
        assert all(isinstance(card, Card) for card in view.hand)
        assert bytes(view.counts) == raw.hand_counts
        assert (view.stock, bytes(view.stock_bottom)) == (raw.stock, raw.stock_bottom)
        assert list(view.known) == pairs(raw.known)
        assert (view.hand_number, view.hands_won) == (raw.hand_number, tuple(raw.hands_won))
        assert view.place_sums == tuple(raw.place_sums)
        assert list(view.history) == list(read_events(log))
        assert list(view.events) == list(read_events(raw.events))
        assert (view.time_left, view.last_answer, view.faults) == (1.5, 0.00025, 1)
        assert view.options.preset == preset


@pytest.mark.parametrize("preset", list(GAMES["linger_longer"].presets))
def test_what_linger_longer_has(preset: str) -> None:
    for view, raw, _ in turns("linger_longer", preset):
        codes = [52 + move if type(move) is Suit else int(move) for move in view.legal_moves]
        assert bytes(codes) == raw.legal
        assert view.must_name_trump == (raw.legal[0] >= 52)
        assert list(view.legal_cards) == [code for code in codes if code < 52]
        assert (bytes(view.trick), bytes(view.trick_seats)) == (raw.trick, raw.trick_seats)
        assert view.trump == (None if raw.trump < 0 else raw.trump)
        assert (view.trump_to_be_named, view.leader) == (raw.trump_to_be_named, raw.leader)
        assert bytes(view.tricks_won) == raw.tricks_won
        assert (bytes(view.out), bytes(view.out_at)) == (raw.out, raw.out_at)
        assert (bytes(view.played), bytes(view.played_seats)) == (raw.played, raw.played_seats)
        assert view.chips == raw.chips
        assert list(view.cut) == pairs(raw.cut)


@pytest.mark.parametrize("preset", list(GAMES["color_elevator"].presets))
def test_what_color_elevator_has(preset: str) -> None:
    for view, raw, _ in turns("color_elevator", preset):
        assert bytes(2 * move.card + move.pile for move in view.legal_moves) == raw.legal
        assert bytes(view.tops) == raw.tops
        assert tuple(map(bytes, view.piles)) == (raw.pile_0, raw.pile_1)
        assert bytes(view.reserve_counts) == raw.reserve_counts
        assert view.flip == (None if raw.flip < 0 else raw.flip)
        assert view.second_pile == (None if raw.second_pile < 0 else raw.second_pile)
        assert (view.turn_number, view.passes, view.reshuffles) == (
            raw.turn_number,
            raw.passes,
            raw.reshuffles,
        )


def trick_view(trick: str, trump: str | None) -> LingerLongerView:
    """A view in the middle of a trick."""
    options = GAMES["linger_longer"].options()
    state = GAMES["linger_longer"].new_match(options, NamedDraws(bytes(32)))
    cards = bytes(parse_card(text) for text in trick.split())
    seat = state.current_player
    raw = state.view(seat)._replace(trick=cards, trump=-1 if trump is None else "cdhs".index(trump))
    turn = turn_to_proto(1, 1, game="linger_longer", question=Question(seat, raw, 0, 0, 0))
    start = MatchStart("linger_longer", options, seat, (), TimeControl(), bytes(32))
    return LingerLongerView(turn, Match(start_to_proto(1, start)))


@pytest.mark.parametrize(
    ("trick", "trump", "winning", "takers", "losers"),
    [
        ("", "h", None, "2c Ah", ""),
        ("9c", None, "9c", "Tc Ac", "8c As 2d"),
        ("9c Kc Ad", None, "Kc", "Ac", "Qc Ad As"),
        ("9c Ad", "h", "9c", "Tc 2h", "8c Ks"),
        ("9c 3h Ac", "h", "3h", "4h Ah", "2h Ac"),
        ("9h Th", "h", "Th", "Jh", "8h As"),
    ],
)
def test_which_card_takes_the_trick(
    trick: str, trump: str | None, winning: str | None, takers: str, losers: str
) -> None:
    view = trick_view(trick, trump)

    assert view.winning_card == (None if winning is None else parse_card(winning))
    assert all(view.takes(parse_card(card)) for card in takers.split())
    assert not any(view.takes(parse_card(card)) for card in losers.split())


def test_events_are_typed() -> None:
    seen = {}
    for view, _, _ in turns("color_elevator", "original"):
        seen.update({event.type.name: event for event in view.events})

    assert seen["PLAY"].card in CARDS
    assert seen["PLAY"].pile in {0, 1}
    assert seen["DRAW"].source in {0, 1}
    assert seen["FLIP"].card in CARDS
    assert (seen["DEAL"].card, seen["DEAL"].pile, seen["DEAL"].suit, seen["DEAL"].source) == (None,) * 4


def test_a_card_drawn_by_somebody_else_is_hidden() -> None:
    draws = [
        (view.seat, event)
        for view, _, _ in turns("color_elevator", "standard")
        for event in view.history
        if event.type.name == "DRAW"
    ]

    assert {event.card is None for seat, event in draws if event.seat == seat} == {False}
    assert None in {event.card for seat, event in draws if event.seat != seat}


def test_a_named_trump_is_an_event_with_a_suit() -> None:
    named = [
        event.suit
        for view, _, _ in turns("linger_longer", "grand_coup")
        for event in view.events
        if event.type.name == "NAME_TRUMP"
    ]

    assert named
    assert all(type(suit) is Suit for suit in named)


@pytest.mark.parametrize("name", FACES)
def test_a_resumed_match_has_the_events_before_it_in_its_raw_view(name: str) -> None:
    game = GAMES[name]
    options = game.options()
    state = game.new_match(options, NamedDraws(bytes(32)))
    for _ in range(9):
        state.play(state.legal_moves()[0])
    seat, told = state.current_player, state.event_count - 2
    before = state.view(seat).events[: 4 * told]
    start = MatchStart(name, options, seat, (), TimeControl(), bytes(32), resumed=True, events=before)
    match = Match(start_to_proto(1, start))
    turn = turn_to_proto(1, 1, game=name, question=Question(seat, state.view(seat, told), 0, 0, 0))
    match.log.add(turn.events)

    view = FACES[name](turn, match)

    assert view.raw == state.view(seat)
    assert game.sample_state(view.raw, view.options, Random(1)).state.view(seat) == view.raw
