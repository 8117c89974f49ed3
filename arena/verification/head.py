"""The first line of an exported file: everything of a tournament but its matches (docs/match_record.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arena.core.errors import CheckFailed, ConfigError
from arena.games.registry import find_game
from arena.match.transcript import options_to_json
from arena.rating.standings import Tally
from arena.scheduling.schedule import Tables
from arena.tournament.fold import Fold
from arena.tournament.ports import SkippedBlock
from arena.tournament.programme import programme_of
from arena.tournament.setup import StageSetup
from arena.verification.claim import Claim, Competitor
from arena.verification.difference import first_difference
from arena.verification.values import flag, integers, listed, number, signed, text, whole

FORMAT = "arena-tournament/1"


def head_to_json(claim: Claim) -> dict[str, Any]:
    """Return the head of a tournament's file; it has the secret only if the tournament is finished."""
    return {
        "format": FORMAT,
        "tournament": claim.tournament,
        "name": claim.name,
        "commitment": claim.commitment,
        "secret": claim.secret.hex() if claim.is_finished else None,
        "finished": claim.is_finished,
        "entrants": [{"bot": entrant.name, "version": entrant.version} for entrant in claim.entrants],
        "stages": [_stage_to_json(stage) for stage in claim.stages],
        "bench_after": claim.bench_after,
        "window": claim.window,
        "max_faults": claim.max_faults,
        "next_block": claim.next_block,
        "skipped": [
            {
                "stage": claim.stages[block.stage].name,
                "block": block.block,
                "benched": [claim.entrants[entrant].name for entrant in block.benched],
                "reason": block.reason,
            }
            for block in claim.skipped
        ],
        **claim.tables,
    }


def _stage_to_json(stage: StageSetup) -> dict[str, Any]:
    entry = {
        "name": stage.name,
        "game": stage.game,
        "options": options_to_json(stage.options),
        "entrants": list(stage.entrants),
        "seats": stage.seats,
        "deals": stage.deals,
        "tables": [*map(list, stage.tables)] if isinstance(stage.tables, tuple) else stage.tables,
        "draw_probability": stage.draw_probability,
    }
    return {**entry, "priors": [*map(asdict, stage.priors)]} if stage.priors else entry


def head_from_json(document: Mapping[str, Any]) -> Claim:
    """Read a head.

    Raises:
        CheckFailed: it is none, or of another format; the message says what is wrong.
    """
    try:
        claim = _claim(document)
        Fold(claim, programme_of(claim))  # which refuses what can't be scheduled or rated
    except KeyError as error:
        raise CheckFailed(f"the head of the file lacks {error}") from error
    except (LookupError, TypeError, ValueError, AttributeError, ConfigError) as error:
        raise CheckFailed(f"the head of the file is damaged: {error}") from error
    return claim


def _claim(document: Mapping[str, Any]) -> Claim:
    stages = tuple(_stage(entry) for entry in listed(document, "stages"))
    entrants = tuple(
        Competitor(text(entry, "bot"), text(entry, "version")) for entry in listed(document, "entrants")
    )
    stage_numbers = _Numbers("stage", [stage.name for stage in stages])
    entrant_numbers = _Numbers("entrant", [entrant.name for entrant in entrants])
    for stage in stages:
        if len(set(stage.entrants) & set(range(len(entrants)))) < len(stage.entrants):
            raise ValueError(f"stage {stage.name} has an entrant that there is not, or one twice")
    is_finished, secret = flag(document, "finished"), document["secret"]
    if is_finished == (secret is None):
        raise ValueError("a finished tournament has its secret, and no other has")
    return Claim(
        tournament=text(document, "tournament"),
        name=text(document, "name"),
        commitment=text(document, "commitment"),
        secret=b"" if secret is None else bytes.fromhex(text(document, "secret")),
        is_finished=is_finished,
        entrants=entrants,
        stages=stages,
        bench_after=whole(document, "bench_after"),
        window=whole(document, "window"),
        max_faults=whole(document, "max_faults"),
        next_block=whole(document, "next_block"),
        skipped=tuple(
            SkippedBlock(
                stage_numbers.of(entry["stage"]),
                whole(entry, "block"),
                tuple(entrant_numbers.of(name) for name in listed(entry, "benched")),
                text(entry, "reason"),
            )
            for entry in listed(document, "skipped")
        ),
        tables={key: document[key] for key in ("standings", "strikes", "benched", "faults", "void_blocks")},
    )


class _Numbers:
    """The numbers of stages or entrants by their names."""

    def __init__(self, kind: str, names: Sequence[str]) -> None:
        self._kind = kind
        self._known = {name: number for number, name in enumerate(names)}
        if len(self._known) < len(names):
            raise ValueError(f"it has the same {kind} twice")

    def of(self, name: object) -> int:
        """Return the number of a name that must be known."""
        if not isinstance(name, str) or name not in self._known:
            raise ValueError(f"there is no {self._kind} {name!r}")
        return self._known[name]


def _stage(entry: Mapping[str, Any]) -> StageSetup:
    values = dict(entry["options"])
    options = find_game(entry["game"]).options(values.pop("preset"), values)
    difference = first_difference(entry, {"options": options_to_json(options)})
    if difference is not None:
        raise ValueError(f"stage {entry['name']}, {difference}")
    seats = whole(entry, "seats")
    if options.players != seats:
        raise ValueError(
            f"stage {entry['name']} has {seats} seats, and its options {options.players} players"
        )
    return StageSetup(
        name=text(entry, "name"),
        game=entry["game"],
        options=options,
        entrants=integers(entry, "entrants"),
        seats=seats,
        deals=whole(entry, "deals"),
        tables=_tables(entry),
        draw_probability=number(entry, "draw_probability"),
        priors=tuple(_prior(prior) for prior in listed(entry, "priors")) if "priors" in entry else (),
    )


def _tables(entry: Mapping[str, Any]) -> int | Tables | None:
    if entry["tables"] is None:
        return None
    if not isinstance(entry["tables"], list):
        return whole(entry, "tables")
    return tuple(integers({"tables": table}, "tables") for table in entry["tables"])


def _prior(entry: Mapping[str, Any]) -> Tally:
    return Tally(
        entrant=whole(entry, "entrant"),
        mu=signed(entry, "mu"),
        sigma=number(entry, "sigma"),
        blocks=whole(entry, "blocks"),
        matches=whole(entry, "matches"),
        wins=whole(entry, "wins"),
        doubled_places=whole(entry, "doubled_places"),
        faults=whole(entry, "faults"),
        forfeits=whole(entry, "forfeits"),
    )
