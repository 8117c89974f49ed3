"""How much of the machine hostile bots leave to innocent ones: `python -m tests.zoo.measure [ROUNDS]`.

Quiet and disturbed runs of the same tournament take turns, in Docker. In the disturbed one four bots go
on with their attacks while they play, until they are benched for it; in the quiet one they do nothing.
Of each kind of run the median counts. What is measured, of the innocent bots alone: in throughput timing
how many matches a second they came to play, in strict timing the wall time that 99 % of their answers
stayed below.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.zoo.tournament import BYSTANDERS, Hostile, Played, play

ATTACKS = ("spin_8_processes", "write_a_gigabyte", "fork_without_end", "fill_socket_buffers")
DISTURBED: Hostile = {name: [name, "steadily"] for name in ATTACKS}
QUIET: Hostile = {name: ["nothing"] for name in ATTACKS}
ALL_TABLES = 15
RULES = '[time]\ntiming = "{timing}"\n'


def matches_a_second(played: Played) -> float:
    """Return how many matches they played, from the start of the first to the end of the last."""
    theirs = [record for record in played.records if list(seats_of(record))]
    starts = [datetime.fromisoformat(record["started"]).timestamp() for record in theirs]
    ends = [start + record["seconds"] for start, record in zip(starts, theirs, strict=True)]
    seconds: float = max(ends) - min(starts)
    return len(theirs) / seconds


def p99_ms(played: Played) -> float:
    """Return the wall time that 99 % of the bystanders' answers stayed below, in milliseconds."""
    times: list[float] = [
        wall
        for record in played.records
        for seat in seats_of(record)
        for wall, by in zip(record["wall_ms"], movers(record), strict=True)
        if by == seat
    ]
    return quantiles(times, n=100)[98]


def seats_of(record: dict[str, Any]) -> Iterator[int]:
    """Yield the seats of bystanders."""
    yield from (seat for seat, who in enumerate(record["seats"]) if who["bot"] in BYSTANDERS)


def movers(record: dict[str, Any]) -> list[int]:
    """Return who made each move."""
    return [event["seat"] for hand in record["hands"] for event in hand["events"] if "ms" in event]


def compare(timing: str, deals: int, rounds: int, figure: Callable[[Played], float]) -> None:
    """Print a figure of quiet and disturbed runs, and their ratio."""
    figures: dict[str, list[float]] = {"quiet": [], "disturbed": []}
    for _ in range(rounds):
        for kind, hostile in ("quiet", QUIET), ("disturbed", DISTURBED):
            with tempfile.TemporaryDirectory(prefix="arena-zoo-") as folder:
                rules = RULES.format(timing=timing)
                played = play(Path(folder), hostile, rules=rules, deals=deals, tables=ALL_TABLES)
            figures[kind].append(figure(played))
            print(f"  {timing} {kind}: {figures[kind][-1]:.3g}", flush=True)
    quiet, disturbed = median(figures["quiet"]), median(figures["disturbed"])
    print(
        f"{timing}: {figure.__name__} quiet {quiet:.3g}, disturbed {disturbed:.3g}: {disturbed / quiet:.2f}x"
    )


def main() -> None:
    """Measure both timings."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    compare("throughput", 20, rounds, matches_a_second)
    compare("strict", 2, rounds, p99_ms)


if __name__ == "__main__":
    main()
