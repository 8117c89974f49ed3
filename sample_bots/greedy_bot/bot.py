"""Takes what it can get now, and doesn't think of later."""

from arena.bot import Bot, Card, ColorElevatorView, LingerLongerView, Placement, Suit, serve

ACE = 12
BLACK = "cs"


class GreedyBot(Bot):
    """Plays both games one move deep."""

    def linger_longer(self, view: LingerLongerView) -> Card | Suit:
        """Play the strongest card if it takes the trick, else throw the weakest."""
        if view.must_name_trump:
            return max(view.hand, key=lambda card: card.rank).suit
        by_strength = sorted(view.legal_cards, key=lambda card: (card.suit == view.trump, card.rank))
        return by_strength[-1] if view.takes(by_strength[-1]) else by_strength[0]

    def color_elevator(self, view: ColorElevatorView) -> Placement:
        """Leave piles on which most of its other cards fit."""

        def fitting(move: Placement) -> int:
            tops = [move.card, view.tops[1 - move.pile]]
            return sum(card != move.card and any(fits(card, top) for top in tops) for card in view.hand)

        return max(view.legal_moves, key=fitting)


def fits(card: Card, top: Card) -> bool:
    """Tell whether a card may be placed on a top card."""
    if ACE in (card.rank, top.rank):
        return True
    if is_black(card) != is_black(top):
        return card.rank == top.rank
    return card.rank > top.rank if is_black(top) else card.rank < top.rank


def is_black(card: Card) -> bool:
    """Tell whether a card is black."""
    return str(card.suit) in BLACK


if __name__ == "__main__":
    serve(GreedyBot)
