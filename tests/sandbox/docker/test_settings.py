"""Every setting of a container, read back from one that runs: from inside, kernel and engine."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.sandbox.docker.sandbox import DockerSandbox
from arena.sandbox.docker.settings import INODES, OWNER_LABEL, PENDING_SIGNALS, TEMPORARY
from arena.sandbox.docker.uids import FREE_UIDS, MAPPED_UIDS
from arena.sandbox.owner import this_process
from arena.tournament.ports import Limits
from tests.sandbox.docker.live import TELL, Live, make_spec, start_live
from tests.sandbox.trial import Trial

LIMITS = Limits(
    memory_bytes=200 << 20, processes=50, temporary_bytes=5 << 20, open_files=60, file_bytes=3 << 20
)
SHARED = "/dev/shm"  # noqa: S108
CORE = max(os.sched_getaffinity(0))


@pytest.fixture(scope="module")
def live(sandbox: DockerSandbox, engine: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    spec = make_spec(
        tmp_path_factory.mktemp("live"), "python", "-c", TELL, name="opaque", limits=LIMITS, core=CORE
    )
    live = start_live(sandbox, engine, spec)
    yield live
    live.running.stop()


def test_it_is_a_user_without_a_name_or_further_groups(live: Live) -> None:
    real, effective, group, effective_group, groups = live.inside["user"]

    assert real == effective == group == effective_group
    assert real in FREE_UIDS or real in MAPPED_UIDS
    assert set(groups) <= {group}


def test_two_bots_are_two_users(live: Live, trial: Trial) -> None:
    other = trial.run("import os; print(os.getuid())")

    assert int(other.output()) != live.inside["user"][0]


def test_it_has_no_capability_and_can_get_none(live: Live) -> None:
    status = live.inside["status"]

    capabilities = {name: int(status[name], 16) for name in status if name.startswith("Cap")}
    assert capabilities == dict.fromkeys(["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"], 0)
    assert status["NoNewPrivs"] == "1"


def test_its_system_calls_are_filtered_by_our_list(live: Live) -> None:
    assert live.inside["status"]["Seccomp"] == "2"
    (profile,) = [each for each in live.engine["HostConfig"]["SecurityOpt"] if each.startswith("seccomp=")]
    ours = Path("arena/sandbox/seccomp.json").read_text()
    assert json.loads(profile.removeprefix("seccomp=")) == json.loads(ours)


@pytest.mark.parametrize("kind", ["cgroup", "ipc", "mnt", "net", "pid", "uts"])
def test_its_namespaces_are_its_own(live: Live, kind: str) -> None:
    ours = Path(f"/proc/self/ns/{kind}").stat().st_ino

    assert live.inside["namespaces"][kind] != ours


def test_it_has_no_network_but_its_own_loopback(live: Live) -> None:
    assert live.inside["network"] == ["lo"]
    assert live.engine["HostConfig"]["NetworkMode"] == "none"
    assert live.engine["Config"]["NetworkDisabled"] is True


def test_its_root_is_read_only(live: Live) -> None:
    assert "ro" in live.mounts["/"]
    assert live.engine["HostConfig"]["ReadonlyRootfs"] is True


@pytest.mark.parametrize("place", ["/bot", "/opt/packages", "/run/arena", "/run/gate"])
def test_what_it_sees_of_the_host_is_read_only(live: Live, place: str) -> None:
    assert "ro" in live.mounts[place]


def test_it_sees_of_the_host_what_it_was_given_and_nothing_else(live: Live) -> None:
    shared = {mount["Destination"]: (mount["Type"], mount["RW"]) for mount in live.engine["Mounts"]}

    assert shared == {
        "/bot": ("bind", False),
        "/opt/packages": ("bind", False),
        "/run/arena": ("bind", False),
        "/run/gate": ("bind", False),
        "/run/out": ("bind", True),
    }
    assert not live.engine["HostConfig"]["Binds"]


def test_what_counts_for_the_whole_machine_is_covered_besides_what_the_engine_covers_by_itself(
    live: Live, engine: Any
) -> None:
    plain = engine.api.create_container(live.engine["Image"], command="true")["Id"]
    try:
        by_itself = engine.api.inspect_container(plain)["HostConfig"]["MaskedPaths"]
    finally:
        engine.api.remove_container(plain)
    covered = set(live.engine["HostConfig"]["MaskedPaths"])

    assert {path for path in by_itself if Path(path).exists()} <= covered
    assert {"/dev/pts", "/proc/stat", "/proc/sys/fs", "/proc/sys/kernel/pty", "/sys/devices"} <= covered
    assert {"/proc/stat", "/proc/sys/fs", "/sys/devices"} <= set(live.mounts)


def test_it_sees_control_groups_and_what_runtimes_ask_for(live: Live) -> None:
    covered = live.engine["HostConfig"]["MaskedPaths"]

    assert not {"/proc", "/proc/meminfo", "/proc/cpuinfo", "/proc/self", "/sys/fs", "/sys/fs/cgroup"} & set(
        covered
    )


def test_its_temporary_folder_is_small_and_runs_no_programs(live: Live) -> None:
    assert live.inside["room"][TEMPORARY] == [LIMITS.temporary_bytes, INODES]
    assert {"noexec", "nosuid", "nodev"} <= set(live.mounts[TEMPORARY])


def test_its_shared_memory_is_small_and_runs_no_programs(live: Live) -> None:
    assert live.inside["room"][SHARED][0] == 1 << 20
    assert {"noexec", "nosuid", "nodev"} <= set(live.mounts[SHARED])


def test_its_memory_is_limited_and_swap_gives_no_more(live: Live) -> None:
    assert live.group("memory.limit_in_bytes", "memory.max") == str(LIMITS.memory_bytes)
    swap = live.group("memory.memsw.limit_in_bytes", "memory.swap.max")
    assert swap in {str(LIMITS.memory_bytes), "0"}  # memory and swap together, or swap alone


def test_its_processes_are_limited(live: Live) -> None:
    assert live.group("pids.max", "pids.max") == str(LIMITS.processes)


def test_it_has_one_core_and_no_more_than_that(live: Live) -> None:
    assert live.inside["cores"] == [CORE]
    assert live.group("cpuset.cpus", "cpuset.cpus") == str(CORE)
    assert live.engine["HostConfig"]["NanoCpus"] == 1_000_000_000
    quota = live.group("cpu.cfs_quota_us", "cpu.max").split()
    period = [live.group("cpu.cfs_period_us", "cpu.max").split()[-1]]
    assert quota in (period, period * 2)  # version 2 has both in one file


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NOFILE", LIMITS.open_files),
        ("FSIZE", LIMITS.file_bytes),
        ("CORE", 1),
        ("MEMLOCK", 0),
        ("MSGQUEUE", 0),
        ("SIGPENDING", PENDING_SIGNALS),
    ],
)
def test_its_resource_limits_are_soft_and_hard(live: Live, name: str, value: int) -> None:
    assert live.inside["limits"][name] == [value, value]


def test_it_is_the_first_to_go_when_memory_is_short(live: Live) -> None:
    assert live.inside["oom_score_adj"] == 500


def test_the_engine_keeps_none_of_its_output(live: Live) -> None:
    assert live.engine["HostConfig"]["LogConfig"]["Type"] == "none"
    assert live.engine["LogPath"] == ""


def test_it_has_none_of_the_engines_pipes_within_reach(live: Live) -> None:
    assert live.inside["shell"] == ["/dev/null"] * 3 + ["/run/gate"]


def test_it_is_not_the_first_process_which_signals_do_not_reach(live: Live) -> None:
    assert live.inside["pid"] > 1


def test_a_full_output_is_an_error_for_it_and_not_its_end(live: Live) -> None:
    ignored = int(live.inside["status"]["SigIgn"], 16)

    assert ignored >> (signal.SIGXFSZ - 1) & 1


def test_it_is_killed_at_once_and_its_end_is_kept(live: Live) -> None:
    assert live.engine["Config"]["StopSignal"] == "SIGKILL"
    assert live.engine["HostConfig"]["AutoRemove"] is False
    assert live.engine["HostConfig"]["RestartPolicy"]["Name"] in {"", "no"}


def test_it_is_labelled_as_ours(live: Live) -> None:
    assert live.engine["Config"]["Labels"][OWNER_LABEL] == str(this_process())


def test_its_environment_is_what_every_bot_is_given_and_what_the_image_says(live: Live, engine: Any) -> None:
    of_image = engine.api.inspect_image(live.engine["Image"])["Config"]["Env"]
    told = {entry.partition("=")[0] for entry in of_image}

    assert set(live.inside["environment"]) - told == {
        "ARENA_ADDRESS", "ARENA_TOKEN", "GOMAXPROCS", "HOME", "HOSTNAME", "LANG", "MKL_NUM_THREADS",
        "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PWD", "PYTHONPATH", "PYTHONUNBUFFERED", "TMPDIR",
    } - told  # fmt: skip
    assert live.inside["environment"]["ARENA_ADDRESS"] == "unix:/run/arena/bot.sock"
    assert live.inside["hostname"] == "bot"
    assert live.inside["directory"] == "/bot"


def test_its_packages_come_after_the_kit(live: Live) -> None:
    path = live.inside["path"]

    assert "/opt/packages" in path
    assert path.index("/opt/packages") > 0
    assert live.inside["environment"]["PYTHONPATH"].endswith(":/opt/packages")
