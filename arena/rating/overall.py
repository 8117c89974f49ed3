"""The table over all stages of a tournament."""

from collections.abc import Sequence
from dataclasses import replace
from math import fsum, sqrt

from arena.rating.ranking import ranked_best_first
from arena.rating.standings import StandingRow


def overall_table(stages: Sequence[Sequence[StandingRow]]) -> tuple[StandingRow, ...]:
    """Combine the stages' tables: mu is the mean, sigma that of a mean, the rest adds up.

    A stage counts once anybody has a rated block in it. Whoever has none in one of those comes after all
    others, with rank 0: its mean can't be compared with theirs. Whoever has none at all is left out.
    """
    by_entrant: dict[int, list[StandingRow]] = {}
    for rows in stages:
        for row in rows:
            by_entrant.setdefault(row.entrant, []).append(row)
    counted = sum(map(has_rated_blocks, stages))
    combined = [
        (sum(row.blocks > 0 for row in rows), _combine(rows))
        for _, rows in sorted(by_entrant.items())
        if has_rated_blocks(rows)
    ]
    complete = [row for rated, row in combined if rated == counted]
    apart = [row for rated, row in combined if rated < counted]
    return (
        *(replace(row, rank=rank) for rank, row in ranked_best_first(complete, _worth)),
        *(row for _, row in ranked_best_first(apart, _worth)),
    )


def has_rated_blocks(rows: Sequence[StandingRow]) -> bool:
    """Tell whether any figure in these rows rests on a block."""
    return any(row.blocks for row in rows)


def _worth(row: StandingRow) -> float:
    return row.conservative


def _combine(rows: Sequence[StandingRow]) -> StandingRow:
    """Add up an entrant's rows; a rating without a block is that of any newcomer and no part of the mean."""
    rated = [row for row in rows if row.blocks]
    matches = sum(row.matches for row in rows)
    places = fsum(row.mean_place * row.matches for row in rows)
    return StandingRow(
        rank=0,
        entrant=rows[0].entrant,
        mu=fsum(row.mu for row in rated) / len(rated),
        sigma=sqrt(fsum(row.sigma**2 for row in rated)) / len(rated),
        blocks=sum(row.blocks for row in rows),
        matches=matches,
        wins=sum(row.wins for row in rows),
        mean_place=places / matches if matches else 0.0,
        faults=sum(row.faults for row in rows),
        forfeits=sum(row.forfeits for row in rows),
        is_benched=any(row.is_benched for row in rows),
    )
