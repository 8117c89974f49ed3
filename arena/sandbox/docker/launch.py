"""The first process of a container: a shell that keeps the bot's output in a file and waits for its end.

Output goes to a file and not through the engine, which would spend most of a core on a bot that
writes without end. The shell stays: as the first process of its namespace a bot would be deaf to
signals, its own abort() included, and would have to reap its orphans. It keeps none of the
engine's pipes, which the bot could open by /proc/1/fd. SIGXFSZ is ignored, so that a program in any
language gets an error, not its end, when its share of output is used up.

Before the program begins and after it has ended, the shell waits at a gate, a FIFO. So however short
a program lives, it is watched from its first moment, and what it has used can be read from the
container's control group, which vanishes with the container. Only the shell has the gate open, and
from then on only the arena can open it: a bot that read it would keep the shell waiting, and its end
would seem to be one that the engine does not notice.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_PAUSES = [0.001] * 20 + [0.005] * 200 + [0.05] * 180
"""Ten seconds in all, for a machine that is very busy."""
NOT_FOUND, NOT_EXECUTABLE = 127, 126
"""What a shell ends with when it can't start a program."""


GATE = "gate"
"""The name of the FIFO in an instance's folder."""


def entrypoint(name: str, *, gate: str, output: str) -> list[str]:
    """Return the words that come before a bot's command. `name` marks the shell among processes."""
    script = (
        "exec </dev/null >/dev/null 2>&1\n"
        "trap '' XFSZ\n"
        f"exec 3<>{gate}\n"
        f'( read -r _ <&3; exec "$@" >>{output} 2>&1 3<&- )\n'
        "code=$?\n"
        "read -r _ <&3\n"
        "exit $code"
    )
    return ["/bin/sh", "-c", script, name]


def make_gate(folder: Path) -> None:
    """Make the gate in an instance's folder, for the shell to open, whoever it is.

    Raises:
        OSError: it can't be made.
    """
    os.mkfifo(folder / GATE)
    (folder / GATE).chmod(0o666)


def reserve_gate(folder: Path) -> None:
    """Let nobody open the gate any more but us; the shell has, if it has a child.

    Raises:
        OSError: the gate is gone.
    """
    (folder / GATE).chmod(0o600)


@contextmanager
def open_gate(folder: Path) -> Iterator[None]:
    """Let the shell go on, whether it waits already or comes later within this context.

    Raises:
        OSError: the gate is gone.
    """
    gate = os.open(folder / GATE, os.O_RDWR | os.O_CLOEXEC)  # for writing alone it would wait for a reader
    try:
        os.write(gate, b"\n")
        yield
    finally:
        os.close(gate)


def wait_for_child(shell: int) -> int | None:
    """Wait for a child of the shell, the program to be; return its number on this machine.

    None if the shell has ended, is on another machine, or takes too long.
    """
    for pause in _PAUSES:
        try:
            children = Path(f"/proc/{shell}/task/{shell}/children").read_text(encoding="ascii").split()
        except (FileNotFoundError, ProcessLookupError):
            return None
        if children:
            return int(children[0])
        time.sleep(pause)
    return None


def wait_for_program(shell: int, child: int, has_ended: Callable[[], bool]) -> bool:
    """Wait until the child has become the program; tell whether it has.

    It has when its command line is no longer the shell's. False means that it ended before that was seen.
    """
    for pause in _PAUSES:
        words = _command_line(child)
        if words and words != _command_line(shell):
            return True
        if has_ended():
            return False
        time.sleep(pause)
    return True  # its start limit will tell


def _command_line(pid: int) -> bytes:
    """Return the words of a process; none if it is gone or a zombie."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
