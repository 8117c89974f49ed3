"""Ends of programs, noticed by their pidfds."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from arena.sandbox.docker.exit_watch import ExitWatch, has_ended

PATIENCE = 10.0


@contextmanager
def sleeper() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run a program and hold its pidfd; it is killed in the end."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as program:
        descriptor = os.pidfd_open(program.pid)
        try:
            yield program, descriptor
        finally:
            program.kill()
            os.close(descriptor)


def test_each_end_is_told_once_to_the_right_listener() -> None:
    watch, told = ExitWatch(), [Event(), Event()]
    with sleeper() as (first, first_descriptor), sleeper() as (second, second_descriptor):
        watch.add(first_descriptor, told[0].set)
        watch.add(second_descriptor, told[1].set)

        second.kill()

        assert told[1].wait(PATIENCE)
        assert not told[0].is_set()
        first.kill()
        assert told[0].wait(PATIENCE)


def test_program_that_has_ended_before_is_told_too() -> None:
    watch, told = ExitWatch(), Event()
    with sleeper() as (program, descriptor):
        program.kill()
        program.wait()

        watch.add(descriptor, told.set)

        assert told.wait(PATIENCE)


def test_what_is_forgotten_is_not_told() -> None:
    watch, forgotten, told = ExitWatch(), Event(), Event()
    with sleeper() as (first, first_descriptor), sleeper() as (second, second_descriptor):
        watch.add(first_descriptor, forgotten.set)
        watch.add(second_descriptor, told.set)

        watch.forget(first_descriptor)
        first.kill()
        first.wait()
        second.kill()

        assert told.wait(PATIENCE)
        assert not forgotten.is_set()


def test_running_program_has_not_ended() -> None:
    with sleeper() as (program, descriptor):
        assert not has_ended(descriptor)
        program.kill()
        program.wait()
        assert has_ended(descriptor)
