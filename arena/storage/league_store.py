"""Where leagues are kept: accounts, submissions, rounds and ratings.

Every method is one transaction, and may be called from any thread. Those that decide by what they read,
such as quotas, do so while no other does. What a bot's author may see is for the caller to know.
"""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, update

from arena.core.clock import Clock, SystemClock
from arena.core.errors import ConfigError, UnknownName
from arena.core.ids import check_name
from arena.roster.account import Account, Quotas
from arena.roster.league import League, LeagueRound, RoundKind
from arena.roster.submission import Submission, SubmissionState
from arena.storage import account_rows, league_rows, submission_rows
from arena.storage.archive import Archive
from arena.storage.database import Database, open_database
from arena.storage.league_rows import Tallies
from arena.storage.schema import ARENA_SCHEMA, LEAGUES
from arena.storage.secret_files import secret_files_of
from arena.storage.store import SqlStore
from arena.tournament.setup import TournamentSetup

PAGE = 100


class LeagueStore:
    """Leagues in a SQL database, beside the tournaments that are their rounds.

    All methods raise ConfigError for what isn't there, StorageBusy for a database that is locked or full,
    and StorageError for one that can't be used.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        """Use `open_league_store`."""
        self._database = database
        secrets = secret_files_of(database)
        self.tournaments = SqlStore(database, secrets, clock)
        """The same database for whoever plays a round."""
        self.archive = Archive(database, secrets)
        """The same database for whoever looks at rounds."""

    def add_account(self, account: Account) -> None:
        """Keep a new account; ConfigError if there is one of that name."""
        with self._database.writing_alone() as connection:
            account_rows.add_account(connection, account)

    def account(self, name: str) -> Account | None:
        """Return an account, or None if there is none of that name."""
        with self._database.reading() as connection:
            return account_rows.find_account(connection, name)

    def accounts(self) -> list[Account]:
        """Return all accounts by name."""
        with self._database.reading() as connection:
            return account_rows.list_accounts(connection)

    def replace_token(self, name: str, token_hash: str) -> None:
        """Give an account another token; the old one is worth nothing from now on."""
        self._change_account(name, token_hash=token_hash)

    def set_quotas(self, name: str, quotas: Quotas) -> None:
        """Say what an account may use."""
        self._change_account(name, quotas=asdict(quotas))

    def set_active(self, name: str, is_active: bool) -> None:
        """Let an account in, or not any more."""
        self._change_account(name, is_active=is_active)

    def add_submission(
        self,
        account: str,
        league: str,
        bot: str,
        content_hash: str,
        games: tuple[str, ...],
        now: float,
        max_a_day: int,
        max_bots: int,
    ) -> Submission:
        """Queue an upload, or return the one of the same files that is queued or accepted already.

        Args:
            account, league, bot, content_hash, games: As a `Submission` has them.
            now: Unix time.
            max_a_day: So many submissions of the account are taken in 24 hours.
            max_bots: So many bots of the account may be in the league.

        Raises:
            QuotaExceeded: one of the last two would be exceeded.
            ConfigError: there is no such account or league, or the league is frozen.
        """
        check_name(bot, what="bot")
        with self._database.writing_alone() as connection:
            same = submission_rows.find_same(connection, account, league, bot, content_hash)
            if same is not None:
                return same
            if account_rows.find_account(connection, account) is None:
                raise UnknownName(f"there is no account {account!r}")
            if league_rows.get_league(connection, league).is_frozen:
                raise ConfigError(f"league {league} is frozen until its season ends; submit again after that")
            submission_rows.check_quotas(
                connection, account, league, bot, now=now, max_a_day=max_a_day, max_bots=max_bots
            )
            row = {"account": account, "league": league, "bot": bot, "content_hash": content_hash}
            return submission_rows.insert_submission(connection, row | {"games": list(games), "created": now})

    def submission(self, number: int) -> Submission:
        """Return a submission by its number."""
        with self._database.reading() as connection:
            return submission_rows.get_submission(connection, number)

    def submissions(
        self,
        account: str | None = None,
        league: str | None = None,
        limit: int = PAGE,
        before: int | None = None,
    ) -> list[Submission]:
        """Return submissions, newest first; `before` is the last number of the page before."""
        with self._database.reading() as connection:
            return submission_rows.list_submissions(
                connection, account=account, league=league, limit=limit, before=before
            )

    def queued(self) -> list[Submission]:
        """Return the submissions that wait for their check, oldest first."""
        with self._database.reading() as connection:
            return submission_rows.list_queued(connection)

    def versions(self, league: str, account: str, bot: str) -> list[Submission]:
        """Return all versions of a bot that were ever accepted, newest first."""
        with self._database.reading() as connection:
            return submission_rows.list_versions(connection, account, league, bot)

    def current(self, league: str) -> list[Submission]:
        """Return the newest version of every bot that is not withdrawn, by number: who plays next."""
        with self._database.reading() as connection:
            return submission_rows.list_current(connection, league)

    def accept(self, number: int, now: float) -> Submission:
        """Make a queued submission its bot's next version; one that isn't queued any more stays as it is."""
        with self._database.writing_alone() as connection:
            version = submission_rows.next_version(connection, number)
            state = SubmissionState.ACCEPTED.value
            return submission_rows.decide(connection, number, state=state, accepted=now, version=version)

    def refuse(self, number: int, reason: str, output: str = "", record: str = "") -> Submission:
        """Refuse a queued submission; one that isn't queued any more stays as it is."""
        with self._database.writing_alone() as connection:
            state = SubmissionState.REFUSED.value
            return submission_rows.decide(
                connection, number, state=state, reason=reason, output=output, record=record
            )

    def withdraw(self, account: str, league: str, bot: str) -> None:
        """Withdraw a bot, and whatever of it is queued; ConfigError if there is nothing to withdraw."""
        with self._database.writing_alone() as connection:
            submission_rows.withdraw(connection, account, league, bot)

    def take_out(self, number: int, reason: str) -> None:
        """Let a version, and those before it, play in no round that begins later, and say why."""
        with self._database.writing_alone() as connection:
            submission_rows.take_out(connection, number, reason)

    def let_in(self, account: str, league: str, bot: str) -> None:
        """Let the newest version of a bot that was taken out or withdrawn play again."""
        with self._database.writing_alone() as connection:
            submission_rows.let_in(connection, account, league, bot)

    def add_league(self, league: League) -> None:
        """Keep a new league; ConfigError if there is one of that name."""
        with self._database.writing_alone() as connection:
            league_rows.add_league(connection, league)

    def league(self, name: str) -> League | None:
        """Return a league, or None if there is none of that name."""
        with self._database.reading() as connection:
            return league_rows.find_league(connection, name)

    def leagues(self) -> list[League]:
        """Return all leagues by name."""
        with self._database.reading() as connection:
            return league_rows.list_leagues(connection)

    def set_running(self, name: str, is_running: bool) -> None:
        """Let rounds begin, or none after the one that is played."""
        self._change_league(name, is_running=is_running)

    def set_frozen(self, name: str, is_frozen: bool) -> None:
        """Let nobody enter, or anybody again. What is queued by then may still be accepted."""
        self._change_league(name, is_frozen=is_frozen)

    def next_season(self, name: str) -> League:
        """Begin the next season: open to entries, and without ratings; those of its rounds stay with them."""
        with self._database.writing_alone() as connection:
            league_rows.change_league(connection, name, season=LEAGUES.c.season + 1, is_frozen=False)
            league_rows.forget_ratings(connection, name)
            return league_rows.get_league(connection, name)

    def seconds_played(self, league: str) -> float:
        """Return how long a league has had the machine, in seconds."""
        with self._database.reading() as connection:
            return league_rows.read_seconds(connection, league)

    def add_seconds(self, league: str, seconds: float) -> None:
        """Count time that a league has had the machine."""
        self._change_league(league, seconds_played=LEAGUES.c.seconds_played + seconds)

    def create_round(
        self, setup: TournamentSetup, file: str, *, league: str, kind: RoundKind, entrants: tuple[int, ...]
    ) -> LeagueRound:
        """Keep a new tournament as the next round of a league, both or neither.

        Args:
            setup: Of the tournament.
            file: The text that says the same in a tournament file, if there is one.
            league: Whose round it is.
            kind: Why it is played.
            entrants: Numbers of submissions, by the entrants' numbers in the tournament.

        Raises:
            ConfigError: there is no such league, its latest round is not finished, or the numbers of
                entrants differ.
        """
        if len(entrants) != len(setup.entrants):
            raise ConfigError(f"{len(setup.entrants)} entrants can't be {len(entrants)} submissions")
        made: list[LeagueRound] = []

        def add(connection: Connection, tournament: str) -> None:
            made.append(league_rows.add_round(connection, tournament, league, kind, entrants))

        self.tournaments.create(setup, file, also=add)
        return made[0]

    def finish_round(self, league: str, number: int, ratings: Mapping[str, Tallies]) -> None:
        """Mark a round finished, with the ratings after it, by game: both or neither.

        Raises:
            ConfigError: there is no such round, or it is finished already.
        """
        with self._database.writing_alone() as connection:
            league_rows.finish_round(connection, league, number, ratings)

    def ratings(self, league: str, game: str) -> dict[int, dict[str, Any]]:
        """Return the tallies after the last finished round, by submission; of those who have played."""
        with self._database.reading() as connection:
            return league_rows.read_ratings(connection, league, game)

    def latest_round(self, league: str) -> LeagueRound | None:
        """Return the newest round, finished or not."""
        return next(iter(self.rounds(league, limit=1)), None)

    def round(self, league: str, number: int) -> LeagueRound | None:
        """Return a round by its number, or None if there is none."""
        with self._database.reading() as connection:
            return league_rows.find_round(connection, league, number)

    def rounds(self, league: str, limit: int | None = PAGE) -> list[LeagueRound]:
        """Return the latest rounds, the newest first; all of them for None."""
        with self._database.reading() as connection:
            return league_rows.list_rounds(connection, league, limit=limit)

    def probe(self) -> None:
        """See that something can be written, without changing anything."""
        with self._database.writing() as connection:
            connection.execute(update(ARENA_SCHEMA).values(version=ARENA_SCHEMA.c.version))

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _change_account(self, name: str, **values: Any) -> None:
        with self._database.writing() as connection:
            account_rows.change_account(connection, name, **values)

    def _change_league(self, name: str, **values: Any) -> None:
        with self._database.writing() as connection:
            league_rows.change_league(connection, name, **values)


def open_league_store(where: str | Path, clock: Clock | None = None) -> LeagueStore:
    """Open the database at a path or URL; it is made, or brought up to date, if need be.

    Raises:
        ConfigError: the URL is none that we know, or its driver is missing.
        StorageError: it can't be opened, or was made by a newer version.
    """
    return LeagueStore(open_database(where, create=True), clock or SystemClock())
