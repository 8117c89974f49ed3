"""The engine and its naive twin play one match, and everything that can be seen is compared after every move.

Only what `arena.games.game` promises is used of the engine, so it may be rewritten at will. What this finds
is shown by faults that are planted in the engine: docs/rules/planted_faults.md.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from random import Random
from typing import Any, NoReturn

from arena.core.errors import IllegalMove
from arena.games.game import NOBODY
from arena.games.registry import GAMES
from tests.naive.color_elevator import ColorElevator
from tests.naive.linger_longer import LingerLonger
from tests.naive.seen import FULL_LOG, color_elevator_view, encode, ids, linger_longer_view, moments
from tests.naive.setups import Setup, StackedDraws, StackedShuffles, engine_options, random_setups

MATCHES, SEED = 150, 20_260_801
"""The quick run: a test shows what is in it."""
MOST_MOVES = 40_000
"""No match with the options drawn is as long."""

TWINS: dict[str, Any] = {"linger_longer": LingerLonger, "color_elevator": ColorElevator}
SEEN: dict[str, Callable[[Any], dict[str, Any]]] = {
    "linger_longer": linger_longer_view,
    "color_elevator": color_elevator_view,
}
CODES = {"linger_longer": range(56), "color_elevator": range(104)}
"""All move codes (docs/protocol.md)."""


class Difference(AssertionError):
    """Engine and twin disagree."""


class Table:
    """One match, played by engine and twin."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.rng = Random(setup.moves)
        game = GAMES[setup.game]
        self.texts = [game.move_text(code) for code in CODES[setup.game]]
        self.codes = {text: game.parse_move(text) for text in self.texts}
        packs = setup.packs()
        self.twin = TWINS[setup.game](setup.preset, setup.changes, StackedShuffles(setup.seed, packs))
        self.state = game.new_match(engine_options(setup), StackedDraws(setup.seed, packs))
        self.legal: list[str] = self.twin.legal_moves()
        self.logs = {seat: bytearray() for seat in [*self.twin.seats, FULL_LOG]}
        self.logged = 0
        self.hands_begun = 0
        self.moves_made = 0
        self.last_move = "the deal"
        self.compare()

    def play_to_the_end(self) -> None:
        """Play random moves, and compare after each.

        Raises:
            Difference: at the first.
        """
        while not self.twin.is_over:
            if self.moves_made == MOST_MOVES:
                raise Difference(f"{self.setup}: not over after {MOST_MOVES} moves")
            self.disturb()
            self.play(self.rng.choice(self.legal))

    def play(self, move: str) -> None:
        """Make a move on both sides, and compare."""
        self.last_move = move
        self.moves_made += 1
        self.twin.play(move)
        self.legal = self.twin.legal_moves()
        self.state.play(self.codes[move])
        self.compare()

    def disturb(self) -> None:
        """Now and then try what must have no effect: an illegal move, a move on a clone or its original."""
        roll = self.rng.random()
        if roll < 0.06:
            self.offer(self.rng.choice(self.texts))
        elif roll < 0.1:
            left, self.state = self.state, self.state.clone()
            if roll < 0.08:
                left = self.state.clone()
            left.play(self.codes[self.rng.choice(self.legal)])

    def offer(self, move: str) -> None:
        """Offer a move; if it is illegal, the engine has to refuse it, and nothing may change."""
        if move in self.legal:
            return
        try:
            self.state.play(self.codes[move])
        except IllegalMove:
            self.compare()
        else:
            self.differ(f"the illegal move {move}", "accepted", "refused")

    def compare(self) -> None:
        """Compare all that can be seen now."""
        self.compare_course()
        since = self.logged
        self.read_log()
        seen = SEEN[self.setup.game](self.twin)
        for seat in self.twin.seats:
            self.compare_view(seat, seen, since)
        if self.twin.hand_number == self.hands_begun or self.twin.is_over or self.rng.random() < 0.02:
            self.hands_begun = self.twin.hand_number + 1
            self.compare_records()

    def compare_course(self) -> None:
        """Compare whose turn it is, what is legal, and what is decided."""
        state, twin = self.state, self.twin
        self.expect("is_over", state.is_over, twin.is_over)
        self.expect("current_player", state.current_player, NOBODY if twin.is_over else twin.to_move)
        self.expect("legal_moves", [self.texts[code] for code in state.legal_moves()], self.legal)
        self.expect("hand_number", state.hand_number, twin.hand_number)
        self.expect("hand_results", len(state.hand_results), len(twin.results))
        self.expect("event_count", state.event_count, len(twin.log))
        outcome = state.outcome()
        if outcome is not None:
            outcome = (outcome.ending.value, list(outcome.places), list(outcome.chips))
        self.expect("outcome", outcome, twin.outcome())

    def read_log(self) -> None:
        """Write what is new in the twin's log, once for every seat and once with all cards shown."""
        for event in self.twin.log[self.logged :]:
            for reader in self.logs:
                self.logs[reader] += encode(event, reader)
        self.logged = len(self.twin.log)

    def compare_view(self, seat: int, seen: dict[str, Any], since: int) -> None:
        """Compare what a seat sees, with the events since the last comparison."""
        is_asked = seat == self.twin.to_move  # nothing is legal when the match is over
        expected = {
            **seen,
            "seat": seat,
            "hand": bytes(sorted(ids(self.twin.hands[seat]))),
            "legal": bytes([self.codes[move] for move in self.legal]) if is_asked else b"",
            "events": bytes(self.logs[seat][4 * since :]),
        }
        view = self.state.view(seat, since)
        if fields_of(tuple(expected))(view) != tuple(expected.values()):
            for name, value in expected.items():
                self.expect(f"view({seat}).{name}", getattr(view, name), value)
        if self.setup.game == "linger_longer":
            instants = moments([instant for _, instant in self.twin.out])
            self.expect(f"view({seat}).out_at", moments(view.out_at), instants)

    def compare_records(self) -> None:
        """Compare what is the same all through a hand, or long: deal, finished hands, whole logs."""
        state, twin = self.state, self.twin
        record = {"dealer": twin.dealer, "deck": twin.deck}
        if self.setup.game == "linger_longer":
            record["trump"] = twin.dealt_trump or None
        else:
            record["tops"] = twin.tops
        self.expect("deal_record", state.deal_record(), record)
        results = [
            (result.dealer, result.ending.value, result.winner, list(result.places), list(result.chips))
            for result in state.hand_results
        ]
        self.expect("hand_results", results, twin.results)
        self.expect("events", state.events(), bytes(self.logs[FULL_LOG]))
        for seat in twin.seats:
            for since in (0, self.rng.randrange(self.logged)):
                events = bytes(self.logs[seat][4 * since :])
                self.expect(f"view({seat}, {since}).events", state.view(seat, since).events, events)

    def expect(self, name: str, engine: Any, twin: Any) -> None:
        """Compare one thing."""
        if engine != twin:
            self.differ(name, engine, twin)

    def differ(self, name: str, engine: Any, twin: Any) -> NoReturn:
        """Say where, what, and how to see it again."""
        raise Difference(
            f"{self.setup}: hand {self.twin.hand_number}, move {self.moves_made} ({self.last_move}): "
            f"{name} is {engine!r} in the engine and {twin!r} in its twin"
        )


@cache
def fields_of(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what reads all of these at once, which is what makes comparing fast."""
    return attrgetter(*names)


def compare_match(setup: Setup) -> None:
    """Play one match with engine and twin at once.

    Raises:
        Difference: at the first.
    """
    Table(setup).play_to_the_end()


def difference_in(setup: Setup) -> str | None:
    """Play one match with engine and twin at once, and return what was the first difference, or None."""
    try:
        compare_match(setup)
    except Difference as difference:
        return str(difference)
    except Exception as error:  # noqa: BLE001 - whatever a broken engine raises
        return f"{setup}: {type(error).__name__}: {error}"
    return None


def first_difference(game_name: str, *, matches: int, seed: int) -> str | None:
    """Play random matches with random options, and return what was the first difference, or None.

    An exception of the engine is a difference. An engine that never comes back from one call isn't found
    here: that takes a limit of time from outside.

    Args:
        game_name: `linger_longer` or `color_elevator`.
        matches: how many.
        seed: of all options, deals and moves.
    """
    return next(filter(None, map(difference_in, random_setups(game_name, matches=matches, seed=seed))), None)
