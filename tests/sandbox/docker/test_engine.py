"""What is asked of an engine before it may hold bots."""

from typing import Any

import pytest

from arena.core.errors import HostError
from arena.sandbox.docker.engine import read_facts

GOOD = {
    "OSType": "linux",
    "MemoryLimit": True,
    "SwapLimit": True,
    "PidsLimit": True,
    "CpuCfsQuota": True,
    "CPUSet": True,
    "SecurityOptions": ["name=apparmor", "name=seccomp,profile=default"],
}


def test_engine_of_this_machine_will_do(engine: Any) -> None:
    read_facts(engine.info(), engine.api.api_version)


def test_engine_with_everything_earns_no_warning() -> None:
    facts = read_facts(GOOD, "1.41")

    assert facts.warnings == ()
    assert not facts.maps_uids


@pytest.mark.parametrize(
    ("lack", "named"),
    [
        ({"MemoryLimit": False}, "can't limit memory"),
        ({"PidsLimit": False}, "can't limit the number of processes"),
        ({"CpuCfsQuota": False}, "can't limit CPU time"),
        ({"CPUSet": False}, "can't limit cores"),
        ({"SecurityOptions": None}, "seccomp"),
        ({"OSType": "windows"}, "not Linux"),
    ],
)
def test_engine_that_lacks_something_is_refused_by_its_name(lack: dict[str, Any], named: str) -> None:
    with pytest.raises(HostError, match=named):
        read_facts(GOOD | lack, "1.41")


def test_engine_that_is_too_old_is_refused() -> None:
    with pytest.raises(HostError, match=r"older than Docker 20\.10"):
        read_facts(GOOD, "1.40")


def test_all_that_an_engine_lacks_is_named_at_once() -> None:
    with pytest.raises(HostError, match=r"memory; .*processes"):
        read_facts(GOOD | {"MemoryLimit": False, "PidsLimit": False}, "1.41")


def test_engine_that_does_not_limit_swap_earns_a_warning() -> None:
    (warning,) = read_facts(GOOD | {"SwapLimit": False}, "1.41").warnings

    assert "swap" in warning


@pytest.mark.parametrize("option", ["name=rootless", "name=userns"])
def test_engine_that_maps_uids_is_known(option: str) -> None:
    assert read_facts(GOOD | {"SecurityOptions": ["name=seccomp,profile=default", option]}, "1.41").maps_uids
