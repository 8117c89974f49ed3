"""A player that follows a script, for the tests of the arena and of bot authors."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from arena.games.game import Game
from arena.match.player import MatchEnd, MatchStart, Question


class _Line(NamedTuple):
    move: int
    seen: Mapping[str, object]


class ScriptedPlayer:
    """Plays the moves it was given, in order, legal or not, and looks at views where it is told to.

        player = ScriptedPlayer(find_game("linger_longer"), ["9c", "Th"])
        player.expect("trump h", {"hand": bytes([8, 21]), "stock": 3})
        ...
        player.assert_done()

    What differs from the script is an AssertionError that says where.
    """

    def __init__(self, game: Game, moves: Iterable[str | int] = ()) -> None:
        """Take the moves as text in the game's notation, or as codes."""
        self._game = game
        self._lines: list[_Line] = []
        self.starts: list[MatchStart] = []
        self.questions: list[Question] = []
        self.ends: list[MatchEnd] = []
        for move in moves:
            self.expect(move)

    def expect(self, move: str | int, seen: Mapping[str, object] | None = None) -> None:
        """Add a move to the script's end, and what fields of the view must be when it is asked for."""
        code = self._game.parse_move(move) if isinstance(move, str) else move
        self._lines.append(_Line(code, seen or {}))

    def start(self, start: MatchStart) -> None:
        """Take a seat."""
        self.starts.append(start)

    def choose(self, question: Question) -> int:
        """Return the next move of the script.

        Raises:
            AssertionError: the script has ended, or the view is not what it says.
        """
        number = len(self.questions)
        self.questions.append(question)
        if number >= len(self._lines):
            raise AssertionError(f"the script has {number} moves and another one is asked: {question}")
        line = self._lines[number]
        for name, expected in line.seen.items():
            found = getattr(question.view, name)
            if found != expected:
                raise AssertionError(f"move {number}: {name} is {found!r}; the script expects {expected!r}")
        return line.move

    def end(self, end: MatchEnd) -> None:
        """Hear how the match came out."""
        self.ends.append(end)

    def assert_done(self) -> None:
        """Check that every move of the script was asked for.

        Raises:
            AssertionError: some were not.
        """
        asked, written = len(self.questions), len(self._lines)
        if asked < written:
            raise AssertionError(f"{asked} of the script's {written} moves were asked for")
