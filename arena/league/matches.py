"""Matches of a league as they are shown to everybody: of complete blocks, without what is for authors."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from arena.core.errors import UnknownName
from arena.core.ids import MatchId, parse_match_id
from arena.core.text import harmless
from arena.games.registry import find_game
from arena.league.standings import find_league, find_round
from arena.match.record import MatchRecord
from arena.match.replay_text import to_text
from arena.match.transcript import to_json
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.league import LeagueRound
from arena.roster.submission import Submission
from arena.scheduling.seeds import deal_seed
from arena.storage.archive import Archive, MatchFilter
from arena.storage.league_store import LeagueStore
from arena.storage.stored_output import StoredOutput
from arena.storage.stored_tournament import StoredTournament

LATEST_PIECES = 20
"""Of a bot's output, when no match is named."""


class RoundMatches:
    """The matches of one round; blocking, for any thread."""

    def __init__(self, store: LeagueStore, archive: Archive, league: str, number: int) -> None:
        """Look a round up by its number, the latest for 0.

        Raises:
            ConfigError: there is no such league or round.
        """
        self.round: LeagueRound = find_round(store, find_league(store, league), number)
        self._archive = archive
        self._found: StoredTournament = archive.find(self.round.tournament)
        self._bots: list[Submission] = [store.submission(each) for each in self.round.entrants]

    def latest(self, *, bot: str, only_faults: bool, limit: int, before: str) -> Iterator[wire.MatchSummary]:
        """Yield summaries, the last of the schedule first.

        Args:
            bot: `ACCOUNT/BOT` that sat at the table; empty for any.
            only_faults: Leave out matches without a fault.
            limit: At most so many.
            before: The last match of the page before; empty for the first page.

        Raises:
            ConfigError: no such bot in the round, or no such match.
        """
        entrant = self.entrant(bot) if bot else None
        start = parse_match_id(before) if before else None
        wanted = MatchFilter(entrant=entrant, only_faults=only_faults)
        for record in self._archive.latest_matches(self._found, wanted, limit=limit, before=start):
            yield self.summary(record)

    def record(self, match: str) -> MatchRecord:
        """Return one match without debug notes and evidence.

        Raises:
            ConfigError: there is none, or its block is not complete.
        """
        record = self._archive.match(self._found, parse_match_id(match))
        faults = tuple(replace(fault, evidence="") for fault in record.faults)
        return replace(record, faults=faults, notes=())

    def summary(self, record: MatchRecord) -> wire.MatchSummary:
        """Describe a match in short."""
        stage = self._found.setup.stages[self._found.stage_number(record.id.stage)]
        return wire.MatchSummary(
            match=str(record.id),
            game=stage.game,
            seats=[self._seat(record, seat) for seat in range(len(record.seats))],
            ending=record.ending.value,
            started_ms=int(record.started * 1000),
            faults=len(record.faults),
        )

    def as_json(self, record: MatchRecord) -> str:
        """Return a match as `arena export` writes it; the seed only when it is revealed."""
        document = to_json(
            record,
            tournament=self._found.id,
            reveal_seed=self._found.is_finished,
            entrants=self._names(),
            **self._rules(record),
        )
        return json.dumps(document, separators=(",", ":"))

    def as_text(self, record: MatchRecord) -> list[str]:
        """Return a match told move by move."""
        return list(to_text(record, entrants=self._names(), **self._rules(record)))

    def entrant(self, bot: str) -> int:
        """Return the number of `ACCOUNT/BOT` in the round.

        Raises:
            ConfigError: it does not play in it.
        """
        for number, each in enumerate(self._bots):
            if bot == f"{each.account}/{each.bot}":
                return number
        raise UnknownName(
            f"{harmless(bot, 80)!r} does not play in round {self.round.number}; write ACCOUNT/BOT, as in the "
            "standings"
        )

    def output(self, bot: str, match: str) -> tuple[StoredOutput, MatchId | None]:
        """Return what a bot wrote, of one match or of its latest, and the match.

        Raises:
            ConfigError: no such bot or match.
        """
        wanted = parse_match_id(match) if match else None
        limit = None if match else LATEST_PIECES
        return self._archive.output(self._found, self.entrant(bot), match=wanted, limit=limit), wanted

    def _rules(self, record: MatchRecord) -> dict[str, Any]:
        """Return the game with its options and the seed of the deal, which is not shown."""
        stage = self._found.setup.stages[self._found.stage_number(record.id.stage)]
        secret = self._archive.deal_secret(self._found)
        seed = deal_seed(secret, stage.name, record.id.block)
        return {"game": find_game(stage.game), "options": stage.options, "seed": seed}

    def _names(self) -> list[tuple[str, str]]:
        return [(f"{bot.account}/{bot.bot}", f"v{bot.version}") for bot in self._bots]

    def _seat(self, record: MatchRecord, seat: int) -> wire.MatchSeat:
        bot = self._bots[record.seats[seat]]
        return wire.MatchSeat(
            account=bot.account,
            bot=bot.bot,
            version=bot.version,
            place=record.places[seat],
            chips=record.chips[seat],
        )
