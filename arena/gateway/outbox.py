"""What waits to be told to one bot: whatever is in it when the stream is free goes into one message."""

from dataclasses import dataclass

from arena.match.player import MatchEnd, MatchStart, Question
from arena.protocol.mapping.envelopes import end_to_proto, start_to_proto, turn_to_proto
from arena.protocol.v1 import bot_pb2 as wire
from arena.tournament.ports import AnswerTo

MAX_TURNS = 256
"""Turns in one batch."""
FIRST_TURNS = 8
"""Turns in the first batch: it doubles with each that is answered, so a bot that hangs is found soon."""
OpenTurn = tuple[str, AnswerTo]
"""The game of a turn, and who asked."""


@dataclass(frozen=True, slots=True)
class Batch:
    """One message for a bot."""

    message: bytes
    turns: int
    longest_us: int
    """The longest limit of its turns."""


class Outbox:
    """Starts, questions and ends of matches, in the order in which they came up."""

    __slots__ = ("_ends", "_games", "_starts", "_turn_id", "_waiting")

    def __init__(self) -> None:
        self._games: dict[int, str] = {}
        self._starts: list[wire.MatchStart] = []
        self._waiting: list[tuple[int, Question, AnswerTo]] = []
        self._ends: list[wire.MatchEnd] = []
        self._turn_id = 0

    @property
    def is_urgent(self) -> bool:
        """Tell whether there is something to send; a start alone can wait for its first turn."""
        return bool(self._waiting or self._ends)

    @property
    def has_matches(self) -> bool:
        """Tell whether any match has begun and not ended."""
        return bool(self._games)

    def begin(self, match: int, start: MatchStart) -> None:
        """Put in the start of a match."""
        self._games[match] = start.game
        self._starts.append(start_to_proto(match, start))

    def ask(self, match: int, question: Question, asker: AnswerTo) -> None:
        """Put in a question."""
        self._waiting.append((match, question, asker))

    def finish(self, match: int, end: MatchEnd) -> None:
        """Put in the end of a match."""
        del self._games[match]
        self._ends.append(end_to_proto(match, end))

    def take(self, most: int, opened: dict[int, OpenTurn]) -> Batch:
        """Make a message of what waits, of at most so many turns, and enter those under their ids."""
        asked = self._waiting[:most]
        del self._waiting[:most]
        turn_id, games = self._turn_id, self._games
        longest_us = 0
        message = wire.ArenaMessage(starts=self._starts, ends=self._ends)
        add = message.turns.add
        for match, question, asker in asked:
            turn_id += 1
            game = games[match]
            turn_to_proto(turn_id, match, game=game, question=question, make=add)
            opened[turn_id] = (game, asker)
            longest_us = max(longest_us, question.limit_us)
        self._turn_id = turn_id
        self._starts, self._ends = [], []
        return Batch(message.SerializeToString(), len(asked), longest_us)
