"""What a bot does wrong: it costs that bot, and nobody else."""

import pytest

from arena.core.cards import TEXTS
from arena.match.faults import FaultKind
from arena.match.record import MatchEnding
from arena.match.referee import Referee
from tests.match.table import answer_lowest, ask, illegal_for, play_out, toy_referee


def answer_illegally(referee: Referee) -> int:
    """Answer with a card the seat doesn't hold; return the seat."""
    question = ask(referee)
    referee.answer(illegal_for(question), wall_us=50, charged_us=40)
    return question.seat


def test_an_illegal_move_is_a_fault_with_the_move_and_the_legal_ones_as_evidence() -> None:
    referee = toy_referee()
    question = ask(referee)
    wrong = illegal_for(question)

    referee.answer(wrong, wall_us=50, charged_us=45, cpu_us=40)

    play_out(referee)
    (fault,) = referee.record(0).faults
    assert (fault.kind, fault.seat, fault.move_number) == (FaultKind.ILLEGAL_MOVE, 1, 0)
    assert (fault.wall_us, fault.cpu_us) == (50, 40)
    assert not fault.is_forfeit
    assert TEXTS[wrong] in fault.evidence
    assert f"legal were: {' '.join(TEXTS[card] for card in question.view.legal)}" in fault.evidence


def test_the_house_plays_the_lowest_legal_move_instead() -> None:
    referee = toy_referee()
    lowest = ask(referee).view.legal[0]

    answer_illegally(referee)

    play_out(referee)
    record = referee.record(0)
    assert (record.moves[0], record.micros[0], record.substitutes) == (lowest, 0, (0,))
    assert record.ending is MatchEnding.PLAYED


@pytest.mark.parametrize("move", [-1, 52, 200, 255, 256, 1 << 40])
def test_a_number_that_is_no_move_at_all_is_an_illegal_move(move: int) -> None:
    referee = toy_referee()
    ask(referee)

    referee.answer(move, wall_us=0, charged_us=0)

    play_out(referee)
    (fault,) = referee.record(0).faults
    assert fault.kind is FaultKind.ILLEGAL_MOVE
    assert f"move code {move}" in fault.evidence


def test_a_fault_is_told_with_the_next_question_to_that_seat() -> None:
    referee = toy_referee({"players": 2})

    seat = answer_illegally(referee)

    assert ask(referee).faults == 0
    answer_lowest(referee)
    while ask(referee).seat != seat:
        answer_lowest(referee)
    assert ask(referee).faults == 1


def test_time_is_charged_for_an_illegal_move_too() -> None:
    referee = toy_referee({"players": 2})
    question = ask(referee)

    referee.answer(illegal_for(question), wall_us=3000, charged_us=3000)

    while ask(referee).seat != question.seat:
        answer_lowest(referee)
    assert (ask(referee).limit_us, ask(referee).last_us) == (4000, 3000)


@pytest.mark.parametrize("kind", [FaultKind.MALFORMED_MOVE, FaultKind.TIME_OUT])
def test_a_refused_answer_is_a_fault_and_the_house_moves(kind: FaultKind) -> None:
    referee = toy_referee()
    lowest = ask(referee).view.legal[0]

    referee.refuse(kind, "seen", wall_us=7000, cpu_us=6500)

    play_out(referee)
    record = referee.record(0)
    assert (record.moves[0], record.substitutes) == (lowest, (0,))
    assert (record.faults[0].kind, record.faults[0].evidence) == (kind, "seen")
    assert (record.faults[0].wall_us, record.faults[0].cpu_us) == (7000, 6500)


def test_a_late_answer_has_used_up_the_bank() -> None:
    referee = toy_referee({"players": 2})
    seat = ask(referee).seat

    referee.refuse(FaultKind.TIME_OUT, "", wall_us=7000, cpu_us=0)

    while ask(referee).seat != seat:
        answer_lowest(referee)
    assert (ask(referee).limit_us, ask(referee).last_us) == (1000, 7000)


def test_a_seat_forfeits_with_its_last_allowed_fault_and_is_asked_no_more() -> None:
    referee = toy_referee(max_faults=2)
    seat = answer_illegally(referee)
    while ask(referee).seat != seat:
        answer_lowest(referee)

    answer_illegally(referee)

    assert referee.has_forfeited(seat)
    while (question := referee.ask()) is not None:
        assert question.seat != seat
        referee.answer(question.view.legal[-1], wall_us=0, charged_us=0)
    record = referee.record(0)
    assert [fault.is_forfeit for fault in record.faults] == [False, True]
    assert (record.forfeits, record.ending, record.places[seat]) == ((seat,), MatchEnding.FORFEITED, 3)
    assert len(record.substitutes) == 4


def test_the_others_play_on_against_a_house_that_plays_low() -> None:
    referee = toy_referee(max_faults=1)
    seat = answer_illegally(referee)

    play_out(referee)

    record = referee.record(0)
    assert len(record.moves) == 12
    assert sorted(place for other, place in enumerate(record.places) if other != seat) in ([1, 2], [1, 1])


def test_faults_of_different_seats_are_counted_apart() -> None:
    referee = toy_referee(max_faults=2)
    for _ in range(3):
        answer_illegally(referee)

    assert not any(referee.has_forfeited(seat) for seat in range(3))


def test_a_fault_that_answers_nothing_counts_and_leaves_the_open_question_open() -> None:
    referee = toy_referee(max_faults=2)
    question = ask(referee)

    referee.note_fault(1, FaultKind.UNKNOWN_TURN, "turn 99")

    assert ask(referee) is question
    answer_illegally(referee)
    assert referee.has_forfeited(1)


def test_a_flood_makes_the_seat_forfeit_and_fills_no_record() -> None:
    referee = toy_referee()
    ask(referee)

    for _ in range(10_000):
        referee.note_fault(1, FaultKind.FLOOD, "message")

    play_out(referee)
    record = referee.record(0)
    assert [fault.is_forfeit for fault in record.faults] == [False, False, True]
    assert record.forfeits == (1,)


def test_the_answer_to_a_question_that_a_forfeit_closed_is_ignored() -> None:
    referee = toy_referee(max_faults=1)
    question = ask(referee)
    referee.note_fault(1, FaultKind.FLOOD, "message")

    referee.answer(question.view.legal[-1], wall_us=0, charged_us=0)
    referee.refuse(FaultKind.TIME_OUT, "late too", wall_us=0, cpu_us=0)

    play_out(referee)
    record = referee.record(0)
    assert record.moves[0] == question.view.legal[0]
    assert len(record.faults) == 1


def test_an_incident_is_kept_and_counts_towards_nothing() -> None:
    referee = toy_referee(max_faults=1)
    question = ask(referee)

    referee.note_incident(1, FaultKind.CRASH, "exit code 3", wall_us=5, cpu_us=4)

    assert ask(referee) is question
    assert question.faults == 0
    play_out(referee)
    (fault,) = referee.record(0).faults
    assert (fault.kind, fault.is_incident, fault.is_forfeit) == (FaultKind.CRASH, True, False)
    assert referee.record(0).ending is MatchEnding.PLAYED


def test_a_forfeit_hands_the_open_question_to_the_house() -> None:
    referee = toy_referee()
    question = ask(referee)

    referee.forfeit(1, FaultKind.CRASH, "again")

    assert ask(referee).seat == 2
    play_out(referee)
    record = referee.record(0)
    assert record.moves[0] == question.view.legal[0]
    assert (record.faults[0].is_forfeit, record.faults[0].is_incident) == (True, False)


def test_a_forfeit_of_another_seat_leaves_the_open_question_open() -> None:
    referee = toy_referee()
    question = ask(referee)

    referee.forfeit(2, FaultKind.CRASH, "")

    assert ask(referee) is question


def test_a_seat_forfeits_once() -> None:
    referee = toy_referee()
    referee.forfeit(1, FaultKind.CRASH, "first")

    referee.forfeit(1, FaultKind.CRASH, "second")
    referee.note_incident(1, FaultKind.CRASH, "third")

    play_out(referee)
    assert [fault.evidence for fault in referee.record(0).faults] == ["first"]


def test_a_seat_can_forfeit_before_the_first_move() -> None:
    referee = toy_referee()

    referee.forfeit(1, FaultKind.START_FAILURE, "exit code 127")

    assert ask(referee).seat == 2


def test_a_match_in_which_everybody_forfeits_is_played_out_and_everybody_is_first() -> None:
    referee = toy_referee()
    for seat in range(3):
        referee.forfeit(seat, FaultKind.CRASH, "")

    assert referee.ask() is None

    record = referee.record(0)
    assert (record.places, record.forfeits) == ((1, 1, 1), (0, 1, 2))
    assert record.substitutes == tuple(range(12))


def test_nothing_changes_a_match_that_is_over() -> None:
    referee = toy_referee(max_faults=1)
    play_out(referee)
    before = referee.record(0)

    referee.note_fault(0, FaultKind.UNKNOWN_TURN, "late")
    referee.note_incident(0, FaultKind.DISCONNECT, "late")
    referee.forfeit(0, FaultKind.CRASH, "late")

    assert referee.record(0) == before


def test_evidence_is_bounded_and_shows_its_control_characters() -> None:
    referee = toy_referee()

    referee.note_fault(0, FaultKind.MALFORMED_MESSAGE, "\x1b[31m\0" + "x" * 5000)

    play_out(referee)
    evidence = referee.record(0).faults[0].evidence
    assert evidence.startswith(r"\x1b[31m\x00xxx")
    assert len(evidence) == 4_000
