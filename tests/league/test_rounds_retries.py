from arena.core.clock import ManualClock
from arena.league.retries import LONGEST_SECONDS, Retries


def test_pauses_grow_up_to_the_longest() -> None:
    retries = Retries(ManualClock())

    pauses = [retries.failed("league") for _ in range(12)]

    assert pauses[:4] == [1, 2, 4, 8]
    assert pauses[-1] == LONGEST_SECONDS


def test_a_pause_ends_with_its_time() -> None:
    clock = ManualClock()
    retries = Retries(clock)
    retries.failed("league")

    clock.advance(400_000)
    before = retries.seconds_left("league")
    clock.advance(600_000)

    assert (before, retries.seconds_left("league")) == (0.6, 0)


def test_what_works_begins_anew() -> None:
    retries = Retries(ManualClock())
    retries.failed("league")
    retries.failed("league")

    had_failed = retries.worked("league")

    assert had_failed
    assert retries.seconds_left("league") == 0
    assert retries.failed("league") == 1
    assert not retries.worked("another")


def test_one_failure_makes_nothing_else_wait() -> None:
    retries = Retries(ManualClock())

    retries.failed("league")

    assert retries.seconds_left("another") == 0
