import json
import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from arena.core.clock import ManualClock
from arena.core.errors import ConfigError
from arena.match.faults import FaultKind
from arena.match.record import MatchEnding
from arena.storage import SqlStore, open_archive, open_store
from arena.storage.queries import PAGE
from arena.storage.setup_json import dump_setup, load_setup
from arena.tournament.ports import Checkpoint, SkippedBlock, Store
from tests.storage.crafted import FAULT, SECRET, ids, make_block, make_record, make_setup

pytestmark = pytest.mark.every_database


def test_it_is_the_store_that_the_runner_asks_for(store: SqlStore) -> None:
    port: Store = store

    assert port.latest() is None


def test_ids_count_the_tournaments_of_a_name(store: SqlStore) -> None:
    names = ["cup", "cup", "league", "cup"]

    assert [store.create(make_setup(name), "") for name in names] == ["cup-1", "cup-2", "league-1", "cup-3"]


def test_latest_is_the_newest_of_all_or_of_a_name(store: SqlStore) -> None:
    for name in ("cup", "cup", "league"):
        store.create(make_setup(name), "")

    assert store.latest() == "league-1"
    assert store.latest("cup") == "cup-2"
    assert store.latest("other") is None


def test_setup_comes_back_as_it_was_created(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")

    assert store.setup(tournament) == make_setup()


def test_setup_comes_back_after_the_database_was_closed(store: SqlStore, where: str) -> None:
    tournament = store.create(make_setup(), "the file's text")
    store.close()

    again = open_store(where)

    assert again.setup(tournament) == make_setup()
    assert again.file_text(tournament) == "the file's text"
    again.close()


def test_a_setup_from_before_bots_could_be_trusted_is_read() -> None:
    document = dump_setup(make_setup())
    for entrant in document["entrants"]:
        del entrant["trusted"]

    assert load_setup("cup-1", json.dumps(document), secret=SECRET) == make_setup()


def test_the_time_of_creation_is_kept(where: str) -> None:
    store = open_store(where, clock=ManualClock(datetime(2026, 5, 1, 12, tzinfo=UTC)))
    store.create(make_setup(), "")
    store.close()

    archive = open_archive(where)

    assert archive.find("cup-1").created == datetime(2026, 5, 1, 12, tzinfo=UTC)
    archive.close()


def test_an_unknown_tournament_is_the_operators_error(store: SqlStore) -> None:
    with pytest.raises(ConfigError, match=r"no tournament 'cup-9' in .*arena.*arena tournaments"):
        store.setup("cup-9")


def test_records_come_back_whole(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    record = replace(
        make_record(5, 2, faults=(FAULT, replace(FAULT, kind=FaultKind.CRASH, is_incident=True))),
        substitutes=(3, 4),
        chips=(-3, 1, 1, 1),
        ending=MatchEnding.FORFEITED,
        forfeits=(1,),
        notes=((2, "why \x1b[31mnot"),),
    )

    store.add(tournament, [record])

    assert list(store.records(tournament, 0)) == [record]


def test_records_come_in_schedule_order_however_they_were_added(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, [make_record(1, 3), make_record(0, 1), make_record(10, 0)])
    store.add(tournament, [make_record(2, 0), make_record(0, 0), make_record(0, 0, stage="final")])

    assert ids(store.records(tournament, 0)) == ["main/0/0", "main/0/1", "main/1/3", "main/2/0", "main/10/0"]
    assert ids(store.records(tournament, 1)) == ["final/0/0"]


def test_records_can_be_limited_to_some_blocks(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, [make_record(block, 0) for block in range(6)])

    found = store.records(tournament, 0, first_block=2, end_block=4)

    assert ids(found) == ["main/2/0", "main/3/0"]


def test_records_of_other_tournaments_stay_apart(store: SqlStore) -> None:
    first, second = store.create(make_setup(), ""), store.create(make_setup(), "")

    store.add(first, [make_record(0, 0)])
    store.add(second, [make_record(1, 0)])

    assert ids(store.records(second, 0)) == ["main/1/0"]


@pytest.mark.parametrize("count", [PAGE - 1, PAGE, PAGE + 1, 2 * PAGE])
def test_records_go_on_over_pages(store: SqlStore, count: int) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, [make_record(number // 4, number % 4) for number in range(count)])

    found = [record.id for record in store.records(tournament, 0)]

    assert found == [make_record(number // 4, number % 4).id for number in range(count)]


def test_memory_of_reading_does_not_grow_with_the_matches(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, [make_record(number // 4, number % 4) for number in range(8 * PAGE)])

    def peak_of_reading(blocks: int) -> int:
        tracemalloc.start()
        for _ in store.records(tournament, 0, end_block=blocks):
            pass
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    peak_of_reading(PAGE // 2)  # fills the caches

    assert peak_of_reading(2 * PAGE) < 1.2 * peak_of_reading(PAGE // 2)


def test_matches_may_be_added_while_others_are_read(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, make_block(0))
    reading = store.records(tournament, 0)
    next(reading)

    store.add(tournament, make_block(1))

    assert len(list(reading)) == 3


def test_a_match_is_stored_once_and_the_first_stays(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, [make_record(0, 0, moves=b"first")])

    store.add(tournament, [make_record(0, 0, moves=b"other"), make_record(0, 1)])

    assert [record.moves[:5] for record in store.records(tournament, 0)] == [
        b"first",
        make_record(0, 1).moves[:5],
    ]


def test_there_is_no_checkpoint_before_the_first(store: SqlStore) -> None:
    assert store.checkpoint(store.create(make_setup(), "")) is None


def test_the_last_checkpoint_comes_back_to_the_last_digit(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, [], checkpoint=Checkpoint(1, {"mu": 25.0}))

    store.add(tournament, [], checkpoint=Checkpoint(2**40, {"mu": 0.1 + 0.2, "benched": {"3": 17}}))

    assert store.checkpoint(tournament) == Checkpoint(2**40, {"mu": 0.1 + 0.2, "benched": {"3": 17}})


def test_a_group_without_a_checkpoint_leaves_the_last_one(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, make_block(0), checkpoint=Checkpoint(1, {}))

    store.add(tournament, [make_record(1, 0)])

    assert store.checkpoint(tournament) == Checkpoint(1, {})


def test_skipped_blocks_come_back_in_order_and_the_first_reason_stays(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    void, benched = SkippedBlock(0, 7, (), "worker lost"), SkippedBlock(0, 4, (2, 3), "benched: bot2, bot3")
    store.add(tournament, [], skipped=[void, benched, SkippedBlock(1, 0, (), "elsewhere")])

    store.add(tournament, [], skipped=[replace(void, reason="again")])

    assert store.skipped(tournament, 0) == [benched, void]
    assert store.skipped(tournament, 0, first_block=5) == [void]


def test_a_tournament_is_finished_once_it_was_said(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    before = store.is_finished(tournament)

    store.finish(tournament)

    assert (before, store.is_finished(tournament)) == (False, True)
    assert store.setup(tournament).secret == SECRET


def test_finishing_twice_changes_nothing(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.finish(tournament)

    store.finish(tournament)

    assert store.setup(tournament) == make_setup()
