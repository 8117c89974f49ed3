"""What admins ask of leagues: to be made, started, stopped, ended, and who plays in them."""

import logging
import tomllib
from collections.abc import Callable

import grpc

from arena.core.clock import Clock
from arena.core.errors import ConfigError, UnknownName
from arena.league.calls import Refusal
from arena.league.settings import parse_settings
from arena.league.standings import find_league
from arena.league.standings_calls import league_info
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.league import League
from arena.storage.league_store import LeagueStore

LOG = logging.getLogger(__name__)
FILE = "the league file"
BENCHED = "an admin has taken it out"


class LeagueOffice:
    """Serves `admin_service.Office`; blocking, for any thread."""

    def __init__(
        self,
        store: LeagueStore,
        *,
        check_sandbox: Callable[[str], object],
        changed: Callable[[str], None],
        clock: Clock,
    ) -> None:
        """Look after the leagues of a store.

        Args:
            store: Where they are.
            check_sandbox: Raises a ConfigError for a sandbox that bots can't be run in here.
            changed: Told which league has changed.
            clock: Says when.
        """
        self._store = store
        self._check_sandbox = check_sandbox
        self._changed = changed
        self._clock = clock

    def add_league(self, file: str) -> wire.LeagueInfo:
        """Make a league from the text of its file; it is not running yet.

        Raises:
            ConfigError: the file is wrong, or there is a league of that name.
        """
        try:
            document = tomllib.loads(file)
        except (ValueError, RecursionError) as error:  # numbers of thousands of digits, brackets in thousands
            raise ConfigError(f"{FILE} is not TOML: {error}") from None
        settings = parse_settings(document, where=FILE)
        self._check_sandbox(settings.sandbox)
        league = League(settings.name, settings.to_json(), created=self._clock.now().timestamp())
        self._store.add_league(league)
        self._note("a league is made", league.name)
        return league_info(league, self._store)

    def set_running(self, league: str, is_running: bool) -> None:
        """Let its rounds begin, or drain the one that is played and let none begin."""
        find_league(self._store, league)
        self._store.set_running(league, is_running)
        self._note("a league is started" if is_running else "a league is stopped", league)

    def end_season(self, league: str) -> int:
        """Freeze entries, so that the final is played after the round under way; return the season that ends.

        Raises:
            Refusal: it ends already, or nothing is played.
        """
        found = find_league(self._store, league)
        if found.is_frozen:
            raise _not_now(f"season {found.season} of league {league} ends already")
        if not found.is_running:
            raise _not_now(f"league {league} is stopped; start it, so that its final can be played")
        self._store.set_frozen(league, is_frozen=True)
        self._note("a season ends", league)
        return found.season

    def bench(self, league: str, account: str, bot: str, is_benched: bool) -> None:
        """Take a bot out, or let its newest version in again, from the next round on.

        Raises:
            ConfigError: there is no such bot.
        """
        find_league(self._store, league)
        if is_benched:
            current = self._store.current(league)
            found = next((one for one in current if (one.account, one.bot) == (account, bot)), None)
            if found is None:
                raise UnknownName(f"{account}/{bot} does not play in league {league}")
            self._store.take_out(found.number, BENCHED)
        else:
            self._store.let_in(account, league, bot)
        self._note("a bot is taken out" if is_benched else "a bot is let in again", league)

    def _note(self, what: str, league: str) -> None:
        LOG.info(what, extra={"facts": {"league": league}})
        self._changed(league)


def _not_now(text: str) -> Refusal:
    return Refusal(grpc.StatusCode.FAILED_PRECONDITION, text)
