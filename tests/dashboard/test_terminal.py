"""A real terminal, as the one end of a pair: what it echoes while a view is live, and afterwards."""

import os
import pty
import signal
import subprocess
import sys
import termios
import threading
from pathlib import Path

from arena.dashboard.terminal import LOCAL_FLAGS, without_echo

LIVE = """
import os, signal, sys
from rich.console import Console
from arena.core.clock import SystemClock
from arena.dashboard.live import make_watcher
from arena.dashboard.watching import Mode
from arena.tournament.events import Draining
from tests.dashboard.runs import STOPPED, STARTED
caught = []
signal.signal(signal.SIGINT, lambda *_: caught.append(1))
with make_watcher(Console(), Mode.LIVE, SystemClock()) as watcher:
    watcher.see(STARTED)
    os.write(2, b"ready\\n")  # not through the view, which takes what is printed
    while not caught:
        signal.pause()
    watcher.see(Draining())
    watcher.draw()
    if "bug" in sys.argv:
        watcher.see(None)
    watcher.see(STOPPED)
"""


def is_echoing(terminal: int) -> bool:
    return bool(termios.tcgetattr(terminal)[LOCAL_FLAGS] & termios.ECHO)


def run_live(*words: str) -> tuple[str, bool]:
    """Run a live view on a terminal of its own, and type Ctrl-C; return what it showed, and if it echoes."""
    keyboard, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    shown = bytearray()

    def read() -> None:
        while True:
            try:
                some = os.read(keyboard, 65536)
            except OSError:
                return
            shown.extend(some)

    command = [sys.executable, "-c", "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n" + LIVE]
    process = subprocess.Popen(
        [*command, *words],
        stdin=terminal,
        stdout=terminal,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
        text=True,
    )
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        assert process.stderr is not None
        said = process.stderr.readline()
        os.write(keyboard, b"typed\n\x03")
        _, rest = process.communicate(timeout=30)
        assert process.returncode == (1 if words else 0), said + rest
        echoes = is_echoing(terminal)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        os.close(terminal)
        reader.join(10)
        os.close(keyboard)
    return shown.decode(), echoes


def test_ctrl_c_leaves_no_trace_in_the_live_view_and_the_terminal_is_as_before() -> None:
    shown, echoes = run_live()

    assert "Ctrl-C again stops now" in shown
    assert "typed" not in shown
    assert "^C" not in shown
    assert echoes


def test_terminal_is_as_before_even_after_a_bug_of_the_display() -> None:
    _, echoes = run_live("bug")

    assert echoes


def test_terminal_that_is_not_ours_is_left_alone() -> None:
    keyboard, terminal = pty.openpty()
    with os.fdopen(keyboard, "wb"), os.fdopen(terminal, "w") as file:
        with without_echo(file):
            assert is_echoing(file.fileno())

        assert is_echoing(file.fileno())


def test_what_is_no_terminal_has_nothing_to_change(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"

    with path.open("w", encoding="utf-8") as file, without_echo(file):
        file.write("no error")

    assert path.read_text(encoding="utf-8") == "no error"
