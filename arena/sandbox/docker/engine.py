"""What the engine can hold a bot to: asked once, since an engine ignores a limit that it can't keep."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.core.errors import HostError

_OLDEST_API = (1, 41)
"""That of Docker 20.10, the first with private cgroup namespaces."""
_NEEDED = {
    "MemoryLimit": "memory",
    "PidsLimit": "the number of processes",
    "CpuCfsQuota": "CPU time",
    "CPUSet": "cores",
}


@dataclass(frozen=True, slots=True)
class EngineFacts:
    """What matters to us of `docker info`."""

    maps_uids: bool
    """Rootless, or with user namespaces: containers know only the uids below 65,536."""
    warnings: tuple[str, ...] = ()


def read_facts(info: Mapping[str, Any], api_version: str) -> EngineFacts:
    """Judge what `docker info` says.

    Raises:
        HostError: it can't keep in what a container of ours must not do; all reasons are named.
    """
    options = [option.split(",")[0] for option in info.get("SecurityOptions") or ()]
    problems = [f"it can't limit {what}" for key, what in _NEEDED.items() if not info.get(key)]
    if "name=seccomp" not in options:
        problems.append("it can't filter system calls (seccomp)")
    if tuple(map(int, api_version.split("."))) < _OLDEST_API:
        problems.append("it is older than Docker 20.10")
    if info.get("OSType") != "linux":
        problems.append("its containers are not Linux ones")
    if problems:
        raise HostError(
            f"the Docker engine can't hold untrusted bots: {'; '.join(problems)}. A rootless engine needs "
            "cgroup v2 with its controllers delegated; else use the system's engine, or another sandbox"
        )
    warnings = []
    if not info.get("SwapLimit"):
        warnings.append(
            "the Docker engine can't limit swap: where this machine swaps, a bot may use more memory than "
            "its limit"
        )
    return EngineFacts(
        maps_uids=bool({"name=rootless", "name=userns"} & set(options)), warnings=tuple(warnings)
    )
