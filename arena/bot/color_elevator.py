"""What a bot sees of Color Elevator, and what it may answer."""

from arena.bot.moves import Placement
from arena.bot.view import StockView, cards
from arena.core.cards import CARDS, Card
from arena.protocol.v1 import color_elevator_pb2

MOVES = tuple(Placement(card, pile) for card in CARDS for pile in range(2))
"""The move of each move code."""
_CHOICES = {move: {"color_elevator": {"card": move.card, "pile": move.pile}} for move in MOVES}


class ColorElevatorView(StockView):
    """One turn of Color Elevator. Tuples "by seat" have an element for each seat, from seat 0."""

    __slots__ = ()
    _seen: color_elevator_pb2.ColorElevatorView

    @property
    def legal_moves(self) -> tuple[Placement, ...]:
        """What you may answer."""
        return tuple([MOVES[code] for code in self._seen.legal])

    @property
    def tops(self) -> tuple[Card, ...]:
        """The top cards of pile 0 and pile 1."""
        return cards(self._seen.tops)

    @property
    def piles(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards of both piles, lowest first; a reshuffle leaves the tops alone."""
        return cards(self._seen.pile_0), cards(self._seen.pile_1)

    @property
    def reserve_counts(self) -> tuple[int, ...]:
        """Cards in reserve, by seat."""
        return tuple(self._seen.reserve_counts)

    @property
    def flip(self) -> Card | None:
        """Your flipped reserve card that waits to be placed, or None."""
        number = self._seen.flip_plus_one
        return CARDS[number - 1] if number else None

    @property
    def second_pile(self) -> int | None:
        """When you play both piles and have served one, the other; else None."""
        number = self._seen.second_pile_plus_one
        return number - 1 if number else None

    @property
    def turn_number(self) -> int:
        """Number of the turn in this hand, from 0; `options.turn_limit` is the end."""
        return self._seen.turn_number

    @property
    def reshuffles(self) -> int:
        """How often the stock was reshuffled in this hand."""
        return self._seen.reshuffles

    @property
    def passes(self) -> int:
        """Turns in a row, up to this one, in which the player passed."""
        return self._seen.passes


def choice_fields(move: object) -> dict[str, dict[str, int]]:
    """Return the fields of a choice for a bot's answer."""
    fields = _CHOICES.get(move) if type(move) is Placement else None
    if fields is None:
        raise TypeError(f"color_elevator returned {move!r}; return a Placement: one of view.legal_moves")
    return fields
