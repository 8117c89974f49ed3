"""How much of the machine hostile bots leave to innocent ones: `python -m tests.zoo.measure [ROUNDS]`.

Quiet and disturbed runs of the same tournament take turns, in Docker. In the disturbed one four bots of
six go on with their attacks while they play; in the quiet one they do nothing. Of each kind of run the
median counts. What is measured, of the innocent bots alone, first at tables where they are among
themselves and then at tables with a hostile bot: in throughput timing how many matches a second they came
to play once all bots were up, in strict timing the wall time that 99 % of their answers stayed below.
"""

import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from arena.tournament.sizing import FIRST
from tests.zoo.tournament import BYSTANDERS, Hostile, Played, play

ATTACKS = ("spin_8_processes", "write_a_gigabyte", "fork_without_end", "fill_socket_buffers")
DISTURBED: Hostile = {name: [name, "steadily"] for name in ATTACKS}
QUIET: Hostile = {name: ["nothing"] for name in ATTACKS}
ALL_TABLES = 15
Record = dict[str, Any]
"""A match as it is exported."""
RULES = '[time]\ntiming = "{timing}"\n'


def matches_a_second(records: Sequence[Record]) -> float:
    """Return how many matches were played a second, from when all bots were up until 90 % were over.

    The first job is done by then: before, matches wait for starts, which is once and no matter of speed.
    """
    warm = [record for record in records if record["block"] >= FIRST]
    starts = [datetime.fromisoformat(record["started"]).timestamp() for record in warm]
    ends = [start + record["seconds"] for start, record in zip(starts, warm, strict=True)]
    return 0.9 * len(warm) / (quantiles(ends, n=10)[-1] - min(starts))


def p99_ms(records: Sequence[Record]) -> float:
    """Return the wall time that 99 % of the bystanders' answers stayed below, in milliseconds."""
    times: list[float] = [
        wall
        for record in records
        for seat in seats_of(record)
        for wall, by in zip(record["wall_ms"], movers(record), strict=True)
        if by == seat
    ]
    return quantiles(times, n=100)[98]


def seats_of(record: Record) -> Iterator[int]:
    """Yield the seats of bystanders."""
    yield from (seat for seat, who in enumerate(record["seats"]) if who["bot"] in BYSTANDERS)


def movers(record: Record) -> list[int]:
    """Return who made each move."""
    return [event["seat"] for hand in record["hands"] for event in hand["events"] if "ms" in event]


def tables_of(played: Played) -> dict[str, list[Record]]:
    """Return the bystanders' matches: among themselves, and with a hostile bot."""
    by_number: dict[int, list[Record]] = {1: [], 2: []}
    for record in played.records:
        by_number.get(len(list(seats_of(record))), []).append(record)
    return {"among themselves": by_number[2], "with a hostile bot": by_number[1]}


def compare(timing: str, deals: int, rounds: int, figure: Callable[[Sequence[Record]], float]) -> None:
    """Print a figure of quiet and disturbed runs, and their ratio."""
    figures: dict[tuple[str, str], list[float]] = defaultdict(list)
    for kind, hostile in (("quiet", QUIET), ("disturbed", DISTURBED)) * rounds:
        with tempfile.TemporaryDirectory(prefix="arena-zoo-") as folder:
            rules = RULES.format(timing=timing)
            played = play(Path(folder), hostile, rules=rules, deals=deals, tables=ALL_TABLES)
        for tables, records in tables_of(played).items():
            figures[tables, kind].append(figure(records))
            print(f"  {timing} {kind}, {tables}: {figures[tables, kind][-1]:.3g}", flush=True)
    for tables in dict.fromkeys(tables for tables, _ in figures):
        quiet, disturbed = (median(figures[tables, kind]) for kind in ("quiet", "disturbed"))
        ratio = f"{disturbed / quiet:.2f}x"
        print(f"{timing}, {tables}: {figure.__name__} {quiet:.3g} quiet, {disturbed:.3g} disturbed: {ratio}")


def main() -> None:
    """Measure both timings."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    compare("throughput", 12, rounds, matches_a_second)
    compare("strict", 2, rounds, p99_ms)


if __name__ == "__main__":
    main()
