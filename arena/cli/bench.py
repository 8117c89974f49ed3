"""`arena bench`: measurements of the arena on this machine, each beside a limit measured in the same run."""

import json
from enum import Enum
from typing import Annotated

import typer

from arena.bench.engine import EngineBench, bench_engine
from arena.bench.sandbox import Sizes, bench_sandbox
from arena.bench.server import ServerSizes, bench_server
from arena.bench.tournament import TournamentBench, bench_tournament
from arena.bootstrap.workers import worker_count
from arena.cli.arguments import ReportFormat, ReportFormatOption
from arena.cli.listing import say
from arena.cli.run import WorkersOption
from arena.core.clock import SystemClock
from arena.core.errors import ConfigError


class Subject(Enum):
    """What can be measured."""

    ENGINE = "engine"
    TOURNAMENT = "tournament"
    SANDBOX = "sandbox"
    SERVER = "server"


SUBJECTS = ", ".join(subject.value for subject in Subject)


def bench(
    subject: Annotated[
        Subject, typer.Argument(metavar="SUBJECT", help=f"One of {SUBJECTS}.", show_default=False)
    ],
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Baseline and subject, so many times.")] = 3,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            min=0.01,
            help="Length of each measurement; by default 0.5 for engine, 5 for sandbox, else 10.",
            show_default=False,
        ),
    ] = None,
    workers: WorkersOption = None,
    watchers: Annotated[int, typer.Option(min=1, max=1_000, help="For server: who watch.")] = 500,
    bots: Annotated[int, typer.Option(min=4, max=2_000, help="For server: in the league's table.")] = 200,
    matches: Annotated[int, typer.Option(min=0, help="For server: stored ones.")] = 1_000_000,
    calls: Annotated[int, typer.Option(min=2, help="For server: calls of the standings.")] = 500,
    submissions: Annotated[int, typer.Option(min=1, max=1_000, help="For server: how many at once.")] = 50,
    form: ReportFormatOption = ReportFormat.TABLE,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Measure how fast the arena plays here.

    engine: decisions per second of random matches, for every preset of every game, beside
    OpenSpiel's hearts and crazy_eights and RLCard's uno (pip install 'arena-of-cards[bench]').

    tournament: decisions per second of four process bots that move at random, every match stored and
    rated, beside four raw gRPC streams that ask one question at a time.

    sandbox: from the start of a bot to its hello, beside a bare container; decisions per second of
    four bots, beside plain processes; the end of ten containers, and the memory of forty. What can't
    be run here is left out, with the reason.

    server: matches per second of a league of four bots with watchers of its standings, beside without
    them; GetStandings with very many stored matches, beside none; many submissions at once.

    Baseline and subject alternate; the median of their ratios counts.

    \b
    Examples:
      arena bench engine
      arena bench tournament
      arena bench tournament --rounds 5 --seconds 20 --format json
      arena bench sandbox
      arena bench server --watchers 100 --submissions 10
    """
    as_json = as_json or form is ReportFormat.JSON
    if workers is not None and subject is not Subject.TOURNAMENT:
        raise ConfigError(
            "--workers is for arena bench tournament: all else is measured in one process; leave it out"
        )
    if subject is Subject.ENGINE:
        _bench_engine(rounds, seconds or 0.5, as_json=as_json)
    elif subject is Subject.SANDBOX:
        _bench_sandbox(rounds, seconds or 5, as_json=as_json)
    elif subject is Subject.SERVER:
        sizes = ServerSizes(rounds, seconds or 10, watchers, bots, matches, calls, submissions)
        result = bench_server(SystemClock(), say, sizes)
        typer.echo(json.dumps(result.to_json()) if as_json else "\n".join(result.lines()))
    else:
        _bench_tournament(rounds, seconds or 10, worker_count(workers), as_json=as_json)


def _bench_engine(rounds: int, seconds: float, *, as_json: bool) -> None:
    measured = []
    for paces in bench_engine(SystemClock(), rounds=rounds, seconds=seconds):
        measured.append(paces)
        say(f"round {len(measured)} of {rounds} is done")
    result = EngineBench(tuple(measured))
    typer.echo(json.dumps(result.to_json()) if as_json else "\n".join(result.lines()))


def _bench_sandbox(rounds: int, seconds: float, *, as_json: bool) -> None:
    sizes = Sizes(seconds=seconds)
    for result in bench_sandbox(SystemClock(), say, rounds=rounds, sizes=sizes):
        say(f"round {len(result.rounds)} of {rounds} is done")
    typer.echo(json.dumps(result.to_json()) if as_json else "\n".join(result.lines()))


def _bench_tournament(rounds: int, seconds: float, workers: int, *, as_json: bool) -> None:
    measured = []
    for each in bench_tournament(SystemClock(), rounds=rounds, seconds=seconds, workers=workers):
        measured.append(each)
        if not as_json:
            typer.echo(
                f"round {len(measured)}: ping-pong {each.ping_pong:>8,.0f}/s   tournament "
                f"{each.decisions:>9,.0f} decisions/s, {each.matches:>6,.0f} matches/s, "
                f"{each.batch:.1f} a message   {each.ratio:.1f}x"
            )
    result = TournamentBench(workers, tuple(measured))
    typer.echo(json.dumps(result.to_json()) if as_json else f"median ratio: {result.ratio:.1f}x")
