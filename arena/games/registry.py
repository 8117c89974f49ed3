"""The games that exist: one line each."""

from arena.core.errors import RulesError
from arena.games.color_elevator.game import ColorElevator
from arena.games.game import Game
from arena.games.linger_longer.game import LingerLonger

GAMES: dict[str, Game] = {
    "linger_longer": LingerLonger(),
    "color_elevator": ColorElevator(),
}


def find_game(name: str) -> Game:
    """Return a game by its name.

    Raises:
        RulesError: no game has it; the message lists the known ones.
    """
    game = GAMES.get(name)
    if game is None:
        raise RulesError(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    return game
