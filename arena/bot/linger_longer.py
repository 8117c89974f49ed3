"""What a bot sees of Linger Longer, and what it may answer."""

from arena.bot.view import KnownCard, StockView, cards, seat_cards
from arena.core.cards import ALL_SUITS, CARDS, Card, Suit
from arena.protocol.v1 import linger_longer_pb2

MOVES: tuple[Card | Suit, ...] = (*CARDS, *ALL_SUITS)
"""The move of each move code."""
_CARD_CHOICES = tuple({"linger_longer": {"card": card}} for card in range(52))
_SUIT_CHOICES = tuple({"linger_longer": {"trump": suit}} for suit in range(4))


class LingerLongerView(StockView):
    """One turn of Linger Longer. Tuples "by seat" have an element for each seat, from seat 0."""

    __slots__ = ()
    _seen: linger_longer_pb2.LingerLongerView

    @property
    def legal_moves(self) -> tuple[Card | Suit, ...]:
        """What you may answer: cards, or the four suits when you are to name trump."""
        return tuple([MOVES[code] for code in self._seen.legal])

    @property
    def legal_cards(self) -> tuple[Card, ...]:
        """The cards you may play; none when you are to name trump."""
        return cards(self._seen.legal) if not self.must_name_trump else ()

    @property
    def must_name_trump(self) -> bool:
        """You won the first trick of a hand in which its winner names the trump suit."""
        return self._seen.legal[-1] >= len(CARDS)

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of this trick so far, in the order played; empty when you lead."""
        return cards(self._seen.trick)

    @property
    def trick_seats(self) -> tuple[int, ...]:
        """Who played them."""
        return tuple(self._seen.trick_seats)

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or None: there is none, or none yet (`trump_to_be_named`)."""
        number = self._seen.trump_plus_one
        return ALL_SUITS[number - 1] if number else None

    @property
    def trump_to_be_named(self) -> bool:
        """A trump suit will be named later in this hand."""
        return self._seen.trump_to_be_named

    @property
    def winning_card(self) -> Card | None:
        """The card that would take the trick if nobody else played; None when you lead."""
        trick = self.trick
        if not trick:
            return None
        trumps = [card for card in trick if card.suit == self.trump]
        return max(trumps or [card for card in trick if card.suit == trick[0].suit])

    @property
    def leader(self) -> int:
        """Who leads, or led, this trick."""
        return self._seen.leader

    def takes(self, card: Card) -> bool:
        """Tell whether a card of yours would be taking the trick, once played; any card you lead would."""
        best = self.winning_card
        if best is None or card.suit == best.suit:
            return best is None or card > best
        return card.suit == self.trump

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks won in this hand, by seat."""
        return tuple(self._seen.tricks_won)

    @property
    def out(self) -> tuple[int, ...]:
        """Seats that are out, first out first."""
        return tuple(self._seen.out)

    @property
    def out_at(self) -> tuple[int, ...]:
        """For each seat in `out` how many seats were out before it; equal numbers share a place."""
        return tuple(self._seen.out_at)

    @property
    def played(self) -> tuple[Card, ...]:
        """All cards played in this hand, in order."""
        return cards(self._seen.played)

    @property
    def played_seats(self) -> tuple[int, ...]:
        """Who played them."""
        return tuple(self._seen.played_seats)

    @property
    def chips(self) -> tuple[int, ...]:
        """Chips won or lost in the match, by seat; empty in a game without chips."""
        return tuple(self._seen.chips)

    @property
    def cut(self) -> tuple[KnownCard, ...]:
        """The cards drawn to find the first dealer, in order."""
        return seat_cards(self._seen.cut)


def choice_fields(move: object) -> dict[str, dict[str, int]]:
    """Return the fields of a choice for a bot's answer."""
    if type(move) is Card:
        return _CARD_CHOICES[move]
    if type(move) is Suit:
        return _SUIT_CHOICES[move]
    raise TypeError(f"linger_longer returned {move!r}; return a Card or a Suit: one of view.legal_moves")
