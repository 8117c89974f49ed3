"""Shuffles and seeds as docs/rules/randomness.md tells them; cards are text: `9c`, `Th`, `As`."""

import hashlib
from collections.abc import Iterator, Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
"""All cards, in the order of their ids."""
ORDER = {card: number for number, card in enumerate(PACK)}


def in_order(cards: Sequence[str]) -> list[str]:
    """Sort cards by their ids."""
    return sorted(cards, key=ORDER.__getitem__)


class Shuffles:
    """The named draws of one match, from its seed of 32 bytes."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def words(self, label: str) -> Iterator[int]:
        """ "A named stream": SHAKE-256 over seed and label, in words of 8 bytes, big-endian."""
        size = 512
        done = 0
        while True:
            digest = hashlib.shake_256(self.seed + label.encode("ascii")).digest(size)
            for at in range(done, size, 8):
                yield int.from_bytes(digest[at : at + 8], "big")
            done = size
            size = size * 2

    def below(self, label: str, n: int) -> int:
        """ "A draw below n", the first of its stream."""
        return draw_below(self.words(label), n)

    def shuffle(self, label: str, cards: Sequence[str]) -> list[str]:
        """ "A shuffle": from the last index down, beginning with the ids in increasing order."""
        words = self.words(label)
        shuffled = in_order(cards)
        for i in range(len(shuffled) - 1, 0, -1):
            j = draw_below(words, i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled


def draw_below(words: Iterator[int], n: int) -> int:
    """ "A draw below n": words that would not be fair are skipped."""
    fair = 2**64 // n * n
    for word in words:
        if word < fair:
            return word % n
    raise ValueError("a stream has no end")
