"""Goes on thinking in a thread of its own when it has answered, whatever it is asked."""

import threading

from arena.bot import Bot, serve


def think():
    while True:
        pass


class Ponders(Bot):
    @classmethod
    def prepare(cls):
        threading.Thread(target=think, daemon=True).start()

    def linger_longer(self, view):
        return view.legal_moves[0]

    color_elevator = linger_longer


if __name__ == "__main__":
    serve(Ponders)
