"""One bot that runs and tells all it can see of its own confinement."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.sandbox.cgroup import controller_folders
from arena.sandbox.docker.instance import DockerInstance
from arena.sandbox.docker.sandbox import DockerSandbox
from arena.tournament.ports import LaunchSpec
from tests.sandbox.trial import wait_until

TELL = """
import json, os, resource, socket, time
def read(path):
    with open(path) as file: return file.read()
def room(path):
    found = os.statvfs(path)
    return [found.f_blocks * found.f_frsize, found.f_files]
names = "NOFILE FSIZE CORE MEMLOCK MSGQUEUE SIGPENDING".split()
print(json.dumps({
    "user": [os.getuid(), os.geteuid(), os.getgid(), os.getegid(), os.getgroups()],
    "status": dict(line.split(":\\t", 1) for line in read("/proc/self/status").splitlines()),
    "mounts": read("/proc/self/mountinfo").splitlines(),
    "network": [line.split(":")[0].strip() for line in read("/proc/net/dev").splitlines()[2:]],
    "namespaces": {kind: os.stat("/proc/self/ns/" + kind).st_ino for kind in os.listdir("/proc/self/ns")},
    "limits": {name: resource.getrlimit(getattr(resource, "RLIMIT_" + name)) for name in names},
    "room": {path: room(path) for path in ("/tmp", "/dev/shm")},
    "oom_score_adj": int(read("/proc/self/oom_score_adj")),
    "environment": dict(os.environ), "directory": os.getcwd(), "hostname": socket.gethostname(),
    "cores": sorted(os.sched_getaffinity(0)),
    "shell": sorted(os.readlink("/proc/1/fd/" + fd) for fd in os.listdir("/proc/1/fd")),
    "pid": os.getpid(), "path": __import__("sys").path,
}), flush=True)
time.sleep(600)
"""


@dataclass(frozen=True)
class Live:
    """A running bot, from all sides."""

    running: DockerInstance
    spec: LaunchSpec
    inside: dict[str, Any]
    """What it sees."""
    engine: dict[str, Any]
    """What the engine says of its container."""

    @property
    def mounts(self) -> dict[str, list[str]]:
        """Options of each mount that it sees, by where it is."""
        lines = [line.split() for line in self.inside["mounts"]]
        return {words[4]: [*words[5].split(","), *words[-1].split(",")] for words in lines}

    def group(self, version_1: str, version_2: str) -> str:
        """Read a file of its control group, which has a name in each version."""
        folders = controller_folders(str(self.engine["State"]["Pid"]))
        controller = version_1.partition(".")[0]
        name = version_1 if controller in folders else version_2
        return (folders.get(controller, folders.get("")) / name).read_text().strip()


def start_live(sandbox: DockerSandbox, engine: Any, spec: LaunchSpec) -> Live:
    """Start a bot that tells what it sees."""
    running = sandbox.start(spec)
    assert isinstance(running, DockerInstance)
    wait_until(lambda: running.output(1 << 20).endswith("\n"))
    found = engine.api.inspect_container(running._container.identity)
    return Live(running, spec, json.loads(running.output(1 << 20)), found)


def make_spec(folder: Path, *command: str, **more: Any) -> LaunchSpec:
    """Make the folders of a bot that anybody may read, and say how it is to be started."""
    for name in ("bot", "packages", "socket"):
        (folder / name).mkdir(exist_ok=True)
        (folder / name).chmod(0o755)
    return LaunchSpec(
        directory=folder / "bot",
        socket_directory=folder / "socket",
        packages=folder / "packages",
        command=command,
        token="secret-token",
        **more,
    )
