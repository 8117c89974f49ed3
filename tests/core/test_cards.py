"""Cards: ids and text."""

import pytest

from arena.core.cards import ALL_SUITS, CARDS, DECK, TEXTS, Card, parse_card
from arena.core.errors import ConfigError


@pytest.mark.parametrize(
    ("text", "card"), [("2c", 0), ("Ac", 12), ("2d", 13), ("9c", 7), ("Th", 34), ("2s", 39), ("As", 51)]
)
def test_a_cards_id_is_13_times_its_suit_plus_its_rank(text: str, card: int) -> None:
    assert parse_card(text) == card
    assert str(CARDS[card]) == repr(CARDS[card]) == text


def test_every_card_is_read_as_it_is_written() -> None:
    assert [parse_card(text) for text in TEXTS] == list(DECK)


def test_a_card_knows_its_rank_and_suit() -> None:
    card = parse_card("Jh")

    assert (card.rank, card.suit, str(card.suit)) == (9, 2, "h")
    assert card.suit is ALL_SUITS[2]


def test_a_card_is_an_int_that_can_be_a_bit_number() -> None:
    assert isinstance(parse_card("3d"), Card)
    assert 1 << parse_card("3d") == 1 << 14


@pytest.mark.parametrize("text", ["", "9", "9C", "10c", "1c", "cc", "9c ", "joker"])
def test_a_text_that_is_no_card_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(ConfigError, match="is no card; write a rank of 23456789TJQKA and a suit of cdhs"):
        parse_card(text)
