"""What the rules pages say of how the games go: measured anew from seeds, so that anyone gets the same."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from statistics import mean
from typing import Any

from arena.bot.testing import BotPlayer, try_bot
from arena.core.clock import ManualClock
from arena.core.ids import MatchId
from arena.core.rng import NamedDraws
from arena.games.game import HandEnding, HandResult
from arena.games.registry import GAMES
from arena.match.local import play_match
from arena.match.player import Player
from arena.match.referee import Referee
from tests.bot.test_sample_bots import load_class

MATCHES = 400
"""Of each kind: a share is off by 5 points at most, 19 times of 20."""


def seed_of(*parts: object) -> bytes:
    """Make 32 bytes of some words and numbers."""
    return sha256(" ".join(map(str, parts)).encode()).digest()


def percent(shares: Sequence[float | bool]) -> str:
    """Write a mean as `29 %`."""
    return f"{100 * mean(shares):.0f} %"


def row(*cells: str) -> str:
    """Write a row of a table."""
    return f"| {' | '.join(cells)} |"


def random_hands(game: str, preset: str, players: int) -> list[tuple[int, HandResult]]:
    """Play first hands by random moves: how many decisions each took, and how it ended."""
    options = GAMES[game].options(preset, {"players": players})
    rng = Random(seed_of(game, preset, players))
    hands = []
    for _ in range(MATCHES):
        state = GAMES[game].new_match(options, NamedDraws(rng.randbytes(32)))
        decisions = 0
        while not (state.is_over or state.hand_number):
            state.play(rng.choice(state.legal_moves()))
            decisions += 1
        hands.append((decisions, state.hand_results[0]))
    return hands


def bot_hands(game: str, preset: str, players: int, bot: str) -> Iterator[HandResult]:
    """Play first hands by a sample bot in every seat."""
    options = GAMES[game].options(preset, {"players": players})
    seats: list[Player] = [BotPlayer(load_class(bot)) for _ in range(players)]
    for number in range(MATCHES):
        seed = seed_of(game, preset, players, number)
        match = Referee(
            GAMES[game],
            options,
            id=MatchId("measured", number, 0),
            seats=tuple(range(players)),
            seed=seed,
            bot_seeds=[seed_of(seed, seat) for seat in range(players)],
        )
        state = GAMES[game].new_match(options, NamedDraws(seed))
        for move in play_match(match, seats, ManualClock()).moves:
            if state.hand_number:
                break
            state.play(move)
        yield state.hand_results[0]


def won_by(hands: Sequence[HandResult], after_dealer: int) -> str:
    """Return how many hands somebody won who sits so many seats after the dealer; a shared win is a share."""
    shares = []
    for hand in hands:
        place = hand.places[(hand.dealer + after_dealer) % len(hand.places)]
        shares.append(1 / hand.places.count(1) if place == 1 else 0)
    return percent(shares)


def shared(hands: Sequence[tuple[int, HandResult]]) -> str:
    """Return in how many hands some place is shared."""
    return percent([len({*hand.places}) < len(hand.places) for _, hand in hands])


def blocked(hands: Sequence[HandResult]) -> str:
    """Return how many hands ended blocked."""
    return percent([hand.ending is HandEnding.BLOCKED for hand in hands])


def against_random(game: str, bot: str, preset: str, **values: Any) -> str:
    """Return how often a sample bot wins where random players have the other seats."""
    players = values.get("players", 4)
    trial = try_bot(load_class(bot), game, preset=preset, values=values, blocks=MATCHES // players)
    return f"{trial.wins / trial.matches:.0%}".replace("%", " %")


def linger_longer_hands() -> Iterator[str]:
    """Yield a table of how hands of Linger Longer go, by the number of players."""
    tables = range(3, 7)
    played = [random_hands("linger_longer", "standard", players) for players in tables]
    yield row("players", *map(str, tables))
    yield row(*["---"] * 5)
    yield row(
        "decisions in a hand of `standard`", *(f"{mean(count for count, _ in hands):.0f}" for hands in played)
    )
    yield row("hands of `standard` with a shared place", *map(shared, played))
    for preset in ("standard", "random_trump", "grand_coup"):
        hands = [list(bot_hands("linger_longer", preset, players, "lingerer")) for players in tables]
        yield row(f"the dealer wins `{preset}`", *(won_by(some, 0) for some in hands))
        yield row(f"the leader wins `{preset}`", *(won_by(some, 1) for some in hands))


def linger_longer_luck() -> Iterator[str]:
    """Yield a table of how often a sensible player of Linger Longer beats three random ones."""
    kinds: list[tuple[str, str, dict[str, str]]] = [
        ("`standard`", "standard", {}),
        ("`per_card_draw`", "per_card_draw", {}),
        ('`long_hand` with `draw = "per_card"`', "long_hand", {"draw": "per_card"}),
    ]
    yield row("four players", "`lingerer` wins")
    yield row(*["---"] * 2)
    for text, preset, values in kinds:
        yield row(text, against_random("linger_longer", "lingerer", preset, **values))


def color_elevator_hands() -> Iterator[str]:
    """Yield a table of how games of Color Elevator go, by preset and the number of players."""
    yield row("preset", "players", "cards placed", "blocked", "blocked, `elevator_bot`", "who begins wins")
    yield row(*["---"] * 6)
    for preset in GAMES["color_elevator"].presets:
        for players in (2, 3, 4):
            counts, hands = zip(*random_hands("color_elevator", preset, players), strict=True)
            sensible = list(bot_hands("color_elevator", preset, players, "elevator_bot"))
            ends = (blocked(hands), blocked(sensible), won_by(hands, 1))
            yield row(f"`{preset}`", str(players), f"{mean(counts):.0f}", *ends)


def color_elevator_luck() -> Iterator[str]:
    """Yield a table of how often a sensible player of Color Elevator beats random ones."""
    yield row("`standard`", "`elevator_bot` wins")
    yield row(*["---"] * 2)
    for players in (2, 3, 4):
        won = against_random("color_elevator", "elevator_bot", "standard", players=players)
        yield row(f"{players} players", won)


TABLES = {
    "linger_longer": {"hands": linger_longer_hands, "luck": linger_longer_luck},
    "color_elevator": {"hands": color_elevator_hands, "luck": color_elevator_luck},
}
"""By game and by the name in the page's mark."""
