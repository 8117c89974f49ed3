"""Named draws: the vectors of the section "Randomness", and what makes a draw fair."""

from collections import Counter
from collections.abc import Iterator
from hashlib import shake_256
from itertools import islice

import pytest

from arena.core.cards import DECK, TEXTS
from arena.core.rng import NamedDraws, draw_below, shuffle_with

ZERO = NamedDraws(bytes(32))
TOP = 2**64


@pytest.mark.parametrize(
    ("label", "top"),
    [
        ("deck/0", "7h Ad 6d As Td 5c 6c 4h"),
        ("deck/0/1", "2s Ah Jc Jd 3h 9d 4d 4s"),
        ("cut/0/0", "Ah 4d 7d 6h"),
    ],
)
def test_vectors_of_shuffled_packs(label: str, top: str) -> None:
    deck = ZERO.shuffle(label, DECK)

    wanted = top.split()
    assert [TEXTS[card] for card in deck[: len(wanted)]] == wanted
    assert sorted(deck) == list(DECK)


def test_vector_of_the_first_dealer() -> None:
    assert ZERO.below("dealer", 4) == 1


def test_vector_of_a_reshuffle() -> None:
    assert ZERO.shuffle("reshuffle/0/0", [3, 10, 20, 30]) == [10, 3, 20, 30]


def test_a_stream_is_shake_256_of_seed_and_label_in_big_endian_words_without_end() -> None:
    seed = bytes(range(32))
    count = 1_000

    stream = shake_256(seed + b"deck/7").digest(8 * count)

    words = list(islice(NamedDraws(seed).words("deck/7"), count))
    assert words == [int.from_bytes(stream[at : at + 8], "big") for at in range(0, 8 * count, 8)]


def test_every_label_starts_its_own_stream() -> None:
    first = ZERO.shuffle("deck/0", DECK)
    ZERO.below("dealer", 4)

    assert ZERO.shuffle("deck/0", DECK) == first
    assert ZERO.shuffle("deck/1", DECK) != first
    assert NamedDraws(bytes([1]) * 32).shuffle("deck/0", DECK) != first


def words(*values: int) -> Iterator[int]:
    return iter(values)


@pytest.mark.parametrize("n", [3, 5, 6, 7, 52])
def test_a_word_at_or_above_the_largest_multiple_is_skipped(n: int) -> None:
    limit = TOP // n * n

    stream = words(limit, TOP - 1, limit - 1, 77)

    assert draw_below(stream, n) == n - 1
    assert next(stream) == 77


def test_no_word_is_skipped_when_n_divides_the_range() -> None:
    assert draw_below(words(TOP - 1), 4) == 3


def test_a_skipped_word_shifts_the_rest_of_a_shuffle() -> None:
    skipped = TOP // 3 * 3  # the first draw is below 3

    assert shuffle_with(words(skipped, 5, 8), [10, 20, 30]) == shuffle_with(words(5, 8), [10, 20, 30])


def test_a_shuffle_goes_from_the_last_index_down() -> None:
    # Draws below 4, 3, 2 give 1, 0, 1: swap 3 with 1, 2 with 0, 1 with itself.
    assert shuffle_with(words(1, 0, 1), [10, 20, 30, 40]) == [30, 40, 10, 20]


@pytest.mark.parametrize("items", [[], [7]])
def test_a_shuffle_of_nothing_or_one_draws_nothing(items: list[int]) -> None:
    assert shuffle_with(words(), items) == items


def test_a_shuffle_leaves_its_items_alone() -> None:
    items = list(range(10))

    ZERO.shuffle("deck/0", items)

    assert items == list(range(10))


def test_every_order_of_three_comes_about_equally_often() -> None:
    orders = Counter(tuple(ZERO.shuffle(f"reshuffle/0/{k}", [1, 2, 3])) for k in range(1_200))

    assert len(orders) == 6
    assert all(150 < count < 250 for count in orders.values())


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {size}"):
        NamedDraws(bytes(size))
