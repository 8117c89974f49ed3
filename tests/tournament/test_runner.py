"""The runner: whatever breaks, stops or comes back, the same table at the end."""

from collections.abc import Sequence

import pytest

from arena.core.errors import HostError, StorageError
from arena.core.ids import MatchId
from arena.match.faults import Fault, FaultKind
from arena.tournament.events import (
    BlocksFolded,
    BlockVoided,
    Draining,
    EntrantBenched,
    ShardReplaced,
    TournamentEnded,
    TournamentStarted,
)
from arena.tournament.job import Job
from arena.tournament.ports import Checkpoint
from arena.tournament.runner import Runner, StopRequest
from arena.tournament.setup import TournamentSetup
from tests.tournament.memory_store import Listener, MemoryStore
from tests.tournament.tables_of_chance import ChanceShard, tournament


def run(
    setup: TournamentSetup,
    store: MemoryStore,
    shards: Sequence[ChanceShard] = (),
    *,
    workers: int = 1,
    listener: Listener | None = None,
    stop: StopRequest | None = None,
) -> TournamentEnded:
    """Run with the given shards, one after the other as they are started, then with good ones."""
    ready = iter(shards)
    runner = Runner(
        "chance-1",
        setup,
        store=store,
        watcher=listener or Listener(),
        start_shard=lambda _number: next(ready, None) or ChanceShard(setup),
        workers=workers,
        stop=stop or StopRequest(),
    )
    return runner.run()


def finished_table(setup: TournamentSetup) -> Checkpoint | None:
    store = MemoryStore()
    run(setup, store)
    return store.newest


SETUP = tournament((4, 7), (2, 9))


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
def test_any_number_of_workers_gives_the_same_table(workers: int) -> None:
    store = MemoryStore()

    end = run(SETUP, store, workers=workers)

    assert end.finished
    assert store.is_done
    assert store.newest == finished_table(SETUP)
    assert len(store.kept) == 7 * 4 + 9 * 6 * 2


def test_a_stopped_run_goes_on_to_the_same_table() -> None:
    store, stop = MemoryStore(), StopRequest()
    first = run(SETUP, store, listener=Listener(stop, stop_after_blocks=3), stop=stop)

    second = run(SETUP, store, workers=2)

    assert not first.finished
    assert first.secret == ""
    assert second.finished
    assert store.newest == finished_table(SETUP)


def test_a_second_stop_abandons_what_runs_and_kills_the_shards() -> None:
    store, stop = MemoryStore(), StopRequest(times=2)
    shard = ChanceShard(SETUP)

    end = run(SETUP, store, [shard], stop=stop)

    assert not end.finished
    assert shard.ends == ["killed"]


def test_a_stop_is_announced_and_drains_the_shards() -> None:
    store, stop = MemoryStore(), StopRequest()
    listener = Listener(stop, stop_after_blocks=1)
    shard = ChanceShard(SETUP)

    run(SETUP, store, [shard], listener=listener, stop=stop)

    assert shard.is_drained
    assert len(listener.of(Draining)) == 1


def test_a_broken_shard_is_replaced_and_its_blocks_are_played_again() -> None:
    store, listener = MemoryStore(), Listener()
    broken = ChanceShard(SETUP, breaks_on=lambda job: job.lane == 2)

    end = run(SETUP, store, [broken], listener=listener)

    assert end.finished
    assert broken.ends == ["killed"]
    assert len(listener.of(ShardReplaced)) == 1
    assert store.newest == finished_table(SETUP)


def test_a_block_that_breaks_every_shard_becomes_void_and_the_rest_is_played() -> None:
    def breaks(job: Job) -> bool:
        return job.stage == 0 and 3 in job.blocks

    store, listener = MemoryStore(), Listener()

    end = run(SETUP, store, [ChanceShard(SETUP, breaks_on=breaks) for _ in range(40)], listener=listener)

    assert end.finished
    assert [(event.stage, event.block) for event in listener.of(BlockVoided)] == [(0, 3)]
    assert [(skip.stage, skip.block) for skip in store.skips] == [(0, 3)]
    assert end.repeatable == "no: 1 void block"


def test_shards_that_break_without_a_single_match_stop_the_run() -> None:
    store = MemoryStore()
    shards = [ChanceShard(SETUP, breaks_on=lambda _job: True) for _ in range(40)]

    with pytest.raises(HostError, match="nothing could be played 6 times in a row"):
        run(SETUP, store, shards)


def test_a_machine_on_which_nothing_works_stops_the_run_before_blocks_are_given_up() -> None:
    store = MemoryStore()

    with pytest.raises(HostError, match="the roof fell in"):
        run(SETUP, store, [ChanceShard(SETUP, voids=lambda _match: True)])

    assert store.skips == []
    assert not store.is_done
    run(SETUP, store)
    assert store.newest == finished_table(SETUP)


def test_a_match_that_is_void_once_is_played_again() -> None:
    failed: list[MatchId] = []

    def fails_once(match: MatchId) -> bool:
        if match == MatchId("stage-0", 2, 1) and match not in failed:
            failed.append(match)
            return True
        return False

    store = MemoryStore()

    end = run(SETUP, store, [ChanceShard(SETUP, voids=fails_once)])

    assert end.finished
    assert store.newest == finished_table(SETUP)


def test_a_match_that_is_always_void_voids_its_block_alone() -> None:
    store, listener = MemoryStore(), Listener()

    end = run(
        SETUP,
        store,
        [ChanceShard(SETUP, voids=lambda match: match == MatchId("stage-1", 5, 0))],
        listener=listener,
    )

    assert end.finished
    assert [(event.stage, event.block) for event in listener.of(BlockVoided)] == [(1, 5)]
    assert listener.of(BlockVoided)[0].reason == "the roof fell in"


def test_a_store_that_fails_stops_the_run_and_keeps_what_is_stored() -> None:
    store = MemoryStore(writes_until_full=3)
    shard = ChanceShard(SETUP)

    with pytest.raises(StorageError):
        run(SETUP, store, [shard])
    store.writes_until_full = None
    run(SETUP, store)

    assert len(shard.ends) == 1
    assert store.newest == finished_table(SETUP)


def test_a_benched_entrant_is_played_by_nobody_from_the_windows_edge_on() -> None:
    setup = tournament((2, 30), entrants=2, window=8, bench_after=4)

    def always_first(match: MatchId) -> list[Fault]:
        return [Fault(FaultKind.CRASH, match.rotation, 0, "exit code 1", is_forfeit=True)]

    store, listener = MemoryStore(), Listener()
    end = run(setup, store, [ChanceShard(setup, trouble=always_first)], listener=listener)

    (benched,) = listener.of(EntrantBenched)
    assert end.finished
    assert benched.from_block == 1 + 8
    assert {match.block for match in store.kept} == set(range(9))
    assert sorted(skip.block for skip in store.skips) == list(range(9, 30))


def test_a_finished_tournament_that_is_run_again_shows_its_table_and_starts_no_shard() -> None:
    store = MemoryStore()
    run(SETUP, store)
    shard, listener = ChanceShard(SETUP), Listener()

    end = run(SETUP, store, [shard], listener=listener)

    assert end.finished
    assert shard.jobs == []
    assert shard.ends == []
    assert [event.blocks for event in listener.of(BlocksFolded)] == [7, 54]


def test_the_first_event_of_a_resumed_run_counts_what_is_stored() -> None:
    store, stop = MemoryStore(), StopRequest()
    run(SETUP, store, listener=Listener(stop, stop_after_blocks=3), stop=stop)
    listener = Listener()

    run(SETUP, store, listener=listener)

    (start,) = listener.of(TournamentStarted)
    assert sum(start.stored_matches) > 0


def test_results_are_shown_of_whole_blocks_only() -> None:
    listener = Listener()

    run(SETUP, MemoryStore(), listener=listener, workers=2)

    for event in listener.of(BlocksFolded):
        assert all(result.match.block < event.blocks for result in event.latest)


def test_the_secret_is_revealed_at_the_end() -> None:
    end = run(SETUP, MemoryStore())

    assert end.secret == SETUP.secret.hex()
