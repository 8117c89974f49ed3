"""One call to the server: who makes it, and how it waits for what blocks.

Methods of the services just raise: a `Refusal`, or any of our errors. `statuses` has what becomes of them.
"""

import asyncio
import contextvars
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

import grpc

from arena.roster.account import Account

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Refusal(Exception):
    """A call is turned down; its text tells the caller what is wrong and what would be right."""

    def __init__(self, code: grpc.StatusCode, text: str, *, who: str = "") -> None:
        """Refuse with a status that `league.proto` names; `who` is for the log, if it isn't who calls."""
        super().__init__(text)
        self.code = code
        self.text = text
        self.who = who


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a call."""

    account: Account | None
    """Whose token was shown; None where anybody may call, whatever was shown there."""
    peer: str
    """Address and port."""


_CALLER: contextvars.ContextVar[Caller] = contextvars.ContextVar("caller")
_THREADS: contextvars.ContextVar[Executor | None] = contextvars.ContextVar("threads", default=None)


def caller() -> Caller:
    """Return who makes the call that is being served.

    Raises:
        LookupError: none is.
    """
    return _CALLER.get()


@contextmanager
def being_served(who: Caller, threads: Executor | None = None) -> Iterator[None]:
    """Say who makes the call that is served inside, and in whose threads it may block."""
    tokens = _CALLER.set(who), _THREADS.set(threads)
    try:
        yield
    finally:
        _CALLER.reset(tokens[0])
        _THREADS.reset(tokens[1])


async def in_thread(
    function: Callable[Arguments, Result], *arguments: Arguments.args, **options: Arguments.kwargs
) -> Result:
    """Await what blocks, such as the database, in one of the server's threads; `caller` works there too."""
    context = contextvars.copy_context()
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_THREADS.get(), lambda: context.run(function, *arguments, **options))
