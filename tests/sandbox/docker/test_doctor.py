"""What is read out of `docker info`; most engines here are made up, since no machine has them all."""

from typing import Any

import pytest

from arena.core.errors import HostError
from arena.sandbox.docker.engine import read_facts
from arena.sandbox.doctor.docker import engine_findings, examine_docker, freezing
from arena.sandbox.doctor.finding import Examination, Verdict
from tests.sandbox.engine import requires_docker

GOOD: dict[str, Any] = {
    "ServerVersion": "28.0.0",
    "OSType": "linux",
    "CgroupVersion": "2",
    "CgroupDriver": "systemd",
    "MemoryLimit": True,
    "SwapLimit": True,
    "PidsLimit": True,
    "CpuCfsQuota": True,
    "CPUSet": True,
    "SecurityOptions": ["name=seccomp,profile=builtin", "name=cgroupns"],
    "Runtimes": {"runc": {}, "io.containerd.runc.v2": {}},
    "DefaultRuntime": "runc",
    "Warnings": None,
}
LACKS = {
    "memory": {"MemoryLimit": False},
    "processes": {"PidsLimit": False},
    "processor time": {"CpuCfsQuota": False},
    "cores": {"CPUSet": False},
    "seccomp": {"SecurityOptions": ["name=cgroupns"]},
    "engine": {"OSType": "windows"},
}


def examined(info: dict[str, Any], api_version: str = "1.48") -> Examination:
    return Examination("docker", engine_findings(info, api_version))


def found(examination: Examination, what: str) -> str:
    (finding,) = [each for each in examination.findings if each.what == what]
    return finding.found


def refuses(info: dict[str, Any], api_version: str = "1.48") -> bool:
    try:
        read_facts(info, api_version)
    except HostError:
        return True
    return False


def test_an_engine_with_all_limits_can_hold_bots() -> None:
    assert examined(GOOD).holds_untrusted
    assert not refuses(GOOD)


@pytest.mark.parametrize("what", LACKS)
def test_an_engine_that_lacks_something_is_refused_by_name_as_the_backend_refuses_it(what: str) -> None:
    info = GOOD | LACKS[what]
    bad = [each for each in examined(info).findings if each.verdict is Verdict.BAD]

    assert [each.what for each in bad] == [what]
    assert bad[0].remedy
    assert refuses(info)


def test_an_engine_that_is_too_old_is_refused() -> None:
    assert "1.40" in examined(GOOD, "1.40").problems
    assert refuses(GOOD, "1.40")


def test_swap_without_a_limit_is_a_weakness_and_no_refusal() -> None:
    examination = examined(GOOD | {"SwapLimit": False})

    assert examination.holds_untrusted
    assert [each.what for each in examination.findings if each.verdict is Verdict.WEAK] == ["swap"]


def test_a_rootless_engine_is_told_and_its_other_options_too() -> None:
    info = GOOD | {"SecurityOptions": ["name=seccomp,profile=builtin", "name=rootless", "name=apparmor"]}

    assert found(examined(info), "rootless") == "yes"
    assert found(examined(info), "also on") == "apparmor"


def test_gvisor_is_seen_among_the_runtimes() -> None:
    runtimes = GOOD["Runtimes"] | {"runsc": {}}

    assert "gVisor there" in found(examined(GOOD | {"Runtimes": runtimes}), "runtimes")
    assert "none with a kernel of its own" in found(examined(GOOD), "runtimes")


def test_the_engines_own_warnings_are_passed_on() -> None:
    assert found(examined(GOOD | {"Warnings": ["WARNING: No oom"]}), "the engine warns") == "WARNING: No oom"


def test_a_default_runtime_that_hides_processes_is_refused() -> None:
    assert "runsc is used, which hides" in examined(GOOD | {"DefaultRuntime": "runsc"}).problems


@requires_docker
def test_the_engine_of_this_machine_is_asked() -> None:
    examination = examine_docker(with_image=True)

    assert examination.holds_untrusted
    assert "API" in found(examination, "engine")
    assert found(examination, "runner image")


def test_an_engine_that_does_not_answer_is_all_there_is_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")

    (finding,) = examine_docker().findings

    assert finding.verdict is Verdict.BAD
    assert "no Docker engine answers at unix:///nowhere/docker.sock" in finding.found


def test_that_freezing_is_slow_without_root_is_told_and_no_obstacle() -> None:
    (finding,) = freezing(is_root=False)

    assert finding.verdict is Verdict.WEAK
    assert finding.found.startswith("slow: without root")
    assert not [*freezing(is_root=True)]
