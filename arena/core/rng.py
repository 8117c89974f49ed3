"""Named random draws: every shuffle of a match comes from its seed and a label, in any language.

The stream of a label is SHAKE-256 over the 32 seed bytes and the label in ASCII, read in 8-byte
big-endian words; a word at or above the largest multiple of `n` is skipped; a shuffle is
Fisher-Yates from the last index down (the section "Randomness" of docs/rules).
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from operator import mod

_WORDS = 8
_RANGE = 1 << 64


class NamedDraws:
    """The draws of one match, by label; two draws of one label are the same draw."""

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        """Take the match's 32 seed bytes."""
        if len(seed) != 32:
            raise ValueError(f"a seed has 32 bytes, not {len(seed)}")
        self._seed = seed

    def words(self, label: str) -> Iterator[int]:
        """Yield the label's stream word by word, without an end."""
        stream = hashlib.shake_256(self._seed + label.encode("ascii"))
        start = 0
        while True:
            chunk = stream.digest(8 * (start + _WORDS))[8 * start :]
            yield from struct.unpack(f">{_WORDS}Q", chunk)
            start += _WORDS

    def below(self, label: str, n: int) -> int:
        """Draw one number, 0 to n-1."""
        return draw_below(self.words(label), n)

    def shuffle(self, label: str, items: Sequence[int]) -> list[int]:
        """Return the items shuffled, top card first; they are to be given in increasing order."""
        shuffled = list(items)
        last = len(shuffled) - 1
        if last < 1:
            return shuffled
        stream = hashlib.shake_256(self._seed + label.encode("ascii"))
        words = struct.unpack(f">{last}Q", stream.digest(8 * last))
        if max(words) >= _RANGE - len(shuffled):
            return shuffle_with(self.words(label), items)
        # No word can be skipped, so each is taken without looking: half the time of a deal.
        for i, j in zip(range(last, 0, -1), map(mod, words, range(last + 1, 1, -1)), strict=True):
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled


def draw_below(words: Iterator[int], n: int) -> int:
    """Take words until one is fair for n outcomes, and return it modulo n."""
    limit = _RANGE // n * n
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n


def shuffle_with(words: Iterator[int], items: Sequence[int]) -> list[int]:
    """Fisher-Yates from the last index down, with the words of one stream."""
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        j = draw_below(words, i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled
