"""What everyone has seen of a hand, noted while it is played, and what deals fit it, by brute force.

It shares nothing with the sampler: it reads no log, and knows nothing of kinds of slots. Each card that a
player has played or holds sat in one *place*: a card of the deal, or of a draw. A card may have sat in a
place if it was there before the card was played, and if from then until the card was played its player
never failed to follow the card's suit (LL4.2). The ways to put the cards into the places, one each, are
the permanent of that table.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import Any

from arena.core.rng import NamedDraws
from arena.games.events import EventType, read_events
from arena.games.linger_longer.state import LingerLongerState
from arena.games.linger_longer.view import LingerLongerView
from tests.games.linger_longer.table import GAME

NEVER = 10**6
"""When a card was played that is still held."""
Layout = tuple[tuple[bytes, ...], bytes]
"""The hands by seat, and the stock from its top."""


@dataclass
class Player:
    """What is known of one seat in this hand; times are numbers of plays."""

    places: list[int] = field(default_factory=list)
    """When each place was filled."""
    of_known: dict[int, int] = field(default_factory=dict)
    """Place by card, where all have seen the card go there; played cards stay in it."""
    played: list[tuple[int, int]] = field(default_factory=list)
    """Time and card."""
    lacked: list[tuple[int, int]] = field(default_factory=list)
    """Time and suit that it could not follow."""


class Chronicle:
    """A hand that is being played, with notes."""

    def __init__(self, state: LingerLongerState) -> None:
        self.state = state
        self._begin()

    def _begin(self) -> None:
        """A deal: everyone gets places, and all see the dealer's card in one (LL3.3)."""
        state = self.state
        self.time = 0
        self.hand_number = state.hand_number
        self.players = [Player([0] * state.options.cards_each) for _ in state.hands]
        if state.options.trump == "dealer_card":
            self.players[state.dealer].of_known = {state.view(0).known[1]: 0}

    def play(self, move: int) -> None:
        """Play a move, and note what all could see of it."""
        state, seat = self.state, self.state.current_player
        trick, told = state.view(seat).trick, state.event_count
        state.play(move)
        if state.hand_number != self.hand_number:
            self._begin()
            return
        if move < 52:
            self.time += 1
            player = self.players[seat]
            if trick and trick[0] // 13 != move // 13:
                player.lacked.append((self.time, trick[0] // 13))
            player.played.append((self.time, move))
        for event in read_events(state.view((seat + 1) % len(self.players), told).events):
            if event.type == EventType.DRAW:
                self._draw(event.seat)

    def _draw(self, seat: int) -> None:
        player = self.players[seat]
        known = self.state.view(seat).known
        if self.state.options.trump == "turn_up" and known[:1] == bytes((seat,)):
            player.of_known.setdefault(known[1], len(player.places))
        player.places.append(self.time)

    def admits(self, seat: int, place: int, card: int, played: int) -> bool:
        """Whether a card that was played at that time may have sat in a place."""
        player = self.players[seat]
        if card in player.of_known or place in player.of_known.values():
            return player.of_known.get(card) == place
        filled = player.places[place]
        lacked = any(filled < time <= played and suit == card // 13 for time, suit in player.lacked)
        return filled < played and not lacked

    def table(self, seat: int, hand: Sequence[int]) -> list[list[int]]:
        """For each card that a seat has played or would hold, the places where it may have sat."""
        cards = [*self.players[seat].played, *((NEVER, card) for card in hand)]
        places = range(len(self.players[seat].places))
        return [[place for place in places if self.admits(seat, place, card, time)] for time, card in cards]

    def pasts(self, seat: int) -> Counter[int]:
        """Where what a seat has played may have sat: the places as bits, and in how many ways."""
        pasts = Counter({0: 1})
        for admitted in self.table(seat, []):
            longer: Counter[int] = Counter()
            for taken, ways in pasts.items():
                for place in admitted:
                    if not taken >> place & 1:
                        longer[taken | 1 << place] += ways
            pasts = longer
        return pasts

    def ways(self, seat: int, hand: Sequence[int], pasts: Counter[int]) -> int:
        """In how many ways the cards of a seat may have come to it, if it holds this hand now."""
        held = self.table(seat, hand)[len(self.players[seat].played) :]

        def fill(card: int, taken: int) -> int:
            if card == len(held):
                return 1
            return sum(fill(card + 1, taken | 1 << place) for place in held[card] if not taken >> place & 1)

        return sum(ways * fill(0, taken) for taken, ways in pasts.items())

    def is_possible(self, seat: int, hand: Sequence[int]) -> bool:
        """Whether `ways` is not 0, for hands of any size: by a matching along augmenting paths."""
        table = self.table(seat, hand)
        card_in: dict[int, int] = {}

        def seated(card: int, tried: set[int]) -> bool:
            for place in table[card]:
                if place not in tried:
                    tried.add(place)
                    if place not in card_in or seated(card_in[place], tried):
                        card_in[place] = card
                        return True
            return False

        return len(table) == len(self.players[seat].places) and all(
            seated(card, set()) for card in range(len(table))
        )


def chronicles(options: Any, seed: int) -> Iterator[Chronicle]:
    """Play a random match, and stop before every move and at the end."""
    rng = Random(seed)
    chronicle = Chronicle(GAME.new_match(options, NamedDraws(rng.randbytes(32))))
    yield chronicle
    while not chronicle.state.is_over:
        chronicle.play(rng.choice(chronicle.state.legal_moves()))
        yield chronicle


def layout(state: LingerLongerState) -> Layout:
    return tuple(state.hands), state.deck[state.top :]


def hidden_cards(view: LingerLongerView) -> list[int]:
    public = {*view.hand, *view.played, *view.known[1::2], *view.stock_bottom}
    return [card for card in range(52) if card not in public]


def exact(chronicle: Chronicle, view: LingerLongerView) -> dict[Layout, int]:
    """Return every layout of the hidden cards that may be, and the number of deals that lead to it."""
    others = [seat for seat in range(len(view.hand_counts)) if seat != view.seat]
    pasts = {seat: chronicle.pasts(seat) for seat in others}
    ways = cache(lambda seat, hand: chronicle.ways(seat, hand, pasts[seat]))
    weights: Counter[Layout] = Counter()

    def lay(at: int, left: list[int], hands: dict[int, bytes], weight: int) -> None:
        if not weight:
            return
        if at == len(others):
            laid = tuple(hands[seat] for seat in range(len(view.hand_counts)))
            for stock in permutations(left):
                weights[laid, bytes(stock) + view.stock_bottom] += weight
            return
        seat = others[at]
        known = view.known[1:] if view.known[:1] == bytes((seat,)) else b""
        for taken in combinations(left, view.hand_counts[seat] - len(known)):
            hand = bytes(sorted((*taken, *known)))
            rest = [card for card in left if card not in taken]
            lay(at + 1, rest, {**hands, seat: hand}, weight * ways(seat, hand))

    lay(0, hidden_cards(view), {view.seat: view.hand}, 1)
    return weights
