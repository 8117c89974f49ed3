"""What the Docker engine says of itself."""

import os
from collections.abc import Iterator, Mapping
from typing import Any

from arena.core.errors import HostError
from arena.sandbox.doctor.finding import Examination, Finding, Verdict, is_there, listed
from arena.sandbox.images.engine import connect, engine_errors

DOCKER = "docker"
_LIMITS = {
    "MemoryLimit": "memory",
    "PidsLimit": "processes",
    "CpuCfsQuota": "processor time",
    "CPUSet": "cores",
}
_NO_LIMIT = (
    "enable the controller on the kernel's command line (Debian: cgroup_enable=memory), and for a rootless "
    "engine take cgroup v2 and delegate its controllers: docs.docker.com/engine/security/rootless"
)
_APART = {"runsc": "gVisor", "kata": "virtual machines"}
"""Runtimes with a kernel of their own, which hides a container's processes from this one."""


def examine_docker(*, with_image: bool = False) -> Examination:
    """Ask the engine what it can hold a bot to.

    Args:
        with_image: Look for the runner image too, which takes a moment.
    """
    try:
        client = connect()
        with engine_errors("can't ask the Docker engine what it can do"):
            info, api_version = client.info(), client.api.api_version
    except HostError as error:
        return Examination(DOCKER, (Finding("engine", str(error), Verdict.BAD),))
    findings = (*engine_findings(info, api_version), *freezing(is_root=os.geteuid() == 0))
    return Examination(DOCKER, (*findings, _image(client)) if with_image else findings)


def engine_findings(info: Mapping[str, Any], api_version: str) -> tuple[Finding, ...]:
    """Read what `docker info` says."""
    found = [_engine(info, api_version), _cgroups(info), *_limits(info), *_security(info), _runtimes(info)]
    found += [Finding("the engine warns", warning) for warning in info.get("Warnings") or ()]
    if all(each.verdict is not Verdict.BAD for each in found):
        found += _refusal(info, api_version)
    return tuple(found)


def freezing(*, is_root: bool) -> Iterator[Finding]:
    """Yield what it means for a bot's rests that only root may freeze a container itself."""
    if not is_root:
        yield Finding(
            "freezing",
            "slow: without root the engine is asked, some 50 to 200 ms each time",
            Verdict.WEAK,
            'run the arena as root, or take the sandbox bubblewrap, above all for timing = "strict"',
        )


def _refusal(info: Mapping[str, Any], api_version: str) -> Iterator[Finding]:
    """Yield what the backend itself has against it: it has the last word."""
    from arena.sandbox.docker.engine import read_facts  # noqa: PLC0415 -- the backend, for this alone

    try:
        read_facts(info, api_version)
    except HostError as error:
        yield Finding("the sandbox refuses it", str(error), Verdict.BAD)


def _engine(info: Mapping[str, Any], api_version: str) -> Finding:
    kind = info.get("OSType", "?")
    found = f"Docker {info.get('ServerVersion', '?')}, API {api_version}, {kind} containers"
    is_right = tuple(map(int, api_version.split("."))) >= (1, 41) and kind == "linux"
    remedy = "install Docker 20.10 or newer, with Linux containers"
    return is_there("engine", is_right, found=found, missing=found, remedy=remedy)


def _cgroups(info: Mapping[str, Any]) -> Finding:
    return Finding(
        "cgroups", f"version {info.get('CgroupVersion', '?')}, driver {info.get('CgroupDriver', '?')}"
    )


def _limits(info: Mapping[str, Any]) -> Iterator[Finding]:
    for key, what in _LIMITS.items():
        yield is_there(what, info.get(key), found="limited", missing="can't be limited", remedy=_NO_LIMIT)
    if info.get("SwapLimit"):
        yield Finding("swap", "limited", Verdict.GOOD)
    else:
        remedy = "put swapaccount=1 on the kernel's command line, or switch swap off"
        yield Finding("swap", "can't be limited: a bot may swap beyond its memory", Verdict.WEAK, remedy)


def _security(info: Mapping[str, Any]) -> Iterator[Finding]:
    options = {option.split(",")[0].removeprefix("name=") for option in info.get("SecurityOptions") or ()}
    yield is_there(
        "seccomp",
        "seccomp" in options,
        found="system calls are filtered",
        missing="system calls can't be filtered",
        remedy="use a kernel with CONFIG_SECCOMP_FILTER, and an engine built with seccomp",
    )
    yield Finding("rootless", "yes" if "rootless" in options else "no: the engine runs as root")
    others = sorted(options - {"seccomp", "rootless"})
    if others:
        yield Finding("also on", listed(others))


def _runtimes(info: Mapping[str, Any]) -> Finding:
    """Return the runtime that containers get: the backend knows bots by the host's process numbers."""
    names, default = sorted(info.get("Runtimes") or ()), str(info.get("DefaultRuntime", "?"))
    kinds = [kind for word, kind in _APART.items() if any(word in name for name in names)]
    apart = f"{', '.join(kinds)} there" if kinds else "none with a kernel of its own (runsc, kata)"
    return is_there(
        "runtimes",
        not any(word in default for word in _APART),
        found=f"{listed(names)}; {default} is used; {apart}",
        missing=f"{default} is used, which hides the processes of bots from the arena",
        remedy="make runc the engine's default runtime; docs/security.md says what to do instead",
    )


def _image(client: Any) -> Finding:
    from arena.sandbox.images.runner import present_runner  # noqa: PLC0415 -- takes a moment

    try:
        tag = present_runner(client)
    except HostError as error:
        return Finding("runner image", str(error), Verdict.WEAK)
    if tag is not None:
        return Finding("runner image", tag, Verdict.GOOD)
    return Finding("runner image", "not there yet: the first run makes it, or `arena sandbox build`")
