"""Plays Color Elevator in small steps, and keeps its aces for the day when nothing else fits."""

from arena.bot import Bot, ColorElevatorView, Placement, serve

ACE = 12
KING = 11
BLACK = "cs"


class ElevatorBot(Bot):
    """Lets the lift travel slowly, so that it stops at many floors."""

    def color_elevator(self, view: ColorElevatorView) -> Placement:
        """Make the smallest step there is."""

        def step(move: Placement) -> int:
            rank, top = move.card.rank, view.tops[move.pile].rank
            if rank == ACE:
                return ACE + 1
            if top == ACE:  # the lift starts anew: black at the bottom, to go up, red at the top, to go down
                return rank if str(move.card.suit) in BLACK else KING - rank
            return abs(rank - top)

        return min(view.legal_moves, key=step)


if __name__ == "__main__":
    serve(ElevatorBot)
