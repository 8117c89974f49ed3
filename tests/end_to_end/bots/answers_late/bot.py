"""Spins for longer than it has, on every third move of a match."""

import time

from arena.bot import Bot, serve


class AnswersLate(Bot):
    def begin(self):
        self.moves = 0

    def linger_longer(self, view):
        self.moves += 1
        if self.moves % 3 == 0:
            end = time.process_time() + 0.4
            while time.process_time() < end:
                pass
        return view.legal_moves[0]

    color_elevator = linger_longer


if __name__ == "__main__":
    serve(AnswersLate)
