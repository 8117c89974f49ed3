"""The table over all stages of a tournament."""

from collections.abc import Sequence
from dataclasses import replace
from math import fsum, sqrt

from arena.rating.ranking import ranked_best_first
from arena.rating.standings import StandingRow


def overall_table(stages: Sequence[Sequence[StandingRow]]) -> tuple[StandingRow, ...]:
    """Combine the stages' tables: mu is the mean, sigma that of a mean, the rest adds up.

    Whoever missed a stage comes after all others, with rank 0: its mean can't be compared with theirs.
    """
    by_entrant: dict[int, list[StandingRow]] = {}
    for rows in stages:
        for row in rows:
            by_entrant.setdefault(row.entrant, []).append(row)
    combined = [(len(rows), _combine(rows)) for _, rows in sorted(by_entrant.items())]
    complete = [row for played, row in combined if played == len(stages)]
    apart = [row for played, row in combined if played < len(stages)]
    return (
        *(replace(row, rank=rank) for rank, row in ranked_best_first(complete, _worth)),
        *(row for _, row in ranked_best_first(apart, _worth)),
    )


def _worth(row: StandingRow) -> float:
    return row.conservative


def _combine(rows: Sequence[StandingRow]) -> StandingRow:
    matches = sum(row.matches for row in rows)
    places = fsum(row.mean_place * row.matches for row in rows)
    return StandingRow(
        rank=0,
        entrant=rows[0].entrant,
        mu=fsum(row.mu for row in rows) / len(rows),
        sigma=sqrt(fsum(row.sigma**2 for row in rows)) / len(rows),
        blocks=sum(row.blocks for row in rows),
        matches=matches,
        wins=sum(row.wins for row in rows),
        mean_place=places / matches if matches else 0.0,
        faults=sum(row.faults for row in rows),
        forfeits=sum(row.forfeits for row in rows),
        is_benched=any(row.is_benched for row in rows),
    )
