"""Plays duels: blocks between bots, on the real machinery, until the difference is clear."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from arena.author.duel import Duel
from arena.bootstrap.seated_names import seated_names
from arena.bootstrap.tournaments import Prepared, begin, enrol_content, make_ready, play
from arena.core.clock import Clock
from arena.core.errors import ConfigError, HostError, RulesError
from arena.games.game import Game
from arena.games.registry import find_game
from arena.storage.store import SqlStore, open_store
from arena.tournament.enrol import Enrolment
from arena.tournament.events import BlocksFolded, Event, TournamentEnded
from arena.tournament.ports import Watcher
from arena.tournament.runner import StopRequest
from arena.tournament.setup import TournamentSetup
from arena.tournament.spec import parse

STAGE = "duel"
_MOST_SEATS = 6
_WINDOW = 64
"""Blocks that may be under way at a time: so many at most are played after all is decided."""
_BENCH_AFTER = 1_000
"""Forfeits and crashes; who has so many has long been told from the others."""


@dataclass(frozen=True, slots=True)
class DuelPlan:
    """What is to be played."""

    setup: TournamentSetup
    bots: tuple[str, ...]
    """The bots' names; the table has `copies` of each."""
    copies: int


@dataclass(frozen=True, slots=True)
class Terms:
    """How a duel is played."""

    game: str
    preset: str = "standard"
    options: Mapping[str, str | int] | None = None
    seats: int | None = None
    """Of the table; None: as many as usual, if each bot can have equally many of them."""
    blocks: int = 960
    """At most; the default is a multiple of the orders around every table."""
    seed: str | None = None
    sandbox: str | None = None
    """None: the bots are the caller's own and run as if he had started them."""


def plan_duel(bots: Sequence[str], terms: Terms, *, workers: int) -> DuelPlan:
    """Read the bots, and seat each equally often.

    Args:
        bots: Folders of bots, or `sample:NAME`.
        terms: How they play.
        workers: How many processes will play.

    Raises:
        ConfigError: a bot, game, option or number of seats that can't be.
    """
    if len(bots) < 2:
        raise ConfigError("a duel takes two bots or more; name another one, for example sample:random_bot")
    game = find_game(terms.game)
    options = dict(terms.options or {})
    if "players" in options:
        raise ConfigError("leave the option `players` out and say --seats")
    seats = _seats(game, terms, options, bots=len(bots))
    copies = seats // len(bots)
    names = seated_names([*bots] * copies)
    entries = [
        {"path": bot, "name": name, "trusted": terms.sandbox is None}
        for bot, name in zip([*bots] * copies, names, strict=True)
    ]
    content = _content(entries, terms, options, seats=seats)
    source = Enrolment("the duel", Path.cwd())
    setup = enrol_content(parse(content, where="the duel"), source, workers=workers)
    return DuelPlan(setup, tuple(names[: len(bots)]), copies)


def _content(
    entries: Sequence[Mapping[str, object]], terms: Terms, options: Mapping[str, str | int], *, seats: int
) -> dict[str, Any]:
    """Describe a duel as a tournament's file would."""
    stage = {
        "name": STAGE,
        "game": terms.game,
        "preset": terms.preset,
        "options": dict(options),
        "seats": seats,
        "deals": terms.blocks,
    }
    return {
        "name": STAGE,
        "bots": list(entries),
        "run": {"window": _WINDOW},
        "faults": {"bench_after": _BENCH_AFTER},
        "stages": [stage],
        **({} if terms.sandbox is None else {"sandbox": terms.sandbox}),
        **({} if terms.seed is None else {"seed": terms.seed}),
    }


def play_duel(
    plan: DuelPlan,
    database: str,
    *,
    sure: float,
    watcher: Watcher,
    workers: int,
    stop: StopRequest,
    clock: Clock,
    tell: Callable[[str], None],
) -> Duel:
    """Play until every pair is clear or hopeless, all blocks are played, or a stop is asked for.

    Args:
        plan: What is played.
        database: Where matches are kept.
        sure: How sure a verdict is to be, as a chance.
        watcher: Told what happens, as in any tournament.
        workers: How many processes play.
        stop: Set by the caller to stop early; set here when everything is decided, so that what runs is
            finished and kept.
        clock: The time.
        tell: Given a line for what takes long.

    Raises:
        ConfigError: no sandbox can hold the bots here, or one can't be built.
        HostError: this machine could not play it.
        StorageError: the database can't be written.
    """
    stage = plan.setup.stages[0]
    duel = Duel(plan.bots, seats=stage.seats, most=stage.deals, sure=sure)
    with open_store(database) as store:
        prepared = replace(begin(plan.setup, "", store), deals_option="-n")
        prepared = make_ready(prepared, store, tell)
        judging = _Judging(duel, prepared, store, watcher, stop)
        end = play(prepared, store, watcher=judging, workers=workers, stop=stop, clock=clock)
    _refuse_void(end, duel)
    return duel


class _Judging:
    """Passes events on; when blocks are complete lets the duel look at them, and stops the run at its end.

    It looks at blocks in the order of the schedule, so that the verdict is a function of the matches and
    not of which was done first.
    """

    def __init__(
        self, duel: Duel, prepared: Prepared, store: SqlStore, watcher: Watcher, stop: StopRequest
    ) -> None:
        self._duel = duel
        self._tournament = prepared.tournament
        self._store = store
        self._watcher = watcher
        self._stop = stop
        self._next_block = 0

    def see(self, event: Event) -> None:
        """Take an event."""
        self._watcher.see(event)
        if isinstance(event, BlocksFolded) and not self._duel.is_over:
            self._look()

    def _look(self) -> None:
        checkpoint = self._store.checkpoint(self._tournament)
        end = 0 if checkpoint is None else checkpoint.next_block
        if end <= self._next_block:
            return
        found = self._store.records(self._tournament, 0, first_block=self._next_block, end_block=end)
        for _, matches in groupby(found, key=lambda record: record.id.block):
            block = list(matches)
            if len(block) == self._duel.seats:  # else it is void
                self._duel.add(block)
        self._next_block = end
        if self._duel.is_over:
            self._stop.times = max(self._stop.times, 1)


def _refuse_void(end: TournamentEnded, duel: Duel) -> None:
    if end.void_blocks and not duel.blocks:
        raise HostError("no block could be played for our reasons; `arena sandbox doctor` may show why")


def _seats(game: Game, terms: Terms, options: Mapping[str, str | int], *, bots: int) -> int:
    """Return how many seats the table has: as many for each bot."""
    if terms.seats is not None:
        if terms.seats % bots:
            raise ConfigError(
                f"--seats {terms.seats}: {bots} bots can't have equally many; say a multiple of {bots}"
            )
        return terms.seats
    usual = game.options(terms.preset, options).players
    if usual % bots == 0:
        return int(usual)
    for seats in range(bots, _MOST_SEATS + 1, bots):
        try:
            game.options(terms.preset, {**options, "players": seats})
        except RulesError:
            continue
        return seats
    raise ConfigError(
        f"no table of {game.name}, preset {terms.preset}, gives {bots} bots equally many seats; name fewer "
        "bots, or play a tournament: arena run"
    )
