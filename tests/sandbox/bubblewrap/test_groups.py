"""Control groups of our own: real ones where this machine lets us, and how a place for them is found."""

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox.bubblewrap.groups import Place, find_place
from arena.sandbox.owner import Owner, this_process
from arena.tournament.ports import Limits

HERE = this_process()
DEAD = Owner(HERE.namespace, HERE.pid, HERE.start - 1)
LIMITS = Limits(memory_bytes=64 << 20, processes=20)


@pytest.fixture
def place() -> Place:
    found = find_place()
    if found is None:
        pytest.skip("NOT TESTED, no control groups can be made here")
    return found


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process
        process.kill()


def delegated(folder: Path, controllers: str = "cpu memory pids") -> Path:
    """Make files like those of a group of version 2 with ours below it."""
    ours = folder / "user.slice" / "run.scope"
    ours.mkdir(parents=True)
    (ours / "cgroup.subtree_control").write_text("")
    (ours.parent / "cgroup.subtree_control").write_text(controllers)
    return ours


def test_groups_have_their_limits_and_are_gone_after_remove(place: Place) -> None:
    groups = place.make(f"{HERE}/limits", LIMITS)
    folders = [Path(door).parent for door in groups.doors]
    files = {file.name: file for folder in folders for file in folder.iterdir()}
    try:
        memory = files.get("memory.limit_in_bytes") or files["memory.max"]
        assert int(memory.read_text()) == 64 << 20
        assert int(files["pids.max"].read_text()) == 22
    finally:
        groups.remove()
    assert not any(folder.exists() for folder in folders)


def test_processor_time_of_members_is_counted(place: Place) -> None:
    groups = place.make(f"{HERE}/counted", LIMITS)
    join_and_spin = 'for door; do echo 0 >"$door"; done; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'
    try:
        before = groups.cpu_us()
        subprocess.run(["sh", "-c", join_and_spin, "sh", *groups.doors], check=True)
        after = groups.cpu_us()
    finally:
        groups.remove()
    assert before is not None
    assert after is not None
    assert after > before + 1_000


def test_remove_ends_what_is_left_in_them(place: Place, sleeper: subprocess.Popen[bytes]) -> None:
    groups = place.make(f"{HERE}/left", LIMITS)
    for door in groups.doors:
        Path(door).write_text(str(sleeper.pid))

    groups.remove()

    assert sleeper.wait() == -signal.SIGKILL


def test_sweep_ends_frozen_processes_of_dead_arenas_and_leaves_the_living_alone(
    place: Place, sleeper: subprocess.Popen[bytes]
) -> None:
    mine = place.make(f"{HERE}/mine", LIMITS)
    dead = place.make(f"{DEAD}/frozen", LIMITS)
    for door in dead.doors:
        Path(door).write_text(str(sleeper.pid))
    dead.freeze()
    try:
        assert f"{DEAD}/frozen" in place.sweep()

        assert sleeper.wait() == -signal.SIGKILL
        assert not any(Path(door).exists() for door in dead.doors)
        assert all(Path(door).exists() for door in mine.doors)
    finally:
        dead.close()
        mine.remove()


def test_v2_groups_go_where_controllers_are_handed_down(tmp_path: Path) -> None:
    ours = delegated(tmp_path)

    place = find_place({"": ours})

    assert place is not None
    assert place.folders == {"": ours.parent}
    assert place.is_v2


def test_v2_without_all_controllers_is_no_place(tmp_path: Path) -> None:
    assert find_place({"": delegated(tmp_path, "memory pids")}) is None


def test_v1_is_taken_where_both_are(tmp_path: Path) -> None:
    v1 = dict.fromkeys(("memory", "pids", "cpu", "cpuacct", "freezer"), tmp_path)

    place = find_place({"": tmp_path, **v1})

    assert place is not None
    assert not place.is_v2


def test_machine_without_control_groups_has_no_place() -> None:
    assert find_place({}) is None
