"""Ends itself in the middle of its third match in this process."""

import os

from arena.bot import Bot, serve

MATCHES = []


class DiesMidMatch(Bot):
    def begin(self):
        MATCHES.append(self)
        self.moves = 0

    def linger_longer(self, view):
        self.moves += 1
        if len(MATCHES) >= 3 and self.moves == 2:
            os._exit(9)
        return view.legal_moves[0]

    color_elevator = linger_longer


if __name__ == "__main__":
    serve(DiesMidMatch)
