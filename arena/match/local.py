"""A match between players in this process: for tests, bot authors and measurements."""

from collections.abc import Sequence
from random import Random

from arena.core.clock import Clock
from arena.match.faults import FaultKind
from arena.match.player import MatchEnd, MatchStart, Player, Question
from arena.match.record import MatchRecord
from arena.match.referee import Referee


def play_match(referee: Referee, players: Sequence[Player], clock: Clock) -> MatchRecord:
    """Play a match, one question after the other, with the players by seat.

    An exception that a player raises ends the match and is the caller's to see: whoever plays locally
    wants the traceback, not a fault.
    """
    began = clock.micros()
    for seat, player in enumerate(players):
        player.start(referee.start_for(seat))
    while (question := referee.ask()) is not None:
        asked = clock.micros()
        move = players[question.seat].choose(question)
        took = clock.micros() - asked
        if took > question.limit_us:
            late = f"answered {referee.describe(move)} after {took} us; the limit was {question.limit_us} us"
            referee.refuse(FaultKind.TIME_OUT, late, wall_us=took, cpu_us=0)
        else:
            referee.answer(move, wall_us=took, charged_us=took, cpu_us=took)
    for seat, player in enumerate(players):
        player.end(referee.end_for(seat))
    return referee.record((clock.micros() - began) / 1e6)


class RandomPlayer:
    """Plays any legal move, by the random numbers of its seat's seed."""

    __slots__ = ("_random",)

    def start(self, start: MatchStart) -> None:
        """Take a seat."""
        self._random = Random(start.seed)

    def choose(self, question: Question) -> int:
        """Return one of the legal moves, each as likely as the other."""
        legal: bytes = question.view.legal
        return legal[int(self._random.random() * len(legal))]

    def end(self, end: MatchEnd) -> None:
        """Hear how the match came out."""
