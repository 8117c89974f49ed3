"""Why a stream ended: waited for until the sandbox knows, and ours if it was not the bot's doing."""

import asyncio

import pytest

from arena.core.errors import HostError
from arena.gateway import loss
from arena.match.faults import FaultKind
from arena.tournament.ports import EndCause, ExitStatus
from tests.gateway.raw_bot import StagedProcess


class Ended(StagedProcess):
    """Has ended, and how is known only when it was asked some times."""

    def __init__(self, asked: int, *, verdict: ExitStatus | HostError) -> None:
        super().__init__()
        self.asked = asked
        self.verdict = verdict

    def has_ended(self) -> bool:
        return True

    def exit_status(self) -> ExitStatus | None:
        self.asked -= 1
        if self.asked > 0:
            return None
        if isinstance(self.verdict, HostError):
            raise self.verdict
        return self.verdict


def test_how_it_ended_is_waited_for() -> None:
    running = Ended(14, verdict=ExitStatus(EndCause.EXITED, 3))

    kind, evidence = asyncio.run(loss.find_out_why(running))

    assert kind is FaultKind.CRASH
    assert "exited, exit code 3" in evidence


def test_a_process_that_is_slow_to_leave_has_crashed_and_not_hung_up() -> None:
    running = Ended(12, verdict=ExitStatus(EndCause.EXITED, 1))
    running.has_ended = lambda: False  # type: ignore[method-assign]

    kind, _ = asyncio.run(loss.find_out_why(running))

    assert kind is FaultKind.CRASH


def test_an_end_from_outside_is_ours_however_late_that_is_known() -> None:
    running = Ended(14, verdict=HostError("somebody has removed a bot's container"))

    with pytest.raises(HostError, match="somebody has removed"):
        asyncio.run(loss.find_out_why(running))


def test_a_bot_whose_orphans_hide_how_it_ended_has_hung_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loss, "_PAUSES", (0.001,))
    monkeypatch.setattr(loss, "_PAUSES_TO_KNOW", (0.001,))
    running = Ended(10_000, verdict=ExitStatus(EndCause.EXITED, 0))

    kind, evidence = asyncio.run(loss.find_out_why(running))

    assert kind is FaultKind.DISCONNECT
    assert evidence.startswith("it ended, but something that it started did not")


@pytest.mark.parametrize("name", ["arena", "arena.rating", "<the name>"])
def test_no_advice_is_given_on_a_module_that_comes_with_no_package(name: str) -> None:
    running = StagedProcess()
    running.printed = f"ModuleNotFoundError: No module named '{name}'"

    assert loss.last_output(running) == f"; its last output: {running.printed}"


def test_a_bot_that_runs_on_has_hung_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loss, "_PAUSES", (0.001,))
    kind, evidence = asyncio.run(loss.find_out_why(StagedProcess()))

    assert kind is FaultKind.DISCONNECT
    assert evidence.startswith("it closed its stream and went on running")
