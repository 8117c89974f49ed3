"""Small cases of what a seat may infer, how likely each deal is in them, and whether draws come as likely."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from arena.games.color_elevator.options import ColorElevatorOptions
from arena.games.color_elevator.view import ColorElevatorView
from tests.games.color_elevator.hindsight import Hindsight
from tests.games.color_elevator.table import GAME
from tests.games.color_elevator.test_laws import options_of
from tests.games.draws import ScriptedDraws


class Case(NamedTuple):
    """A position late in a game of which little is hidden, so that all that may be can be listed."""

    mixture: str
    players: int
    red: int
    """How many of the cards dealt to hands and reserves are red; the other red ones are passed over."""
    seed: int
    moves: int
    seat: int

    def reach(self) -> tuple[ColorElevatorView, ColorElevatorOptions]:
        """Play random moves, and return what the seat sees then."""
        options = options_of(self.mixture, self.players)
        rng = Random(self.seed)
        state = GAME.new_match(options, ScriptedDraws({"deck/0": self._deck(rng)}))
        for _ in range(self.moves):
            state.play(rng.choice(state.legal_moves()))
        return state.view(self.seat), options

    def _deck(self, rng: Random) -> list[int]:
        """Stack a deck with a long known bottom: most of what is drawn from it, all see."""
        cards = rng.sample(range(52), 52)
        red = [card for card in cards if card // 13 in (1, 2)]
        black = [card for card in cards if card // 13 in (0, 3)]
        dealt = red[: self.red] + black[: 8 * self.players - self.red]
        rng.shuffle(dealt)
        return dealt + red[self.red :] + black[8 * self.players - self.red :]


CASES = {
    "a known bottom": Case("standard", 2, 4, seed=3, moves=12, seat=0),
    "an empty stock": Case("standard", 2, 4, seed=3, moves=24, seat=0),
    "reserves that are drawn": Case("standard", 3, 6, seed=9, moves=34, seat=1),
    "a reserve that is picked up": Case("pick_up", 2, 4, seed=1, moves=20, seat=1),
    "reserves of three that are picked up": Case("pick_up", 4, 8, seed=0, moves=30, seat=0),
    "both piles": Case("both_piles_stop", 3, 6, seed=5, moves=35, seat=1),
    "both piles, and another owes a second card": Case("both_piles_stop", 3, 6, seed=3, moves=25, seat=2),
    "three hands": Case("none_stop", 4, 8, seed=11, moves=34, seat=3),
    "a flip and a reshuffle": Case("one_card_flip", 2, 4, seed=3, moves=52, seat=1),
    "both piles and a reshuffle": Case("original", 2, 4, seed=3, moves=40, seat=1),
    "both piles and three reshuffles": Case("original", 3, 6, seed=22, moves=144, seat=0),
}
HARD = Case("both_piles_stop", 3, 6, seed=3, moves=24, seat=1)
"""Of a thousand deals by trial, one fits."""


@cache
def chances(case: Case) -> dict[Any, float]:
    """Return, by the hands of all, the part of all complete pasts that lead to them."""
    view, options = case.reach()
    ways: Counter[Any] = Counter()
    for hands, count in Hindsight(view, options).layouts():
        ways[hands] += count
    return {hands: count / ways.total() for hands, count in ways.items() if count}


def differ(expected: dict[Any, float], draw: Callable[[], Any]) -> bool:
    """Tell by a chi-square test whether what is drawn differs from what is expected.

    What is rare is counted together. One fair test in 10,000 would say so (the limit by Wilson and Hilferty).
    """
    total = max(1_000, 10 * len(expected))
    found: Counter[Any] = Counter()
    for _ in range(total):
        each = draw()
        if each not in expected:
            return True
        found[each] += 1
    often = [each for each, chance in expected.items() if chance * total >= 5]
    cells = [(found[each], expected[each] * total) for each in often]
    rare = total - sum(mean for _, mean in cells)
    if rare > 1:
        cells.append((total - sum(count for count, _ in cells), rare))
    freedom = len(cells) - 1
    chi_square = sum((count - mean) ** 2 / mean for count, mean in cells)
    spread = 2 / (9 * freedom)
    return chi_square > freedom * (1 - spread + 3.72 * spread**0.5) ** 3
