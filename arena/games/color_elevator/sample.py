"""Deal the hidden cards of a view anew, in a way that fits the hard facts (docs/rules: what a seat may see).

The cards that a seat can't see fall into classes: those never shown since the deal, and for each
reshuffle those that it took up and that were not played since. How many of each class are in each
hand follows from the draws and plays that all have seen, so each class is dealt by shuffling it.
"""

from random import Random
from typing import NamedTuple

from arena.core.cards import DECK, HIDDEN
from arena.core.errors import RulesError
from arena.core.rng import NamedDraws
from arena.games.color_elevator.deal import Deal
from arena.games.color_elevator.options import ColorElevatorOptions
from arena.games.color_elevator.stage import FLIPPED
from arena.games.color_elevator.state import ColorElevatorState
from arena.games.color_elevator.tables import FITS, HELD, ON_PILE, hand_of
from arena.games.color_elevator.view import ColorElevatorView
from arena.games.events import EVENT_SIZE, EventType
from arena.games.game import NOBODY


class HiddenClass(NamedTuple):
    """Hidden cards of which one is like the other."""

    cards: bytes
    held: list[int]
    """How many of them each other seat holds; the rest lies in the stock or in reserves."""


def deal_anew(view: ColorElevatorView, options: ColorElevatorOptions, rng: Random) -> ColorElevatorState:
    """Return a state that looks like the view from its seat; its later shuffles come from `rng`.

    What others drew stays hidden in its log, and the finished hands are not in it.

    Raises:
        RulesError: whatever is dealt, the player to move has no move, so nobody can have seen this.
    """
    state = ColorElevatorState(options, NamedDraws(rng.randbytes(32)))
    state.hand_number = view.hand_number
    state.hands_won = view.hands_won
    state.place_sums = view.place_sums
    state.is_over = _is_over(view, options)
    mover = NOBODY if state.is_over else (view.dealer + 1 + view.turn_number) % options.players
    state.lay_out(_deal_hidden_cards(view, rng, mover))
    state.current_player = mover
    state.turn_number = view.turn_number
    state.passes = view.passes
    state.reshuffles = view.reshuffles
    state.piles = (bytearray(view.pile_0), bytearray(view.pile_1))
    state.known = hand_of(view.known[1::2])
    state.pools = tuple((cards, hand_of(cards)) for cards, _ in view.pools)
    _rebuild_log(state, view)
    if not state.is_over:
        _ask(state, view)
    return state


def _is_over(view: ColorElevatorView, options: ColorElevatorOptions) -> bool:
    """Tell whether the match is over: else the end of a hand is never seen, as the next is dealt at once."""
    return (
        max(view.hands_won) >= options.first_to
        or view.turn_number >= options.turn_limit
        or view.passes == options.players
        or (view.flip < 0 and 0 in map(sum, zip(view.hand_counts, view.reserve_counts, strict=True)))
    )


def _ask(state: ColorElevatorState, view: ColorElevatorView) -> None:
    """Put the question to the player to move that the view tells of."""
    if view.flip >= 0:
        state.flip = view.flip
        state.stage = FLIPPED
        state.legal = HELD[view.flip] & FITS[view.tops[0]][view.tops[1]]
    elif view.second_pile >= 0:
        state.ask_second(state.hands[state.current_player], view.second_pile)
    else:
        state.settle()


def _deal_hidden_cards(view: ColorElevatorView, rng: Random, mover: int) -> Deal:
    """Deal until the player to move, if that is another seat, has a move."""
    classes = _hidden_classes(view)
    if mover in (NOBODY, view.seat) or view.flip >= 0:
        return _deal_once(view, classes, rng)
    needed = FITS[view.tops[0]][view.tops[1]]
    if view.second_pile >= 0:
        needed &= ON_PILE[view.second_pile]
    possible = _known_in(view, mover) + b"".join(each.cards for each in classes if each.held[mover])
    if not needed & hand_of(possible):
        raise RulesError(f"no deal fits this view: seat {mover} is to move and can't have a card for it")
    while True:
        deal = _deal_once(view, classes, rng)
        if needed & hand_of(deal.hands[mover]):
            return deal


def _hidden_classes(view: ColorElevatorView) -> list[HiddenClass]:
    """Sort the hidden cards into classes; those never shown since the deal come last."""
    seats = range(len(view.hand_counts))
    classes = [
        HiddenClass(cards.translate(None, view.hand), [0 if s == view.seat else held[s] for s in seats])
        for cards, held in view.pools
    ]
    shown = view.hand + view.pile_0 + view.pile_1 + view.known[1::2] + view.stock_bottom
    shown += b"".join(cards for cards, _ in view.pools) + bytes([view.flip] if view.flip >= 0 else [])
    unknown = [view.hand_counts[seat] - len(_known_in(view, seat)) for seat in seats]
    held = [0 if s == view.seat else unknown[s] - sum(each.held[s] for each in classes) for s in seats]
    return [*classes, HiddenClass(bytes(DECK).translate(None, shown), held)]


def _known_in(view: ColorElevatorView, seat: int) -> bytes:
    """List the cards that all know to be in a hand."""
    return bytes(
        card for holder, card in zip(view.known[::2], view.known[1::2], strict=True) if holder == seat
    )


def _deal_once(view: ColorElevatorView, classes: list[HiddenClass], rng: Random) -> Deal:
    """Deal each class at random, as many to each hand as it holds of it."""
    hands = [_known_in(view, seat) for seat in range(len(view.hand_counts))]
    hands[view.seat] = view.hand
    stock = view.stock_bottom[::-1]
    rest = b""
    for cards, held in classes:
        stock += rest
        rest = bytes(rng.sample(cards, len(cards)))
        for seat, count in enumerate(held):
            hands[seat] += rest[:count]
            rest = rest[count:]
    reserves = []
    for count in view.reserve_counts:
        reserves.append(rest[:count])
        rest = rest[count:]
    return Deal(
        dealer=view.dealer,
        deck=b"",
        hands=tuple(hands),
        reserves=tuple(reserves),
        tops=b"",
        stock=stock + rest,
        passed_over=len(view.stock_bottom),
    )


def _rebuild_log(state: ColorElevatorState, view: ColorElevatorView) -> None:
    """Take over the view's events, with the cards that its seat alone saw hidden from the others again."""
    log = bytearray(view.events)
    own = bytearray()
    known = _known_in(view, view.seat)
    for at in range(0, len(log), EVENT_SIZE):
        kind, seat, card, _ = log[at : at + EVENT_SIZE]
        if kind == EventType.DRAW and seat == view.seat and card not in known:
            own.append(card)
            log[at + 2] = HIDDEN
    state.log = log
    for seat in range(len(state.secrets)):
        state.secrets[seat] = bytes([HIDDEN]) * log.count(bytes((EventType.DRAW, seat, HIDDEN)))
    state.secrets[view.seat] = bytes(own)
