"""A league's tables, from what rounds have left in the store."""

from dataclasses import replace

import pytest

from arena.core.errors import ConfigError
from arena.league.standings import StandingsReader
from arena.protocol.v1 import league_pb2 as wire
from arena.rating.standings import StageTable
from arena.roster.league import RoundKind
from arena.storage.league_store import LeagueStore
from arena.tournament.fold import Fold
from arena.tournament.programme import programme_of
from tests.cli.filled import play_block
from tests.league.played import AUTHORS, enter, found_league, play_round


@pytest.fixture
def league(store: LeagueStore) -> LeagueStore:
    found_league(store)
    return store


def read(store: LeagueStore, number: int = 0) -> wire.Standings:
    return StandingsReader(store, store.archive).standings("main", number)


def rows(standings: wire.Standings) -> dict[str, wire.StandingsRow]:
    (table,) = standings.tables
    return {row.account: row for row in table.rows}


def test_bots_that_have_not_played_stand_without_a_rank(league: LeagueStore) -> None:
    standings = read(league)

    assert standings.round == 0
    assert {row.rank for row in rows(standings).values()} == {0}
    assert sorted(rows(standings)) == list(AUTHORS)


def test_table_under_way_is_that_of_the_folded_blocks(league: LeagueStore) -> None:
    play_round(league, blocks=5)

    standings = read(league)

    assert (standings.round, standings.blocks) == (1, 5)
    assert standings.total_blocks > 5
    assert sum(row.blocks for row in rows(standings).values()) == 10


def test_nothing_shown_is_ahead_of_the_last_complete_block(league: LeagueStore) -> None:
    begun = play_round(league, blocks=1)
    before = read(league)
    found = league.archive.find(begun.tournament)
    setup = replace(found.setup, secret=league.archive.deal_secret(found))

    league.tournaments.add(begun.tournament, play_block(setup, 0, 1)[:1])

    assert read(league) == before


def test_ratings_go_on_from_round_to_round(league: LeagueStore) -> None:
    play_round(league)
    first = rows(read(league))

    play_round(league, blocks=2)

    second = rows(read(league))
    assert sum(row.blocks for row in second.values()) == sum(row.blocks for row in first.values()) + 4
    assert sum(row == first[account] for account, row in second.items()) in {0, 1}


def test_table_equals_a_recomputation_from_all_matches(league: LeagueStore) -> None:
    rounds = [play_round(league) for _ in range(3)]

    table: StageTable | None = None
    for each in rounds:
        found = league.archive.find(each.tournament)
        fold = Fold(found.setup, programme_of(found.setup))
        if table is not None:
            fold.tables[0] = StageTable.from_state({**table.to_state(), "blocks": 0})
        for record in league.archive.matches(found):
            fold.add(record)
        fold.advance()
        table = fold.tables[0]
    assert table is not None
    recomputed = {row.entrant: (row.mu, row.sigma, row.blocks, row.wins) for row in table.rows()}
    shown = {
        rounds[-1].entrants.index(number): (row.mu, row.sigma, row.blocks, row.wins)
        for number, row in zip(
            [bot.number for bot in league.current("main")],
            [rows(read(league))[bot.account] for bot in league.current("main")],
            strict=True,
        )
    }
    assert shown == recomputed


def test_new_version_begins_anew_and_the_old_one_is_no_longer_shown(league: LeagueStore) -> None:
    play_round(league)
    before = rows(read(league))["ann"]

    enter(league, "ann", content="new")

    now = rows(read(league))["ann"]
    assert (before.version, now.version) == (1, 2)
    assert (now.rank, now.blocks) == (0, 0)


def test_withdrawn_bot_is_no_longer_shown(league: LeagueStore) -> None:
    play_round(league)

    league.withdraw("ann", "main", "fox")

    assert "ann" not in rows(read(league))
    assert "ann" in rows(read(league, 1))


def test_earlier_round_is_shown_as_it_ended(league: LeagueStore) -> None:
    play_round(league)
    after_first = rows(read(league))
    play_round(league)

    assert rows(read(league, 1)) == after_first
    assert read(league, 1).round == 1


def test_next_season_begins_without_ratings(league: LeagueStore) -> None:
    play_round(league)

    league.next_season("main")

    assert {row.blocks for row in rows(read(league)).values()} == {0}
    assert read(league).season == 2
    assert read(league, 1).season == 1


def test_result_of_a_season_is_the_table_of_its_final(league: LeagueStore) -> None:
    play_round(league)
    final = play_round(league, kind=RoundKind.FINAL)
    of_final = read(league)
    league.next_season("main")
    play_round(league)

    result = StandingsReader(league, league.archive).result("main", 1)

    assert (result.season, result.round, result.tables) == (1, final.number, of_final.tables)


def test_season_without_a_final_has_no_result(league: LeagueStore) -> None:
    play_round(league)

    with pytest.raises(ConfigError, match="season 1 of league main has no final, or not yet"):
        StandingsReader(league, league.archive).result("main", 1)


@pytest.mark.parametrize(
    ("name", "number", "message"),
    [("other", 0, "there is no league 'other'; the leagues here: main"), ("main", 7, "has no round")],
)
def test_what_is_not_there_is_named(league: LeagueStore, name: str, number: int, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        StandingsReader(league, league.archive).standings(name, number)


def test_versions_of_a_bot_keep_their_own_ratings(league: LeagueStore) -> None:
    play_round(league)
    enter(league, "ann", content="new")
    play_round(league)
    versions = league.versions("main", "ann", "fox")

    ratings = StandingsReader(league, league.archive).ratings("main", versions, "color_elevator")

    assert sorted(ratings) == sorted(version.number for version in versions)
    assert len({row.mu for row in ratings.values()}) == 2
