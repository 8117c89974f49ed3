"""Every decision, event and place of the conformance cases (see tests/cases)."""

from typing import Any

import pytest

from arena.core.cards import SUITS, TEXTS
from arena.games.events import Event, EventType, read_events
from tests.games.cases import begin, case_name, cases_of

CASES = cases_of("linger_longer")


def text_of(code: int) -> str:
    return TEXTS[code] if code < 52 else SUITS[code - 52]


def told(event: Event) -> list[object]:
    """Write an event as the cases do."""
    match event.type:
        case EventType.PLAY | EventType.DRAW:
            return [event.type.name.lower(), event.seat, TEXTS[event.value]]
        case EventType.NAME_TRUMP:
            return ["trump", event.seat, SUITS[event.value]]
        case _:
            return [event.type.name.lower(), event.seat]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_case_agrees_decision_by_decision(case: dict[str, Any]) -> None:
    state = begin(case)
    record = state.deal_record()
    assert (record["dealer"], record["trump"]) == (case["dealer"], case["trump"])

    for decision in case["decisions"]:
        assert state.current_player == decision["seat"]
        assert [text_of(move) for move in state.legal_moves()] == decision["legal"]
        assert not state.is_over
        state.play(next(move for move in state.legal_moves() if text_of(move) == decision["move"]))

    assert state.is_over
    deal, *events = read_events(state.events())
    assert (deal.type, deal.seat) == (EventType.DEAL, case["dealer"])
    assert [told(event) for event in events] == case["events"]
    outcome = state.outcome()
    assert outcome is not None
    assert list(outcome.places) == case["places"]
    assert list(state.view(0).tricks_won) == case["tricks_won"]


def test_the_cases_are_many_and_of_all_kinds() -> None:
    assert len(CASES) == 107
    assert {case["seats"] for case in CASES} == {2, 3, 4, 5, 6}
