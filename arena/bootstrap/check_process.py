"""Checks bots in processes of their own, so that no bot's check can hold up, slow down or end the server.

The process is told what to check on its stdin, which stays open: when it ends, the server is dead, and the
process ends too. On its stdout it tells each step, and in the end what it found, as JSON, a line each.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from arena.author.check_report import CheckReport, Step
from arena.bootstrap.bot_check import check_bot
from arena.core.errors import ArenaError, HostError, Interrupted
from arena.core.text import harmless, lines_of
from arena.league.submissions import Verdict
from arena.sandbox.backends import make_sandbox

SECONDS = 1_800
"""How long a check may take beside its build step; its parts have limits of their own, which are shorter."""
_MOST_LINE = 300
_MOST_ERRORS = 2_000


class ProcessChecker:
    """Serves `league.submissions.Checker`; one check at a time."""

    def __init__(self, sandbox: str) -> None:
        """Check bots in a sandbox."""
        self._sandbox = sandbox
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._is_stopping = False

    def check(self, directory: Path, *, build_seconds: int, tell: Callable[[str], None]) -> Verdict:
        """Check the bot in a directory.

        Raises:
            HostError: it could not be checked, for our reasons.
            Interrupted: `stop` was called.
        """
        wanted = {"directory": str(directory), "sandbox": self._sandbox, "build_seconds": build_seconds}
        seconds = build_seconds + SECONDS
        with TemporaryFile() as errors, self._started(json.dumps(wanted), errors) as process:
            too_long = threading.Event()

            def end() -> None:
                too_long.set()
                process.kill()

            timer = threading.Timer(seconds, end)
            timer.daemon = True
            timer.start()
            try:
                told = _read(process, tell)
            finally:
                timer.cancel()
            if told is None and not too_long.is_set() and not self._is_stopping:
                raise HostError(f"the check ended without a result: {_end_of(errors)}")
        if self._is_stopping:
            raise Interrupted("the server is stopping")
        if told is None:
            return Verdict(is_accepted=False, reason=f"the check was not over after {seconds:,} s")
        return _verdict(told)

    def stop(self) -> None:
        """End the check that runs, and begin no other."""
        with self._lock:
            self._is_stopping = True
            if self._process is not None:
                self._process.kill()

    @contextmanager
    def _started(self, wanted: str, errors: IO[bytes]) -> Iterator[subprocess.Popen[str]]:
        """Run the process; end it, and all that it started."""
        command = [sys.executable, "-m", "arena.bootstrap.check_process"]
        with self._lock:
            if self._is_stopping:
                raise Interrupted("the server is stopping")
            process = subprocess.Popen(  # noqa: S603 -- our own program
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
            self._process = process
        try:
            assert process.stdin is not None  # noqa: S101
            with suppress(BrokenPipeError):
                process.stdin.write(f"{wanted}\n")
                process.stdin.flush()
            yield process
        finally:
            with self._lock:
                self._process = None
            process.kill()
            with suppress(BrokenPipeError):
                process.communicate()
            with suppress(HostError):  # what can't be removed now is before the next round
                make_sandbox(self._sandbox).sweep()


def _read(process: subprocess.Popen[str], tell: Callable[[str], None]) -> dict[str, Any] | None:
    """Pass on the steps; return the last line, None if the process ends before it."""
    assert process.stdout is not None  # noqa: S101
    for line in process.stdout:
        told: dict[str, Any] = json.loads(line)
        if "step" not in told:
            return told
        tell(told["step"])
    return None


def _end_of(file: IO[bytes]) -> str:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _MOST_ERRORS))
    return harmless(file.read().decode("utf-8", "replace"), _MOST_ERRORS) or "nothing is said"


def _verdict(told: dict[str, Any]) -> Verdict:
    if "error" in told:
        raise HostError(told["error"])
    return Verdict(**told)


def main() -> None:
    """Check the bot that stdin tells of."""
    wanted = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what else is printed here is for nobody

    def say(told: dict[str, Any]) -> None:
        answers.write(json.dumps(told) + "\n")
        answers.flush()

    try:
        report = check_bot(
            Path(wanted["directory"]),
            sandbox=wanted["sandbox"],
            tell=lambda step: say({"step": _words(step)}),
            build_seconds=wanted["build_seconds"],
        )
        say(_found(report, wanted["directory"]))
    except ArenaError as error:
        say({"error": str(error)})


def _found(report: CheckReport, directory: str) -> dict[str, Any]:
    # Its author knows the bot's folder under another name than the server.
    reason = report.reason.replace(f"{directory}/", "").replace(directory, "the bot's folder")
    return {"is_accepted": report.ok, "reason": reason, "output": report.output, "record": report.record}


def _words(step: Step) -> str:
    """Say a step in a line."""
    first = next(iter(lines_of(step.seen)), "")
    return harmless(f"{step.name}: {'' if step.ok else 'failed: '}{first}", _MOST_LINE)


def _end_with_parent() -> None:
    """Wait for the server to die; then end at once. Bots notice by the end of their streams."""
    with suppress(OSError):
        sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()
