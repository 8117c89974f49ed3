"""A match between players in this process, and the player that follows a script."""

import pytest

from arena.core.clock import ManualClock
from arena.match.faults import FaultKind
from arena.match.local import RandomPlayer, play_match
from arena.match.player import Question
from arena.match.scripted import ScriptedPlayer
from tests.match.table import TOY, ask, toy_referee


class SlowPlayer(RandomPlayer):
    """Takes its time."""

    def __init__(self, clock: ManualClock, micros: int) -> None:
        self._clock = clock
        self._micros = micros

    def choose(self, question: Question) -> int:
        self._clock.advance(self._micros)
        return super().choose(question)


def script_of(seat: int, *, values: dict[str, object]) -> list[str]:
    """Return the seat's cards of a toy match, lowest first at each turn."""
    referee = toy_referee(values)
    cards = []
    while (question := referee.ask()) is not None:
        if question.seat == seat:
            cards.append(TOY.move_text(question.view.legal[0]))
        referee.answer(question.view.legal[0], wall_us=0, charged_us=0)
    return cards


def test_random_players_play_a_match_to_its_end() -> None:
    record = play_match(toy_referee(), [RandomPlayer() for _ in range(3)], ManualClock())

    assert len(record.moves) == 12
    assert record.faults == ()


def test_random_players_repeat_themselves_with_the_same_seeds() -> None:
    matches = [play_match(toy_referee(), [RandomPlayer() for _ in range(3)], ManualClock()) for _ in range(2)]

    assert matches[0] == matches[1]


def test_thinking_time_is_measured_by_the_clock_that_is_passed_in() -> None:
    clock = ManualClock()

    record = play_match(toy_referee({"players": 2}), [RandomPlayer(), SlowPlayer(clock, 300)], clock)

    assert sorted(record.micros) == [0] * 4 + [300] * 4
    assert record.seconds == pytest.approx(0.0012)


def test_a_late_answer_is_a_time_out_and_kept_as_evidence() -> None:
    clock = ManualClock()
    referee = toy_referee({"players": 2})

    record = play_match(referee, [RandomPlayer(), SlowPlayer(clock, 6001)], clock)

    assert [fault.kind for fault in record.faults] == [FaultKind.TIME_OUT] * 3
    assert record.faults[0].evidence.endswith(" after 6001 us; the limit was 6000 us")
    assert record.forfeits == (1,)


def test_an_answer_within_the_limit_to_the_microsecond_is_in_time() -> None:
    clock = ManualClock()
    referee = toy_referee({"players": 2, "hand_size": 1})

    record = play_match(referee, [RandomPlayer(), SlowPlayer(clock, 1000)], clock)

    assert record.faults == ()


def test_what_a_player_raises_is_the_callers_to_see() -> None:
    scripted = ScriptedPlayer(TOY, [])

    with pytest.raises(AssertionError, match="the script has 0 moves"):
        play_match(toy_referee(), [RandomPlayer(), scripted, RandomPlayer()], ManualClock())


def test_a_scripted_player_plays_its_moves_as_text_or_codes() -> None:
    values: dict[str, object] = {"players": 2}
    first = ScriptedPlayer(TOY, script_of(0, values=values))
    second = ScriptedPlayer(TOY, [TOY.parse_move(card) for card in script_of(1, values=values)])

    record = play_match(toy_referee(values), [first, second], ManualClock())

    first.assert_done()
    second.assert_done()
    assert record.faults == ()
    assert [len(first.starts), len(first.questions), len(first.ends)] == [1, 4, 1]


def test_a_scripted_player_looks_at_the_view_where_it_is_told_to() -> None:
    player = ScriptedPlayer(TOY)
    question = ask(toy_referee())
    player.expect(question.view.legal[0], {"trick": b"", "hand": question.view.hand})
    player.expect(question.view.legal[0], {"trick": b"\x01"})

    player.choose(question)

    with pytest.raises(AssertionError, match=r"move 1: trick is b''; the script expects b'\\x01'"):
        player.choose(question)


def test_a_script_may_hold_illegal_moves() -> None:
    hand = ask(toy_referee()).view.hand
    wrong = next(card for card in range(52) if card not in hand)
    script = ScriptedPlayer(TOY, [wrong] * 3)

    record = play_match(toy_referee(), [RandomPlayer(), script, RandomPlayer()], ManualClock())

    assert record.forfeits == (1,)


def test_assert_done_says_how_much_of_the_script_was_played() -> None:
    player = ScriptedPlayer(TOY, ["9c", "Th"])
    player.choose(ask(toy_referee()))

    with pytest.raises(AssertionError, match="1 of the script's 2 moves"):
        player.assert_done()
