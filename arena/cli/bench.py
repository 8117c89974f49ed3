"""`arena bench`: measurements of the arena on this machine, each beside a limit measured in the same run."""

import json
from enum import Enum
from typing import Annotated

import typer

from arena.bench.tournament import TournamentBench, bench_tournament
from arena.bootstrap.workers import worker_count
from arena.cli.run import WorkersOption
from arena.core.clock import SystemClock


class Subject(Enum):
    """What can be measured."""

    TOURNAMENT = "tournament"


def bench(
    subject: Annotated[Subject, typer.Argument(help="What to measure.", show_default=False)],
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Baseline and subject, so many times.")] = 3,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="Length of each measurement.")] = 10,
    workers: WorkersOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="All figures as JSON.")] = False,
) -> None:
    """Measure how fast the arena plays here.

    tournament: decisions per second of four process bots that move at random, every match stored and
    rated, beside four raw gRPC streams that ask one question at a time. Baseline and subject
    alternate; the median of their ratios counts.

    \b
    Examples:
      arena bench tournament
      arena bench tournament --rounds 5 --seconds 20 --json
    """
    del subject  # there is but one
    count = worker_count(workers)
    measured = []
    for each in bench_tournament(SystemClock(), rounds=rounds, seconds=seconds, workers=count):
        measured.append(each)
        if not as_json:
            typer.echo(
                f"round {len(measured)}: ping-pong {each.ping_pong:>8,.0f}/s   tournament "
                f"{each.decisions:>9,.0f} decisions/s, {each.matches:>6,.0f} matches/s, "
                f"{each.batch:.1f} a message   {each.ratio:.1f}x"
            )
    result = TournamentBench(count, tuple(measured))
    typer.echo(json.dumps(result.to_json()) if as_json else f"median ratio: {result.ratio:.1f}x")
