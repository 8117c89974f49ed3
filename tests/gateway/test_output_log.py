"""Which matches were open when something was written, and how much of it is kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.core.ids import MatchId
from arena.gateway.output_log import PIECE_BYTES, OutputLog
from arena.tournament.output import OutputPiece
from tests.gateway.raw_bot import choice, greeted

A, B, C = (MatchId("main", block, 1) for block in range(3))


class Trial:
    """A file that is written to, and the log that reads it."""

    def __init__(self, file: Path, most_bytes: int = 1 << 20) -> None:
        self.file = file
        self.file.touch()
        self.log = OutputLog(file, entrant=3, lane=1, instance="it", most_bytes=most_bytes)

    def write(self, text: str | bytes) -> None:
        with self.file.open("ab") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def begin(self, *matches: MatchId) -> None:
        for match in matches:
            self.log.begin(match.block, match)

    def finish(self, *matches: MatchId) -> None:
        for match in matches:
            self.log.finish(match.block)

    def ask(self) -> None:
        self.log.sending(asks=True)

    def take(self) -> list[tuple[set[MatchId], str]]:
        piece = self.log.take()
        return [] if piece is None else texts(piece)


def texts(piece: OutputPiece) -> list[tuple[set[MatchId], str]]:
    return [(set(matches), chunk.text) for matches, chunk in piece.by_open_matches()]


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    trial = Trial(tmp_path / "output")
    yield trial
    trial.log.close()


def test_what_is_written_before_the_first_message_is_of_no_match(trial: Trial) -> None:
    trial.write("loading")
    trial.begin(A)
    trial.ask()

    assert trial.take() == [(set(), "loading")]


def test_what_is_written_for_a_message_is_of_the_matches_that_it_begins(trial: Trial) -> None:
    trial.begin(A)
    trial.ask()
    trial.write("one\n")
    trial.begin(B)
    trial.ask()
    trial.write("two\n")

    assert trial.take() == [({A}, "one\n"), ({A, B}, "two\n")]


def test_a_match_is_open_until_the_message_with_its_end_is_answered(trial: Trial) -> None:
    trial.begin(A, B)
    trial.ask()
    trial.finish(A)
    trial.ask()
    trial.write("the end of a\n")
    trial.ask()
    trial.write("b alone\n")

    assert trial.take() == [({A, B}, "the end of a\n"), ({B}, "b alone\n")]


def test_an_end_that_is_told_without_a_question_may_be_worked_on_with_the_next_one(trial: Trial) -> None:
    trial.begin(A)
    trial.ask()
    trial.finish(A)
    trial.log.sending(asks=False)
    trial.begin(B)
    trial.ask()
    trial.write("the end of a, b begins\n")
    trial.ask()
    trial.write("b\n")

    assert trial.take() == [({A, B}, "the end of a, b begins\n"), ({B}, "b\n")]


def test_the_next_piece_says_anew_what_is_open(trial: Trial) -> None:
    trial.begin(A, B)
    trial.ask()
    trial.write("one")
    first = trial.take()
    trial.finish(A)
    trial.ask()
    trial.ask()
    trial.write("two")

    assert first == [({A, B}, "one")]
    assert trial.take() == [({B}, "two")]


def test_matches_in_which_nothing_is_written_leave_no_mark(trial: Trial) -> None:
    trial.begin(A)
    trial.ask()
    trial.finish(A)
    trial.begin(B)
    trial.ask()
    trial.ask()
    trial.write("b")
    trial.finish(B)
    trial.ask()
    trial.ask()

    piece = trial.log.take()

    assert piece is not None
    assert piece.matches() == {B}
    assert trial.log.take() is None


def test_text_while_the_same_matches_are_open_is_one_chunk(trial: Trial) -> None:
    trial.begin(A)
    trial.ask()
    for _ in range(3):
        trial.write("line\n")
        trial.ask()

    assert trial.take() == [({A}, "line\n" * 3)]


def test_the_end_of_a_flood_is_kept_and_what_is_missing_is_counted(trial: Trial) -> None:
    trial.begin(A)
    trial.ask()
    trial.write("x" * 100_000 + "the end")

    piece = trial.log.take()

    assert piece is not None
    (chunk,) = piece.chunks
    assert chunk.text.endswith("xthe end")
    assert len(chunk.text) == PIECE_BYTES
    assert chunk.lost == 100_007 - PIECE_BYTES


def test_the_oldest_chunks_go_first_and_later_ones_still_say_what_is_open(trial: Trial) -> None:
    half = "x" * (PIECE_BYTES // 2)
    for match in (A, B, C):
        trial.begin(match)
        trial.finish(*([A] if match is C else []))
        trial.ask()
        trial.write(half + str(match.block))
    trial.ask()

    piece = trial.log.take()

    assert piece is not None
    assert [matches for matches, _ in texts(piece)] == [{A, B}, {A, B, C}]
    assert sum(len(chunk.text) for chunk in piece.chunks) == PIECE_BYTES
    assert sum(chunk.lost for chunk in piece.chunks) == 3 * len(half) + 3 - PIECE_BYTES


def test_a_bot_that_has_written_all_it_may_is_told_of(tmp_path: Path) -> None:
    trial = Trial(tmp_path / "output", most_bytes=5)
    trial.write("12345")

    piece = trial.log.close()

    assert piece is not None
    assert piece.is_full


def test_what_is_no_text_is_kept_as_text(trial: Trial) -> None:
    trial.write(b"\xff\x00ok")

    assert trial.take() == [(set(), "\ufffd\x00ok")]


def test_a_bot_that_shortens_its_own_output_does_no_harm(trial: Trial) -> None:
    trial.write("something long")
    trial.ask()
    trial.file.write_bytes(b"new")
    trial.ask()
    trial.write(" more")

    assert trial.take()[0][1].endswith(" more")


def test_a_file_that_is_gone_is_no_output(tmp_path: Path) -> None:
    log = OutputLog(tmp_path / "gone", entrant=0, lane=0, instance="it", most_bytes=9)
    log.sending(asks=True)

    assert log.close() is None


async def test_a_lost_instance_leaves_its_last_words_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "output"
    file.write_text("")
    async with greeted(tmp_path, output_file=file) as scene:
        scene.table.ask()
        await scene.bot.turns()
        file.write_text("alas\n")
        await scene.bot.call.write(b"\xff\xff")
        await scene.owner.incident()
        await scene.link.close()

        (piece,) = scene.host.take_output()

        assert texts(piece) == [({MatchId("main", 1, 0)}, "alas\n")]
        assert piece.end.startswith("malformed_message: ")
        assert scene.host.take_output() == []


async def test_the_output_of_a_running_instance_can_be_taken(tmp_path: Path) -> None:
    file = tmp_path / "output"
    file.write_text("hello\n")
    async with greeted(tmp_path, output_file=file) as scene:
        asker = scene.table.ask()
        await scene.bot.say(choices=tuple(choice(turn) for turn in await scene.bot.turns()))
        await asker.told.wait()

        (piece,) = scene.host.take_output()

        assert (texts(piece), piece.end) == ([(set(), "hello\n")], "")
