"""Deal the cards that a view does not show anew, in a way that fits what it does show.

Cards are shuffled by sorting them with random keys; two keys are equal once in 2^40 shuffles.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from arena.core.cards import HIDDEN
from arena.core.rng import NamedDraws
from arena.games.events import EVENT_SIZE, EventType
from arena.games.game import NOBODY
from arena.games.linger_longer.counting import ONE_OF, Layouts, in_suits
from arena.games.linger_longer.hard_facts import check_hard_facts, hidden_cards
from arena.games.linger_longer.inference import ways_of_hands
from arena.games.linger_longer.options import NAME, LingerLongerOptions
from arena.games.linger_longer.state import LingerLongerState
from arena.games.linger_longer.tables import AFTER, DECK_SIZE, NAMING, NOT_SUIT, STRENGTH, SUIT_OF
from arena.games.linger_longer.view import LingerLongerView
from arena.games.sampling import check_shown, never_seen


def deal_anew(view: LingerLongerView, options: LingerLongerOptions, rng: Random) -> LingerLongerState:
    """Return a state that looks like the view from its seat, its hidden cards dealt by the hard facts alone.

    Its later deals come from `rng`. What others drew stays hidden in its log: it has no deal to record.

    Raises:
        RulesError: nobody can have seen the view.
    """
    check_hard_facts(view, options)
    return _state(view, options, rng, [b""] * options.players)


def sample_state(view: LingerLongerView, options: LingerLongerOptions, rng: Random) -> LingerLongerState:
    """Return a state as `deal_anew` does, drawn evenly from all deals that fit what its seat has seen.

    Raises:
        RulesError: the view lacks events of the hand, or nobody can have seen it.
    """
    check_hard_facts(view, options)
    return _state(view, options, rng, _cards_of_barred_slots(view, options, rng))


@lru_cache(maxsize=8)
def _layouts(view: LingerLongerView, options: LingerLongerOptions) -> Layouts:
    """Count once for all samples of a view."""
    hidden = sum(ONE_OF[SUIT_OF[card]] for card in hidden_cards(view))
    layouts = Layouts(ways_of_hands(view, options), hidden)
    if not layouts.total:
        raise never_seen(NAME, view, "too many have shown that they lack a suit")
    return layouts


def _cards_of_barred_slots(
    view: LingerLongerView, options: LingerLongerOptions, rng: Random
) -> Sequence[bytes]:
    """Draw for each seat the cards of the slots that can't have every suit; these go before the others."""
    tallies = _layouts(view, options).draw(rng)
    needed = sum(tallies)
    if not needed:
        return [b""] * options.players
    hidden = hidden_cards(view)
    suits = [
        _shuffled(hidden.translate(None, NOT_SUIT[suit]), rng) if count else b""
        for suit, count in enumerate(in_suits(needed))
    ]
    given = []
    for tally in tallies:
        cards = b""
        for suit, count in enumerate(in_suits(tally) if tally else ()):
            cards += suits[suit][:count]
            suits[suit] = suits[suit][count:]
        given.append(cards)
    return given


def _shuffled(cards: bytes, rng: Random) -> bytes:
    random = rng.random
    return bytes(sorted(cards, key=lambda _: random()))


def _state(
    view: LingerLongerView, options: LingerLongerOptions, rng: Random, given: Sequence[bytes]
) -> LingerLongerState:
    """Make the state in which each seat has been given some cards, and the others are dealt at random."""
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
    _deal_hidden_cards(state, view, rng, given)
    _rebuild_log(state, view)
    _rebuild_trick(state, view)
    check_shown(NAME, state, view)
    return state


def _deal_hidden_cards(
    state: LingerLongerState, view: LingerLongerView, rng: Random, given: Sequence[bytes]
) -> None:
    """Set hands and stock: known and given cards where they are, the others at random."""
    shuffled = _shuffled(hidden_cards(view).translate(None, b"".join(given)), rng)
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
        cards = given[seat] + view.known[1:] if seat == state.shown_seat else given[seat]
        last = first + count - len(cards)
        hands.append(bytes(sorted(cards + shuffled[first:last])))
        first = last
    state.hands = hands
    state.dealt = b""
    state.top = DECK_SIZE - view.stock
    stock = shuffled[first:] + view.stock_bottom
    state.deck = bytes(state.top) + stock


def _rebuild_log(state: LingerLongerState, view: LingerLongerView) -> None:
    """Take over the view's events."""
    log, secrets = _as_logged(view.events, view.seat)
    state.fresh = []
    state.log = log
    state.read_top = state.top
    state.secrets = secrets


@lru_cache(maxsize=8)
def _as_logged(events: bytes, seat: int) -> tuple[bytes, tuple[tuple[int, int, int], ...]]:
    """Hide the cards that a seat drew from the others again: return the log, and what it hides."""
    log = bytearray(events)
    secrets = []
    for at in range(0, len(log), EVENT_SIZE):
        kind, drawer, card, _ = log[at : at + EVENT_SIZE]
        if kind == EventType.DRAW and drawer == seat and card != HIDDEN:
            secrets.append((at + 2, drawer, card))
            log[at + 2] = HIDDEN
    return bytes(log), tuple(secrets)


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
