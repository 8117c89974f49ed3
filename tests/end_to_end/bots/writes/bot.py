"""Writes something at the beginning of every match, for every move, and at the end."""

from arena.bot import Bot, serve


class Writes(Bot):
    def begin(self):
        print("a match begins")

    def linger_longer(self, view):
        move = view.legal_moves[0]
        print("I play", move)
        return move

    color_elevator = linger_longer

    def end(self, result):
        print("a match ends", result.places)


if __name__ == "__main__":
    serve(Writes)
