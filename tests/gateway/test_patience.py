"""The limit of a start: a bot that is idle or has used its time is late; one kept from running is not."""

from arena.core.clock import ManualClock
from arena.gateway.patience import Patience


class Used:
    """As much of a running process as patience looks at."""

    def __init__(self) -> None:
        self.cpu = 0

    def cpu_us(self) -> int:
        return self.cpu


def start(limit_us: int = 2_000_000) -> tuple[Patience, ManualClock, Used]:
    clock, process = ManualClock(), Used()
    return Patience(clock, process, limit_us), clock, process


def pass_time(clock: ManualClock, process: Used, *, wall: int, cpu: int) -> None:
    clock.advance(wall)
    process.cpu += cpu


def test_within_its_limit_a_bot_is_waited_for_whatever_it_does() -> None:
    patience, clock, _ = start()
    clock.advance(2_000_000)

    assert not patience.is_over()


def test_a_bot_that_sleeps_is_late_a_moment_after_its_limit() -> None:
    patience, clock, _ = start()
    clock.advance(2_000_001)
    assert not patience.is_over()

    clock.advance(1_000_000)

    assert patience.is_over()


def test_a_bot_that_gets_a_tenth_of_a_busy_processor_is_waited_for() -> None:
    patience, clock, process = start()

    for _ in range(18):
        pass_time(clock, process, wall=1_000_000, cpu=100_000)

        assert not patience.is_over()


def test_a_bot_that_has_used_its_limit_is_late() -> None:
    patience, clock, process = start()
    pass_time(clock, process, wall=2_500_000, cpu=2_000_001)

    assert patience.is_over()


def test_ten_times_the_limit_is_the_end_of_it() -> None:
    patience, clock, process = start()
    pass_time(clock, process, wall=20_000_001, cpu=1_000_000)

    assert patience.is_over()
