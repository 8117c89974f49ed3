"""Random matches to play with engine and twin at once: options, seeds, and now and then a stacked pack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from random import Random
from typing import Any

from arena.core.rng import NamedDraws
from arena.games.options import Choice, choices
from arena.games.registry import GAMES
from tests.naive.house_rules import DEFAULTS, PRESETS, Options, options_of, refuses
from tests.naive.shuffling import ORDER, PACK, Shuffles

TURN_LIMITS = (1, 2, 4, 8, 16, 32, 64, 96, 128, 1000, 1000, 1000)
MATCH_LENGTHS = (1, 1, 1, 1, 2, 3)
STACKED = {"linger_longer": ("tie",), "color_elevator": ("void", "void twice", "run", "stuck", "stuck")}


@dataclass(frozen=True)
class Setup:
    """All that a match follows from; what `repr` writes can be pasted to play it again."""

    game: str
    preset: str
    changes: Options = field(default_factory=dict)
    seed: bytes = bytes(32)
    moves: int = 0
    """The seed of the random moves."""
    stacked: str = ""
    """How the first pack is stacked, or nothing: see `stack`."""

    @property
    def options(self) -> Options:
        """All options, as the twin has them."""
        return options_of(self.game, self.preset, self.changes)

    def packs(self) -> dict[str, list[str]]:
        """Return the stacked packs by label."""
        return stack(self.stacked, self.options["players"], Random(self.moves))


class StackedShuffles(Shuffles):
    """The twin's draws, but for some packs."""

    def __init__(self, seed: bytes, packs: Mapping[str, list[str]]) -> None:
        super().__init__(seed)
        self.packs = packs

    def shuffle(self, label: str, cards: Sequence[str]) -> list[str]:
        return list(self.packs.get(label) or super().shuffle(label, cards))


class StackedDraws(NamedDraws):
    """The engine's draws, but for some packs."""

    def __init__(self, seed: bytes, packs: Mapping[str, list[str]]) -> None:
        super().__init__(seed)
        self.packs = packs

    def shuffle(self, label: str, items: Sequence[int]) -> list[int]:
        if label in self.packs:
            return [ORDER[card] for card in self.packs[label]]
        return super().shuffle(label, items)


def stack(kind: str, players: int, rng: Random) -> dict[str, list[str]]:
    """Stack packs for what no seed that can be found leads to, or seldom.

    Args:
        kind: `tie`, all draw one rank in the cut (LL2.2); `void`, the stock has one color, and `void twice`,
            so it has when dealt anew (CE2.3); `run`, many cards are passed over (CE2.3); `stuck`, what fits
            the first piles is in the reserves, all of it or but one card, so that the stock runs out while
            nothing is on the piles (CE4.4, CE7.2).
        players: 4 for the void kinds.
        rng: the source of the rest.
    """
    pack = list(PACK)
    rng.shuffle(pack)
    if kind == "tie":
        rank = pack[0][0]
        return {"cut/0/0": sorted(pack, key=lambda card: card[0] != rank)}
    dealt = 8 * players
    if kind == "run":
        rest = sorted(pack[dealt:], key=lambda card: card[1] in "cs")
        return {"deck/0": pack[:dealt] + rest}
    if kind == "stuck":
        return {"deck/0": stuck_pack(pack, players, rng)}
    if kind.startswith("void"):
        color = rng.choice(("cs", "dh"))
        last = [card for card in pack if card[1] in color][: len(PACK) - dealt]
        void = [card for card in pack if card not in last] + last
        return {"deck/0": void} | ({"deck/0/1": void} if kind == "void twice" else {})
    return {}


def stuck_pack(pack: list[str], players: int, rng: Random) -> list[str]:
    """Put what fits a black king and a red two into the reserves, and those two on the piles."""
    tops = [rng.choice(("Kc", "Ks")), rng.choice(("2d", "2h"))]
    fitting = [card for card in pack if card[0] == "A" or card in ("Kd", "Kh", "2c", "2s")]
    others = [card for card in pack if card not in tops and card not in fitting]
    reserves = fitting + others[: 4 * players - len(fitting)]
    rng.shuffle(reserves)
    rest = [card for card in others if card not in reserves]
    if rng.random() < 0.5:
        at, to = rng.randrange(len(reserves)), rng.randrange(len(rest))
        reserves[at], rest[to] = rest[to], reserves[at]
    return reserves + rest[: 4 * players] + tops + rest[4 * players :]


@cache
def word_choices(game: str) -> list[Options]:
    """List every combination of words that makes a game, whatever the numbers."""
    worded = {name: choice.words for name, choice in option_table(game).items() if choice.words}
    combinations = [dict(zip(worded, words, strict=True)) for words in product(*worded.values())]
    return [words for words in combinations if not refuses(game, "standard", DEFAULTS[game] | words)]


def option_table(game: str) -> dict[str, Choice]:
    """Return the engine's table of options."""
    return choices(GAMES[game].options_type)


def random_setup(game: str, rng: Random) -> Setup:
    """Draw a match in which rare things are frequent: few turns, few hands, two players, stacked packs."""
    preset = rng.choice(list(PRESETS[game]))
    changes: Options = {} if rng.random() < 0.3 else dict(rng.choice(word_choices(game)))
    for name, choice in option_table(game).items():
        if choice.least is not None and rng.random() < 0.6:
            changes[name] = random_number(name, choice, rng)
    stacked = rng.choice(STACKED[game]) if rng.random() < 0.15 else ""
    if stacked.startswith("void"):
        changes["players"] = 4
    if stacked == "stuck" and rng.random() < 0.7:
        changes |= PRESETS[game]["original"] | {"turn": rng.choice(("one_card", "both_piles"))}
    if game == "linger_longer" and refuses(game, preset, options_of(game, preset, changes)):
        preset = "lift_smoke"  # the one with which two can play
    return Setup(game, preset, changes, rng.randbytes(32), rng.randrange(2**32), stacked)


def random_number(name: str, choice: Choice, rng: Random) -> int:
    """Draw a number in the range of an option."""
    if name == "turn_limit":
        return rng.choice(TURN_LIMITS)
    if name == "first_to":
        return rng.choice(MATCH_LENGTHS)
    assert choice.least is not None
    assert choice.most is not None
    if rng.random() < 0.5:
        return rng.choice((choice.least, choice.most))
    return rng.randint(choice.least, choice.most)


def random_setups(game: str, *, matches: int, seed: int) -> Iterator[Setup]:
    """Draw so many matches from a seed."""
    rng = Random(seed)
    for _ in range(matches):
        yield random_setup(game, rng)


def engine_options(setup: Setup) -> Any:
    """Return the engine's options for a match."""
    return GAMES[setup.game].options(setup.preset, setup.changes)
