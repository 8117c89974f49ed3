"""Questions, answers, time and places."""

import pytest

from arena.core.ids import MatchId
from arena.games.events import EventType, read_events
from arena.match.faults import FaultKind
from arena.match.player import Question
from arena.match.record import MatchEnding, places_after_forfeits
from arena.match.referee import Referee
from tests.match.table import BOT_SEEDS, TIME, TOY, answer_lowest, ask, play_out, toy_referee


def test_a_start_says_all_that_a_player_is_told() -> None:
    referee = toy_referee(names=("a", "b", "c"))

    start = referee.start_for(2)

    assert (start.game, start.options, start.seat) == ("toy", TOY.options(), 2)
    assert (start.players, start.time, start.seed) == (("a", "b", "c"), TIME, BOT_SEEDS[2])
    assert (start.resumed, start.events) == (False, b"")


def test_the_first_question_goes_to_the_seat_to_move_with_its_view_and_its_time() -> None:
    question = ask(toy_referee())

    assert (question.seat, question.view.seat, len(question.view.hand)) == (1, 1, 3)
    assert (question.limit_us, question.last_us, question.faults) == (6000, 0, 0)


def test_asking_twice_returns_the_same_question() -> None:
    referee = toy_referee()

    assert ask(referee) is ask(referee)


def test_a_legal_answer_is_played_and_the_next_seat_is_asked() -> None:
    referee = toy_referee()

    first = answer_lowest(referee)

    assert ask(referee).seat == 2
    assert ask(referee).view.trick == bytes([first.view.legal[0]])


def test_every_event_reaches_every_seat_once_and_in_order() -> None:
    referee = toy_referee({"first_to": 3})
    logs = [b"", b"", b""]
    while (question := referee.ask()) is not None:
        logs[question.seat] += question.view.events
        referee.answer(question.view.legal[0], wall_us=0, charged_us=0)
    for seat in range(3):
        logs[seat] += referee.end_for(seat).events

    whole = [toy_replayed(referee, seat) for seat in range(3)]

    assert logs == whole


def toy_replayed(referee: Referee, seat: int) -> bytes:
    """Return a seat's whole log by playing the recorded moves again."""
    fresh = toy_referee({"first_to": 3})
    for move in referee.record(0).moves:
        fresh.ask()
        fresh.answer(move, wall_us=0, charged_us=0)
    return fresh.start_for(seat, resumed=True).events


def test_a_resumed_start_carries_the_history_and_the_next_question_nothing_of_it() -> None:
    referee = toy_referee()
    for _ in range(4):
        answer_lowest(referee)
    seat = ask(referee).seat
    before = ask(referee).view.events

    start = referee.start_for(seat, resumed=True)

    assert start.resumed
    assert start.events.endswith(before)
    assert [event.type for event in read_events(start.events)][:2] == [EventType.DEAL, EventType.PLAY]
    assert ask(referee).seat == seat
    assert ask(referee).view.events == b""


def test_a_resumed_history_hides_what_the_seat_may_not_see() -> None:
    referee = toy_referee()
    for _ in range(3):
        answer_lowest(referee)

    history = referee.start_for(0, resumed=True).events

    draws = [event for event in read_events(history) if event.type is EventType.DRAW]
    assert [event.value == 255 for event in draws] == [event.seat != 0 for event in draws]


def test_a_seat_resumed_while_another_is_asked_hears_later_what_came_after_its_history() -> None:
    referee = toy_referee()
    question = ask(referee)

    referee.start_for(2, resumed=True)

    assert ask(referee) is question
    answer_lowest(referee)
    assert [event.type for event in read_events(ask(referee).view.events)] == [EventType.PLAY]


def test_time_within_the_budget_of_a_move_costs_no_bank() -> None:
    referee = toy_referee({"players": 2})
    answer_lowest(referee, charged_us=1000)
    answer_lowest(referee)

    question = ask_again(referee, 1)

    assert (question.limit_us, question.last_us) == (6000, 1000)


def test_time_beyond_the_budget_comes_out_of_the_bank_of_that_seat_alone() -> None:
    referee = toy_referee({"players": 2})

    answer_lowest(referee, charged_us=1700)

    assert ask(referee).limit_us == 6000
    assert ask_again(referee, 1).limit_us == 5300


def test_the_bank_never_goes_below_nothing() -> None:
    referee = toy_referee({"players": 2})

    answer_lowest(referee, charged_us=999_999)

    assert ask_again(referee, 1).limit_us == 1000


def ask_again(referee: Referee, seat: int) -> Question:
    """Play on until the seat is asked."""
    while ask(referee).seat != seat:
        answer_lowest(referee)
    return ask(referee)


def test_the_record_has_every_move_with_the_time_charged() -> None:
    referee = toy_referee()
    answer_lowest(referee, charged_us=77)
    play_out(referee)

    record = referee.record(1.5)

    assert (record.id, record.seats) == (MatchId("main", 7, 1), (10, 11, 12))
    assert (len(record.moves), record.micros[:2], len(record.micros)) == (12, (77, 20), 12)
    assert (record.ending, record.faults, record.forfeits) == (MatchEnding.PLAYED, (), ())
    assert (record.substitutes, record.notes) == ((), ())
    assert (record.started, record.seconds) == (1_700_000_000.25, 1.5)


def test_end_and_record_agree_with_the_game() -> None:
    referee = toy_referee()
    play_out(referee)

    end = referee.end_for(0)

    assert min(end.places) == 1
    assert (end.places, end.chips) == (referee.record(0).places, referee.record(0).chips)


def test_a_match_is_over_when_the_last_move_is_made() -> None:
    referee = toy_referee()
    for _ in range(11):
        answer_lowest(referee)
    was_over = referee.is_over

    answer_lowest(referee)

    assert (was_over, referee.is_over) == (False, True)
    assert referee.ask() is None


def test_there_is_no_record_of_a_match_that_is_not_over() -> None:
    with pytest.raises(RuntimeError, match="main/7/1 is not over"):
        toy_referee().record(0)


def test_an_answer_that_nobody_asked_for_is_a_bug_of_the_caller() -> None:
    with pytest.raises(RuntimeError, match="no question open"):
        toy_referee().answer(0, wall_us=0, charged_us=0)


def test_a_table_has_as_many_entrants_as_seats() -> None:
    with pytest.raises(ValueError, match="3 seats"):
        Referee(TOY, TOY.options(), id=MatchId("m", 0, 0), seats=(1, 2), seed=bytes(32), bot_seeds=BOT_SEEDS)


def test_a_note_is_kept_with_the_move_it_came_with() -> None:
    referee = toy_referee()
    answer_lowest(referee)

    referee.answer(ask(referee).view.legal[0], wall_us=0, charged_us=0, note="thinking\nhard")
    play_out(referee)

    assert referee.record(0).notes == ((1, "thinking\nhard"),)


def test_notes_are_bounded_one_by_one_and_together() -> None:
    referee = toy_referee({"players": 2, "first_to": 20})
    while (question := referee.ask()) is not None:
        referee.answer(question.view.legal[0], wall_us=0, charged_us=0, note="x" * 5000)

    notes = referee.record(0).notes

    assert len(referee.record(0).moves) > 60
    assert {len(note) for _, note in notes} == {1024}
    assert sum(len(note) for _, note in notes) == 2 * 16 * 1024


@pytest.mark.parametrize(
    ("places", "forfeits", "expected"),
    [
        ((1, 2, 2, 4), [], (1, 2, 2, 4)),
        ((1, 2, 2, 4), [0], (4, 1, 1, 3)),
        ((1, 2, 2, 4), [3], (1, 2, 2, 4)),
        ((1, 2, 2, 4), [0, 1], (3, 3, 1, 2)),
        ((1, 2, 3), [0, 1], (2, 2, 1)),
        ((1, 2, 3), [0, 1, 2], (1, 1, 1)),
    ],
)
def test_forfeited_seats_share_the_last_places_and_the_others_are_renumbered(
    places: tuple[int, ...], forfeits: list[int], expected: tuple[int, ...]
) -> None:
    assert places_after_forfeits(places, forfeits) == expected


def test_chips_stay_as_played_when_a_seat_forfeits() -> None:
    played, forfeited = toy_referee(), toy_referee()
    for referee in (played, forfeited):
        for _ in range(11):
            answer_lowest(referee)
    last = ask(played).seat
    play_out(played)

    forfeited.forfeit(last, FaultKind.CRASH, "exit code 1")
    play_out(forfeited)

    assert forfeited.record(0).chips == played.record(0).chips
    assert forfeited.record(0).places[last] == 3
