"""Shuffles as an exported file states them, for a tournament whose secret is not revealed.

What is not stated is chosen so that it comes out as stated: the cut for the dealer by its result, a
reshuffled stock by the cards that are drawn from it, in front of the others.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.core.cards import parse_card
from arena.core.errors import CheckFailed, ConfigError
from arena.core.rng import NamedDraws
from arena.verification.claim import ClaimedMatch
from arena.verification.difference import first_difference

_MIDDLE = 4
"""A rank that decides no cut."""


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
        """Return the first dealer, the one thing that is drawn by number."""
        del label, n
        return self._dealer()

    def shuffle(self, label: str, items: Sequence[int]) -> list[int]:
        """Return a shuffle as it is stated.

        Raises:
            Misstated: it is none.
            Unstated: no record has it.
        """
        kind, *numbers = label.split("/")
        if kind == "cut":
            deciding = 12 if self._options.first_dealer == "cut_high" else 0
            dealer = self._dealer()
            return [deciding if seat == dealer else _MIDDLE for seat in range(self._options.players)]
        if kind not in {"deck", "reshuffle"}:
            raise Unstated(label)
        number = int(numbers[0])
        if number >= len(self._hands):
            raise Misstated(f"it has {len(self._hands)} hands, and another one follows from the moves")
        hand = self._hands[number]
        if kind == "reshuffle":
            return _stock(hand, int(numbers[1]), items)
        if len(numbers) > 1:
            raise Misstated(f"the deck of hand {number} can't be played with")
        return _deck(hand, number, items)

    def _dealer(self) -> int:
        dealer = self._hands[0].get("dealer") if self._hands else None
        if not isinstance(dealer, int) or not 0 <= dealer < self._options.players:
            raise Misstated(f"seat {dealer!r} can't deal")
        return dealer


def states_every_deck(hands: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether every hand can be dealt: one in which nobody had a choice comes without its deck."""
    return all("deck" in hand for hand in hands)


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
