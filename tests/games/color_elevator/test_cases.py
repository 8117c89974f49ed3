"""Every decision, event and place of the conformance cases (see tests/cases)."""

from typing import Any

import pytest

from arena.core.cards import TEXTS
from arena.games.events import Event, EventType, read_events
from arena.games.game import HandEnding
from arena.games.registry import find_game
from tests.games.cases import begin, case_name, cases_of

GAME = find_game("color_elevator")
CASES = cases_of("color_elevator")


def told(event: Event) -> list[object]:
    """Write an event as the cases do."""
    card = TEXTS[event.value] if event.value < 52 else "hidden"
    match event.type:
        case EventType.PLAY:
            return ["play", event.seat, card, event.detail]
        case EventType.DRAW:
            return ["draw", event.seat, card]
        case EventType.FLIP:
            return ["flip", event.seat, card]
        case EventType.RESHUFFLE:
            return ["reshuffle"]
        case _:
            return [event.type.name.lower(), event.seat]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_case_agrees_decision_by_decision(case: dict[str, Any]) -> None:
    state = begin(case)
    record = state.deal_record()
    assert (record["dealer"], record["tops"]) == (case["dealer"], case["tops"])

    for decision in case["decisions"]:
        assert state.hand_number == 0
        assert state.current_player == decision["seat"]
        assert [GAME.move_text(move) for move in state.legal_moves()] == [
            f"{card}/{pile}" for card, pile in decision["legal"]
        ]
        state.play(GAME.parse_move("{}/{}".format(*decision["move"])))

    deal, *events = read_events(state.events())
    assert (deal.type, deal.seat) == (EventType.DEAL, case["dealer"])
    hand = events[: len(case["events"])]
    assert [told(event) for event in hand] == case["events"]
    rest = events[len(hand) :]
    assert rest[0].type == EventType.DEAL if rest else state.is_over
    (result, *_) = state.hand_results
    assert list(result.places) == case["places"]
    assert (result.ending is HandEnding.BLOCKED) == case["blocked"]
    if state.is_over:
        assert state.turn_number == case["turns"]
