"""A chain of tournaments whose tables go on from each other, as rounds of a league do."""

import json
from dataclasses import replace
from typing import Any

from arena.rating.standings import Tally
from arena.tournament.fold import Fold
from arena.tournament.setup import TournamentSetup
from tests.tournament.tables_of_chance import blocks_of, record_of, tournament

FIRST = ((0, 1, 2), (0, 2, 3), (1, 2, 3))
SECOND = ((1, 2, 4), (1, 3, 4), (2, 3, 4))
"""Entrant 0 has left, and 4 has come."""


def with_tables(tables: tuple[tuple[int, ...], ...], entrants: tuple[int, ...]) -> TournamentSetup:
    setup = tournament((3, 1), entrants=len(entrants))
    return replace(setup, stages=(replace(setup.stages[0], entrants=entrants, tables=tables),))


def tallies(fold: Fold) -> list[dict[str, Any]]:
    """Return what the table of the only stage keeps, as it is stored."""
    state: list[dict[str, Any]] = json.loads(json.dumps(fold.checkpoint().state))["stages"][0]["entrants"]
    return state


def play_round(
    whole: TournamentSetup, first_block: int, setup: TournamentSetup, leaving: int
) -> list[dict[str, Any]]:
    """Fold some of the matches of a whole tournament as a round of their own, with numbers of its own."""
    fold = Fold(setup, blocks_of(setup))
    for block in range(blocks_of(setup).total_blocks):
        for rotation in range(3):
            record = record_of(whole, 0, first_block + block, rotation)
            seats = tuple(seat - leaving for seat in record.seats)
            fold.add(replace(record, id=record.id._replace(block=block), seats=seats))
    fold.advance()
    assert fold.is_complete
    return tallies(fold)


def test_rounds_that_go_on_from_priors_give_the_table_of_all_their_blocks() -> None:
    whole = with_tables(FIRST + SECOND, (0, 1, 2, 3, 4))
    at_once = Fold(whole, blocks_of(whole))
    for block in range(6):
        for rotation in range(3):
            at_once.add(record_of(whole, 0, block, rotation))
    at_once.advance()

    after_one = play_round(whole, 0, with_tables(FIRST, (0, 1, 2, 3)), leaving=0)
    here = tuple(Tally(**{**tally, "entrant": tally["entrant"] - 1}) for tally in after_one[1:])
    tables = tuple(tuple(entrant - 1 for entrant in table) for table in SECOND)
    second = with_tables(tables, (0, 1, 2, 3))
    stage = replace(second.stages[0], priors=here)
    after_two = play_round(whole, 3, replace(second, stages=(stage,)), leaving=1)

    renumbered = [{**tally, "entrant": tally["entrant"] + 1} for tally in after_two]
    assert [after_one[0], *renumbered] == tallies(at_once)
