"""A league with bots' files, and a machine on which random players play its rounds in this process."""
# ruff: noqa: ARG002 - the machine has a port to serve

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arena.league.bot_files import BotFiles
from arena.league.league_player import LeaguePlayer
from arena.league.metrics import Metrics
from arena.league.settings import LeagueSettings, parse_settings
from arena.roster.account import Account, Role
from arena.roster.content import content_hash
from arena.roster.league import League
from arena.roster.submission import Submission
from arena.storage.league_store import LeagueStore
from arena.tournament.events import TournamentEnded
from arena.tournament.fold import Fold
from arena.tournament.ports import SkippedBlock, Watcher
from arena.tournament.programme import programme_of
from arena.tournament.reporting import ending, folded_events
from arena.tournament.runner import StopRequest
from arena.tournament.setup import Entrant, TournamentSetup
from tests.cli.filled import play_block

GAME = "color_elevator"
SETTINGS: LeagueSettings = parse_settings(
    {"name": "main", "games": [{"game": GAME, "seats": 2}], "target_blocks": 6}, where="here"
)


@dataclass
class RandomMachine:
    """Plays every match at random, a block after the other (machine.Machine)."""

    store: LeagueStore
    stop_after: int | None = None
    """So many blocks are played before a stop is asked for."""
    errors: list[Exception] = field(default_factory=list)
    """Raised by the next plays, instead of playing."""
    unfit: dict[str, str] = field(default_factory=dict)
    """Why bots can't be equipped, by content hash."""
    benched: set[str] = field(default_factory=set)
    """Names of entrants who are found benched as soon as anything is played."""
    is_killed: bool = False
    """Whether the process dies as soon as a tournament is finished."""
    trusts: bool = True

    def sandbox_for(self, wanted: str) -> str:
        return "process"

    def max_instances(self) -> int:
        return 12

    def equip(
        self, sandbox: str, entrants: Sequence[Entrant], tell: Callable[[str], None]
    ) -> tuple[dict[int, Entrant], dict[int, str]]:
        unfit = {
            one.number: self.unfit[one.content_hash] for one in entrants if one.content_hash in self.unfit
        }
        return {one.number: one for one in entrants if one.number not in unfit}, unfit

    def play(
        self, tournament: str, setup: TournamentSetup, *, watcher: Watcher, stop: StopRequest
    ) -> TournamentEnded:
        if self.errors:
            raise self.errors.pop(0)
        store, programme = self.store.tournaments, programme_of(setup)
        fold = Fold.resumed(setup, programme, store, tournament)
        for _ in range(programme.total_blocks):
            if fold.is_complete or (self.stop_after is not None and self.stop_after <= fold.next_block):
                break
            stage, block = programme.locate(fold.next_block)
            records = play_block(setup, stage, block)
            for record in records:
                fold.add(record)
            folded = fold.advance()
            numbers = [one.number for one in setup.entrants if one.name in self.benched]
            fold.benched |= dict.fromkeys(numbers, programme.total_blocks)
            store.add(tournament, records, checkpoint=fold.checkpoint())
            for event in folded_events(setup, fold, folded):
                watcher.see(event)
        if fold.is_complete:
            store.add(tournament, (), checkpoint=fold.checkpoint())
            store.finish(tournament)
            if self.is_killed:
                raise KeyboardInterrupt
        return ending(setup, fold)


class Ground:
    """A league, its files, and who plays it."""

    def __init__(self, store: LeagueStore, data: Path) -> None:
        """Found the league `main`, which runs."""
        self.store = store
        self.data = data
        self.files = BotFiles(data)
        self.machine = RandomMachine(store)
        self.changes: list[str] = []
        self.metrics = Metrics()
        self.player = LeaguePlayer(
            store, self.files, self.machine, changed=self.changes.append, metrics=self.metrics
        )
        store.add_league(League("main", SETTINGS.to_json(), created=0.0, is_running=True))

    def enter(self, *authors: str, bot: str = "fox", content: str = "1") -> list[Submission]:
        """Enter a version of a bot for each of some authors."""
        queued = [self.submit(author, bot, content) for author in authors]
        return [self.store.accept(one.number, 2.0) for one in queued]

    def play(self) -> bool:
        """Play a round, or go on with one."""
        return self.player.play(self.league, StopRequest())

    @property
    def league(self) -> League:
        """Return the league as it is stored."""
        league = self.store.league("main")
        assert league is not None
        return league

    def blocks(self) -> dict[int, int]:
        """Return the rated blocks of every bot that has played, by submission."""
        return {number: tally["blocks"] for number, tally in self.store.ratings("main", GAME).items()}

    def skipped(self, tournament: str) -> list[SkippedBlock]:
        """Return the blocks of a round that are passed over."""
        return self.store.tournaments.skipped(tournament, 0)

    def lose(self, bots: Iterable[Submission]) -> None:
        """Remove the files of bots."""
        for bot in bots:
            shutil.rmtree(self.files.directory(bot.content_hash))

    def submit(self, author: str, bot: str = "fox", content: str = "1") -> Submission:
        """Queue a version of a bot of an author, who gets an account if there is none."""
        if self.store.account(author) is None:
            self.store.add_account(Account(author, Role.AUTHOR, "hash", created=0.0))
        made = self.data / "made"
        made.mkdir()
        (made / "bot.toml").write_text(
            f'name = "{bot}"\nversion = "1"\ngames = ["{GAME}"]\ncommand = ["python", "bot.py"]\n'
            f'description = "by {author}, {content}"\n',
            encoding="utf-8",
        )
        hash_ = content_hash(made)
        made.rename(self.files.directory(hash_))
        return self.store.add_submission(author, "main", bot, hash_, (GAME,), 1.0, 100, 100)
