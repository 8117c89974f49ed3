"""A machine that can't play for a while: waited for, and no block is given up meanwhile."""

from collections.abc import Callable

import pytest

from arena.core.errors import HostError
from arena.core.ids import MatchId
from arena.tournament.events import BlockVoided, HostTrouble
from arena.tournament.runner import Runner, StopRequest
from tests.tournament.memory_store import Listener, MemoryStore
from tests.tournament.tables_of_chance import ChanceShard, tournament

SETUP = tournament((4, 7))


class Machine:
    """Fails to play until it has been waited for so often."""

    def __init__(self, waits: int) -> None:
        self.waits_left = waits
        self.waited = 0

    def fails(self, match: MatchId) -> bool:
        del match
        return self.waits_left > 0

    def recover(self, tell: Callable[[str], None]) -> bool:
        self.waited += 1
        if self.waits_left == 0:
            return False
        tell("waiting for the engine")
        self.waits_left -= 1
        return True


def run(store: MemoryStore, listener: Listener, machine: Machine) -> None:
    Runner(
        "chance-1",
        SETUP,
        store=store,
        watcher=listener,
        start_shard=lambda _number: ChanceShard(SETUP, voids=machine.fails),
        workers=1,
        stop=StopRequest(),
        recover=machine.recover,
    ).run()


def test_a_machine_that_recovers_is_waited_for_and_nothing_is_given_up() -> None:
    store, listener, machine = MemoryStore(), Listener(), Machine(waits=3)

    run(store, listener, machine)

    assert store.is_done
    assert machine.waited >= 3
    assert [event.reason for event in listener.of(HostTrouble)] == ["waiting for the engine"] * 3
    assert listener.of(BlockVoided) == []


def test_nothing_is_waited_for_while_all_goes_well() -> None:
    machine = Machine(waits=0)

    run(MemoryStore(), Listener(), machine)

    assert machine.waited == 0


def test_a_machine_that_does_not_recover_stops_the_run_before_a_block_is_given_up() -> None:
    store, listener = MemoryStore(), Listener()
    machine = Machine(waits=1)

    def give_up(tell: Callable[[str], None]) -> bool:
        tell("waiting")
        raise HostError("no engine answers")

    machine.recover = give_up  # type: ignore[method-assign]

    with pytest.raises(HostError, match="no engine answers"):
        run(store, listener, machine)

    assert store.skips == []
    assert not store.is_done
