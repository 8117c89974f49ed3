import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.core.errors import ConfigError, StorageError
from arena.core.ids import MatchId
from arena.storage import Archive, MatchFilter, SqlStore, StoredTournament, UnreadableTournament
from arena.storage.queries import PAGE
from arena.tournament.ports import Checkpoint, SkippedBlock
from tests.storage.crafted import FAULT, SECRET, ids, make_block, make_record, make_setup

pytestmark = pytest.mark.every_database


@pytest.fixture
def tournament(store: SqlStore) -> str:
    return store.create(make_setup(), "")


def latest(archive: Archive, wanted: MatchFilter = MatchFilter(), limit: int = 100) -> list[str]:  # noqa: B008
    return ids(archive.latest_matches(archive.find(None), wanted, limit=limit))


def test_tournaments_are_listed_newest_first(store: SqlStore, archive: Archive) -> None:
    for name in ("cup", "league", "cup"):
        store.create(make_setup(name), "")
    store.finish("league-1")

    listed = [
        (found.id, found.is_finished)
        for found in archive.tournaments()
        if isinstance(found, StoredTournament)
    ]

    assert listed == [("cup-2", False), ("league-1", True), ("cup-1", False)]


@pytest.mark.parametrize("setup", ["{}", "no JSON", '{"stages": 3}'])
def test_a_tournament_that_can_not_be_read_is_listed_as_such_among_the_others(
    store: SqlStore, archive: Archive, database: Path, setup: str
) -> None:
    for name in ("cup", "league", "open"):
        store.create(make_setup(name), "")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tournaments SET setup = ? WHERE id = 'league-1'", (setup,))

    newest, unreadable, oldest = archive.tournaments()

    assert (newest.id, unreadable.id, oldest.id) == ("open-1", "league-1", "cup-1")
    assert isinstance(unreadable, UnreadableTournament)
    assert unreadable.reason.startswith("the setup of league-1 can't be read by this version")


def test_an_empty_database_has_no_newest_tournament(archive: Archive) -> None:
    assert archive.tournaments() == []
    with pytest.raises(ConfigError, match=r"there is no tournament in .*arena"):
        archive.find(None)


def test_an_unknown_tournament_is_named(archive: Archive, tournament: str) -> None:
    del tournament

    with pytest.raises(ConfigError, match="no tournament 'cup-7'"):
        archive.find("cup-7")


def test_stored_and_planned_matches_are_counted(store: SqlStore, archive: Archive, tournament: str) -> None:
    store.add(tournament, [*make_block(0), make_record(1, 0), make_record(0, 1, stage="final")])

    found = archive.find(tournament)

    assert archive.stored_matches(found) == (5, 1)
    # 100 deals at each of the 5 tables of 4 out of 5 bots; 100 deals at the one table of 3.
    assert found.total_matches == 100 * 5 * 4 + 100 * 3


def test_a_tournament_shows_its_setup_without_the_secret(
    store: SqlStore, archive: Archive, tournament: str
) -> None:
    hidden = archive.find(tournament).setup.secret
    store.finish(tournament)

    assert hidden == b""
    assert archive.find(tournament).setup == make_setup()


def test_the_last_checkpoint_is_shown(store: SqlStore, archive: Archive, tournament: str) -> None:
    before = archive.checkpoint(archive.find(tournament))
    store.add(tournament, [], checkpoint=Checkpoint(3, {"a": 1}))

    assert before is None
    assert archive.checkpoint(archive.find(tournament)) == Checkpoint(3, {"a": 1})


@pytest.mark.parametrize("missing", range(4))
def test_nothing_of_a_block_is_shown_before_its_last_rotation_is_stored(
    store: SqlStore, archive: Archive, tournament: str, missing: int
) -> None:
    store.add(tournament, [*make_block(0), *(r for r in make_block(1) if r.id.rotation != missing)])
    found = archive.find(tournament)
    shown = ids(make_block(0))

    assert sorted(latest(archive)) == shown
    assert ids(archive.matches(found)) == shown
    assert latest(archive, MatchFilter(entrant=0)) == shown[::-1]
    for rotation in range(4):
        with pytest.raises(ConfigError):
            archive.match(found, MatchId("main", 1, rotation))


@pytest.mark.parametrize("missing", range(4))
def test_all_of_a_block_is_shown_when_its_last_rotation_is_stored(
    store: SqlStore, archive: Archive, tournament: str, missing: int
) -> None:
    store.add(tournament, [record for record in make_block(1) if record.id.rotation != missing])
    before = latest(archive)

    store.add(tournament, [make_record(1, missing)])

    found = archive.find(tournament)
    assert before == []
    assert ids(archive.matches(found)) == ids(make_block(1))
    assert archive.match(found, MatchId("main", 1, 2)) == make_record(1, 2)


def test_a_block_is_whole_by_the_seats_of_its_own_stage(
    store: SqlStore, archive: Archive, tournament: str
) -> None:
    three_of_four = [make_record(0, rotation) for rotation in range(3)]

    store.add(tournament, [*three_of_four, *make_block(0, stage="final")])

    assert latest(archive) == ["final/0/2", "final/0/1", "final/0/0"]


def test_what_there_is_of_a_void_block_is_shown_when_the_tournament_is_finished(
    store: SqlStore, archive: Archive, tournament: str
) -> None:
    store.add(
        tournament, [*make_block(0), make_record(1, 0)], skipped=[SkippedBlock(0, 1, (), "worker lost")]
    )
    before = ids(archive.matches(archive.find(tournament)))

    store.finish(tournament)

    found = archive.find(tournament)
    assert before == ids(make_block(0))
    assert ids(archive.matches(found)) == [*before, "main/1/0"]
    assert ids(archive.matches(found, only_rated=True)) == before


def test_a_hidden_match_says_when_it_will_be_shown(
    store: SqlStore, archive: Archive, tournament: str
) -> None:
    store.add(tournament, [make_record(0, 0)])

    with pytest.raises(ConfigError, match="main/0/0 of cup-1 is shown when the last rotation of its block"):
        archive.match(archive.find(tournament), MatchId("main", 0, 0))


def test_a_match_that_is_not_stored_says_so(archive: Archive, tournament: str) -> None:
    with pytest.raises(ConfigError, match="cup-1 has no match main/5/0"):
        archive.match(archive.find(tournament), MatchId("main", 5, 0))


def test_an_unknown_stage_lists_the_known_ones(archive: Archive, tournament: str) -> None:
    with pytest.raises(ConfigError, match="no stage 'mian'; its stages are main, final"):
        archive.match(archive.find(tournament), MatchId("mian", 0, 0))


def test_an_unknown_bot_lists_the_known_ones(archive: Archive, tournament: str) -> None:
    with pytest.raises(ConfigError, match="no bot 'bob'; its bots are bot0, bot1"):
        archive.find(tournament).entrant_number("bob")


def test_latest_matches_can_be_of_one_stage(store: SqlStore, archive: Archive, tournament: str) -> None:
    store.add(tournament, [*make_block(0), *make_block(0, stage="final")])

    assert latest(archive, MatchFilter(stage=0)) == ids(make_block(0))[::-1]


def test_latest_matches_can_be_of_one_bot(store: SqlStore, archive: Archive, tournament: str) -> None:
    # Bot 1 has a number that is part of another's, 11, and sits in different seats.
    tables = {0: (1, 2, 3, 4), 1: (11, 2, 3, 4), 2: (2, 3, 4, 1)}
    store.add(
        tournament,
        [
            make_record(block, rotation, seats=seats)
            for block, seats in tables.items()
            for rotation in range(4)
        ],
    )

    found = latest(archive, MatchFilter(entrant=1))

    assert {match.split("/")[1] for match in found} == {"0", "2"}


def test_latest_matches_can_be_those_with_faults(store: SqlStore, archive: Archive, tournament: str) -> None:
    store.add(tournament, [*make_block(0)[:3], make_record(0, 3, faults=(FAULT,))])

    assert latest(archive, MatchFilter(only_faults=True)) == ["main/0/3"]


def test_latest_matches_go_on_page_by_page(store: SqlStore, archive: Archive, tournament: str) -> None:
    store.add(tournament, [*make_block(0), *make_block(1), *make_block(0, stage="final")])
    found = archive.find(tournament)
    pages: list[str] = []

    page = archive.latest_matches(found, MatchFilter(), limit=3)
    while page:
        pages += ids(page)
        page = archive.latest_matches(found, MatchFilter(), limit=3, before=page[-1].id)

    assert pages == ids([*make_block(0), *make_block(1), *make_block(0, stage="final")])[::-1]


def test_all_matches_go_on_over_pages_and_stages(store: SqlStore, archive: Archive, tournament: str) -> None:
    blocks = PAGE // 4 + 3
    store.add(tournament, make_block(0, stage="final"))
    store.add(tournament, [record for block in range(blocks) for record in make_block(block)])

    found = ids(archive.matches(archive.find(tournament)))

    assert found == ids(
        [*(record for block in range(blocks) for record in make_block(block)), *make_block(0, stage="final")]
    )


def test_deals_can_be_made_again_before_the_secret_is_revealed(archive: Archive, tournament: str) -> None:
    assert archive.deal_secret(archive.find(tournament)) == SECRET


def test_deals_can_not_be_made_again_where_the_secret_is_not(
    archive: Archive, tournament: str, database: Path
) -> None:
    for file in database.with_name("arena.db.secrets").iterdir():
        file.unlink()

    with pytest.raises(StorageError, match="secret of cup-1 is missing"):
        archive.deal_secret(archive.find(tournament))


@pytest.mark.parametrize("created", [1e300, -1e18, "x"])
def test_an_impossible_time_is_told_as_damage(
    archive: Archive, tournament: str, database: Path, created: object
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tournaments SET created = ?", (created,))

    with pytest.raises(StorageError, match=f"{tournament} is said to be created at"):
        archive.find(None)


@pytest.mark.parametrize("benched", ["7", '"x"', "[true]", '["x"]'])
def test_what_is_no_list_of_bots_is_told_as_damage(
    store: SqlStore, tournament: str, database: Path, benched: str
) -> None:
    store.add(tournament, [], skipped=[SkippedBlock(0, 1, (2,), "benched: bot2")])
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE skipped_blocks SET benched = ?", (benched,))

    with pytest.raises(StorageError, match="skipped block 1 of stage 0 names"):
        store.skipped(tournament, 0)
