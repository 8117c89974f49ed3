"""Cards as small integers, and their text.

A card's id is `13 * suit + rank` with suits in the order c d h s and ranks 2..A, so sorting ids sorts
by suit, then rank. Engines work on plain ints; `CARDS[i]` is the same number with a face.
"""

from arena.core.errors import ConfigError

SUITS = "cdhs"
RANKS = "23456789TJQKA"
DECK = range(52)
HIDDEN = 255
"""Stands for a card that the viewer may not see, in events."""


class Suit(int):
    """A suit, 0 to 3, that prints as one of `c d h s`."""

    __slots__ = ()

    def __str__(self) -> str:
        return SUITS[self]

    __repr__ = __str__


class Card(int):
    """A card, 0 to 51, that prints as `9c`; it is an int, so it can be an index or a bit number."""

    __slots__ = ()

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace."""
        return self % 13

    @property
    def suit(self) -> Suit:
        """The suit, which is an int too."""
        return ALL_SUITS[self // 13]

    def __str__(self) -> str:
        return TEXTS[self]

    __repr__ = __str__


TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The text of each card by id."""
CARDS = tuple(Card(card) for card in DECK)
"""Each card by id, with its face."""
ALL_SUITS = tuple(Suit(suit) for suit in range(4))
_BY_TEXT = {text: CARDS[card] for card, text in enumerate(TEXTS)}


def parse_card(text: str) -> Card:
    """Read `9c` as a card.

    Raises:
        ConfigError: the text names no card.
    """
    card = _BY_TEXT.get(text)
    if card is None:
        raise ConfigError(f"{text!r} is no card; write a rank of {RANKS} and a suit of {SUITS}: 9c, Th, As")
    return card
