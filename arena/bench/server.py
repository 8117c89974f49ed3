"""`arena bench server`: a league server with many watchers, very many matches, many submissions at once."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from arena.bench.server_entries import ONE_PLAYS_OF, Entries, bench_entries
from arena.bench.server_tables import Tables, bench_tables
from arena.bench.server_watching import Watching, bench_watching
from arena.core.clock import Clock
from arena.dashboard.words import plural


@dataclass(frozen=True, slots=True)
class ServerSizes:
    """How much of everything."""

    rounds: int = 3
    seconds: float = 10
    """Of each measurement of the league's pace."""
    watchers: int = 500
    bots: int = 200
    matches: int = 1_000_000
    """Stored, for the calls of standings."""
    calls: int = 500
    submissions: int = 50


@dataclass(frozen=True, slots=True)
class ServerBench:
    """All that was measured."""

    watching: Watching
    tables: Tables
    entries: Entries

    def lines(self) -> Iterator[str]:
        """Yield the result as text, under 80 columns."""
        watching, tables, entries = self.watching, self.tables, self.entries
        yield f"a league of four bots, with {watching.watchers:,} watchers beside without"
        for each in watching.rounds:
            yield (
                f"  {each.watched:>7,.0f} of {each.alone:>7,.0f} matches/s  {each.ratio:.2f}x   "
                f"{each.snapshots:,.0f} standings/s, {each.broken} streams broken"
            )
        yield f"  median ratio {watching.ratio:.2f}x; the watchers share this machine's cores"
        proof = "equal" if watching.is_equal else "NOT EQUAL"
        yield f"  tables shown and computed anew from all {watching.matches:,} matches: {proof}"
        yield ""
        yield f"GetStandings of {tables.bots:,} bots, {tables.calls:,} calls, read anew each time"
        for matches, p50, p99 in (
            (tables.matches, tables.full_p50, tables.full_p99),
            (0, tables.empty_p50, tables.empty_p99),
        ):
            yield f"  with {matches:>9,} matches: p50 {p50:5.1f} ms, p99 {p99:5.1f} ms"
        yield ""
        yield f"{entries.submissions} submissions at once from {plural(entries.accounts, 'account')}"
        yield f"  {entries.accepted} accepted, {entries.refused} refused, {entries.lost} lost"
        yield f"  all kept after {entries.kept_seconds:.1f} s, decided after {entries.decided_seconds:.1f} s;"
        yield f"  one of {ONE_PLAYS_OF} plays its check, the others leave as they start"

    def to_json(self) -> dict[str, Any]:
        """Return all figures as JSON values."""
        watching = asdict(self.watching)
        for told, each in zip(watching["rounds"], self.watching.rounds, strict=True):
            told["ratio"] = each.ratio
        return {
            "watching": watching | {"median_ratio": self.watching.ratio},
            "tables": asdict(self.tables),
            "submissions": asdict(self.entries),
        }


def bench_server(clock: Clock, tell: Callable[[str], None], sizes: ServerSizes) -> ServerBench:
    """Measure all three, one after the other; nothing is left of them."""
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as directory:
        folder = Path(directory)
        for part in "abc":
            (folder / part).mkdir()
        watching = bench_watching(
            folder / "a",
            clock,
            tell,
            rounds=sizes.rounds,
            seconds=sizes.seconds,
            watchers=sizes.watchers,
        )
        tables = bench_tables(
            folder / "b", clock, tell, bots=sizes.bots, matches=sizes.matches, calls=sizes.calls
        )
        entries = bench_entries(folder / "c", clock, tell, submissions=sizes.submissions)
    return ServerBench(watching, tables, entries)
