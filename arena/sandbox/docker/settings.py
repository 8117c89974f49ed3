"""What a container may do: a pure function from a launch to the engine's own words for it.

Nothing here is optional: `tests/sandbox/docker/test_settings.py` reads each setting back from a
container that runs.
"""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

from arena.sandbox.docker.launch import GATE, entrypoint
from arena.sandbox.environment import bot_environment
from arena.sandbox.folders import OUTPUT
from arena.sandbox.machine import covered_proc, covered_sys
from arena.tournament.ports import LaunchSpec, Limits

OWNER_LABEL = "arena-of-cards.owner"
"""The label that says whose a container is."""
CODE = "/bot"
PACKAGES = "/opt/packages"
SOCKETS = "/run/arena"
OUTPUT_FILE = "/run/out"
GATE_FILE = "/run/gate"
TEMPORARY = "/tmp"  # noqa: S108 -- the container's own
INODES = 1_024
"""Files and folders that fit into the temporary folder."""
SHARED_MEMORY_BYTES = 1 << 20
PENDING_SIGNALS = 1_024
"""And timers, of which the kernel has one list for the whole machine: a host allows a user some 100,000."""
CORE_BYTES = 1
"""No core dump is so short. For 0 the kernel would still start a host's handler of core dumps, as root and
outside all limits; for 1 it does not, core(5) and fs/coredump.c. The list of system calls keeps it so."""
_ONE_CORE = 1_000_000_000
_ENGINES_MASKS = (
    *("/proc/acpi", "/proc/asound", "/proc/interrupts", "/proc/kcore", "/proc/keys", "/proc/latency_stats"),
    *("/proc/sched_debug", "/proc/scsi", "/proc/timer_list", "/proc/timer_stats"),
    *("/sys/devices/virtual/powercap", "/sys/firmware"),
)
"""Those of Docker 20.10 to 28; of what is not there the engine says nothing."""


@dataclass(frozen=True, slots=True)
class Image:
    """What a container is made from."""

    tag: str
    python_path: str
    """Where its Python finds the kit."""


def seccomp_profile() -> str:
    """Return the list of system calls that a bot may use, as JSON in the engine's format."""
    return files("arena.sandbox").joinpath("seccomp.json").read_text(encoding="ascii")


def masked_paths() -> list[str]:
    """Return what the engine is to cover: what it covers by itself, which this list replaces, and more."""
    return sorted({*_ENGINES_MASKS, "/dev/pts", *map(str, (*covered_proc(), *covered_sys()))})


def container_settings(
    spec: LaunchSpec, *, image: Image, owner: str, uid: int, folder: Path, profile: str
) -> dict[str, Any]:
    """Return the body of the engine's call that creates a container.

    Args:
        spec: What is to be started.
        image: What it is made from.
        owner: The arena that it belongs to.
        uid: The user that it is to be, its group too; nobody else's.
        folder: Where its gate and its output are on the host.
        profile: The allowed system calls, `seccomp_profile`.
    """
    return {
        "Image": image.tag,
        "Entrypoint": entrypoint(spec.name, gate=GATE_FILE, output=OUTPUT_FILE),
        "Cmd": list(spec.command),
        "User": f"{uid}:{uid}",
        "WorkingDir": CODE,
        "Env": [f"{name}={value}" for name, value in _environment(spec, image).items()],
        "Hostname": "bot",
        "NetworkDisabled": True,
        "StopSignal": "SIGKILL",
        "Labels": {OWNER_LABEL: owner},
        "HostConfig": {
            "NetworkMode": "none",
            "ReadonlyRootfs": True,
            "CapDrop": ["ALL"],
            "SecurityOpt": ["no-new-privileges", f"seccomp={profile}"],
            "IpcMode": "private",
            "CgroupnsMode": "private",
            "MaskedPaths": masked_paths(),
            "OomScoreAdj": 500,
            "AutoRemove": False,  # it would lose how the bot ended
            "LogConfig": {"Type": "none", "Config": {}},
            "Mounts": _mounts(spec, folder),
            **_limits(spec.limits, spec.core, uid),
        },
    }


def _environment(spec: LaunchSpec, image: Image) -> dict[str, str]:
    environment = bot_environment(
        socket_directory=PurePosixPath(SOCKETS), token=spec.token, temporary=PurePosixPath(TEMPORARY)
    )
    if spec.packages is not None:
        environment["PYTHONPATH"] = ":".join(filter(None, [image.python_path, PACKAGES]))
    return environment


def _mounts(spec: LaunchSpec, folder: Path) -> list[dict[str, Any]]:
    """List what it sees of the host. Mounts, not volumes: those make a source that is missing."""
    seen = {CODE: spec.directory, SOCKETS: spec.socket_directory, GATE_FILE: folder / GATE}
    if spec.packages is not None:
        seen[PACKAGES] = spec.packages
    mounts = [_mount(source, target, read_only=True) for target, source in seen.items()]
    return [*mounts, _mount(folder / OUTPUT, OUTPUT_FILE, read_only=False)]


def _mount(source: Path, target: str, *, read_only: bool) -> dict[str, Any]:
    return {"Type": "bind", "Source": str(source.resolve()), "Target": target, "ReadOnly": read_only}


def _limits(limits: Limits, core: int | None, uid: int) -> dict[str, Any]:
    """Bound everything that it could use up."""
    ulimits = {
        "nofile": limits.open_files,
        "fsize": limits.file_bytes,
        "core": CORE_BYTES,
        "memlock": 0,
        "msgqueue": 0,
        "sigpending": PENDING_SIGNALS,
    }
    temporary = (
        f"size={limits.temporary_bytes},nr_inodes={INODES},mode=0700,uid={uid},gid={uid},noexec,nosuid,nodev"
    )
    return {
        "Memory": limits.memory_bytes,
        "MemorySwap": limits.memory_bytes,  # memory and swap together, so no swap
        "PidsLimit": limits.processes,
        "NanoCpus": _ONE_CORE,  # a small fraction of a core would mean long pauses
        "CpusetCpus": "" if core is None else str(core),
        "Tmpfs": {TEMPORARY: temporary},
        "ShmSize": SHARED_MEMORY_BYTES,
        "Ulimits": [{"Name": name, "Soft": value, "Hard": value} for name, value in ulimits.items()],
    }
