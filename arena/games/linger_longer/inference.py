"""What the play tells a seat of the cards that it can't see.

A hidden card came into a hand by the deal or by a draw; the place that it took there is a *slot*. A
player who doesn't follow holds no card of the led suit (LL4.2): that suit is *barred* from each slot that
the player has at that moment, and from none that is filled later. A card that is played came out of a slot
from which its suit was not barred. Nobody saw which one, so all of them count, and the more there are, the
more deals lead to what was seen.

The slots of a hand are written as bytes, one for each: the set of the suits that are barred from it, as
bits. Older slots come first, and have all that is barred from the newer ones.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from struct import iter_unpack
from typing import NamedTuple

from arena.core.cards import HIDDEN
from arena.games.events import EventType, events_of_hand
from arena.games.linger_longer.options import NAME, LingerLongerOptions
from arena.games.linger_longer.tables import ONE, SUIT_OF, SUITS
from arena.games.linger_longer.view import LingerLongerView
from arena.games.sampling import never_seen

Ways = Mapping[bytes, int]
"""For each make-up that the slots of a hand may have: in how many ways the play so far leads to it."""

_PLAY = int(EventType.PLAY)  # an enum's members are slow to reach and to compare
_DRAW = int(EventType.DRAW)
_OUT = int(EventType.OUT)
_VOID = 0

_BARRED_TOO = tuple(bytes(barred | 1 << suit for barred in range(256)) for suit in SUITS)
"""For each suit a table for `bytes.translate`: what is barred from a slot after this suit is too."""


class Step(NamedTuple):
    """What happened to a hand: a card drawn (or HIDDEN), a card played, or a suit shown to be absent."""

    kind: int
    value: int


def ways_of_hands(view: LingerLongerView, options: LingerLongerOptions) -> list[Ways]:
    """Return for each seat what its slots may be; the viewer sees its own cards and has no slots.

    Raises:
        RulesError: the view lacks events of the hand, or nobody can have seen it.
    """
    shown, steps = _steps_of_hand(view)
    shows_dealers = options.trump == "dealer_card"
    if shows_dealers and shown == HIDDEN:
        raise never_seen(NAME, view, "the dealer's card was not shown")
    ways: list[Ways] = []
    for seat, count in enumerate(view.hand_counts):
        if seat == view.seat:
            ways.append({b"": 1})
            continue
        # One card of the dealer's was shown, so it has one slot less (LL3.3).
        known = {shown} if seat == view.dealer and shows_dealers else set()
        ways.append(_ways_after(steps[seat], options.cards_each - len(known), frozenset(known)))
        if {*map(len, ways[-1])} != {count - view.known[::2].count(seat)}:
            raise never_seen(NAME, view, f"its events don't lead to the hand of seat {seat}")
    return ways


def _steps_of_hand(view: LingerLongerView) -> tuple[int, list[list[Step]]]:
    """Read off the events which card was shown, and by seat what has happened to its hand since the deal."""
    happenings = iter_unpack("4B", events_of_hand(NAME, view.events))
    _, _, shown, _ = next(happenings)
    steps: list[list[Step]] = [[] for _ in view.hand_counts]
    in_play = len(view.hand_counts)
    to_play = led = 0  # how many have yet to play in this trick, and to which suit
    for kind, seat, value, _ in happenings:
        if kind == _PLAY:
            if not to_play:
                to_play, led = in_play, SUIT_OF[value]
            elif SUIT_OF[value] != led:
                steps[seat].append(Step(_VOID, led))
            to_play -= 1
            steps[seat].append(Step(_PLAY, value))
        elif kind == _DRAW:
            steps[seat].append(Step(_DRAW, value))
        elif kind == _OUT:
            in_play -= 1
    return shown, steps


def _ways_after(steps: Iterable[Step], dealt: int, known: frozenset[int]) -> Ways:
    """Follow the slots of a hand; `known` are the cards in it that all have seen."""
    ways: Ways = {bytes(dealt): 1}
    for kind, value in steps:
        if kind == _DRAW:
            if value == HIDDEN:
                ways = {slots + b"\0": count for slots, count in ways.items()}
            else:
                known |= {value}
        elif kind == _VOID:
            if value in {SUIT_OF[card] for card in known}:
                return {}
            ways = _added((slots.translate(_BARRED_TOO[value]), count) for slots, count in ways.items())
        elif value in known:
            known -= {value}
        else:
            ways = _without_a_slot(ways, SUIT_OF[value])
    return ways


def _without_a_slot(ways: Ways, suit: int) -> Ways:
    """Let a card of this suit be played, out of any slot from which it isn't barred."""
    return _added(
        (slots.replace(ONE[barred], b"", 1), count * slots.count(barred))
        for slots, count in ways.items()
        for barred in {*slots}
        if not barred >> suit & 1
    )


def _added(counts: Iterable[tuple[bytes, int]]) -> Ways:
    """Add up what leads to the same slots."""
    total: Counter[bytes] = Counter()
    for slots, count in counts:
        total[slots] += count
    return total
