"""Try a bot without an arena: in this process, against random players or other bots.

    from arena.bot.testing import try_bot
    print(try_bot(MyBot, "linger_longer"))

The bot is given the same messages as behind a stream. There are no clocks and no faults: an illegal move
is an error with a traceback.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import count, product
from typing import Any

from arena.bot.bot import Bot
from arena.bot.desk import Desk
from arena.core.clock import ManualClock
from arena.core.errors import IllegalMove
from arena.core.ids import MatchId
from arena.games.registry import find_game
from arena.match.local import RandomPlayer, play_match
from arena.match.player import MatchEnd, MatchStart, Question
from arena.match.referee import Referee
from arena.protocol.mapping.envelopes import choice_from_proto, end_to_proto, start_to_proto, turn_to_proto
from arena.protocol.v1 import bot_pb2 as wire


class BotPlayer:
    """A bot as a player in this process, one match after the other; it goes through the arena's messages."""

    def __init__(self, bot: type[Bot]) -> None:
        """Prepare the class, as `serve` does."""
        bot.prepare()
        self._desk = Desk(bot)
        self._turns = count()
        self._match = 0
        self._game = ""

    def start(self, start: MatchStart) -> None:
        """Take a seat."""
        self._match += 1
        self._game = start.game
        self._send(wire.ArenaMessage(starts=[start_to_proto(self._match, start)]))

    def choose(self, question: Question) -> int:
        """Return what the bot answers."""
        turn = turn_to_proto(next(self._turns), self._match, game=self._game, question=question)
        answer = self._send(wire.ArenaMessage(turns=[turn]))
        _, move, _ = choice_from_proto(answer.choices[0], game=self._game)
        if move is None or move not in question.view.legal:
            raise IllegalMove(f"the bot answered {answer.choices[0]}, which is not legal in {question.view}")
        return move

    def end(self, end: MatchEnd) -> None:
        """Hear how the match came out."""
        self._send(wire.ArenaMessage(ends=[end_to_proto(self._match, end)]))

    def _send(self, message: wire.ArenaMessage) -> wire.BotMessage:
        """Let a message go over the wire, as far as that is possible without one."""
        answer = self._desk.answer(wire.ArenaMessage.FromString(message.SerializeToString()))
        return wire.BotMessage.FromString(answer.SerializeToString())


@dataclass(frozen=True, slots=True)
class Trial:
    """How a bot did."""

    matches: int
    wins: float
    """Matches won; a shared first place counts as its share."""
    par: float
    """What a bot like its opponents would win of them."""
    mean_place: float

    def __str__(self) -> str:
        return (
            f"{self.matches} matches: won {self.wins / self.matches:.1%} "
            f"(par {self.par / self.matches:.1%}), mean place {self.mean_place:.2f}"
        )


def try_bot(
    bot: type[Bot],
    game: str,
    *,
    opponents: type[Bot] | None = None,
    preset: str = "standard",
    values: Mapping[str, object] | None = None,
    blocks: int = 50,
    seed: str = "try",
) -> Trial:
    """Play blocks, each a deal in which the bot takes every seat in turn, and say how it did.

    Args:
        bot: the class to try.
        game: the name of the game.
        opponents: who sits in all other seats; None: players of random legal moves.
        preset: where the game's options start from.
        values: options that differ from the preset.
        blocks: how many deals are played.
        seed: names the deals; the same seed gives the same ones.
    """
    options = find_game(game).options(preset, values)
    own = BotPlayer(bot)
    others = [BotPlayer(opponents) if opponents else RandomPlayer() for _ in range(options.players - 1)]
    wins, places = 0.0, 0
    for block, seat in product(range(blocks), range(options.players)):
        referee = _referee(game, options, MatchId(seed, block, seat))
        record = play_match(referee, [*others[:seat], own, *others[seat:]], ManualClock())
        places += record.places[seat]
        if record.places[seat] == 1:
            wins += 1 / record.places.count(1)
    matches = blocks * options.players
    return Trial(matches=matches, wins=wins, par=float(blocks), mean_place=places / matches)


def _referee(game: str, options: Any, match: MatchId) -> Referee:
    """Deal a match; the deal is the same in every rotation of its block."""
    seats = range(options.players)
    return Referee(
        find_game(game),
        options,
        id=match,
        seats=tuple(seats),
        seed=_seed(match.stage, match.block),
        bot_seeds=[_seed(match, seat) for seat in seats],
    )


def _seed(*parts: object) -> bytes:
    """Make 32 bytes of some words and numbers."""
    return sha256(" ".join(map(str, parts)).encode()).digest()
