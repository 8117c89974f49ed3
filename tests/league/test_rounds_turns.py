from collections import Counter

from arena.league.turns import LeagueTurns


def play(
    turns: LeagueTurns, played: Counter[str], wanting: list[str], *, seconds: float, times: int
) -> list[str]:
    """Let leagues take turns of so many seconds each; return whose they were."""
    order = []
    for _ in range(times):
        league = turns.next_of({name: played[name] for name in wanting})
        assert league is not None
        order.append(league)
        played[league] += seconds  # type: ignore[assignment]
    return order


def league_turns() -> tuple[LeagueTurns, Counter[str]]:
    played: Counter[str] = Counter()

    def add(league: str, seconds: float) -> None:
        played[league] += seconds  # type: ignore[assignment]

    return LeagueTurns(add), played


def test_nobody_is_next_when_nobody_wants_a_turn() -> None:
    turns, _ = league_turns()

    assert turns.next_of({}) is None


def test_leagues_share_the_seconds_and_not_the_rounds() -> None:
    turns, played = league_turns()
    lengths = {"slow": 30.0, "quick": 10.0}
    rounds: Counter[str] = Counter()

    for _ in range(40):
        league = turns.next_of({name: played[name] for name in lengths})
        assert league is not None
        rounds[league] += 1
        played[league] += lengths[league]  # type: ignore[assignment]

    assert rounds == {"slow": 10, "quick": 30}


def test_a_league_that_comes_late_does_not_catch_up() -> None:
    turns, played = league_turns()
    play(turns, played, ["old"], seconds=10, times=100)

    order = play(turns, played, ["old", "new"], seconds=10, times=10)

    assert Counter(order) == {"old": 5, "new": 5}


def test_a_league_that_comes_back_does_not_make_up_for_its_pause() -> None:
    turns, played = league_turns()
    play(turns, played, ["one", "other"], seconds=10, times=10)
    play(turns, played, ["one"], seconds=10, times=50)

    order = play(turns, played, ["one", "other"], seconds=10, times=10)

    assert Counter(order) == {"one": 5, "other": 5}


def test_after_a_restart_the_seconds_of_before_count() -> None:
    turns, played = league_turns()
    played.update(one=100, other=20)

    order = play(turns, played, ["one", "other"], seconds=10, times=8)

    assert Counter(order) == {"other": 8}
