"""Waiting for a sandbox that fails to work again: an engine is being restarted, its image was removed."""

import time
from collections.abc import Callable

from arena.core.errors import HostError
from arena.sandbox.backends import make_sandbox
from arena.tournament.runner import StopRequest

_PAUSES = (0.5, 1, 2, 4, *(7.5,) * 7)
"""Seconds between attempts: a minute in all."""
_STEP_SECONDS = 0.1

Tell = Callable[[str], None]


def recover(name: str, tell: Tell, stop: StopRequest) -> bool:
    """Wait until a sandbox can start bots, made ready anew; remove what dead workers left in it.

    Args:
        name: The sandbox.
        tell: Given a line for what is waited for, and for each step that takes long.
        stop: Ends the waiting; nothing is sure then.

    Returns:
        Whether it could not at first.

    Raises:
        HostError: it still can't after a minute; the message says what to do.
    """

    def attempt() -> None:
        sandbox = make_sandbox(name)  # a new one: what another has found out may be true no more
        sandbox.prepare(tell)
        sandbox.sweep()

    return _patiently(attempt, tell, stop)


def clear_up(name: str, tell: Tell, stop: StopRequest) -> None:
    """Remove what dead workers left in a sandbox.

    Raises:
        HostError: it still can't be removed after a minute.
    """

    def attempt() -> None:
        make_sandbox(name).sweep()

    _patiently(attempt, tell, stop)


def _patiently(attempt: Callable[[], None], tell: Tell, stop: StopRequest) -> bool:
    """Try again and again; tell whether it failed at first."""
    for number, pause in enumerate((*_PAUSES, 0)):
        try:
            attempt()
        except HostError as error:
            last = error
        else:
            return number > 0
        if number == 0:
            tell(f"waiting, for a minute at most: {last}")
        if _sleep(pause, stop):
            return True
    raise last


def _sleep(seconds: float, stop: StopRequest) -> bool:
    """Sleep, unless a stop is asked for; tell whether it is."""
    end = time.monotonic() + seconds
    while not stop.times and time.monotonic() < end:
        time.sleep(_STEP_SECONDS)
    return bool(stop.times)
