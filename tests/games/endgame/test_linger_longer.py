"""Endings of Linger Longer, worked out by hand, and what a complete search says of them.

Hands are written from seat 0 on. Seat 0 leads and there is no trump, unless it says otherwise.
"""

from functools import partial
from random import Random

import pytest

from arena.core.cards import TEXTS
from arena.games.linger_longer.state import LingerLongerState
from tests.games.endgame.position import Position
from tests.games.endgame.solver import worth, worth_in_full, worth_of_moves, worth_of_seats
from tests.games.linger_longer.table import GAME, deal, late, play

two = partial(late, preset="lift_smoke")


def naming() -> LingerLongerState:
    """Two players with two cards each; seat 1 leads, and whoever takes the first trick names trump."""
    return deal(["2c 9d", "Ac 2d"], "3d 4s", preset="lift_smoke", trump="first_winner")


POSITIONS = [
    Position(
        "LL5.1: who leads the last card of an empty stock is out first",
        "With two cards each and no stock, the leader of the second trick plays its last card, is out at "
        "once, and the other wins with a card in the hand. So the first trick must be lost: 2d under Kd. "
        "Ac takes it.",
        lambda: two(["Ac 2d", "3c Kd"]),
        {"Ac": -1, "2d": 1},
    ),
    Position(
        "LL5.4: with an empty stock the longer hand wins, whatever takes the trick",
        "Seat 1 must answer with its only card and is out in the middle of the trick; seat 0 still holds "
        "one. That the ace would have taken 2c doesn't matter.",
        lambda: two(["2c 3d", "Ac"]),
        {"2c": 1, "3d": 1},
    ),
    Position(
        "LL5.4: whoever has not even played to the trick may be the last with a card",
        "Ac is out with its card, Kc after it, and seat 2 alone holds one: it wins without having played.",
        lambda: late(["Ac", "Kc", "2d"]),
        {"Ac": -2},
        seats=(-2, 0, 2),
    ),
    Position(
        "LL5.1: duck the trick before the last",
        "Seat 1 led 4c. Seat 0 goes out with 2c in any case. With 3c seat 2 leaves the trick to seat 1, "
        "which leads 9c, its last, and is out: seat 2 wins. With 6c it would have to lead 3c itself, and "
        "be second.",
        lambda: play(late(["2c", "4c 9c", "3c 6c"], leader=1), "4c"),
        {"3c": 2, "6c": 0},
    ),
    Position(
        "LL5.1: two high cards are one too many",
        "Whatever seat 0 leads takes the trick, while seat 2 goes out with 4h. Then seat 0 leads its last "
        "card and is out before seat 1 has to play: second is all there is.",
        lambda: late(["Ac Kd", "Kc 3d", "4h"]),
        {"Ac": 0, "Kd": 0},
    ),
    Position(
        "LL4.5: the last card of the stock is worth a trick",
        "Ac takes Kc and draws 9h: two cards against one, and no stock, so seat 1 is out with the next "
        "card it plays. With 2d seat 0 gives 3d the trick and the card, and it is the other way round.",
        lambda: two(["Ac 2d", "Kc 3d"], "9h"),
        {"Ac": 1, "2d": -1},
    ),
    Position(
        "LL5.1: with no stock, do not take it ...",
        "Seat 1 led Qc. If seat 0 takes it, it must lead 2c, its last card, and is out. Under 2c seat 1 "
        "takes the trick, leads 5d and is out: seat 0 wins with Kc in the hand.",
        lambda: play(two(["Kc 2c", "Qc 5d"], leader=1), "Qc"),
        {"Kc": -1, "2c": 1},
    ),
    Position(
        "LL5.2: ... with a card in the stock, take it",
        "The same cards, but the winner draws 9h and has two against one: with no stock left, the single "
        "card is the first to be played out.",
        lambda: play(two(["Kc 2c", "Qc 5d"], "9h", leader=1), "Qc"),
        {"Kc": 1, "2c": -1},
    ),
    Position(
        "LL5.2: take the first draw, and the suit that nobody can follow",
        "9d takes 3d and draws 5s; then 5s takes seat 1's only card, a club, and seat 1 is out. After 2c "
        "seat 1 has Ac's trick and the draw instead, and leads 5s, which 9d can't follow.",
        lambda: two(["2c 9d", "Ac 3d"], "5s 6s"),
        {"2c": -1, "9d": 1},
    ),
    Position(
        "LL1: a small trump takes the trick that draws the last card",
        "Hearts are trump. Seat 1 has none, so 2h takes whatever it plays, draws 5s, and it is two "
        "against one with no stock. Kc loses to Ac, and the draw with it.",
        lambda: two(["2h Kc", "Ac 3d"], "5s", trump="h"),
        {"2h": 1, "Kc": -1},
    ),
    Position(
        "LL4.6: the lead of a winner without cards falls to the left",
        "On 3c seat 1 must play Ac: it is out, but its ace takes the trick, so seat 2 has to lead, with "
        "2d, its last card, and is out. On 5d seat 1 throws the ace away; seat 0 takes the trick, leads "
        "3c and is out.",
        lambda: late(["3c 5d", "Ac", "4c 2d"]),
        {"3c": 2, "5d": 0},
    ),
    Position(
        "LL6.2: out in one trick is out together",
        "Neither 2c nor 3c takes the trick, whether seat 0 leads Ac or 9d. Both go out when it has been "
        "taken, and share the second place.",
        lambda: late(["Ac 9d", "2c", "3c"], "5s 6s"),
        {"Ac": 2, "9d": 2},
        seats=(2, -1, -1),
    ),
    Position(
        "LL5.2: take with the ace what the king would take",
        "Ac draws 5s and puts seat 1 out; now see the next position. On 9d seat 2 must play Kd: it draws "
        "5s and leads it, Ac can't follow, and seat 0 is out second.",
        lambda: late(["Ac 9d", "2c", "3c Kd"], "5s 6s 7s"),
        {"Ac": 2, "9d": 0},
    ),
    Position(
        "LL4.2: lead what the last rival can't follow",
        "Seat 2 holds nothing but Kd. On 5s it must throw it away and is out. On 9d it takes the trick, "
        "draws 6s and leads it, and 5s is too low.",
        lambda: play(late(["Ac 9d", "2c", "3c Kd"], "5s 6s 7s"), "Ac, 2c, 3c"),
        {"9d": 0, "5s": 2},
    ),
    Position(
        "LL5.2: the draw saves from the last place, not from the lead",
        "Ac, seat 0's last card, takes the trick and draws 9h, so seat 0 stays in, and seat 2 goes out. "
        "But now the stock is empty, and seat 0 has to lead its only card.",
        lambda: late(["Ac", "2c 3d", "4c"], "9h"),
        {"Ac": 0},
        seats=(0, 2, -2),
    ),
    Position(
        "LL3.6: take the trick that names trump",
        "Ac takes 2c, draws 3d, and names trump: see the next position. On 2d seat 0 takes the trick with "
        "9d, draws 3d, names diamonds and leads it, which Ac can't beat.",
        naming,
        {"2d": -1, "Ac": 1},
    ),
    Position(
        "LL3.6: name the suit of the card that will be left",
        "Seat 1 holds 2d and 3d, seat 0 has 9d, and takes whatever seat 1 leads. Then it draws 4s and "
        "leads it. Only with diamonds trump does seat 1's last card take that, and seat 0 is out.",
        lambda: play(naming(), "Ac, 2c"),
        {"trump c": -1, "trump d": 1, "trump h": -1, "trump s": -1},
    ),
]


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_the_search_agrees_with_the_hand_worked_ending(position: Position) -> None:
    assert worth_of_moves(GAME, position.state()) == position.moves
    if position.seats is not None:
        assert worth_of_seats(position.state()) == position.seats


def test_what_two_seats_can_make_sure_of_adds_up_to_nothing() -> None:
    states = [state for position in POSITIONS if (state := position.state()).options.players == 2]

    assert len(states) > 5
    assert all(sum(worth_of_seats(state)) == 0 for state in states)


@pytest.mark.parametrize("seed", range(12))
def test_what_alpha_beta_leaves_out_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    cards = rng.sample(TEXTS, 11)
    hands = [" ".join(cards[start : start + 3]) for start in (0, 3, 6)]
    state = late(hands, " ".join(cards[9 : 9 + seed % 3]), leader=rng.randrange(3), trump=rng.choice("cdhs"))

    for seat in range(3):
        assert worth(state, seat) == worth_in_full(state, seat)
