"""What every game's view has, and what those of both games have; the games' own are beside this file."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from arena.bot.match import Match
from arena.core.cards import CARDS, Card
from arena.games.events import Event, read_events
from arena.protocol.mapping.registry import CODECS
from arena.protocol.v1 import bot_pb2 as wire
from arena.protocol.v1 import color_elevator_pb2, linger_longer_pb2


class KnownCard(NamedTuple):
    """A card that everybody knows to be in somebody's hand, or that was drawn in the cut."""

    seat: int
    card: Card


class _Seen(Protocol):
    """What the message of every game's view has."""

    @property
    def seat(self) -> int: ...

    @property
    def hand(self) -> bytes: ...

    @property
    def legal(self) -> bytes: ...

    @property
    def hand_counts(self) -> bytes: ...


class TurnView:
    """One turn, read off the arena's message when it is asked for: what you don't use costs nothing."""

    __slots__ = ("_match", "_seen", "_turn")
    _seen: _Seen

    def __init__(self, turn: wire.Turn, match: Match) -> None:
        """Wrap a turn of a match."""
        self._turn = turn
        self._match = match
        self._seen = getattr(turn, match.game)

    @property
    def seat(self) -> int:
        """Your seat."""
        return self._seen.seat

    @property
    def hand(self) -> tuple[Card, ...]:
        """Your cards, by suit, then rank."""
        return cards(self._seen.hand)

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards in hand, by seat."""
        return tuple(self._seen.hand_counts)

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return len(self._seen.hand_counts)

    @property
    def options(self) -> Any:
        """All options of the game, as in docs/rules."""
        return self._match.options

    @property
    def history(self) -> Sequence[Event]:
        """All events of this match so far, oldest first; a hand begins with a DEAL."""
        return self._match.history

    @property
    def events(self) -> list[Event]:
        """The events since this bot's last turn in this match: the end of the history."""
        return [*read_events(self._match.log.latest)]

    @property
    def time_left(self) -> float:
        """Seconds left for this answer, the bank included."""
        return self._turn.limit_us / 1e6

    @property
    def last_answer(self) -> float:
        """Seconds that the last answer in this match took, as the arena measured it."""
        return self._turn.last_us / 1e6

    @property
    def faults(self) -> int:
        """Faults of this bot in this match so far; with too many it forfeits."""
        return self._turn.faults

    @property
    def raw(self) -> Any:
        """The view as the game's engine knows it, with all events of the match: for `sample_state`."""
        match = self._match
        return CODECS[match.game].view_from_proto(self._seen, match.log.log())


class StockView(TurnView):
    """One turn in a match of several hands, each with a stock to draw from: Linger Longer, Color Elevator."""

    __slots__ = ()
    _seen: color_elevator_pb2.ColorElevatorView | linger_longer_pb2.LingerLongerView

    @property
    def stock(self) -> int:
        """Cards in the stock."""
        return self._seen.stock

    @property
    def stock_bottom(self) -> tuple[Card, ...]:
        """Known cards at the bottom of the stock; the last is the lowest."""
        return cards(self._seen.stock_bottom)

    @property
    def known(self) -> tuple[KnownCard, ...]:
        """Cards that everybody knows to be in a hand, such as the dealer's trump card."""
        return seat_cards(self._seen.known)

    @property
    def dealer(self) -> int:
        """Who dealt this hand."""
        return self._seen.dealer

    @property
    def hand_number(self) -> int:
        """Number of the hand in the match, from 0."""
        return self._seen.hand_number

    @property
    def hands_won(self) -> tuple[int, ...]:
        """Hands won in the match, by seat."""
        return tuple(self._seen.hands_won)

    @property
    def place_sums(self) -> tuple[int, ...]:
        """Sum of places over the finished hands, by seat."""
        return tuple(self._seen.place_sums)


def cards(ids: bytes) -> tuple[Card, ...]:
    """Give each card of a message its face."""
    return tuple([CARDS[card] for card in ids])


def seat_cards(pairs: bytes) -> tuple[KnownCard, ...]:
    """Read pairs of a seat and a card."""
    return tuple([KnownCard(seat, CARDS[card]) for seat, card in zip(pairs[::2], pairs[1::2], strict=True)])
