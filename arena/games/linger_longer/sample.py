"""Deal the cards that a view does not show anew, in a way that fits all that it does show."""

from random import Random

from arena.core.cards import DECK, HIDDEN
from arena.core.rng import NamedDraws
from arena.games.events import EVENT_SIZE, EventType
from arena.games.game import NOBODY
from arena.games.linger_longer.options import LingerLongerOptions
from arena.games.linger_longer.state import LingerLongerState
from arena.games.linger_longer.tables import AFTER, DECK_SIZE, NAMING, NOT_SUIT, STRENGTH, SUIT_OF
from arena.games.linger_longer.view import LingerLongerView


def deal_anew(view: LingerLongerView, options: LingerLongerOptions, rng: Random) -> LingerLongerState:
    """Return a state that looks like the view from its seat; its later deals come from `rng`.

    What others drew stays hidden in its log, and so it has no deal to record.
    """
    state = object.__new__(LingerLongerState)
    state.options = options
    state.draws = NamedDraws(rng.randbytes(32))
    state.draws_one = options.draw == "one"
    state.hand_number = view.hand_number
    state.cut = view.cut
    state.finished = ()
    state.hands_won = view.hands_won
    state.place_sums = view.place_sums
    state.unscored = NOBODY
    state.chips = view.chips or (0,) * options.players
    state.dealer = view.dealer
    state.trump = view.trump
    state.trump_to_be_named = view.trump_to_be_named
    state.tricks_won = list(view.tricks_won)
    state.played = view.played
    state.played_seats = view.played_seats
    state.out = view.out
    state.out_at = view.out_at
    _deal_hidden_cards(state, view, rng)
    _rebuild_log(state, view)
    _rebuild_trick(state, view)
    return state


def _deal_hidden_cards(state: LingerLongerState, view: LingerLongerView, rng: Random) -> None:
    """Set hands and stock: known cards where they are, the others at random."""
    public = view.hand + view.played + view.known[1::2] + view.stock_bottom
    hidden = bytes(DECK).translate(None, public)
    random = rng.random
    shuffled = bytes(sorted(hidden, key=lambda _: random()))
    state.shown = state.shown_seat = -1
    if view.known:
        state.shown_seat, state.shown = view.known
    elif view.stock_bottom:
        state.shown = view.stock_bottom[0]
    hands = []
    first = 0
    for seat, count in enumerate(view.hand_counts):
        if seat == view.seat:
            hands.append(view.hand)
            continue
        known = view.known[1:] if seat == state.shown_seat else b""
        last = first + count - len(known)
        hands.append(bytes(sorted(known + shuffled[first:last])))
        first = last
    state.hands = hands
    state.dealt = b""
    state.top = DECK_SIZE - view.stock
    stock = shuffled[first:] + view.stock_bottom
    state.deck = bytes(state.top) + stock


def _rebuild_log(state: LingerLongerState, view: LingerLongerView) -> None:
    """Take over the view's events, with the cards that its seat drew hidden from the others again."""
    log = bytearray(view.events)
    secrets = []
    for at in range(0, len(log), EVENT_SIZE):
        kind, drawer, card, _ = log[at : at + EVENT_SIZE]
        if kind == EventType.DRAW and drawer == view.seat and card != HIDDEN:
            secrets.append((at + 2, drawer, card))
            log[at + 2] = HIDDEN
    state.fresh = []
    state.log = bytes(log)
    state.read_top = state.top
    state.secrets = tuple(secrets)


def _rebuild_trick(state: LingerLongerState, view: LingerLongerView) -> None:
    """Set whose move it is, and what the trick's cards so far decide."""
    players = state.options.players
    everyone = (1 << players) - 1
    state.alive = everyone - sum(1 << seat for seat in view.out)
    in_trick = state.alive
    for seat in view.trick_seats:
        in_trick |= 1 << seat
    state.after = AFTER[players][in_trick]
    state.is_over = len(view.out) == players - 1
    state.leader = view.leader
    state.best = state.taker = 0
    state.strength = ()
    state.not_led = b""
    state.emptied = 0
    state.current_player = view.leader
    state.legal = state.hands[view.leader]
    if view.trick:
        led = SUIT_OF[view.trick[0]]
        state.not_led = NOT_SUIT[led]
        state.strength = STRENGTH[view.trump][led]
        state.best, state.taker = max(
            (state.strength[card], seat) for seat, card in zip(view.trick_seats, view.trick, strict=True)
        )
        state.emptied = sum(1 << seat for seat in view.trick_seats if not view.hand_counts[seat])
        state.current_player = state.after[view.trick_seats[-1]]
        hand = state.hands[state.current_player]
        state.legal = hand.translate(None, state.not_led) or hand
    elif view.trump_to_be_named and view.played:
        state.legal = NAMING
    if state.is_over:
        state.current_player = NOBODY
        state.legal = b""
