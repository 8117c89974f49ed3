"""Rounds are planned so that everybody plays equally much, newcomers first."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.planning import Contender, PlannedRound, plan_final, plan_round, round_draws
from arena.roster.league import RoundKind

DRAWS = round_draws("open", 1, "linger_longer")


def bot(submission: int, *, blocks: int = 0, account: str | None = None, worth: float = 0.0) -> Contender:
    return Contender(submission, account or f"account-{submission}", "bot", blocks, worth)


class League:
    """Plays planned rounds, as far as blocks go."""

    def __init__(self, *bots: Contender, seats: int) -> None:
        self.seats = seats
        self.bots = {each.submission: each for each in bots}
        self.most = 0
        """The most blocks that one round gave anybody."""
        self._rounds = 0

    def play(self) -> PlannedRound:
        self._rounds += 1
        plan = plan_round(
            self.bots.values(), self.seats, draws=round_draws("open", self._rounds, "linger_longer")
        )
        assert plan is not None
        for submission, blocks in blocks_of(plan).items():
            played = self.bots[submission]
            self.bots[submission] = replace(played, blocks=played.blocks + blocks)
            self.most = max(self.most, blocks)
        return plan

    def blocks(self) -> Counter[str]:
        """Return the blocks of each account."""
        counts: Counter[str] = Counter()
        for each in self.bots.values():
            counts[each.account] += each.blocks
        return counts


def blocks_of(plan: PlannedRound) -> Counter[int]:
    """Return how many blocks each bot has in a round, by submission."""
    return Counter(
        {
            plan.entrants[index]: tables * plan.deals
            for index, tables in Counter(index for table in plan.tables for index in table).items()
        }
    )


def spread(counts: list[int]) -> int:
    return max(counts) - min(counts)


def test_too_few_accounts_make_no_round() -> None:
    bots = [bot(1), bot(2), bot(3, account="account-2")]

    assert plan_round(bots, 3, draws=DRAWS) is None
    assert plan_final(bots, 3, draws=DRAWS, deals=2) is None
    assert plan_round([], 2, draws=DRAWS) is None


def test_everyone_plays_equally_much_in_a_cycle() -> None:
    plan = plan_round([bot(number, blocks=500) for number in range(40, 10, -1)], 4, draws=DRAWS)

    assert plan is not None
    assert plan.kind is RoundKind.CYCLE
    assert plan.entrants == tuple(range(11, 41))
    assert len(set(blocks_of(plan).values())) == 1


def test_an_account_brings_the_bot_that_has_played_least_and_of_equals_the_oldest() -> None:
    ones = [bot(1, account="a", blocks=60), bot(2, account="a", blocks=20), bot(3, account="a", blocks=20)]

    plan = plan_round([*ones, bot(4, blocks=100)], 2, draws=DRAWS)

    assert plan is not None
    assert plan.entrants == (2, 4)


@given(st.integers(2, 6), st.integers(0, 30), st.integers(1, 3_000))
@settings(max_examples=40)
def test_a_round_has_the_blocks_that_are_wanted_and_every_order_equally_often(
    seats: int, more: int, target: int
) -> None:
    plan = plan_round([bot(each) for each in range(seats + more)], seats, draws=DRAWS, target_blocks=target)

    assert plan is not None
    blocks, orders = len(plan.tables) * plan.deals, factorial(seats - 1)
    assert plan.deals % orders == 0
    assert blocks >= target
    assert plan.deals == orders or blocks - len(plan.tables) * orders < target


@pytest.mark.parametrize("seats", [2, 4])
def test_at_a_single_table_every_round_is_a_cycle(seats: int) -> None:
    league = League(*(bot(each, blocks=5_000 * (each > 0)) for each in range(seats)), seats=seats)

    assert {league.play().kind for _ in range(5)} == {RoundKind.CYCLE}


def test_in_a_catch_up_somebody_who_is_behind_sits_at_every_table() -> None:
    bots = [bot(each, blocks=5_000) for each in range(10)] + [bot(10), bot(11)]

    plan = plan_round(bots, 4, draws=DRAWS)

    assert plan is not None
    assert plan.kind is RoundKind.CATCH_UP
    assert all(10 in table or 11 in table for table in plan.tables)


@pytest.mark.parametrize(("others", "seats"), [(9, 4), (40, 4), (25, 6)])
def test_in_a_catch_up_a_newcomer_meets_all_others_equally_often(others: int, seats: int) -> None:
    plan = plan_round([bot(each, blocks=9_000) for each in range(others)] + [bot(others)], seats, draws=DRAWS)

    assert plan is not None
    met = Counter(pair for table in plan.tables for pair in combinations(table, 2))
    times = [met[other, others] for other in range(others)]
    assert min(times) >= 1
    assert spread(times) <= 1


def test_in_a_catch_up_those_with_the_fewest_blocks_play_the_most_of_the_others() -> None:
    bots = [bot(each, blocks=9_000 + each) for each in range(40)] + [bot(40)]

    plan = plan_round(bots, 4, draws=DRAWS)

    assert plan is not None
    blocks = blocks_of(plan)
    played = [blocks[each] for each in range(40)]
    assert played == sorted(played, reverse=True)
    assert len(set(played)) > 1


@given(st.integers(2, 6), st.integers(1, 30), st.integers(0, 9_000))
@settings(max_examples=40)
def test_a_newcomer_catches_up_without_overtaking(seats: int, more: int, blocks: int) -> None:
    league = League(*(bot(each, blocks=blocks) for each in range(seats + more - 1)), bot(99), seats=seats)
    rounds = 0

    while league.play().kind is RoundKind.CATCH_UP:
        rounds += 1
        assert rounds < 500

    lacking = [league.bots[each].blocks - league.bots[99].blocks for each in range(seats + more - 1)]
    assert max(lacking) <= 2 * league.most
    if rounds:
        assert sorted(lacking)[len(lacking) // 2] >= 0


@pytest.mark.parametrize("newcomers", [2, 4, 6])
def test_several_newcomers_catch_up_too(newcomers: int) -> None:
    old = [bot(each, blocks=3_000) for each in range(12)]
    league = League(*old, *(bot(20 + each) for each in range(newcomers)), seats=4)
    rounds = 0

    while league.play().kind is RoundKind.CATCH_UP:
        rounds += 1
        assert rounds < 500

    assert spread([*league.blocks().values()]) < 2 * league.most


def test_where_most_are_new_nobody_is_behind() -> None:
    bots = [bot(each, blocks=5_000 * (each < 4)) for each in range(12)]

    plan = plan_round(bots, 3, draws=DRAWS)

    assert plan is not None
    assert plan.kind is RoundKind.CYCLE


def test_an_account_with_three_bots_plays_as_much_as_one_with_one() -> None:
    crowd = [bot(100 + each, account="crowd") for each in range(3)]
    league = League(*(bot(each) for each in range(8)), *crowd, seats=4)

    kinds = {league.play().kind for _ in range(30)}

    assert kinds == {RoundKind.CYCLE}
    assert spread([*league.blocks().values()]) == 0
    assert spread([each.blocks for each in league.bots.values() if each.account == "crowd"]) <= league.most


def test_a_second_bot_gets_the_rounds_of_its_account_and_no_more() -> None:
    league = League(*(bot(each, blocks=1_000) for each in range(8)), bot(50, account="account-3"), seats=4)

    plan = league.play()

    assert plan.kind is RoundKind.CYCLE
    assert plan.entrants == (0, 1, 2, 4, 5, 6, 7, 50)


@pytest.mark.parametrize(("seats", "size"), [(2, 6), (3, 20), (4, 9), (4, 30), (6, 16)])
def test_accounts_that_stay_play_equally_much_while_others_come_and_go(seats: int, size: int) -> None:
    rng = Random(f"{seats}/{size}")
    league = League(*(bot(each) for each in range(size)), seats=seats)
    staying = [f"account-{each}" for each in range(size // 2)]
    caught_up = 0

    for number in range(80):
        guests = [each for each in league.bots if each >= size // 2]
        if rng.random() < 0.2:
            league.bots[size + number] = bot(size + number)
        if rng.random() < 0.2 and len(guests) > size // 3:
            del league.bots[rng.choice(guests)]
        caught_up += league.play().kind is RoundKind.CATCH_UP
        assert spread([league.blocks()[account] for account in staying]) <= league.most

    assert 0 < caught_up < 80


def test_plans_follow_from_what_was_played_alone() -> None:
    bots = [bot(each, blocks=7 * each) for each in range(40)]

    assert plan_round(bots, 4, draws=DRAWS) == plan_round(bots[::-1], 4, draws=DRAWS)


def test_one_round_after_another_brings_others_together() -> None:
    bots = [bot(each) for each in range(40)]
    plans = [plan_round(bots, 4, draws=round_draws("open", number, "linger_longer")) for number in (1, 2)]

    assert plans[0] != plans[1]


def test_every_account_brings_its_best_bot_to_a_final() -> None:
    bots = [
        bot(1, account="a", blocks=90, worth=12.0),
        bot(2, account="a", blocks=90, worth=20.0),
        bot(3, account="b", blocks=90, worth=-4.0),
        bot(4, account="b"),
        bot(5, account="c"),
    ]

    plan = plan_final(bots, 3, draws=DRAWS, deals=3)

    assert plan == PlannedRound(RoundKind.FINAL, (2, 3, 5), ((0, 1, 2),), 4)


def test_a_final_is_a_whole_cycle_however_much_somebody_is_behind() -> None:
    bots = [bot(each, blocks=5_000 * (each > 0)) for each in range(9)]

    plan = plan_final(bots, 4, draws=DRAWS, deals=6)

    assert plan is not None
    assert plan.tables == tuple(combinations(range(9), 4))
    assert plan.deals == 6
