"""An engine of the tests' own, which may be stopped and killed: the machine's is everybody's.

It has its own network namespace, since without a bridge an engine deletes that of another one, its own
containerd, and all its files below one folder. Reached by DOCKER_HOST.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import docker
import pytest

from arena.sandbox.images.runner import ensure_runner

_SECONDS = 60


class OwnEngine:
    """A Docker engine that can be started and stopped again and again."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self.folder = Path(tempfile.mkdtemp(prefix="arena-engine-"))  # short: a socket's path is bounded
        self.host = f"unix://{self.folder}/sock"
        self._process: subprocess.Popen[bytes] | None = None

    def client(self) -> Any:
        """Return a new client of it."""
        return docker.DockerClient(base_url=self.host, timeout=120)

    def start(self) -> None:
        """Start it, and wait until it answers; nothing happens if it runs."""
        if self._process is not None:
            return
        for left in (self.folder / "pid", self.folder / "exec/containerd/containerd.pid"):
            left.unlink(missing_ok=True)  # a killed engine leaves them, and they keep the next from starting
        words = ["unshare", "-n", "dockerd", "--bridge=none", "--iptables=false", "--ip6tables=false"]
        words += ["--log-level=warn", "--data-root", f"{self.folder}/data", "--exec-root"]
        words += [f"{self.folder}/exec", "--pidfile", f"{self.folder}/pid", "-H", self.host]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + _SECONDS
        while not self._answers():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, "the engine does not answer"
            time.sleep(0.05)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send it a signal, and wait for its end; containers live on if it is killed."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(_SECONDS)
            self._process = None

    def processes(self) -> list[str]:
        """Return the command lines of what runs for its containers; none runs without one."""
        lines = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                lines.append(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        return [line for line in lines if f"{self.folder}/exec" in line and "containerd-shim" in line]

    def close(self) -> None:
        """End it for good, with all containers, and remove all its files and mounts."""
        self.start()
        client = self.client()
        for container in client.containers.list(all=True, sparse=True):
            container.remove(force=True)
        client.close()
        self.stop()
        for line in reversed(Path("/proc/self/mountinfo").read_text().splitlines()):
            point = line.split(" ")[4]
            if point.startswith(f"{self.folder}/"):
                subprocess.run(["umount", point], check=True)
        shutil.rmtree(self.folder)

    def _answers(self) -> bool:
        """Tell whether it listens; it does when it is ready."""
        with socket.socket(socket.AF_UNIX) as door:
            return door.connect_ex(self.host.removeprefix("unix://")) == 0


@pytest.fixture(scope="module")
def own_engine() -> Iterator[OwnEngine]:
    """An engine with the runner image in it; needs root and dockerd."""
    missing = [name for name in ("dockerd", "unshare") if shutil.which(name) is None]
    if os.getuid() != 0 or missing:
        reason = f"an engine of our own needs root and dockerd (missing: {', '.join(missing) or 'root'})"
        if os.environ.get("ARENA_REQUIRE_DOCKER") == "1":
            pytest.fail(f"ARENA_REQUIRE_DOCKER is set, but {reason}", pytrace=False)
        pytest.skip(f"NOT TESTED: {reason}")
    engine = OwnEngine()
    try:
        engine.start()
        client = engine.client()
        ensure_runner(client, lambda _: None)
        client.close()
        yield engine
    finally:
        engine.close()
