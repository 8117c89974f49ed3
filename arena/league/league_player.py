"""Plays the next round of a league, or goes on with it: from its contenders to its ratings.

What is stored decides how it goes on, after a crash as at any other time: a round that is not finished is
resumed; one whose tournament is finished, and whose ratings are not kept yet, has them computed from the
tournament's checkpoint; else the next one is planned.
"""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arena.core.errors import ConfigError
from arena.league.bot_files import BotFiles
from arena.league.lost_bots import pass_over
from arena.league.machine import Machine
from arena.league.metrics import Metrics
from arena.league.planning import Contender
from arena.league.round_setup import (
    PlannedStage,
    plan_final_stages,
    plan_stages,
    round_entrants,
    round_kind,
    round_setup,
)
from arena.league.round_watcher import RoundWatcher
from arena.league.settings import LeagueSettings
from arena.rating.standings import Tally
from arena.roster.bot_version import load_bot
from arena.roster.league import League, LeagueRound, RoundKind
from arena.roster.submission import Submission
from arena.storage.league_store import LeagueStore
from arena.tournament.enrol import entrant_of
from arena.tournament.runner import StopRequest
from arena.tournament.setup import Entrant

LOG = logging.getLogger(__name__)
FINAL_DEALS = 24
"""Deals at each table of a season's final, at least."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A round that can begin."""

    stages: tuple[PlannedStage, ...]
    bots: Mapping[int, Entrant]
    """By submission."""


class LeaguePlayer:
    """Serves `rounds.Player`."""

    def __init__(
        self,
        store: LeagueStore,
        files: BotFiles,
        machine: Machine,
        *,
        changed: Callable[[str], None],
        metrics: Metrics,
    ) -> None:
        """Play what is stored; `changed` is given a league whose tables, bots or rounds have changed."""
        self._store = store
        self._files = files
        self._machine = machine
        self._changed = changed
        self._metrics = metrics

    def play(self, league: League, stop: StopRequest) -> bool:
        """Play until the round is finished or a stop is asked for; False if there is none to play now.

        Raises:
            HostError: this machine can't play at the moment.
            StorageError: what is played can't be kept at the moment.
            ConfigError: this league can't be played here.
        """
        latest = self._store.latest_round(league.name)
        if latest is None or latest.is_finished:
            latest = self._begin(league, latest)
        if latest is None:
            return False
        if not self._store.tournaments.is_finished(latest.tournament):
            self._go_on(latest, stop)
        if self._store.tournaments.is_finished(latest.tournament):
            self._finish(latest)
        return True

    def _begin(self, league: League, latest: LeagueRound | None) -> LeagueRound | None:
        """Plan and keep the next round; None if too few accounts have bots to play."""
        if league.is_frozen and latest is not None and _is_final_of(latest, league.season):
            league = self._next_season(league)
        number = 1 if latest is None else latest.number + 1
        settings = LeagueSettings.from_json(league.settings)
        settings = replace(settings, sandbox=self._machine.sandbox_for(settings.sandbox))
        ratings = {game: self._store.ratings(league.name, game) for game in settings.games}
        plan = self._plan(league, settings, ratings, number)
        if plan is None:
            if league.is_frozen:
                LOG.warning("a season ends without a final: too few bots", extra=_facts(league.name))
                self._next_season(league)
            return None
        setup = round_setup(
            settings,
            plan.stages,
            plan.bots,
            {
                game: {bot: Tally(**tally) for bot, tally in of_game.items()}
                for game, of_game in ratings.items()
            },
            secret=secrets.token_bytes(32),
            max_instances=self._machine.max_instances(),
        )
        begun = self._store.create_round(
            setup, "", league=league.name, kind=round_kind(plan.stages), entrants=round_entrants(plan.stages)
        )
        LOG.info(
            "a round begins",
            extra=_facts(
                league.name,
                round=begun.number,
                kind=begun.kind.value,
                tournament=begun.tournament,
                bots=len(begun.entrants),
                sandbox=setup.sandbox,
            ),
        )
        self._changed(league.name)
        return begun

    def _next_season(self, league: League) -> League:
        following = self._store.next_season(league.name)
        LOG.info("a season begins", extra=_facts(league.name, season=following.season))
        self._changed(league.name)
        return following

    def _plan(
        self,
        league: League,
        settings: LeagueSettings,
        ratings: Mapping[str, Mapping[int, Mapping[str, Any]]],
        number: int,
    ) -> _Plan | None:
        """Plan a round of bots that can play; take out those that can't."""
        while True:
            current = {bot.number: bot for bot in self._store.current(league.name)}
            contenders = {
                game: [
                    _contender(bot, of_game.get(bot.number)) for bot in current.values() if game in bot.games
                ]
                for game, of_game in ratings.items()
            }
            if league.is_frozen:
                stages = plan_final_stages(settings, contenders, number=number, deals=FINAL_DEALS)
            else:
                stages = plan_stages(settings, contenders, number=number)
            if not stages:
                return None
            planned = [current[submission] for submission in round_entrants(stages)]
            bots, unfit = self._enrolled(planned, settings.sandbox)
            if not unfit:
                return _Plan(stages, bots)
            for submission, reason in unfit.items():
                self._take_out(current[submission], f"it can't play here any more: {reason}")

    def _enrolled(
        self, planned: Sequence[Submission], sandbox: str
    ) -> tuple[dict[int, Entrant], dict[int, str]]:
        """Read bots and make what they need; return them by submission, and why others can't play."""
        found: dict[int, Entrant] = {}
        unfit: dict[int, str] = {}
        for bot in planned:
            try:
                found[bot.number] = self._entrant(bot)
            except ConfigError as error:
                unfit[bot.number] = str(error)
        _, unequipped = self._machine.equip(sandbox, tuple(found.values()), _tell)
        return found, unfit | unequipped

    def _entrant(self, bot: Submission) -> Entrant:
        """Read a bot; its number and name are those of its submission."""
        version = load_bot(str(self._files.directory(bot.content_hash)))
        if version.content_hash != bot.content_hash:
            raise ConfigError("its files have changed on the server; submit them again")
        return entrant_of(version, number=bot.number, name=f"s{bot.number}", trusted=self._machine.trusts)

    def _go_on(self, round_: LeagueRound, stop: StopRequest) -> None:
        """Play what is left of a round."""
        tournaments = self._store.tournaments
        setup = tournaments.setup(round_.tournament)
        # The folder with the bots may have been moved since the round began.
        entrants = [replace(one, directory=self._files.directory(one.content_hash)) for one in setup.entrants]
        equipped, lost = self._machine.equip(setup.sandbox, entrants, _tell)
        bots = [self._store.submission(number) for number in round_.entrants]
        if lost:
            pass_over(tournaments, round_.tournament, setup, lost)
            for entrant, reason in lost.items():
                self._take_out(bots[entrant], f"it can't play here any more: {reason}")
        setup = replace(
            setup,
            entrants=tuple(equipped.get(one.number, one) for one in entrants),
            max_instances=self._machine.max_instances(),
        )
        watcher = RoundWatcher(
            round_.league,
            [f"{bot.account}/{bot.bot}" for bot in bots],
            changed=self._changed,
            metrics=self._metrics,
        )
        self._machine.play(round_.tournament, setup, watcher=watcher, stop=stop)

    def _finish(self, round_: LeagueRound) -> None:
        """Keep the ratings after a round; take out who was benched in it."""
        checkpoint = self._store.tournaments.checkpoint(round_.tournament)
        state = {} if checkpoint is None else checkpoint.state
        for entrant in state.get("benched", {}):
            bot = self._store.submission(round_.entrants[int(entrant)])
            self._take_out(
                bot,
                f"it failed too often in round {round_.number}; see arena logs, and submit a better version",
            )
        self._store.finish_round(round_.league, round_.number, self._ratings(round_, state))
        self._metrics.rounds.labels(round_.league, round_.kind.value).inc()
        LOG.info(
            "a round is finished", extra=_facts(round_.league, round=round_.number, kind=round_.kind.value)
        )
        self._changed(round_.league)

    def _ratings(self, round_: LeagueRound, state: Mapping[str, Any]) -> dict[str, dict[int, dict[str, Any]]]:
        """Return the tallies after a round by game and submission; a final's are its result alone."""
        if round_.kind is RoundKind.FINAL:
            return {}
        stages = self._store.tournaments.setup(round_.tournament).stages
        return {
            stage.game: {
                (submission := round_.entrants[tally["entrant"]]): {**tally, "entrant": submission}
                for tally in table["entrants"]
            }
            for stage, table in zip(stages, state.get("stages", ()), strict=False)
        }

    def _take_out(self, bot: Submission, reason: str) -> None:
        # Its author knows its folder under another name.
        reason = reason.replace(str(self._files.directory(bot.content_hash)), "its folder")
        self._store.take_out(bot.number, reason)
        LOG.warning(
            "a bot is taken out", extra=_facts(bot.league, account=bot.account, bot=bot.bot, reason=reason)
        )


def _is_final_of(round_: LeagueRound, season: int) -> bool:
    return round_.kind is RoundKind.FINAL and round_.season == season


def _contender(bot: Submission, tally: Mapping[str, Any] | None) -> Contender:
    if tally is None:
        return Contender(bot.number, bot.account, bot.bot, blocks=0)
    worth = tally["mu"] - 3 * tally["sigma"]
    return Contender(bot.number, bot.account, bot.bot, blocks=tally["blocks"], worth=worth)


def _tell(line: str) -> None:
    LOG.info("making ready: %s", line)


def _facts(league: str, **facts: object) -> dict[str, dict[str, object]]:
    return {"facts": {"league": league, **facts}}
