"""Async tests: each runs in a loop of its own, and leaves no task behind."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

SECONDS = 30


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    asyncio.run(_run(pyfuncitem.obj, {name: pyfuncitem.funcargs[name] for name in names}))
    return True


async def _run(test: Callable[..., Awaitable[None]], arguments: dict[str, Any]) -> None:
    await asyncio.wait_for(test(**arguments), SECONDS)
    for _ in range(1000):  # the client's own tasks take a moment to notice that their stream is closed
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        if not left:
            return
        await asyncio.sleep(0.001)
    raise AssertionError(f"tasks left behind: {left}")
