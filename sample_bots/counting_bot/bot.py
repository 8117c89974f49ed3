"""Counts the cards of Linger Longer: plays those that the fewest cards still in play can beat."""

from arena.bot import Bot, Card, EventType, LingerLongerView, Suit, serve

DECK = [Card(number) for number in range(52)]


class CountingBot(Bot):
    """Remembers every card played in this hand; the kit makes one object a match."""

    def begin(self) -> None:
        """Start with nothing seen."""
        self.gone: set[Card] = set()

    def linger_longer(self, view: LingerLongerView) -> Card | Suit:
        """Lead the safest card; win with the safest that wins; lose the weakest."""
        self.count(view)
        if view.must_name_trump:
            suits = [card.suit for card in view.hand]
            return max(suits, key=suits.count)
        unseen = [card for card in DECK if card not in self.gone and card not in view.hand]

        def dangers(card: Card) -> tuple[bool, int, int]:
            higher = sum(other.suit == card.suit and other > card for other in unseen)
            return card.suit == view.trump, higher, card.rank

        def strength(card: Card) -> tuple[bool, int]:
            return card.suit == view.trump, card.rank

        winners = [card for card in view.legal_cards if view.takes(card)]
        if not winners:
            return min(view.legal_cards, key=strength)
        behind = sum(count > 0 for seat, count in enumerate(view.counts) if seat not in view.trick_seats)
        is_last = behind == 1
        return min(winners, key=strength if is_last else dangers)

    def count(self, view: LingerLongerView) -> None:
        """Take note of what was played since the last turn."""
        for event in view.events:
            if event.type is EventType.DEAL:
                self.gone.clear()
            elif event.type is EventType.PLAY and event.card is not None:
                self.gone.add(event.card)


if __name__ == "__main__":
    serve(CountingBot)
