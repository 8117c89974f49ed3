"""Deal the hidden cards of a view anew, in a way that fits what the seat has seen.

The cards that a seat can't see fall into classes (`hard_facts`). By the hard facts alone (docs/rules:
what a seat may see) each class is dealt by shuffling it; `inference` and `counting` do what else the
events ask for.

With `MOST_TRIES` all samples of all presets are uniform wherever the tests look; with other options few
are not. The first sample of a view takes several times as long as each further one.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from operator import add, sub
from random import Random

from arena.core.cards import HIDDEN
from arena.core.rng import NamedDraws
from arena.games.color_elevator.counting import Given, counted, deal_by_trial
from arena.games.color_elevator.deal import Deal
from arena.games.color_elevator.hard_facts import HiddenClass, hidden_classes, known_hands, known_in
from arena.games.color_elevator.inference import FITTING, shuffles_seen
from arena.games.color_elevator.options import NAME, ColorElevatorOptions
from arena.games.color_elevator.stage import FLIPPED
from arena.games.color_elevator.state import ColorElevatorState
from arena.games.color_elevator.tables import HELD, hand_of
from arena.games.color_elevator.turns import ask_second
from arena.games.color_elevator.view import ColorElevatorView
from arena.games.events import EVENT_SIZE, EventType
from arena.games.game import NOBODY, Sample
from arena.games.sampling import check_shown, check_tries, never_seen


def deal_anew(view: ColorElevatorView, options: ColorElevatorOptions, rng: Random) -> ColorElevatorState:
    """Return a state that looks like the view from its seat; its later shuffles come from `rng`.

    What others drew stays hidden in its log, and the finished hands are not in it.

    Raises:
        RulesError: nobody can have seen the view.
    """
    return _lay_out(_deal_hidden_cards(view, options, rng), view, options, rng)


def sample_state(
    view: ColorElevatorView, options: ColorElevatorOptions, rng: Random, most_tries: int
) -> Sample:
    """Return a state as `deal_anew` does, drawn evenly from all deals that fit what its seat has seen.

    Raises:
        RulesError: the view lacks events of its hand, or nobody can have seen it.
        ValueError: `most_tries` is below 1.
    """
    check_tries(most_tries)
    for tries, deal in enumerate(islice(_tried_deals(view, options, rng), most_tries), 1):
        if deal is not None:
            return Sample(_lay_out(deal, view, options, rng), is_uniform=True, tries=tries)
    return Sample(deal_anew(view, options, rng), is_uniform=False, tries=most_tries)


def _tried_deals(
    view: ColorElevatorView, options: ColorElevatorOptions, rng: Random
) -> Iterator[Deal | None]:
    """Try for ever to deal what fits all that was seen; yield None for each deal that has to be refused.

    Shuffles are independent of each other, so one that is dealt stays while another is tried again; but
    whether the player to move has a card to play is a matter of all of them.
    """
    shuffles = _shuffles(view, options)
    mover = _mover(view, options)
    while True:
        hands = known_hands(view)
        classes = []
        for (cards, held), draw in shuffles:
            while (given := draw(rng)) is None:
                yield None
            hands = [*map(add, hands, given)]
            left = cards.translate(None, b"".join(given))
            classes.append(HiddenClass(left, [*map(sub, held, map(len, given))]))
        deal = _deal_once(view, hands, classes, rng)
        yield deal if _can_move(view, mover, deal.hands[mover]) else None


@lru_cache(maxsize=8)
def _shuffles(
    view: ColorElevatorView, options: ColorElevatorOptions
) -> list[tuple[HiddenClass, Callable[[Random], Given | None]]]:
    """Infer and count once for all samples of a view: what each shuffle has hidden, and the way to draw it.

    The deal comes last, and reshuffles of which nothing is hidden are left out.
    """
    hidden_classes(view, options)  # refuses what can't be, which inference relies on
    first, *later = shuffles_seen(view, options)
    result: list[tuple[HiddenClass, Callable[[Random], Given | None]]] = []
    for shuffle in [*(each for each in later if each.cards), first]:
        hidden = HiddenClass(shuffle.cards, [shuffle.held(seat) for seat in range(options.players)])
        layouts = counted(shuffle)
        if layouts is None:
            result.append((hidden, partial(deal_by_trial, shuffle)))
        elif layouts.is_possible:
            result.append((hidden, layouts.draw))
        else:
            raise never_seen(NAME, view, "too many cards are where they would have been played")
    return result


def _lay_out(
    deal: Deal, view: ColorElevatorView, options: ColorElevatorOptions, rng: Random
) -> ColorElevatorState:
    """Return the state of a view with its hidden cards as dealt."""
    state = ColorElevatorState(options, NamedDraws(rng.randbytes(32)))
    state.hand_number = view.hand_number
    state.hands_won = view.hands_won
    state.place_sums = view.place_sums
    state.is_over = _is_over(view, options)
    state.lay_out(deal)
    state.current_player = _mover(view, options)
    state.turn_number = view.turn_number
    state.passes = view.passes
    state.reshuffles = view.reshuffles
    state.pile_up(view.pile_0, view.pile_1)
    state.known = hand_of(view.known[1::2])
    state.pools = tuple((cards, hand_of(cards)) for cards, _ in view.pools)
    _rebuild_log(state, view)
    if not state.is_over:
        _ask(state, view)
    check_shown(NAME, state, view)
    return state


def _mover(view: ColorElevatorView, options: ColorElevatorOptions) -> int:
    """Return the seat to move, or NOBODY."""
    return NOBODY if _is_over(view, options) else (view.dealer + 1 + view.turn_number) % options.players


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
        state.legal = HELD[view.flip] & state.fitting
    elif view.second_pile >= 0:
        ask_second(state, state.hands[state.current_player], view.second_pile)
    else:
        state.settle()


def _deal_hidden_cards(view: ColorElevatorView, options: ColorElevatorOptions, rng: Random) -> Deal:
    """Deal by the hard facts until the player to move has a move: at worst one deal of 52 gives it one."""
    classes = hidden_classes(view, options)
    hands = known_hands(view)
    mover = _mover(view, options)
    if not _can_move(
        view, mover, hands[mover] + b"".join(each.cards for each in classes if each.held[mover])
    ):
        raise never_seen(NAME, view, f"seat {mover} is to move and can't have a card for it")
    while True:
        deal = _deal_once(view, hands, classes, rng)
        if _can_move(view, mover, deal.hands[mover]):
            return deal


def _can_move(view: ColorElevatorView, mover: int, cards: bytes) -> bool:
    """Tell whether one of these cards fits, or the one turned up, if it is anybody's turn."""
    if mover == NOBODY:
        return True
    if view.flip >= 0:
        cards = bytes([view.flip])
    tops = view.tops if view.second_pile < 0 else view.tops[view.second_pile :][:1]
    return any(FITTING[top] >> card & 1 for top in tops for card in cards)


def _deal_once(
    view: ColorElevatorView, given: Sequence[bytes], classes: Sequence[HiddenClass], rng: Random
) -> Deal:
    """Deal each class at random, as many to each hand as it holds of it, on top of what it was given."""
    hands = [*given]
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
    """Take over the view's events."""
    log, own = _as_logged(view.events, view.seat, known_in(view, view.seat))
    state.log = bytearray(log)
    for seat in range(len(state.secrets)):
        state.secrets[seat] = bytes([HIDDEN]) * log.count(bytes((EventType.DRAW, seat, HIDDEN)))
    state.secrets[view.seat] = own


@lru_cache(maxsize=8)
def _as_logged(events: bytes, seat: int, known: bytes) -> tuple[bytes, bytes]:
    """Hide again the cards that a seat alone saw itself draw; return the log, and these cards."""
    log = bytearray(events)
    own = bytearray()
    for at in range(0, len(log), EVENT_SIZE):
        kind, drawer, card, _ = log[at : at + EVENT_SIZE]
        if kind == EventType.DRAW and drawer == seat and card not in known:
            own.append(card)
            log[at + 2] = HIDDEN
    return bytes(log), bytes(own)
