"""How long the stock lasts, as docs/rules says: it bounds which endings can occur."""

from itertools import product
from random import Random

import pytest

from arena.core.rng import NamedDraws
from arena.games.game import NOBODY
from arena.games.linger_longer.options import PRESETS, LingerLongerOptions
from tests.games.linger_longer.table import GAME

TABLES = list(product(range(3, 7), range(2, 9)))
RUN_DRY = [(5, 8), (6, 7), (6, 8)]


def least_stock(options: LingerLongerOptions, hands: int = 250) -> int:
    """Return the least stock that is left at the end of random hands; check how many tricks they took."""
    rng = Random(4)
    least = 52
    for _ in range(hands):
        state = GAME.new_match(options, NamedDraws(rng.randbytes(32)))
        state.playout(rng)
        assert state.current_player == NOBODY
        view = state.view(0)
        if options.draw == "one":
            assert sum(view.tricks_won) <= 2 * options.cards_each - 1
        least = min(least, view.stock)
    return least


@pytest.mark.parametrize(("players", "hand_size"), TABLES)
def test_the_stock_runs_dry_with_five_and_hands_of_8_or_six_and_hands_of_7_or_8_alone(
    players: int, hand_size: int
) -> None:
    options = GAME.options("standard", {"players": players, "hand_size": hand_size})

    assert (least_stock(options) == 0) == ((players, hand_size) in RUN_DRY)


@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize("preset", PRESETS)
def test_the_stock_runs_dry_where_a_trick_draws_as_many_cards_as_it_has_and_in_the_longest_hand(
    preset: str, players: int
) -> None:
    options = GAME.options(preset, {"players": players})

    runs_dry = preset == "per_card_draw" or (preset == "long_hand" and players == 6)
    assert (least_stock(options) == 0) == runs_dry
