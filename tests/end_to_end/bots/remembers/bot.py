"""Remembers every deal that this process has seen, and ends itself when it meets one again.

The cut and the dealer's trump card are the same for all seats of a deal and differ between deals.
"""

from arena.bot import Bot, serve

SEEN = set()


class Remembers(Bot):
    def begin(self):
        self.is_first = True

    def linger_longer(self, view):
        if self.is_first:
            self.is_first = False
            deal = (bytes(view.raw.cut), view.raw.trump, bytes(view.raw.known), view.dealer)
            if deal in SEEN:
                raise RuntimeError("I have met this deal before")
            SEEN.add(deal)
        return self.rng.choice(view.legal_moves)


if __name__ == "__main__":
    serve(Remembers)
