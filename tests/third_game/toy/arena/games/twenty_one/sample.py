"""Deal the cards that a view does not show anew."""

from random import Random

from arena.core.cards import HIDDEN
from arena.core.rng import NamedDraws
from arena.games.events import EVENT_SIZE, EventType, events_of_hand
from arena.games.game import NOBODY
from arena.games.sampling import check_shown, check_values
from arena.games.twenty_one.options import NAME, TwentyOneOptions
from arena.games.twenty_one.state import DECK, TwentyOneState
from arena.games.twenty_one.view import TwentyOneView


def deal_anew(view: TwentyOneView, options: TwentyOneOptions, rng: Random) -> TwentyOneState:
    """Return a state that looks like the view from its seat.

    Raises:
        RulesError: nobody can have seen the view.
    """
    players = range(options.players)
    check_values(NAME, view, len(players), within={"dealer": players, "turn": range(NOBODY, len(players))})
    state = TwentyOneState(options, NamedDraws(rng.randbytes(32)))
    hidden = [card for card in DECK if card not in view.hand]
    rng.shuffle(hidden)
    for seat, count in enumerate(view.hand_counts):
        if seat == view.seat:
            state.hands[seat] = view.hand
        else:
            state.hands[seat], hidden = bytes(hidden[:count]), hidden[count:]
    state.stock = bytes(hidden[: view.stock])
    state.dealer = view.dealer
    state.current_player = view.turn
    state.places = tuple(view.places)
    state.log = _with_hands(view.events, state.hands)
    check_shown(NAME, state, view)
    return state


def sample_state(view: TwentyOneView, options: TwentyOneOptions, rng: Random) -> TwentyOneState:
    """Return a state as `deal_anew` does: others' turns say nothing of their cards, so any deal is as likely.

    Raises:
        RulesError: the view lacks the events of its hand, or nobody can have seen it.
    """
    events_of_hand(NAME, view.events)
    return deal_anew(view, options, rng)


def _with_hands(log: bytes, hands: list[bytes]) -> bytes:
    """Give each hidden draw of a log a card of its seat's hand, the last drawn first."""
    events = bytearray(log)
    left = [bytearray(hand) for hand in hands]
    for at in reversed(range(0, len(events), EVENT_SIZE)):
        kind, seat, card, _ = events[at : at + EVENT_SIZE]
        if kind == EventType.DRAW and card == HIDDEN and left[seat]:
            events[at + 2] = left[seat].pop()
    return bytes(events)
