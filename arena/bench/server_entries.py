"""Many submissions at once: every one must be decided, and none lost, whatever the queue's length."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from arena.bench.server_process import LEAGUE, Served, make_accounts, serve
from arena.core.clock import Clock
from arena.core.errors import HostError
from arena.league.client import LeagueClient
from arena.league.sending import SendingStage, send_bot
from arena.league.wire_submission import submission_from_wire
from arena.roster.bot_version import load_bot
from arena.roster.packing import Parcel, pack
from arena.roster.submission import Submission

ACCOUNTS = 10
ONE_PLAYS_OF = 5
FILE = f"""
name = "{LEAGUE}"
games = [{{ game = "color_elevator", seats = 2 }}]
"""
MOST_LISTED = 100


@dataclass(frozen=True, slots=True)
class Entries:
    """What became of the submissions."""

    submissions: int
    accounts: int
    accepted: int
    refused: int
    lost: int
    """Those that the server doesn't know, or that nobody was told the outcome of."""
    kept_seconds: float
    """Until the last of them was received and kept."""
    decided_seconds: float
    """Until the last of them was decided."""


def bench_entries(folder: Path, clock: Clock, tell: Callable[[str], None], *, submissions: int) -> Entries:
    """Send all of them at once from several accounts; every fifth plays, the others leave as they start."""
    accounts = [f"author-{number}" for number in range(min(ACCOUNTS, submissions))]
    data = folder / "entered"
    tokens = make_accounts(data, accounts)
    parcels = list(pack_bots(folder, submissions, one_plays_of=ONE_PLAYS_OF))
    kept: list[int] = []
    decided: list[int] = []

    def send(number: int) -> Submission:
        done = enter(
            served,
            accounts[number % len(accounts)],
            parcels[number],
            kept=lambda: kept.append(clock.micros()),
        )
        decided.append(clock.micros())
        tell(f"{len(decided)} of {submissions} are decided")
        return done

    with serve(data, tokens) as served, served.client() as client:
        client.admin.AddLeague(file=FILE)
        begun = clock.micros()
        with ThreadPoolExecutor(submissions) as threads:
            told = list(threads.map(send, range(submissions)))
        listed = Counter(state for _, state in _listed(client))
    states = Counter(each.state.value for each in told)
    counts = {state: min(states[state], listed[state]) for state in ("accepted", "refused")}
    return Entries(
        submissions=submissions,
        accounts=len(accounts),
        **counts,
        lost=submissions - sum(counts.values()),
        kept_seconds=(max(kept) - begun) / 1e6,
        decided_seconds=(max(decided) - begun) / 1e6,
    )


def enter(
    served: Served, account: str, parcel: Parcel, *, kept: Callable[[], None] = lambda: None
) -> Submission:
    """Submit a bot, and wait until it is decided.

    Args:
        served: The server.
        account: Who submits it.
        parcel: The packed bot.
        kept: Called when the server says that it has it.

    Raises:
        HostError: the server ended without a decision.
    """
    is_kept = False
    with served.client(account) as client:
        for told in send_bot(client, LEAGUE, parcel, lambda _: None):
            if told.submission is not None and not is_kept:
                is_kept = True
                kept()
            if told.stage is SendingStage.DECIDED and told.submission is not None:
                return told.submission
    raise HostError("a submission was not decided")


def pack_bots(folder: Path, count: int, *, one_plays_of: int = 1) -> Iterator[Parcel]:
    """Yield random bots of different names; of so many one plays, the others leave as they start."""
    sample = load_bot("sample:random_bot").directory
    for number in range(count):
        directory = folder / f"bot-{number}"
        shutil.copytree(sample, directory, ignore=shutil.ignore_patterns("__pycache__"))
        manifest = directory / "bot.toml"
        text = manifest.read_text(encoding="utf-8").replace('"random_bot"', f'"random-{number}"')
        if number % one_plays_of:
            text = "".join(
                'command = ["python", "-c", "raise SystemExit(1)"]\n' if line.startswith("command") else line
                for line in text.splitlines(keepends=True)
            )
        manifest.write_text(text, encoding="utf-8")
        yield pack(directory)


def _listed(client: LeagueClient) -> Iterator[tuple[int, str]]:
    """Yield number and state of all submissions that the server knows."""
    before = 0
    while page := client.league.ListSubmissions(league=LEAGUE, limit=MOST_LISTED, before=before).submissions:
        yield from ((each.number, submission_from_wire(each).state.value) for each in page)
        before = page[-1].number
