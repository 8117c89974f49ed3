"""A league of four bots whose rounds were played by random players in this process."""

from pathlib import Path

from arena.league.planning import Contender
from arena.league.round_setup import plan_stages, round_entrants, round_kind, round_setup
from arena.league.settings import LeagueSettings, parse_settings
from arena.rating.standings import Tally
from arena.roster.account import Account, Role
from arena.roster.league import League, LeagueRound, RoundKind
from arena.roster.submission import Submission
from arena.storage.league_store import LeagueStore
from arena.tournament.fold import Fold
from arena.tournament.programme import programme_of
from arena.tournament.setup import Entrant, TournamentSetup
from tests.cli.filled import play_block

GAME = "color_elevator"
AUTHORS = ("ann", "ben", "cat", "dot")
SETTINGS: LeagueSettings = parse_settings(
    {"name": "main", "games": [{"game": GAME, "seats": 2}], "target_blocks": 6}, where="here"
)


def found_league(store: LeagueStore) -> None:
    """Make a league in which each author has one bot, `fox`, in version 1."""
    store.add_league(League("main", SETTINGS.to_json(), created=0.0, is_running=True))
    for author in AUTHORS:
        store.add_account(Account(author, Role.AUTHOR, "hash", created=0.0))
        enter(store, author)


def enter(store: LeagueStore, author: str, bot: str = "fox", content: str = "0") -> Submission:
    """Enter a version of a bot."""
    hash_ = (author + bot + content).encode().hex().ljust(64, "0")
    submission = store.add_submission(author, "main", bot, hash_, (GAME,), 1.0, 100, 100)
    return store.accept(submission.number, 2.0)


def begin_round(store: LeagueStore, kind: RoundKind | None = None) -> tuple[LeagueRound, TournamentSetup]:
    """Plan and store the next round."""
    tallies = {number: Tally(**tally) for number, tally in store.ratings("main", GAME).items()}
    current = {bot.number: bot for bot in store.current("main")}
    contenders = [
        Contender(
            bot.number, bot.account, bot.bot, tallies[bot.number].blocks if bot.number in tallies else 0
        )
        for bot in current.values()
    ]
    latest = store.latest_round("main")
    stages = plan_stages(SETTINGS, {GAME: contenders}, number=latest.number + 1 if latest else 1)
    bots = {number: entrant_of(bot) for number, bot in current.items()}
    secret = bytes([len(contenders) + (latest.number if latest else 0)]) * 32
    setup = round_setup(SETTINGS, stages, bots, {GAME: tallies}, secret=secret, max_instances=4)
    entrants = round_entrants(stages)
    kind = kind or round_kind(stages)
    return store.create_round(setup, "", league="main", kind=kind, entrants=entrants), setup


def play_round(store: LeagueStore, blocks: int | None = None, kind: RoundKind | None = None) -> LeagueRound:
    """Play the next round to its end, or its first blocks."""
    begun, setup = begin_round(store, kind)
    programme = programme_of(setup)
    fold = Fold(setup, programme)
    count = programme.total_blocks if blocks is None else blocks
    for block in range(count):
        records = play_block(setup, *programme.locate(block))
        for record in records:
            fold.add(record)
        fold.advance()
        store.tournaments.add(begun.tournament, records, checkpoint=fold.checkpoint())
    if blocks is None:
        store.tournaments.finish(begun.tournament)
        tallies = {
            begun.entrants[tally["entrant"]]: {**tally, "entrant": begun.entrants[tally["entrant"]]}
            for tally in fold.tables[0].to_state()["entrants"]
        }
        store.finish_round("main", begun.number, {GAME: tallies})
    return begun


def entrant_of(bot: Submission) -> Entrant:
    """Return a submission as it stands in a round's tournament."""
    return Entrant(
        number=0,
        name=f"s{bot.number}",
        version=f"v{bot.version}",
        directory=Path("/bots") / bot.content_hash,
        command=("python3", "bot.py"),
        games=bot.games,
        content_hash=bot.content_hash,
    )
