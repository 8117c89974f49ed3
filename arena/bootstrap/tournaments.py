"""Begins, takes up and plays tournaments: the wiring of file, store, shards and watcher."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from arena.bootstrap.local_shards import start_local_shard
from arena.bootstrap.recovery import clear_up, recover
from arena.core.clock import Clock
from arena.core.errors import ConfigError, HostError
from arena.sandbox.backends import make_sandbox
from arena.sandbox.choice import Choice, check_sandbox, choose_sandbox, foresee_sandbox, warning
from arena.sandbox.equipment import equip
from arena.scheduling.seeds import commitment
from arena.storage.store import SqlStore
from arena.tournament.enrol import Enrolment, enrol
from arena.tournament.events import HostTrouble, TournamentEnded
from arena.tournament.plan import INSTANCE_BYTES, Plan, make_plan, refuse_beyond
from arena.tournament.ports import Watcher
from arena.tournament.runner import Runner, StopRequest
from arena.tournament.setup import TournamentSetup
from arena.tournament.spec import LoadedFile, TournamentFile

MEMORY_SHARE = 0.6
"""How much of the free memory instances may take before the least recently used are ended."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A tournament in the store, ready to be played or taken up."""

    tournament: str
    setup: TournamentSetup
    why_sandbox: str
    """Why its bots run in the sandbox that they run in."""
    deals_option: str = "deals ="
    """How the number of deals was given, for messages."""


def enrol_content(content: TournamentFile, source: Enrolment, *, workers: int) -> TournamentSetup:
    """Read the bots and check the stages, with a fresh secret, and refuse a plan over the file's limit.

    Raises:
        ConfigError: anything in it can't be.
    """
    setup = _enrol(content, source, workers=workers)
    refuse_beyond(make_plan(setup, workers=workers), content.run.max_matches)
    return setup


def plan_content(content: TournamentFile, source: Enrolment, *, workers: int) -> tuple[Plan, Choice]:
    """Work out what a tournament would play, whatever its limit, and in which sandbox.

    Raises:
        ConfigError: anything in it can't be.
    """
    setup = _enrol(content, source, workers=workers)
    return make_plan(setup, workers=workers), foresee_sandbox(setup.sandbox, setup.entrants)


def begin(setup: TournamentSetup, text: str, store: SqlStore) -> Prepared:
    """Settle which sandbox its bots run in, and keep a new tournament.

    Raises:
        ConfigError: no sandbox can hold its bots here.
    """
    choice = choose_sandbox(setup.sandbox, setup.entrants)
    setup = replace(setup, sandbox=choice.sandbox)
    return Prepared(store.create(setup, text), setup, choice.reason)


def take_up(loaded: LoadedFile, store: SqlStore, *, workers: int, sandbox: str | None = None) -> Prepared:
    """Find the newest tournament of a file, to go on with it in the sandbox that it began in.

    Args:
        loaded: The file.
        store: Where the tournament is.
        workers: How many will play it.
        sandbox: The one that it is expected to run in, or None.

    Raises:
        ConfigError: there is none, or the file, a bot or the sandbox has changed since it began.
    """
    name = loaded.content.name
    tournament = store.latest(name)
    if tournament is None:
        raise ConfigError(
            f"there is no tournament {name!r} to resume in this database; run {loaded.path} without --resume"
        )
    _refuse_changed_file(loaded, store.file_text(tournament), tournament)
    kept = store.setup(tournament)
    if sandbox not in {None, kept.sandbox}:
        raise ConfigError(
            f"{tournament} began in the sandbox {kept.sandbox} and goes on in it; leave --sandbox out, or "
            "run without --resume for a new tournament"
        )
    now = enrol_content(loaded.content, source_of(loaded), workers=workers)
    for before, after in zip(kept.entrants, now.entrants, strict=True):
        if before.content_hash != after.content_hash:
            raise ConfigError(
                f"bot {after.name!r} ({after.directory}) has changed since {tournament} began: its matches "
                "would be those of two bots; restore its files, or run without --resume for a new tournament"
            )
    # What was decided when it began holds; where the bots are and what fits this machine may have changed.
    setup = replace(kept, entrants=now.entrants, max_instances=now.max_instances)
    return Prepared(tournament, setup, "as when it began")


def play(
    prepared: Prepared,
    store: SqlStore,
    *,
    watcher: Watcher,
    workers: int,
    stop: StopRequest,
    clock: Clock,
) -> TournamentEnded:
    """Play a tournament to its end, or until a stop is asked for; `make_ready` comes before it.

    Raises:
        HostError: workers fail again and again.
        StorageError: the store can't be written, or another process plays this tournament now.
    """
    setup = prepared.setup
    sandbox = make_sandbox(setup.sandbox)
    # A finished tournament is only shown: it has no lock any more, and nothing is played.
    is_finished = store.is_finished(prepared.tournament)
    with nullcontext() if is_finished else store.lock(prepared.tournament):
        runner = Runner(
            prepared.tournament,
            setup,
            store=store,
            watcher=watcher,
            start_shard=lambda number: start_local_shard(setup, clock, number),
            workers=workers,
            stop=stop,
            recover=lambda tell: recover(setup.sandbox, tell, stop),
        )
        choice = Choice(setup.sandbox, prepared.why_sandbox)
        notices = [
            notice.replace("deals =", prepared.deals_option)
            for notice in notices_for(setup, choice, workers=workers, promise=sandbox.promise)
        ]
        end = runner.run(notices)
        if not is_finished:
            clear_up(setup.sandbox, lambda text: watcher.see(HostTrouble(text)), stop)
        return end


def make_ready(prepared: Prepared, store: SqlStore, tell: Callable[[str], None]) -> Prepared:
    """Warn of bots that nothing holds, clear up after dead arenas, make what instances and bots need.

    Args:
        prepared: The tournament; if it is finished nothing is done.
        store: Where it is.
        tell: Given a line for each thing to be known, or that takes long.

    Returns:
        The tournament as it is played on this machine, its bots with packages and built files.

    Raises:
        ConfigError: a bot's requirements can't be had, or its build step fails.
        HostError: the sandbox can't run here; the message says what to do.
    """
    if store.is_finished(prepared.tournament):
        return prepared
    sandbox = make_sandbox(prepared.setup.sandbox)
    said = warning(sandbox.name, prepared.setup.entrants)
    if said:
        tell(said)
    try:
        sandbox.prepare(tell)
        sandbox.sweep()
    except HostError as error:
        raise HostError(
            f"{prepared.tournament} runs in the sandbox {sandbox.name}, which can't run here: {error}"
        ) from error
    entrants = equip(prepared.setup.entrants, sandbox, tell)
    return replace(prepared, setup=replace(prepared.setup, entrants=entrants))


def notices_for(setup: TournamentSetup, choice: Choice, *, workers: int, promise: str) -> Sequence[str]:
    """Say what a person should know before they look at the table."""
    notices = [
        f"sandbox {choice.sandbox} ({choice.reason}): {promise}",
        f"commitment {commitment(setup.secret)}: the SHA-256 of the secret that all deals follow from",
    ]
    if setup.practice:
        notices.append("practice: the deals follow from the `seed` in the file, so anyone can compute them")
    return [*notices, *make_plan(setup, workers=workers).warnings]


def source_of(loaded: LoadedFile) -> Enrolment:
    """Say where a file's relative paths start."""
    return Enrolment(str(loaded.path), loaded.path.resolve().parent)


def _enrol(content: TournamentFile, source: Enrolment, *, workers: int) -> TournamentSetup:
    try:
        check_sandbox(content.sandbox)
    except ConfigError as error:
        raise ConfigError(f"{source.where}: sandbox: {error}") from error
    return enrol(
        content,
        source,
        new_secret=secrets.token_bytes(32),
        max_instances=instances_per_worker(workers),
    )


def _refuse_changed_file(loaded: LoadedFile, before: str, tournament: str) -> None:
    """Refuse a file that is no longer what the tournament began with, and say where it differs."""
    lines = zip_longest(before.splitlines(), loaded.text.splitlines(), fillvalue="(nothing)")
    for number, (old, new) in enumerate(lines, start=1):
        if old != new:
            raise ConfigError(
                f"{loaded.path} has changed since {tournament} began: line {number} is {new.strip()!r}, was "
                f"{old.strip()!r}; undo the change, or run without --resume for a new tournament"
            )


def instances_per_worker(workers: int) -> int:
    """Return how many instances fit into the free memory, per worker."""
    free = 2 << 30
    with Path("/proc/meminfo").open(encoding="ascii") as lines:
        for line in lines:
            if line.startswith("MemAvailable:"):
                free = int(line.split()[1]) << 10
    return max(12, int(free * MEMORY_SHARE) // INSTANCE_BYTES // workers)
