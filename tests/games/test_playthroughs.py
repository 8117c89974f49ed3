"""One match of every preset as text: a change of any rule, event or view shows as a diff."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.core.cards import HIDDEN, TEXTS
from arena.core.rng import NamedDraws
from arena.games.events import EVENT_SIZE, Event, EventType, read_events
from arena.games.game import Game
from arena.games.registry import GAMES
from tests.golden import check_golden

FOLDER = Path(__file__).parent / "golden"
SEED = bytes(range(32))
VIEW_EVERY = 6
"""Views are long: the mover's is written before so many moves."""
WITH_CARD = (EventType.PLAY, EventType.DRAW, EventType.FLIP)


def playthrough(game: Game, preset: str) -> Iterator[str]:
    """Tell a match of random moves: deals, views, legal moves, moves, events, results."""
    options = game.options(preset)
    state = game.new_match(options, NamedDraws(SEED))
    rng = Random(7)
    yield repr(options)
    told_events = told_results = number = 0
    while not state.is_over:
        yield from _happened(state, told_events)
        told_events = state.event_count
        for result in state.hand_results[told_results:]:
            yield f"  {result!r}"
        told_results = len(state.hand_results)
        seat = state.current_player
        if number % VIEW_EVERY == 0:
            yield from (f"    {line}" for line in game.view_lines(state.view(seat)))
        legal = list(map(game.move_text, state.legal_moves()))
        chosen = rng.randrange(len(legal))
        yield f"{number} seat {seat} plays {legal[chosen]} of {' '.join(legal)}"
        state.play(state.legal_moves()[chosen])
        number += 1
    yield from _happened(state, told_events)
    yield repr(state.hand_results[-1])
    yield repr(state.outcome())


def _happened(state: Any, told: int) -> Iterator[str]:
    for event in read_events(state.events()[EVENT_SIZE * told :]):
        yield f"  {_text(event)}"
        if event.type is EventType.DEAL:
            deal = state.deal_record()
            yield f"  deck {' '.join(deal.pop('deck'))}"
            yield f"  {deal}"


def _text(event: Event) -> str:
    value = TEXTS[event.value] if event.type in WITH_CARD and event.value != HIDDEN else event.value
    return f"{event.type.name.lower()} seat {event.seat} value {value} detail {event.detail}"


@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name in GAMES for preset in GAMES[name].presets]
)
def test_a_match_of_this_preset_goes_as_it_always_went(name: str, preset: str) -> None:
    text = "".join(f"{line}\n" for line in playthrough(GAMES[name], preset))

    check_golden(FOLDER / f"{name}-{preset}.txt", text)
