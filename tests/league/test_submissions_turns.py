from arena.league.turns import AccountTurns
from arena.roster.submission import Submission, SubmissionState


def queued(number: int, account: str) -> Submission:
    return Submission(number, account, "league", f"bot-{number}", "0" * 64, (), SubmissionState.QUEUED, 0.0)


def served(turns: AccountTurns, waiting: list[Submission]) -> list[int]:
    """Take all out of a queue, in turn."""
    order = []
    while (chosen := turns.next_of(waiting)) is not None:
        waiting.remove(chosen)
        order.append(chosen.number)
    return order


def test_an_account_with_many_submissions_holds_nobody_else_up() -> None:
    many = [queued(number, "busy") for number in range(1, 6)]
    late = queued(6, "other")

    assert served(AccountTurns(), [*many, late]) == [1, 6, 2, 3, 4, 5]


def test_accounts_take_turns() -> None:
    waiting = [queued(number, account) for number, account in enumerate("aaabbc", start=1)]

    assert served(AccountTurns(), waiting) == [1, 4, 6, 2, 5, 3]


def test_who_has_just_been_served_comes_after_a_newcomer() -> None:
    turns = AccountTurns()
    turns.next_of([queued(1, "a")])

    chosen = turns.next_of([queued(2, "a"), queued(3, "b")])

    assert chosen is not None
    assert chosen.number == 3


def test_a_submission_that_is_passed_over_keeps_its_turn() -> None:
    turns = AccountTurns()
    waiting = [queued(1, "a"), queued(2, "b")]

    first = turns.next_of(waiting, passed_over={1})
    second = turns.next_of(waiting)

    assert [first and first.number, second and second.number] == [2, 1]
