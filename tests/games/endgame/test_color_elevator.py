"""Endings of Color Elevator, worked out by hand, and what a complete search says of them.

Hands are written from seat 0 on, which is to move; there is no stock and no reserve unless it is written.
"""

from functools import partial
from random import Random
from typing import Any

import pytest

from arena.core.cards import TEXTS
from tests.games.color_elevator.table import GAME, set_up
from tests.games.endgame.position import Position
from tests.games.endgame.solver import worth, worth_in_full, worth_of_moves, worth_of_seats

TWO = GAME.options("standard", {"players": 2})
THREE = GAME.options("standard", {"players": 3})
PICK_UP = GAME.options("pick_up", {"players": 2})
BOTH = GAME.options("standard", {"players": 2, "turn": "both_piles", "refill": "none"})
ONE_TURN = GAME.options("standard", {"players": 2, "turn_limit": 1})
TWO_TURNS = GAME.options("standard", {"players": 2, "refill": "none", "turn_limit": 2})
THREE_TURNS = GAME.options("original", {"players": 2, "turn_limit": 3})

two = partial(set_up, TWO)

POSITIONS = [
    Position(
        "CE8.1: shut out whoever has one card",
        "Seat 1 wins at once if 9c fits. On 8c it does, on Jc it doesn't: seat 1 passes, and 2d, which "
        "fits on 3d whenever seat 0 likes, is the last card.",
        lambda: two(["Jc 2d", "9c"], tops="8c 3d"),
        {"Jc/0": 1, "2d/1": -1},
    ),
    Position(
        "CE4.2: the card drawn after placing spoils the win",
        "The same cards, but seat 0 draws 4s after Jc. When it has placed 2d too, 9c and 4s fit on "
        "neither Jc nor 2d: the game is blocked with one card each, and the place is shared. 2d first "
        "still loses to 9c.",
        lambda: two(["Jc 2d", "9c"], tops="8c 3d", stock="4s"),
        {"Jc/0": 0, "2d/1": -1},
    ),
    Position(
        "CE4.1: who can place a card must",
        "On Kd seat 1 must place 9h, and 7h covers it before 9c can follow: seat 1 passes, and 2s is seat "
        "0's last. After 2s, seat 1 places 9c on it, seat 0 must open the other pile with Kd, and 9h "
        "wins.",
        lambda: two(["2s Kd 7h", "9h 9c"], tops="Kc 2d"),
        {"Kd/0": 1, "2s/1": -1},
    ),
    Position(
        "CE8.2: block the game while you are ahead",
        "On Kc and 2d nothing of anybody fits, Qd neither: blocked, one card against three. Qd instead "
        "opens the pile to Jh, 9h and 4h, one after the other, while Kc never fits.",
        lambda: two(["Kc Qd", "Jh 9h 4h"], tops="Qc 2d"),
        {"Kc/0": 1, "Qd/0": -1},
    ),
    Position(
        "CE6.1: a reserve keeps the last card of a hand from winning",
        "After 9c seat 1 places Tc, but draws 2h from its reserve and has not won, and Kc is seat 0's "
        "last. Kc first shuts out Tc, but 9c as well: seat 1 draws and places 2h, and it ends blocked at "
        "one card each.",
        lambda: two(["9c Kc", "Tc"], tops="8c 3d", reserves=["", "2h"]),
        {"9c/0": 1, "Kc/0": 0},
    ),
    Position(
        "CE6.2: what is picked up may fit on the king",
        "Seat 1 picks up Kh and Th. On 9c nothing of it fits but Tc, and Kc is seat 0's last. On Kc it "
        "places Kh, Th and Tc one after the other, while 9c fits on none of them.",
        lambda: set_up(PICK_UP, ["9c Kc", "Tc"], tops="8c 3d", reserves=["", "Kh Th"]),
        {"9c/0": 1, "Kc/0": -1},
    ),
    Position(
        "CE6.3: place the flipped ace where the next flip needs nothing",
        "9c is next in seat 0's reserve, and 5h fits on the ace alone. With the ace on pile 1, 8c stays "
        "open and 9c wins in the last turn. With the ace on 8c, 9c fits on neither 5h nor 3d: seat 0 "
        "takes it and draws three, and is behind by four cards to one when the limit is reached.",
        lambda: set_up(THREE_TURNS, ["", "5h"], tops="8c 3d", stock="2s 2h 3h 4d", reserves=["Ac 9c", ""]),
        {"Ac/0": -1, "Ac/1": 1},
    ),
    Position(
        "CE5.1: of two cards for a pile, the one that shuts out",
        "9d goes to pile 1, in the first move or in the second. With Kc on pile 0, Tc doesn't fit and 9c "
        "wins on 9d. With 9c there, Tc fits and wins.",
        lambda: set_up(BOTH, ["9c 9d Kc", "Tc"], tops="8c Td"),
        {"9c/0": -1, "Kc/0": 1, "9d/1": 1},
    ),
    Position(
        "CE5.1: a first card that leaves nothing for the other pile is illegal",
        "8h fits on both piles, but on pile 0 it would leave nothing for Td, so it must go to pile 1. Jd "
        "can't follow. With 9c on pile 0, Ks is the last card; with Ks there, 9c fits nowhere: blocked, "
        "one card each.",
        lambda: set_up(BOTH, ["8h 9c Ks", "Jd"], tops="8c Td"),
        {"9c/0": 1, "Ks/0": 0, "8h/1": 1},
    ),
    Position(
        "CE3.3: an ace is a key, and not for the door that is open",
        "5h fits on 6d, and the ace fits always, so either order wins, and seat 1 can't cover both an ace "
        "on pile 0 and the 6d. An ace on 6d shuts out 5h as soon as seat 1 covers it: blocked at one card "
        "each.",
        lambda: two(["Ac 5h", "4h 9s"], tops="Kc 6d"),
        {"5h/1": 1, "Ac/0": 1, "Ac/1": 0},
    ),
    Position(
        "CE8.3: make the last turn before the limit a forced draw",
        "One turn each is left. If seat 1 can place a card, it ends with one and seat 0 with two. On Kc "
        "and 8d it can't: it draws two and has four.",
        lambda: set_up(TWO_TURNS, ["9c Kc 7h", "Tc 9h"], tops="8c 8d", stock="2c 3c"),
        {"9c/0": -1, "Kc/0": 1, "7h/1": -1},
    ),
    Position(
        "CE8.4: a reserve counts when the limit is reached",
        "Seat 0 has 2c left after its turn, seat 1 one card in the hand, but two in the reserve.",
        lambda: set_up(ONE_TURN, ["9c 2c", "Ks"], tops="8c 3d", reserves=["", "4h 5h"]),
        {"9c/0": 1},
    ),
    Position(
        "CE8.4: of three, behind the winner the fewest cards are second",
        "Jc shuts out both 9c and Tc, nothing fits on 3d but 2d, and that is seat 0's last. With 2d "
        "first, 9c wins; seat 0 has one card left and seat 2 has two.",
        lambda: set_up(THREE, ["Jc 2d", "9c", "Tc 4h"], tops="8c 3d"),
        {"Jc/0": 2, "2d/1": 0},
    ),
    Position(
        "CE8.2: of three, all may share the first place",
        "On 9c seat 2 wins with Qc whatever seat 1 does, and the other two have a card each. Kc shuts "
        "everyone out: seat 1 must place 2h, then all pass with one card each.",
        lambda: set_up(THREE, ["9c Kc", "Tc 2h", "Qc"], tops="8c 3d"),
        {"9c/0": -1, "Kc/0": 0},
    ),
]


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_the_search_agrees_with_the_hand_worked_ending(position: Position) -> None:
    assert worth_of_moves(GAME, position.state()) == position.moves


def test_what_two_seats_can_make_sure_of_adds_up_to_nothing() -> None:
    states = [state for position in POSITIONS if (state := position.state()).options.players == 2]

    assert len(states) > 5
    assert all(sum(worth_of_seats(state)) == 0 for state in states)


@pytest.mark.parametrize("options", [TWO, THREE, PICK_UP, BOTH], ids=lambda options: f"{options.players}")
@pytest.mark.parametrize("seed", range(4))
def test_what_alpha_beta_leaves_out_changes_nothing(options: Any, seed: int) -> None:
    rng = Random(seed)
    players = options.players
    cards = rng.sample(TEXTS, 2 + 3 * players)
    hands = [" ".join(cards[2 + 2 * seat : 4 + 2 * seat]) for seat in range(players)]
    reserves = cards[2 + 2 * players :]
    state = set_up(options, hands, tops=" ".join(cards[:2]), reserves=reserves)

    for seat in range(players):
        assert worth(state, seat) == worth_in_full(state, seat)
