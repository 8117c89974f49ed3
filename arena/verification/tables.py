"""The tables of a tournament with all that its fold goes on from, and how two of them are compared."""

from collections.abc import Mapping
from typing import Any

from arena.core.errors import CheckFailed
from arena.rating.standings import StandingRow
from arena.tournament.fold import Fold
from arena.tournament.setup import Competition
from arena.verification.difference import first_difference
from arena.verification.values import whole

COUNTS = ("strikes", "benched", "faults", "void_blocks")


def tables_to_json(fold: Fold, setup: Competition) -> dict[str, Any]:
    """Return the standings of all stages, every figure in full, and what benching goes by."""
    names = [entrant.name for entrant in setup.entrants]
    state = fold.checkpoint().state
    standings = [
        {
            "stage": stage.name,
            "draw_probability": state["stages"][number]["draw_probability"],
            "blocks": fold.tables[number].blocks,
            "matches": state["stored_matches"][number],
            "rows": [_row_to_json(row, names) for row in fold.rows(number)],
        }
        for number, stage in enumerate(setup.stages)
    ]
    return {
        "standings": standings,
        "strikes": {names[entrant]: count for entrant, count in sorted(fold.strikes.items())},
        "benched": {names[entrant]: block for entrant, block in sorted(fold.benched.items())},
        "faults": dict(sorted(fold.faults.items())),
        "void_blocks": fold.void_blocks,
    }


def _row_to_json(row: StandingRow, names: list[str]) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "bot": names[row.entrant],
        "mu": row.mu,
        "sigma": row.sigma,
        "blocks": row.blocks,
        "matches": row.matches,
        "wins": row.wins,
        "mean_place": row.mean_place if row.matches else None,
        "faults": row.faults,
        "forfeits": row.forfeits,
        "benched": row.is_benched,
    }


def compare_tables(
    stored: Mapping[str, Any], proven: Mapping[str, Any], *, void_matches: Mapping[str, int]
) -> None:
    """Compare what is stored with what the matches give, exactly.

    Args:
        void_matches: by stage, matches of void blocks. They count as stored or don't, by whether they came
            before the block was given up.

    Raises:
        CheckFailed: they differ; the message names the stage and the bot.
    """
    found, wanted = ([table["stage"] for table in tables["standings"]] for tables in (stored, proven))
    if found != wanted:
        raise CheckFailed(f"there are tables for the stages {_listed(found)}, and not for {_listed(wanted)}")
    for claimed, table in zip(stored["standings"], proven["standings"], strict=True):
        _compare_stage(claimed, table, void_matches.get(table["stage"], 0))
    difference = first_difference(stored, {name: proven[name] for name in COUNTS})
    if difference is not None:
        raise CheckFailed(f"{difference}, by the matches")


def _listed(names: list[Any]) -> str:
    return ", ".join(map(str, names)) or "none"


def _compare_stage(stored: Mapping[str, Any], proven: Mapping[str, Any], void_matches: int) -> None:
    where = f"the table of stage {proven['stage']}"
    rows = {row["bot"]: row for row in stored["rows"]}
    for row in proven["rows"]:
        if row["bot"] not in rows:
            raise CheckFailed(f"{where} has no row for {row['bot']}")
        for key, value in row.items():
            # A wrong rating makes a wrong rank; it is the rating that is to be told.
            if key != "rank":
                _expect(f"{where}: {key} of {row['bot']}", rows[row["bot"]].get(key), value)
    for key in ("draw_probability", "blocks"):
        _expect(f"{where}: {key}", stored.get(key), proven[key])
    least = proven["matches"]
    if not least <= whole(stored, "matches") <= least + void_matches:
        _expect(f"{where}: matches", stored["matches"], least)
    _expect(f"{where}: rows", stored["rows"], proven["rows"])


def _expect(what: str, stored: object, proven: object) -> None:
    if first_difference(stored, proven) is not None:
        raise CheckFailed(f"{what}: stored is {stored!r}, the matches give {proven!r}")
