"""A real league server with an admin and authors, each of whom uses the `arena` command as a person would."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.end_to_end.arena_command import SAMPLES, environment

PATIENCE = 240.0
LEAGUE = """
name = "main"
target_blocks = {blocks}

[[games]]
game = "color_elevator"
seats = 2

[time]
bank_ms = 60000
"""


class Town:
    """A folder with a server's data, and a home for each person."""

    def __init__(self, folder: Path, *options: str) -> None:
        """Make the first admin; the server is started by `start`, with these options."""
        self.folder = folder
        self.options = options
        self.data = folder / "data"
        self.data.mkdir()
        self.tokens: dict[str, str] = {}
        self.address = ""
        self.server: subprocess.Popen[str] | None = None
        self.log = folder / "server.log"
        made = self.command("nobody", "account", "add", "boss", "--admin", "--data", self.data)
        self.tokens["boss"] = made.stdout.strip()

    def start(self) -> None:
        """Start the server, and wait until it listens."""
        command = [sys.executable, "-m", "arena", "serve", "--data", str(self.data)]
        out = self.folder / "server.out"
        with self.log.open("a", encoding="utf-8") as log, out.open("w", encoding="utf-8") as said:
            self.server = subprocess.Popen(
                [*command, "--listen", self.address or "127.0.0.1:0", "--workers", "2", *self.options],
                cwd=self.folder,
                env=environment(),
                stdout=said,
                stderr=log,
                stdin=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
        self.wait("it listens", lambda: "listening on " in out.read_text(encoding="utf-8"))
        self.address = out.read_text(encoding="utf-8").split()[2]

    def kill(self) -> None:
        """End the server as a power cut would."""
        assert self.server is not None
        os.kill(self.server.pid, signal.SIGKILL)
        self.server.wait(30)

    def stop(self) -> int:
        """Ask the server to stop, and return what it left with."""
        assert self.server is not None
        self.server.send_signal(signal.SIGTERM)
        return self.server.wait(120)

    def close(self) -> None:
        """End the server if it runs."""
        if self.server is not None and self.server.poll() is None:
            self.server.send_signal(signal.SIGTERM)
            try:
                self.server.wait(120)
            except subprocess.TimeoutExpired:
                self.kill()

    def command(self, person: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Let somebody run a command."""
        own = {"XDG_CONFIG_HOME": str(self.folder / person)}
        if person in self.tokens:
            own |= {"ARENA_LEAGUE_TOKEN": self.tokens[person], "ARENA_SERVER": self.address}
        return subprocess.run(
            [sys.executable, "-m", "arena", *map(str, words)],
            cwd=self.folder,
            env=environment() | own,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    def do(self, person: str, *words: str | Path) -> str:
        """Let somebody run a command that must go well, and return what it prints."""
        done = self.command(person, *words)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout

    def told(self, person: str, *words: str | Path) -> Any:
        """Let somebody run a command that must go well, and return its JSON."""
        return json.loads(self.do(person, *words, "--format", "json"))

    def found_league(self, *authors: str, blocks: int = 40) -> None:
        """Make the league `main`, start it, and give authors accounts."""
        file = self.folder / "main.toml"
        file.write_text(LEAGUE.format(blocks=blocks), encoding="utf-8")
        self.do("boss", "league", "add", file)
        self.do("boss", "league", "start", "main")
        for author in authors:
            self.tokens[author] = self.do("boss", "account", "add", author).strip()

    def bot(self, sample: str, name: str, *, more: str = "") -> Path:
        """Return a copy of a sample bot under a name of its own, which plays one game."""
        folder = self.folder / "bots" / f"{name}-{more}"
        shutil.copytree(SAMPLES / sample, folder, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "bot.toml").write_text(
            f'name = "{name}"\nversion = "1"\ngames = ["color_elevator"]\ncommand = ["python", "bot.py"]\n'
            f'description = "{more}"\n',
            encoding="utf-8",
        )
        return folder

    def standings(self) -> dict[str, Any]:
        """Return the rows of the league's table by account."""
        rows = self.told("boss", "standings", "--league", "main", "--server", self.address)
        return {row["bot"].partition("/")[0]: row for row in rows}

    def league(self) -> dict[str, Any]:
        """Return how the league is listed."""
        (league,) = self.told("boss", "league", "list")
        return dict(league)

    def rounds(self) -> int:
        """Return how many rounds have begun."""
        return int(self.league()["rounds"])

    def wait(self, what: str, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            log = self.log.read_text(encoding="utf-8")
            assert time.monotonic() < end, f"{what}: it never came to be so; the server's log:\n{log}"
            assert self.server is None or self.server.poll() is None, log
            time.sleep(0.3)
