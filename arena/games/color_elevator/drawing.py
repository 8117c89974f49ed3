"""How cards come into a hand: from the stock, the reserve, or a stock made of the piles (CE4, CE6, CE7)."""

from typing import TYPE_CHECKING

from arena.games.color_elevator.log import PICK_UPS, RESERVE_DRAWS, RESHUFFLES, SHOWN_DRAWS, STOCK_DRAWS
from arena.games.color_elevator.tables import HELD, ONE, hand_of

if TYPE_CHECKING:
    from arena.games.color_elevator.state import ColorElevatorState


def draw(state: "ColorElevatorState", seat: int, count: int) -> int:
    """Draw up to so many cards into a hand, and return how many could not be drawn."""
    while count:
        left = state.stock_left
        if left:
            state.stock_left = left = left - 1
            card = state.stock[left]
            state.hands[seat] |= HELD[card]
            if left >= state.known_bottom:
                state.log += STOCK_DRAWS[seat]
                state.secrets[seat] += ONE[card]
            else:
                state.log += SHOWN_DRAWS[seat][card]
                state.known |= HELD[card]
        elif state.reserve_counts[seat] and state.options.reserve == "stock":
            state.reserve_counts[seat] = left = state.reserve_counts[seat] - 1
            card = state.deal.reserves[seat][left]
            state.hands[seat] |= HELD[card]
            state.log += RESERVE_DRAWS[seat]
            state.secrets[seat] += ONE[card]
        elif state.options.empty_stock == "stop" or not reshuffle(state, seat):
            break
        else:
            continue
        count -= 1
    return count


def reshuffle(state: "ColorElevatorState", seat: int) -> bool:
    """Make the piles but their tops a new stock, for a seat that must draw; return whether there are any."""
    pile_0, pile_1 = state.piles
    pool = sorted(pile_0[:-1] + pile_1[:-1])
    if not pool:
        return False
    shuffled = state.draws.shuffle(f"reshuffle/{state.hand_number}/{state.reshuffles}", pool)
    state.pile_up(pile_0[-1:], pile_1[-1:])
    state.stock = bytes(shuffled[::-1])
    state.stock_left = len(pool)
    state.known_bottom = 0
    state.reshuffles += 1
    _note_pool(state, bytes(pool))
    state.log += RESHUFFLES[seat][len(pool)]
    return True


def _note_pool(state: "ColorElevatorState", pool: bytes) -> None:
    """Remember which cards were reshuffled together, and forget what was known of them."""
    cards = hand_of(pool)
    state.known &= ~cards
    older = [(some.translate(None, pool), bits & ~cards) for some, bits in state.pools]
    state.pools = (*(pair for pair in older if pair[0]), (pool, cards))


def pick_up(state: "ColorElevatorState", seat: int) -> int:
    """Take the reserve into the hand, and return the hand (CE6.2)."""
    count = state.reserve_counts[seat]
    state.reserve_counts[seat] = 0
    state.hands[seat] |= hand_of(state.deal.reserves[seat][:count])
    state.log += PICK_UPS[seat][count]
    return state.hands[seat]
