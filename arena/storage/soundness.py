"""Whether a database is sound: whole, and all that is stored in it readable and plausible.

Whether its matches are what the rules and the deals make of the moves is for `arena verify` to prove.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import func, inspect, select, union

from arena.core.clock import SystemClock
from arena.core.errors import ArenaError, ConfigError
from arena.rating.standings import Tally
from arena.roster.submission import Submission, SubmissionState
from arena.scheduling.seeds import commitment
from arena.storage.database import Database, open_database
from arena.storage.league_store import LeagueStore
from arena.storage.match_rows import record_of
from arena.storage.output_rows import piece_of
from arena.storage.queries import read_rows
from arena.storage.schema import (
    ACCOUNTS,
    LEAGUE_RATINGS,
    MATCHES,
    OUTPUTS,
    SKIPPED_BLOCKS,
    SUBMISSIONS,
    TOURNAMENTS,
)
from arena.storage.stored_tournament import StoredTournament
from arena.tournament.fold import Fold
from arena.tournament.ports import Checkpoint
from arena.tournament.programme import programme_of

MOST_TOLD = 20
"""Problems of one kind; if a disk is at fault there is no end of them."""


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found."""

    where: str
    version: int
    """Of the tables."""
    counts: Counter[str]
    """What was read, by kind."""
    problems: tuple[str, ...]


def examine(where: str) -> Examination:
    """Read all of a database, and say what is wrong with it.

    Raises:
        ConfigError: there is no such database.
        StorageError: it can't be opened at all.
    """
    with closing(open_database(where, create=False)) as database:
        examiner = _Examiner(database)
        problems = tuple(examiner.problems())
        return Examination(database.where, database.version, examiner.counts, problems)


class _Examiner:
    """Reads a database, a tournament at a time."""

    def __init__(self, database: Database) -> None:
        self.counts: Counter[str] = Counter()
        self._database = database
        self._leagues = LeagueStore(database, SystemClock())
        self._archive = self._leagues.archive
        self._entrants: dict[str, int] = {}
        with database.reading() as connection:
            self._has_output = inspect(connection).has_table(OUTPUTS.name)
            self._has_leagues = inspect(connection).has_table(ACCOUNTS.name)

    def problems(self) -> Iterator[str]:
        yield from _told(self._pages())
        with self._database.reading() as connection:
            tournaments = connection.scalars(select(TOURNAMENTS.c.id).order_by(TOURNAMENTS.c.number)).all()
        for tournament in tournaments:
            yield from _told(self._tournament(tournament))
        if self._has_leagues:
            yield from _told(self._accounts())
            yield from _told(self._rounds())
            yield from _told(self._ratings())

    def _pages(self) -> Iterator[str]:
        """Ask SQLite. PostgreSQL holds references by itself, and finds damaged pages as it reads them."""
        if self._database.file is None:
            return
        with self._database.reading() as connection:
            for (finding,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_TOLD})"):
                if finding != "ok":
                    yield f"SQLite finds: {finding}"
            for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                yield f"row {row} of {table} belongs to nothing in {parent}"

    def _tournament(self, tournament: str) -> Iterator[str]:
        self.counts["tournaments"] += 1
        found = self._archive.find(tournament)
        self._entrants[tournament] = len(found.setup.entrants)
        if found.is_finished and commitment(found.setup.secret) != found.commitment:
            yield f"{tournament} has revealed a secret that it was not committed to"
        yield from _told(self._matches(found))
        yield from _told(self._checkpoint(found))
        if self._has_output:
            yield from _told(self._output(found))

    def _matches(self, found: StoredTournament) -> Iterator[str]:
        stray = self._archive.stray(found)
        if stray is not None:
            yield f"match {stray} of {found.id} is in no schedule"
        query = select(MATCHES).where(MATCHES.c.tournament == found.number)
        for stage in range(len(found.stage_names)):
            for row in read_rows(self._database, query, stage=stage):
                self.counts["matches"] += 1
                try:
                    record_of(row, found.stage_names)
                except ArenaError as error:
                    yield f"{found.id}: {error}"

    def _checkpoint(self, found: StoredTournament) -> Iterator[str]:
        """Compare a checkpoint with the setup and with what it says is in the tables."""
        checkpoint, skipped = self._archive.checkpoint_and_skips(found)
        programme = programme_of(found.setup)
        blocks = [schedule.blocks for schedule in programme.schedules]
        for each in skipped:
            if each.stage >= len(blocks) or each.block >= blocks[each.stage]:
                yield f"{found.id}: block {each.block} of stage {each.stage} is skipped, and in no schedule"
        place = 0 if checkpoint is None else checkpoint.next_block
        if place > programme.total_blocks or (found.is_finished and place < programme.total_blocks):
            state = "finished" if found.is_finished else "unfinished"
            yield f"{found.id} is {state}, with {place} of {programme.total_blocks} blocks in its tables"
        if checkpoint is not None and not _is_fold(checkpoint, found):
            yield f"the checkpoint of {found.id} is damaged"
        for stage, name in enumerate(found.stage_names):
            folded = min(max(place - programme.first_block(stage), 0), blocks[stage])
            stored = self._settled_blocks(found, stage, end=folded)
            if stored != folded:
                yield f"{found.id} has {folded} blocks of {name} in its tables, of which {stored} are stored"

    def _settled_blocks(self, found: StoredTournament, stage: int, *, end: int) -> int:
        """Count the blocks of a stage, before one, that are complete or skipped."""
        complete, skipped = (
            select(table.c.block).where(
                table.c.tournament == found.number, table.c.stage == stage, table.c.block < end
            )
            for table in (MATCHES, SKIPPED_BLOCKS)
        )
        complete = complete.group_by(MATCHES.c.block).having(func.count() == found.setup.stages[stage].seats)
        query = select(func.count()).select_from(union(complete, skipped).subquery())
        with self._database.reading() as connection:
            return connection.scalar(query) or 0

    def _output(self, found: StoredTournament) -> Iterator[str]:
        for entrant in range(len(found.setup.entrants)):
            of_entrant = (OUTPUTS.c.tournament == found.number) & (OUTPUTS.c.entrant == entrant)
            with self._database.reading() as connection:
                rows = connection.execute(select(OUTPUTS).where(of_entrant)).all()
            for row in rows:
                self.counts["output_pieces"] += 1
                try:
                    piece_of(row, found.stage_names)
                except ArenaError as error:
                    yield f"{found.id}: {error}"

    def _accounts(self) -> Iterator[str]:
        self.counts["accounts"] = len(self._leagues.accounts())
        with self._database.reading() as connection:
            numbers = connection.scalars(select(SUBMISSIONS.c.number)).all()
        newest: dict[tuple[str, str, str], Submission] = {}
        for number in numbers:
            self.counts["submissions"] += 1
            each = self._leagues.submission(number)
            bot = (each.account, each.league, each.bot)
            if each.state is SubmissionState.ACCEPTED:
                newest[bot] = max(newest.get(bot, each), each, key=lambda one: one.version)
                if each.version < 1:
                    yield f"submission {number} is accepted, and no version of its bot"
        for league in self._leagues.leagues():
            theirs = {each.number for each in newest.values() if each.league == league.name}
            if {each.number for each in self._leagues.current(league.name)} != theirs:
                yield f"in league {league.name} others play than the newest accepted versions"

    def _rounds(self) -> Iterator[str]:
        for league in self._leagues.leagues():
            self.counts["leagues"] += 1
            for each in self._leagues.rounds(league.name, limit=None):
                self.counts["rounds"] += 1
                if self._entrants.get(each.tournament, len(each.entrants)) != len(each.entrants):
                    yield f"round {each.number} of {each.league} has other entrants than {each.tournament}"

    def _ratings(self) -> Iterator[str]:
        with self._database.reading() as connection:
            rows = connection.execute(select(LEAGUE_RATINGS)).all()
        for row in rows:
            self.counts["ratings"] += 1
            try:
                Tally(**row.tally)
            except TypeError:
                yield f"the rating of submission {row.submission} in {row.game} of {row.league} is damaged"


def _told(found: Iterator[str]) -> Iterator[str]:
    """Yield problems, not too many of a kind; whatever ends the reading is the last of them."""
    try:
        for number, problem in enumerate(found):
            if number == MOST_TOLD:
                yield "there are more of this kind"
                return
            yield problem
    except ArenaError as error:
        yield str(error)


def _is_fold(checkpoint: Checkpoint, found: StoredTournament) -> bool:
    """Tell whether a run could go on from a checkpoint."""
    try:
        fold = Fold.at(found.setup, programme_of(found.setup), checkpoint)
        blocks = sum(table.blocks for table in fold.tables)
        entrants = [sorted(row.entrant for row in table.rows()) for table in fold.tables]
        return (
            fold.checkpoint() == checkpoint
            and blocks == checkpoint.next_block
            and entrants == [sorted(stage.entrants) for stage in found.setup.stages]
        )
    except (LookupError, TypeError, ValueError, AttributeError, ConfigError):
        return False
