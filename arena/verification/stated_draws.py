"""Shuffles as an exported file states them, for a tournament whose secret is not revealed.

What is not stated is chosen so that it comes out as stated: the cut for the dealer by its result, a
reshuffled stock by the cards that are drawn from it, in front of the others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from arena.core.cards import parse_card
from arena.core.errors import CheckFailed, ConfigError
from arena.core.rng import NamedDraws
from arena.verification.claim import ClaimedMatch
from arena.verification.difference import first_difference

_MIDDLE = 4
"""A rank that decides no cut."""
_DECIDING = {"cut_low": 0, "cut_high": 12}
"""The ranks that do, by the option."""


class Misstated(Exception):
    """The hands of a match can't have been dealt as they are stated."""


class Unstated(Exception):
    """A match has a shuffle that no record states: it is of a game that is not known here."""


class StatedDraws(NamedDraws):
    """The draws of one match, by the labels of docs/rules/randomness.md."""

    __slots__ = ("_hands", "_options")

    def __init__(self, hands: Sequence[Mapping[str, Any]], options: Any) -> None:
        """Take the hands of a match, and the options of its game."""
        super().__init__(bytes(32))
        self._hands = hands
        self._options = options

    def below(self, label: str, n: int) -> int:
        """Return the first dealer, the one thing that is drawn by number.

        Raises:
            Misstated: it is none.
            Unstated: something else is drawn.
        """
        if label != "dealer":
            raise Unstated(label)
        return self._dealer(n)

    def shuffle(self, label: str, items: Sequence[int]) -> list[int]:
        """Return a shuffle as it is stated.

        Raises:
            Misstated: it is none.
            Unstated: no record has it.
        """
        kind, *texts = label.split("/")
        if not all(text.isdecimal() for text in texts):
            raise Unstated(label)
        match kind, [int(text) for text in texts]:
            case "cut", [0, _]:
                return self._cut(label)
            case "deck", [number]:
                return _deck(self._hand(number), number, items)
            case "deck", [number, _]:
                raise Misstated(f"the deck of hand {number} can't be played with")
            case "reshuffle", [number, again]:
                return _stock(self._hand(number), again, items)
        raise Unstated(label)

    def words(self, label: str) -> Iterator[int]:
        """Refuse what no record states.

        Raises:
            Unstated: always.
        """
        raise Unstated(label)

    def _cut(self, label: str) -> list[int]:
        deciding = _DECIDING.get(getattr(self._options, "first_dealer", ""))
        if deciding is None:
            raise Unstated(label)
        players = self._options.players
        dealer = self._dealer(players)
        return [deciding if seat == dealer else _MIDDLE for seat in range(players)]

    def _hand(self, number: int) -> Mapping[str, Any]:
        if number >= len(self._hands):
            raise Misstated(f"it has {len(self._hands)} hands, and another one follows from the moves")
        return self._hands[number]

    def _dealer(self, seats: int) -> int:
        dealer = self._hands[0].get("dealer") if self._hands else None
        if type(dealer) is not int or not 0 <= dealer < seats:
            raise Misstated(f"seat {dealer!r} can't deal")
        return dealer


def states_every_deck(hands: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether every hand can be dealt: one in which nobody had a choice comes without its deck.

    Raises:
        Misstated: another one does.
    """
    without = [number for number, hand in enumerate(hands) if "deck" not in hand]
    for number in without:
        if any("ms" in event for event in hands[number]["events"]):
            raise Misstated(f"hand {number} has moves, and its deck is missing")
    return not without


def _deck(hand: Mapping[str, Any], number: int, items: Sequence[int]) -> list[int]:
    deck = _cards(hand["deck"])
    if sorted(deck) != list(items):
        raise Misstated(f"the deck of hand {number} has not every card once")
    return deck


def _cards(texts: Iterable[Any]) -> list[int]:
    try:
        return [int(parse_card(text)) for text in texts]
    except (TypeError, ConfigError) as error:
        raise Misstated(f"its cards can't be read: {error}") from error


def _stock(hand: Mapping[str, Any], reshuffle: int, pool: Sequence[int]) -> list[int]:
    """Return a stock made of the piles: what is drawn from it first."""
    reshuffles = -1
    texts = []
    for event in hand["events"]:
        if event["type"] == "reshuffle":
            reshuffles += 1
        elif event["type"] == "draw" and reshuffles == reshuffle:
            texts.append(event.get("card"))
    drawn = _cards(texts)
    rest = set(pool) - set(drawn)
    if len(rest) + len(drawn) != len(pool):
        raise Misstated(f"cards are drawn that reshuffle {reshuffle} has not, or twice")
    return [*drawn, *sorted(rest)]


def check_same_deals(block: Sequence[ClaimedMatch]) -> None:
    """Check that the matches of a block have the same deals: the first dealer, and the cards of every hand.

    Raises:
        CheckFailed: they haven't.
    """
    first: dict[tuple[int, str], tuple[Any, ClaimedMatch]] = {}
    for match in block:
        for number, hand in enumerate(match.stated["hands"] if match.stated is not None else ()):
            # Who deals the next hand is a matter of play.
            for key in hand.keys() - ({"events", "dealer"} if number else {"events"}):
                wanted, other = first.setdefault((number, key), (hand[key], match))
                if hand[key] != wanted:
                    difference = first_difference(hand[key], wanted, where=f"hand {number}, {key}")
                    raise CheckFailed(
                        f"match {match.record.id}, {difference}, as in match {other.record.id}, "
                        "which has the same deal"
                    )
