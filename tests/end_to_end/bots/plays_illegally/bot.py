"""Plays a card that it does not hold, once in a match."""

from arena.bot import Bot, Card, Placement, serve


class PlaysIllegally(Bot):
    def begin(self):
        self.has_sinned = False

    def absent(self, view):
        return next(Card(card) for card in range(52) if card not in view.hand)

    def linger_longer(self, view):
        if self.has_sinned:
            return view.legal_moves[-1]
        self.has_sinned = True
        return self.absent(view)

    def color_elevator(self, view):
        if self.has_sinned:
            return view.legal_moves[-1]
        self.has_sinned = True
        return Placement(self.absent(view), 0)


if __name__ == "__main__":
    serve(PlaysIllegally)
