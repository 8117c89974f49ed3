"""Plays Linger Longer by the tips that people give: win tricks, win them cheaply, keep the trumps."""

from arena.bot import Bot, Card, LingerLongerView, Suit, serve


class Lingerer(Bot):
    """A sensible player without a memory."""

    def linger_longer(self, view: LingerLongerView) -> Card | Suit:
        """Take the trick if that is possible, else lose the weakest card."""
        if view.must_name_trump:
            suits = [card.suit for card in view.hand]
            return max(suits, key=suits.count)
        if not view.trick:
            # A high card is likely to take the trick; trumps are worth more when others lead.
            return max(view.legal_cards, key=lambda card: card.rank - 3 * (card.suit == view.trump))

        def strength(card: Card) -> tuple[bool, int]:
            return card.suit == view.trump, card.rank

        winners = [card for card in view.legal_cards if view.takes(card)]
        if not winners:
            return min(view.legal_cards, key=strength)
        if winners[0].suit == view.trick[0].suit:
            return max(winners, key=strength)  # somebody may have a higher one
        return min(winners, key=strength)  # the lowest trump will do


if __name__ == "__main__":
    serve(Lingerer)
