"""What bots wrote is kept with a bound, and shown when it gives no deal away."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from arena.core.errors import StorageError
from arena.core.ids import MatchId
from arena.storage import Archive, SqlStore, open_store, output_rows
from arena.tournament.output import OutputChunk, OutputPiece
from arena.tournament.ports import Checkpoint
from tests.storage.crafted import make_block, make_setup

pytestmark = pytest.mark.every_database


@pytest.fixture
def tournament(store: SqlStore) -> str:
    return store.create(make_setup(), "")


def match(block: int, *, stage: str = "main", lane: int = 1) -> MatchId:
    return MatchId(stage, block, lane)


def piece(*matches: MatchId, entrant: int = 2, text: str = "hello\n", end: str = "") -> OutputPiece:
    return OutputPiece(entrant, 1, "it", (OutputChunk(text, matches),), end)


def shown(archive: Archive, entrant: int = 2, **wanted: MatchId | int) -> tuple[OutputPiece, ...]:
    return archive.output(archive.find(None), entrant, **wanted).pieces  # type: ignore[arg-type]


def kept(store: SqlStore, tournament: str, pieces: Iterable[OutputPiece], *, next_block: int = 1000) -> None:
    store.add(tournament, [], output=tuple(pieces), checkpoint=Checkpoint(next_block, {}))


def noise(seed: int, length: int) -> str:
    return Random(seed).randbytes(length // 2).hex()


def test_a_piece_comes_back_whole(store: SqlStore, archive: Archive, tournament: str) -> None:
    chunks = (
        OutputChunk("\x1b[31mred\x00\ufffd\n", (match(3), match(0, stage="final")), lost=12),
        OutputChunk("two", (match(5),), (match(3),)),
    )
    whole = OutputPiece(4, 1, "a0b1", chunks, "crash: it ended", is_full=True)
    kept(store, tournament, [whole], next_block=10_000)

    assert shown(archive, 4) == (whole,)


def test_the_output_of_a_match_is_found_by_bot_lane_and_block(
    store: SqlStore, archive: Archive, tournament: str
) -> None:
    both, after, elsewhere = piece(match(3), match(7)), piece(match(8)), piece(match(3), entrant=3)
    other_lane = OutputPiece(2, 0, "it", (OutputChunk("x", (match(3, lane=0),)),))
    kept(store, tournament, [both, after, elsewhere, other_lane])

    assert shown(archive, match=match(3)) == (both,)
    assert shown(archive, match=match(5)) == ()


def test_the_latest_pieces_come_in_the_order_in_which_they_were_written(
    store: SqlStore, archive: Archive, tournament: str
) -> None:
    pieces = [piece(match(block)) for block in range(5)]
    kept(store, tournament, pieces)

    assert shown(archive, limit=2) == tuple(pieces[3:])


def test_nothing_is_shown_while_a_block_in_it_is_not_folded(
    store: SqlStore, archive: Archive, tournament: str
) -> None:
    early, late = piece(match(0), match(1)), piece(match(1), match(2))
    kept(store, tournament, [early, late], next_block=2)

    before = archive.output(archive.find(None), 2)
    kept(store, tournament, [], next_block=3)
    after = archive.output(archive.find(None), 2)

    assert (before.pieces, before.held_back) == ((early,), 1)
    assert (after.pieces, after.held_back) == ((early, late), 0)


def test_before_the_first_checkpoint_only_what_belongs_to_no_match_is_shown(
    store: SqlStore, archive: Archive, tournament: str
) -> None:
    start = OutputPiece(2, 1, "it", (), "start_failure: no such program")
    store.add(tournament, [], output=(start, piece(match(0))))

    assert shown(archive) == (start,)


def test_the_oldest_output_of_a_bot_goes_when_there_is_too_much_and_others_are_left_alone(
    store: SqlStore, archive: Archive, tournament: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output_rows, "ENTRANT_BYTES", 20_000)
    tournament = store.create(make_setup(), "")
    other = piece(match(0), entrant=3)
    kept(store, tournament, [other])
    for block in range(100):
        kept(store, tournament, [piece(match(block), text=noise(block, 2_000))])

    output = archive.output(archive.find(None), 2)

    blocks = [found.block for each in output.pieces for found in each.matches()]
    assert blocks == list(range(blocks[0], 100))
    assert 80 < blocks[0] < 95
    assert output.dropped > 1_000 * blocks[0]
    assert shown(archive, 3) == (other,)


def test_what_is_kept_stays_bounded_after_a_resume(
    store: SqlStore, archive: Archive, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output_rows, "ENTRANT_BYTES", 20_000)
    tournament = store.create(make_setup(), "")
    for block in range(60):
        with open_store(where) as again:
            kept(again, tournament, [piece(match(block), text=noise(block, 2_000))])

    pieces = shown(archive)

    assert 5 < len(pieces) < 20


def test_one_piece_that_is_larger_than_the_room_is_kept(
    store: SqlStore, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output_rows, "TOURNAMENT_BYTES", 5_000)
    tournament = store.create(make_setup(), "")
    for block in range(3):
        kept(store, tournament, [piece(match(block), text=noise(block, 8_000))])

    assert [each.matches() for each in shown(archive)] == [{match(2)}]


def test_output_is_stored_with_its_matches_or_not_at_all(
    store: SqlStore, database: Path, tournament: str
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DROP TABLE outputs")

    with pytest.raises(StorageError):
        store.add(tournament, make_block(0), output=(piece(match(0)),))

    assert list(store.records(tournament, 0)) == []


def test_a_damaged_piece_is_named(store: SqlStore, archive: Archive, database: Path, tournament: str) -> None:
    kept(store, tournament, [piece(match(0))])
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE outputs SET piece = x'00'")

    with pytest.raises(StorageError, match="piece 1 of the stored output is damaged"):
        shown(archive)
