"""Plays any legal move: the bot to beat first."""

from arena.bot import Bot, Card, ColorElevatorView, LingerLongerView, Placement, Suit, serve


class RandomBot(Bot):
    """Every legal move is as likely as any other."""

    def linger_longer(self, view: LingerLongerView) -> Card | Suit:
        """Play a card, or name a trump suit."""
        return self.rng.choice(view.legal_moves)

    def color_elevator(self, view: ColorElevatorView) -> Placement:
        """Place a card."""
        return self.rng.choice(view.legal_moves)


if __name__ == "__main__":
    serve(RandomBot)
