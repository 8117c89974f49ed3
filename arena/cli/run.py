"""`arena run`: play a tournament from its file, or go on with it."""

import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from arena.bootstrap.tournaments import (
    Prepared,
    begin,
    enrol_content,
    make_ready,
    play,
    source_of,
    take_up,
)
from arena.bootstrap.workers import worker_count
from arena.cli.database import DatabaseOption
from arena.cli.listing import say
from arena.cli.watching import watcher_for
from arena.core.clock import SystemClock
from arena.core.errors import HostError, Interrupted, StorageError
from arena.dashboard.snapshot import Snapshot
from arena.dashboard.words import plural
from arena.storage.archive import open_archive
from arena.storage.store import SqlStore, open_store
from arena.tournament.events import TournamentEnded
from arena.tournament.runner import StopRequest
from arena.tournament.spec import load_file, with_sandbox

WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", "-w", min=1, max=256, help="Worker processes; by default one per core."),
]
PlainOption = Annotated[bool, typer.Option("--plain", help="Plain lines instead of a live table.")]
SandboxOption = Annotated[
    str | None,
    typer.Option(
        "--sandbox",
        metavar="NAME",
        help="What bots run in: auto, docker, bubblewrap or process.",
        show_default=False,
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Only the final tables.")]


def run(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The tournament's TOML file.", show_default=False)
    ],
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the newest tournament of this file.")
    ] = False,
    db: DatabaseOption = "arena.db",
    workers: WorkersOption = None,
    sandbox: SandboxOption = None,
    plain: PlainOption = False,
    quiet: QuietOption = False,
) -> None:
    """Play a tournament and show its table live.

    Matches are stored as they end. Ctrl-C finishes the running matches and prints the command that
    goes on; after a crash the same command does. Without --resume a new tournament begins.

    \b
    Examples:
      arena run tournaments/quickstart.toml
      arena run tournaments/quickstart.toml --resume
      arena run my.toml --sandbox docker
      arena run my.toml --db results.db --workers 2 --plain > log.txt
    """
    loaded = load_file(file)
    count = worker_count(workers)
    if resume:
        open_archive(db).close()  # nothing can be resumed from a database that isn't there
    with open_store(db) as store:
        if resume:
            prepared = take_up(loaded, store, workers=count, sandbox=sandbox)
        else:
            content = loaded.content if sandbox is None else with_sandbox(loaded.content, sandbox)
            setup = enrol_content(content, source_of(loaded), workers=count)
            prepared = begin(setup, loaded.text, store)
        play_and_show(
            prepared,
            store,
            workers=count,
            plain=plain,
            quiet=quiet,
            resume_command=_resume_command(file, store.where, workers),
        )


def play_and_show(
    prepared: Prepared, store: SqlStore, *, workers: int, plain: bool, quiet: bool, resume_command: str
) -> TournamentEnded:
    """Play with a watcher and signal handlers; leave with the right error if it did not finish.

    Raises:
        Interrupted: the run was stopped; the message names the command that goes on.
        HostError: some blocks could not be completed for our reasons.
    """
    clock = SystemClock()
    how = f"Go on with:\n  {resume_command}" if resume_command else "See it with `arena standings`"
    try:
        prepared = make_ready(prepared, store, say)
        with stop_on_signals() as stop, watcher_for(clock, plain=plain, quiet=quiet) as watcher:
            end = play(
                prepared,
                store,
                watcher=watcher,
                workers=workers,
                stop=stop,
                clock=clock,
            )
    except (HostError, StorageError) as error:
        raise type(error)(f"{error}\nWhat is stored is safe. When the cause is mended: {how}") from error
    if watcher.snapshot.faults:
        say(next_commands(watcher.snapshot, store.where))
    if not end.finished:
        raise Interrupted(f"stopped; everything played so far is stored. {how}")
    if end.void_blocks:
        void = plural(end.void_blocks, "block")
        raise HostError(f"{void} could not be completed for our reasons: listed above, unrated")
    return end


@contextmanager
def stop_on_signals() -> Iterator[StopRequest]:
    """Count Ctrl-C and SIGTERM instead of dying of them: the first drains, the second abandons."""
    stop = StopRequest()

    def count(signum: int, frame: FrameType | None) -> None:
        del signum, frame
        stop.times += 1

    before = {number: signal.signal(number, count) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def next_commands(snapshot: Snapshot, db: str) -> str:
    """Name the commands that show more of a run's first fault."""
    fault = snapshot.faults[0]
    where = "" if db == "arena.db" else f" --db {shlex.quote(db)}"
    return (
        f"to see more of the faults: arena replay {fault.match}{where}; "
        f"arena logs --bot {snapshot.name(fault.entrant)}{where}"
    )


def _program() -> list[str]:
    """Return the words that run this program again, from a shell where it may not be on the path."""
    if shutil.which("arena"):
        return ["arena"]
    program = Path(sys.argv[0])
    return [sys.executable, "-m", "arena"] if program.name == "__main__.py" else [str(program)]


def _resume_command(file: Path, db: str, workers: int | None) -> str:
    """Return the command that goes on with this run."""
    parts = [*_program(), "run", str(file), "--resume"]
    if db != "arena.db":
        parts += ["--db", db]
    if workers is not None:
        parts += ["--workers", str(workers)]
    return shlex.join(parts)
