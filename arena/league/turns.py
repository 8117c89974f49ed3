"""Whose turn it is: shares of the machine between leagues, and of the checks between accounts."""

from collections.abc import Callable, Collection, Mapping, Sequence

from arena.roster.submission import Submission


class LeagueTurns:
    """Leagues take turns by the seconds that they have played: who has had the least is next.

    One that comes late, or comes back, begins with the least of the others: what it had no use for before
    is not made up for, or it would keep the machine to itself for as long.
    """

    def __init__(self, add_seconds: Callable[[str, float], None]) -> None:
        """Keep the account of seconds by a function of league and seconds."""
        self._add_seconds = add_seconds
        self._there: set[str] = set()

    def next_of(self, played: Mapping[str, float]) -> str | None:
        """Return who is next of those that want a turn now, given the seconds of each; None for nobody."""
        seconds = dict(played)
        stayed = [seconds[league] for league in seconds if league in self._there]
        floor = min(stayed, default=0.0)
        for league in seconds.keys() - self._there:
            if seconds[league] < floor:
                self._add_seconds(league, floor - seconds[league])
                seconds[league] = floor
        self._there = set(seconds)
        return min(sorted(seconds), key=seconds.__getitem__, default=None)


class AccountTurns:
    """Accounts take turns, a submission at a time: who was served longest ago, or never, is next."""

    def __init__(self) -> None:
        """Nobody has been served."""
        self._served: dict[str, int] = {}
        self._count = 0

    def next_of(self, queued: Sequence[Submission], passed_over: Collection[int] = ()) -> Submission | None:
        """Take the next out of a queue, none of those passed over; of one account its oldest first."""
        waiting = [submission for submission in queued if submission.number not in passed_over]
        if not waiting:
            return None
        chosen = min(waiting, key=lambda each: (self._served.get(each.account, 0), each.number))
        self._count += 1
        self._served[chosen.account] = self._count
        return chosen
