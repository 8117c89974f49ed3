"""Any legal move is as good as another."""

from arena.bot import Bot, PlainView, serve


class Chancy(Bot):
    def twenty_one(self, view: PlainView) -> str:
        return self.rng.choice(view.legal_moves)


if __name__ == "__main__":
    serve(Chancy)
