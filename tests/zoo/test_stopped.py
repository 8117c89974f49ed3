"""Every attack in an instance of its own: what it observed, and what can be seen of it from outside."""

import platform
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from arena.sandbox.backends import BACKENDS, make_sandbox
from arena.tournament.ports import Bound, Sandbox
from tests.sandbox.conftest import NEEDED, prepared_sandbox
from tests.sandbox.engine import engine
from tests.sandbox.namespaces import bubblewrap
from tests.sandbox.trial import running_with
from tests.zoo.catalogue import ATTACKS, CALLS, Attack
from tests.zoo.keeper import LIMITS, SECRET, Caged, Keeper, contents, listening

__all__ = ["bubblewrap", "engine", "prepared_sandbox"]

BACKENDS_FOR_STRANGERS = sorted(set(BACKENDS) - {"process"})
SHELLS = 3
"""What a sandbox itself runs in a bot's control group, at most."""

pytestmark = pytest.mark.slow


def attacks() -> list[tuple[str, Attack]]:
    """Each attack with each sandbox that says it holds it."""
    return [
        (name, attack)
        for name, attack in product(BACKENDS_FOR_STRANGERS, ATTACKS)
        if attack.bound in make_sandbox(name).bounds
    ]


@pytest.fixture(scope="module")
def keepers(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    prepared_sandbox: Callable[[str], Sandbox],
) -> Iterator[Callable[[str], tuple[Keeper, Caged]]]:
    """A keeper for each sandbox, with a neighbour that lives through all attacks."""
    kept: dict[str, tuple[Keeper, Caged]] = {}
    open_neighbours = []

    def keeper(name: str) -> tuple[Keeper, Caged]:
        if name not in kept:
            request.getfixturevalue(NEEDED[name])
            keeper = Keeper(prepared_sandbox(name), tmp_path_factory.mktemp(f"zoo-tokens-{name}"))
            neighbour = keeper.neighbour()
            open_neighbours.append(neighbour)
            kept[name] = keeper, neighbour.__enter__()
        return kept[name]

    yield keeper
    for neighbour in open_neighbours:
        neighbour.__exit__(None, None, None)


@pytest.mark.parametrize(("sandbox", "attack"), attacks(), ids=lambda each: getattr(each, "name", each))
def test_attack_is_stopped(
    sandbox: str, attack: Attack, keepers: Callable[[str], tuple[Keeper, Caged]]
) -> None:
    if attack in CALLS and platform.machine() != "x86_64":
        pytest.skip("system calls are numbered for x86-64")
    keeper, neighbour = keepers(sandbox)
    with listening(keeper.socket):
        before = contents(keeper.code), contents(keeper.sockets)
        with keeper.caged(attack.name) as caged:
            assert caged.said == attack.observed_in(sandbox), caged.running.output()
            if caged.running.exit_status() is None:
                check_confined(caged, keeper)
            assert (contents(keeper.code), contents(keeper.sockets)) == before

    assert running_with(caged.marker) == []
    assert keeper.secret.read_text(encoding="utf-8") == SECRET
    assert SECRET not in caged.running.output(1 << 14)
    assert neighbour.running.exit_status() is None


def check_confined(caged: Caged, keeper: Keeper) -> None:
    """See from outside that it has got no further than it says, whatever it tried."""
    bounds = keeper.sandbox.bounds
    ours = namespaces("self")
    pids = caged.pids()
    assert pids
    for pid in pids:
        status = caged.status(pid)
        if not status or status["State"][0] == "Z":
            continue
        assert "0" not in status["Uid"] + status["Gid"]
        assert {name: int(status[name][0], 16) for name in ("CapPrm", "CapEff", "CapBnd")} == {
            "CapPrm": 0,
            "CapEff": 0,
            "CapBnd": 0,
        }
        assert (status["NoNewPrivs"], status["Seccomp"]) == (["1"], ["2"])
        assert not set(namespaces(str(pid))) & set(ours)
    assert disk_use(caged.running.output_file.parent) <= LIMITS.file_bytes + (1 << 16)
    if Bound.PROCESSES in bounds:
        assert caged.group("pids", "pids.current") <= LIMITS.processes + SHELLS
    if Bound.MEMORY in bounds:
        assert (caged.running.memory_bytes() or 0) <= LIMITS.memory_bytes


def namespaces(process: str) -> list[int]:
    """Return the numbers of namespaces that a bot has to share with nobody."""
    return [Path(f"/proc/{process}/ns/{kind}").stat().st_ino for kind in ("net", "pid", "ipc", "mnt", "uts")]


def disk_use(folder: Path) -> int:
    """Return what files use of the disk, in bytes, whatever length they say they have."""
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*"))


@pytest.mark.parametrize("sandbox", BACKENDS_FOR_STRANGERS)
def test_eight_spinning_processes_have_one_core_together(
    sandbox: str, keepers: Callable[[str], tuple[Keeper, Caged]]
) -> None:
    keeper, _ = keepers(sandbox)
    if Bound.CPU not in keeper.sandbox.bounds:
        pytest.skip("it does not say so")
    with keeper.caged("spin_8_processes") as caged:
        began, used = time.monotonic(), caged.running.cpu_us()
        time.sleep(1)
        used = caged.running.cpu_us() - used

        assert used <= 1.2e6 * (time.monotonic() - began)


@pytest.mark.parametrize("sandbox", BACKENDS_FOR_STRANGERS)
def test_a_gigabyte_of_output_goes_to_one_short_file_and_through_nobody(
    sandbox: str, keepers: Callable[[str], tuple[Keeper, Caged]]
) -> None:
    keeper, _ = keepers(sandbox)
    with keeper.caged("write_a_gigabyte") as caged:
        (pid,) = caged.pids()
        wanted = caged.running.output_file.stat()
        files = [Path(f"/proc/{pid}/fd/{descriptor}").stat() for descriptor in (1, 2)]

        assert {(file.st_dev, file.st_ino) for file in files} == {(wanted.st_dev, wanted.st_ino)}
        assert max(file.st_size for file in files) <= LIMITS.file_bytes
