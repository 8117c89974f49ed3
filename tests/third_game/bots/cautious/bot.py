"""Stands as soon as another card is likely to lead it too far."""

from arena.bot import Bot, PlainView, serve

ENOUGH = 18
ACE = 12


class Cautious(Bot):
    def twenty_one(self, view: PlainView) -> str:
        ace = 11 if view.options.aces == "eleven" else 1
        total = sum(ace if card.rank == ACE else card.rank + 2 for card in view.hand)
        self.note(f"holds {total}")
        return "stand" if total >= ENOUGH else "take"


if __name__ == "__main__":
    serve(Cautious)
