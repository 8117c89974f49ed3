"""A match of Twenty-One: one hand."""

from random import Random
from typing import Any, Self

from arena.core.cards import TEXTS
from arena.core.errors import IllegalMove
from arena.core.rng import NamedDraws
from arena.games.events import EVENT_SIZE, EventType
from arena.games.game import NOBODY, Ending, HandEnding, HandResult, Outcome, places_by
from arena.games.twenty_one.options import TwentyOneOptions
from arena.games.twenty_one.view import TwentyOneView, make_view

ACE = 12
DECK = [card for card in range(52) if not 9 <= card % 13 < ACE]
"""The 40 cards from ace to ten."""
STAND, TAKE = range(2)
"""The move codes; the house plays the lowest for a bot that fails."""
MOST_CARDS = 5
TARGET = 21


class TwentyOneState:
    """The match: hands in the order in which they grew, stock, whose turn it is, and the log."""

    def __init__(self, options: TwentyOneOptions, draws: NamedDraws) -> None:
        """Draw the dealer by lot, and deal."""
        players = options.players
        self.options = options
        self.hand_number = 0
        self.hand_results: list[HandResult] = []
        self.places: tuple[int, ...] = ()
        self.dealer = draws.below("dealer", players)
        self.deck = bytes(draws.shuffle("deck/0", DECK))
        self.hands = [self.deck[seat : 2 * players : players] for seat in range(players)]
        self.stock = self.deck[2 * players :]
        self.current_player = (self.dealer + 1) % players
        self.log = bytes((EventType.DEAL, self.dealer, 0, 0))

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.current_player == NOBODY

    def legal_moves(self) -> bytes:
        """Return the move codes of the current player; empty when the match is over."""
        return b"" if self.is_over else bytes((STAND, TAKE))

    def play(self, move: int) -> None:
        """Take a card or stand; at the last seat's end, show all hands."""
        seat = self.current_player
        if move not in tuple(self.legal_moves()):
            raise IllegalMove(f"{move} is no move of seat {seat}; it may stand ({STAND}) or take ({TAKE})")
        if move == TAKE:
            card, self.stock = self.stock[:1], self.stock[1:]
            self.hands[seat] += card
            self.log += bytes((EventType.DRAW, seat, *card, 0))
            if len(self.hands[seat]) < MOST_CARDS:
                return
        else:
            self.log += bytes((EventType.PASS, seat, 0, 0))
        self.current_player = NOBODY if seat == self.dealer else (seat + 1) % self.options.players
        if self.is_over:
            self._show()

    def _show(self) -> None:
        """Lay all hands down and place the seats: the nearer to the target the better."""
        self.places = places = places_by([abs(TARGET - self._total(hand)) for hand in self.hands])
        winner = places.index(1) if places.count(1) == 1 else NOBODY
        chips = (0,) * len(places)
        self.hand_results.append(HandResult(self.dealer, HandEnding.WON, winner, places, chips))
        for seat, hand in enumerate(self.hands):
            self.log += b"".join(bytes((EventType.PLAY, seat, card, 0)) for card in hand)
        self.hands = [b""] * len(places)

    def _total(self, hand: bytes) -> int:
        ace = 11 if self.options.aces == "eleven" else 1
        return sum(ace if card % 13 == ACE else card % 13 + 2 for card in hand)

    def outcome(self) -> Outcome | None:
        """Return how the match came out, or None while it goes on."""
        return Outcome(Ending.WON, self.places, (0,) * len(self.places)) if self.is_over else None

    def clone(self) -> Self:
        """Return an independent copy."""
        clone = object.__new__(type(self))
        clone.__dict__ = self.__dict__ | {"hands": [*self.hands], "hand_results": [*self.hand_results]}
        return clone

    def playout(self, rng: Random) -> None:
        """Play random moves to the end, keeping no log of them."""
        log = self.log
        while not self.is_over:
            self.play(rng.choice(self.legal_moves()))
        self.log = log

    def view(self, seat: int, since: int = 0) -> TwentyOneView:
        """Return what a seat may see, with the events from number `since` on."""
        return make_view(self, seat, since)

    @property
    def event_count(self) -> int:
        """How many events have happened."""
        return len(self.log) // EVENT_SIZE

    def events(self) -> bytes:
        """Return the whole log with every drawn card shown."""
        return self.log

    def deal_record(self) -> dict[str, Any]:
        """Describe the deal for the match record."""
        return {"dealer": self.dealer, "deck": [TEXTS[card] for card in self.deck], "target": TARGET}
