"""Faults, forfeits and the house's moves of a record must fit each other."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from arena.core.errors import CheckFailed
from arena.core.ids import MatchId
from arena.games.registry import find_game
from arena.match.faults import Fault, FaultKind
from arena.match.record import MatchEnding, MatchRecord
from arena.match.referee import Referee
from arena.match.transcript import play_again
from arena.verification.conduct import check_conduct, is_troubled

GAME = find_game("linger_longer")
OPTIONS = GAME.options("long_hand", {"players": 3})
SEED = bytes(32)
MAX_FAULTS = 3


def begun() -> Referee:
    return Referee(
        GAME,
        OPTIONS,
        id=MatchId("main", 7, 1),
        seats=(0, 1, 2),
        seed=SEED,
        bot_seeds=[SEED] * 3,
        max_faults=MAX_FAULTS,
    )


def answer(referee: Referee, times: int = 1) -> None:
    """Answer questions with the highest legal move."""
    for _ in range(times):
        question = referee.ask()
        if question is not None:
            referee.answer(question.view.legal[-1], wall_us=20, charged_us=20)


def refuse(referee: Referee, kind: FaultKind = FaultKind.ILLEGAL_MOVE) -> None:
    assert referee.ask() is not None
    referee.refuse(kind, "no", wall_us=7, cpu_us=7)


def troubled() -> MatchRecord:
    """A record with a bad answer, a message that was wrong, a lost instance and two kinds of forfeits."""
    referee = begun()
    answer(referee)
    refuse(referee, FaultKind.TIME_OUT)
    answer(referee)
    asked = referee.ask()
    assert asked is not None
    first = asked.seat
    referee.note_fault(first, FaultKind.UNKNOWN_TURN, "turn 99")
    answer(referee, 2)
    referee.note_incident((first + 1) % 3, FaultKind.CRASH, "exit code 1")
    answer(referee)
    for _ in range(2):
        while (question := referee.ask()) is not None and question.seat != first:
            answer(referee)
        refuse(referee)
    answer(referee)
    referee.forfeit((first + 1) % 3, FaultKind.CRASH, "exit code 1, again")
    answer(referee, 100)
    return referee.record(0.5)


RECORD = troubled()
BAD_ANSWER, MESSAGE, INCIDENT, SECOND, THIRD, LOST = RECORD.faults
HOUSE = RECORD.substitutes


def check(record: MatchRecord) -> None:
    check_conduct(record, play_again(RECORD, GAME, OPTIONS, SEED), MAX_FAULTS)


def with_faults(*faults: Fault) -> dict[str, Any]:
    return {"faults": faults}


def at(moves: Sequence[int], number: int, value: int) -> tuple[int, ...]:
    return (*moves[:number], value, *moves[number + 1 :])


def test_a_record_of_the_referee_is_in_order() -> None:
    assert is_troubled(RECORD)
    assert (THIRD.is_forfeit, LOST.is_forfeit, INCIDENT.is_incident) == (True, True, True)

    check(RECORD)


def test_the_allowed_number_of_faults_is_the_tournaments() -> None:
    with pytest.raises(
        CheckFailed, match=r"has a fault \d that is no forfeit, and it is number 2 of seat \d, of 2"
    ):
        check_conduct(RECORD, play_again(RECORD, GAME, OPTIONS, SEED), 2)


EARLY_FORFEIT = [
    *RECORD.faults[:3],
    replace(SECOND, is_forfeit=True),
    replace(THIRD, is_forfeit=False),
    LOST,
]
FORFEIT_BY_INCIDENT = [
    *RECORD.faults[:2],
    replace(INCIDENT, is_forfeit=True),
    *RECORD.faults[3:5],
    replace(LOST, is_forfeit=False),
]
LAST = len(RECORD.moves) - 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"forfeits": ()}, "has forfeits of seats"),
        (with_faults(*RECORD.faults[:4], replace(THIRD, is_forfeit=False), LOST), "has forfeits of seats"),
        ({"ending": MatchEnding.PLAYED}, "is stored as played, and 2 seats forfeited"),
        (
            with_faults(replace(BAD_ANSWER, seat=3), *RECORD.faults[1:]),
            "has a fault 0 of seat 3 at move 1, which",
        ),
        (
            with_faults(*RECORD.faults[:5], replace(LOST, move_number=500)),
            "has a fault 5 .* at move 500, which",
        ),
        (
            with_faults(MESSAGE, BAD_ANSWER, *RECORD.faults[2:]),
            "has a fault 1 of seat . at move 1, which can't",
        ),
        (with_faults(*EARLY_FORFEIT), "has a fault 3 that is forfeit, and it is number 2 of seat ., of 3"),
        (with_faults(*FORFEIT_BY_INCIDENT), "has a fault 2 that is an incident and a forfeit"),
        (
            with_faults(*RECORD.faults, replace(THIRD, is_forfeit=False, move_number=LAST)),
            "has a fault 6 of seat ., which has forfeited",
        ),
        ({"substitutes": HOUSE[1:]}, f"has a move {HOUSE[0]} by seat ., for which the house must have moved"),
        ({"substitutes": (0, *HOUSE)}, "has a move 0 by the house, and seat . had not answered wrongly"),
        ({"substitutes": HOUSE[:-1]}, f"has a move {HOUSE[-1]} by seat ., for which the house must"),
        ({"substitutes": (HOUSE[1], HOUSE[0], *HOUSE[2:])}, "has moves by the house"),
        ({"substitutes": (*HOUSE, 500)}, "has moves by the house"),
        ({"micros": at(RECORD.micros, HOUSE[0], 5)}, f"has a move {HOUSE[0]} by the house that took time"),
        (
            with_faults(replace(BAD_ANSWER, seat=(BAD_ANSWER.seat + 2) % 3), *RECORD.faults[1:]),
            "has a move 1 by the house, and seat . had not answered wrongly",
        ),
        *(
            (
                with_faults(replace(BAD_ANSWER, kind=kind), *RECORD.faults[1:]),
                "has a move 1 by the house, and seat . had not answered wrongly",
            )
            for kind in (FaultKind.UNKNOWN_TURN, FaultKind.MALFORMED_MESSAGE)
        ),
        *(
            (
                with_faults(BAD_ANSWER, replace(MESSAGE, kind=kind), *RECORD.faults[2:]),
                f"has a fault 1 that is {kind.value}, and neither an incident nor a forfeit",
            )
            for kind in (FaultKind.FLOOD, FaultKind.PONDERING, FaultKind.CRASH, FaultKind.RESOURCE_LIMIT)
        ),
        *(
            (
                with_faults(BAD_ANSWER, MESSAGE, replace(INCIDENT, kind=kind), *RECORD.faults[3:]),
                f"has a fault 2 that is an incident, and {kind.value} is none",
            )
            for kind in (FaultKind.UNKNOWN_TURN, FaultKind.MALFORMED_MOVE, FaultKind.ILLEGAL_MOVE)
        ),
        (with_faults(BAD_ANSWER, *RECORD.faults), "has a fault 1 of seat . at move 1, which can't be"),
        (
            with_faults(BAD_ANSWER, replace(MESSAGE, move_number=1), *RECORD.faults[2:]),
            "has a fault 1 of seat . at move 1, which can't be",
        ),
        (
            with_faults(*RECORD.faults[:4], replace(THIRD, seat=LOST.seat), replace(LOST, seat=THIRD.seat)),
            "has a fault 4 that is forfeit, and it is number 1 of seat ., of 3",
        ),
    ],
)
def test_what_can_not_have_happened_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(CheckFailed, match=f"match main/7/1 {message}"):
        check(replace(RECORD, **change))


@pytest.mark.parametrize(
    "kind", [FaultKind.PONDERING, FaultKind.TIME_OUT, FaultKind.FLOOD, FaultKind.MALFORMED_MESSAGE]
)
def test_what_costs_an_instance_is_an_incident_or_a_forfeit(kind: FaultKind) -> None:
    losses = {INCIDENT: replace(INCIDENT, kind=kind), LOST: replace(LOST, kind=kind)}

    check(replace(RECORD, faults=tuple(losses.get(fault, fault) for fault in RECORD.faults)))


def test_a_forfeit_by_a_bad_move_is_the_movers() -> None:
    referee = begun()
    for _ in range(MAX_FAULTS):
        while (question := referee.ask()) is not None and question.seat != 0:
            answer(referee)
        refuse(referee)
    answer(referee, 100)
    record = referee.record(0.5)
    played = play_again(record, GAME, OPTIONS, SEED)
    *others, last = record.faults

    check_conduct(record, played, MAX_FAULTS)
    moved = replace(record, faults=(*others, replace(last, move_number=last.move_number - 1)))
    with pytest.raises(CheckFailed, match=r"has an answer of seat 0 to move \d+, which was another's"):
        check_conduct(moved, played, MAX_FAULTS)


def test_a_clean_record_is_not_troubled() -> None:
    referee = begun()
    answer(referee, 200)
    record = referee.record(1)

    assert not is_troubled(record)
    check_conduct(record, play_again(record, GAME, OPTIONS, SEED), MAX_FAULTS)
