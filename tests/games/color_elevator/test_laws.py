"""What holds at every position of Color Elevator; what holds in every game is in `tests/games/laws`."""

from collections.abc import Iterator
from random import Random

import pytest

from arena.core.cards import HIDDEN
from arena.core.rng import NamedDraws
from arena.games.color_elevator.options import PRESETS, ColorElevatorOptions
from arena.games.color_elevator.state import ColorElevatorState
from arena.games.color_elevator.tables import cards_of
from arena.games.events import Event, EventType, read_events
from tests.games.color_elevator.table import GAME

MIXTURES: dict[str, dict[str, object]] = {
    **{preset: {} for preset in PRESETS},
    "one_card_flip": {"refill": "none", "reserve": "flip", "empty_stock": "reshuffle"},
    "both_piles_stop": {"turn": "both_piles", "refill": "none"},
    "both_piles_pick_up": {"turn": "both_piles", "refill": "none", "reserve": "pick_up"},
    "to_four_pick_up": {"refill": "to_four", "reserve": "pick_up"},
    "none_stop": {"refill": "none"},
    "short": {"turn_limit": 7, "first_to": 2},
    "best_of_five": {"first_to": 3},
}


def options_of(mixture: str, players: int) -> ColorElevatorOptions:
    preset = mixture if mixture in PRESETS else "standard"
    return GAME.options(preset, {**MIXTURES[mixture], "players": players})


@pytest.fixture(params=[2, 3, 4])
def players(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(params=MIXTURES)
def options(request: pytest.FixtureRequest, players: int) -> ColorElevatorOptions:
    return options_of(request.param, players)


def new_match(options: ColorElevatorOptions, number: int = 0) -> ColorElevatorState:
    return GAME.new_match(options, NamedDraws(number.to_bytes(32, "big")))


def positions(options: ColorElevatorOptions, rng: Random) -> Iterator[ColorElevatorState]:
    """Play a random match and stop at every decision, and behind the last."""
    state = new_match(options)
    while not state.is_over:
        yield state
        state.play(rng.choice(state.legal_moves()))
    yield state


def test_every_card_is_in_one_place(options: ColorElevatorOptions) -> None:
    for state in positions(options, Random(1)):
        places = [cards_of(hand) for hand in state.hands]
        places += [state.deal.reserves[s][:left] for s, left in enumerate(state.reserve_counts)]
        places += [state.stock[: state.stock_left], *map(bytes, state.piles)]
        places.append(bytes([state.flip] if state.flip >= 0 else []))

        assert sorted(b"".join(places)) == list(range(52))


def test_a_drawn_card_is_shown_to_its_drawer_alone_unless_all_know_it(options: ColorElevatorOptions) -> None:
    for state in positions(options, Random(7)):
        passed_over = set(state.deal.stock[: state.deal.passed_over])
        if state.hand_number or state.reshuffles:
            break
        full = list(read_events(state.events()))
        for seat in range(options.players):
            for event, truth in zip(read_events(state.view(seat).events), full, strict=True):
                sees = event.type is not EventType.DRAW or event.seat == seat or truth.value in passed_over
                assert event == (truth if sees else truth._replace(value=HIDDEN))


def hand_events(state: ColorElevatorState) -> list[Event]:
    """Return what everybody saw of the current hand."""
    events = list(read_events(bytes(state.log)))
    return events[max(at for at, event in enumerate(events) if event.type is EventType.DEAL) :]


def test_known_cards_follow_from_what_all_saw(options: ColorElevatorOptions) -> None:
    for state in positions(options, Random(11)):
        known: dict[int, int] = {}
        for event in hand_events(state):
            if event.type is EventType.FLIP or (event.type is EventType.DRAW and event.value != HIDDEN):
                known[event.value] = event.seat
            elif event.type is EventType.PLAY:
                known.pop(event.value, None)
        known.pop(state.flip, None)

        pairs = state.view(0).known
        assert dict(zip(pairs[1::2], pairs[::2], strict=True)) == known


@pytest.mark.parametrize("mixture", ["original", "one_card_flip"])
def test_pools_follow_from_what_all_saw(mixture: str, players: int) -> None:
    for state in positions(options_of(mixture, players), Random(12)):
        piles = [[state.deal.tops[0]], [state.deal.tops[1]]]
        pools: list[tuple[set[int], list[int]]] = []
        for kind, seat, card, pile in hand_events(state):
            if kind is EventType.PLAY:
                piles[pile].append(card)
                for unplayed, held in pools:
                    held[seat] -= card in unplayed
                    unplayed.discard(card)
            elif kind is EventType.RESHUFFLE:
                pools.append(({*piles[0][:-1], *piles[1][:-1]}, [0] * players))
                piles = [pile[-1:] for pile in piles]
            elif kind is EventType.DRAW and pools:
                pools[-1][1][seat] += 1

        expected = [(bytes(sorted(unplayed)), bytes(held)) for unplayed, held in pools if unplayed]
        assert list(state.view(0).pools) == expected


def test_a_playout_plays_by_the_rules(options: ColorElevatorOptions) -> None:
    for number in range(12):
        state = new_match(options, number)
        for _ in range(number):
            if not state.is_over:
                state.play(state.legal_moves()[0])
        twin = state.clone()
        log = state.events()

        state.playout(Random(number))
        rng = Random(number)
        while not twin.is_over:
            moves = twin.legal_moves()
            twin.play(moves[-1 - int(rng.random() * len(moves))])

        assert state.outcome() == twin.outcome()
        assert state.hand_results == twin.hand_results
        assert state.events() == log
        for seat in range(options.players):
            assert state.view(seat)._replace(events=b"") == twin.view(seat)._replace(events=b"")
