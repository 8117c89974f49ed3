"""The clocks."""

from datetime import UTC, datetime, timedelta

from arena.core.clock import Clock, ManualClock, SystemClock


def test_the_system_clock_never_goes_back_and_is_in_utc() -> None:
    clock: Clock = SystemClock()

    first, second = clock.micros(), clock.micros()

    assert 0 < first <= second
    assert clock.now().tzinfo is UTC


def test_a_manual_clock_stands_still_until_it_is_advanced() -> None:
    clock = ManualClock()

    assert (clock.micros(), clock.micros()) == (0, 0)
    clock.advance(1_500_000)
    clock.advance(7)
    assert clock.micros() == 1_500_007


def test_a_manual_clocks_time_of_day_moves_with_it() -> None:
    start = datetime(2030, 5, 1, 12, 0, tzinfo=UTC)
    clock: Clock = ManualClock(start)
    assert isinstance(clock, ManualClock)

    clock.advance(90_000_000)

    assert clock.now() == start + timedelta(seconds=90)
