"""Plain turns, which have code of their own for speed, are turns like all others."""

from random import Random

import pytest

from arena.core.rng import NamedDraws
from arena.games.color_elevator.options import PRESETS
from arena.games.color_elevator.plain import is_plain
from tests.games.color_elevator.table import GAME, legal, set_up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_of_plain_turns_goes_by_the_rules_for_all_turns(players: int) -> None:
    options = GAME.options("standard", {"players": players})
    rng = Random(players)
    for _ in range(20):
        draws = NamedDraws(rng.randbytes(32))
        plain, other = GAME.new_match(options, draws), GAME.new_match(options, draws)
        assert plain.is_plain
        other.is_plain = False
        while not plain.is_over:
            move = rng.choice(plain.legal_moves())
            plain.play(move)
            other.play(move)

            assert plain.events() == other.events()
            assert [plain.view(seat) for seat in range(players)] == [
                other.view(seat) for seat in range(players)
            ]
        assert plain.outcome() == other.outcome()


def test_only_standard_has_plain_turns_and_only_with_a_limit_that_is_out_of_reach() -> None:
    assert [preset for preset in PRESETS if is_plain(GAME.options(preset))] == ["standard"]
    assert not is_plain(GAME.options("standard", {"turn_limit": 100}))


def test_ce_4_4_in_a_playout_a_draw_from_the_reserve_ends_a_row_of_passes() -> None:
    options = GAME.options("standard", {"players": 3})
    state = set_up(options, ["9c 4h", "5d 5h", "6h"], tops="8c 3d", reserves=["", "", "7c Tc"])
    assert legal(state) == ["9c/0"]

    state.playout(Random(0))

    # Seat 1 passes, seat 2 draws two, seats 0 and 1 pass, and seat 2 places one of the two.
    assert [result.places for result in state.hand_results] == [(1, 2, 2)]
