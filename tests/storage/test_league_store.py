from dataclasses import asdict, replace

import pytest

from arena.core.errors import ConfigError, StorageError
from arena.rating.standings import Tally
from arena.roster.account import Quotas, Role
from arena.roster.league import RoundKind
from arena.storage.league_store import LeagueStore, open_league_store
from tests.storage.crafted import make_setup
from tests.storage.entered import ANN, LADDER, begin_round, enter, fill

pytestmark = pytest.mark.every_database


def test_an_account_comes_back_as_it_was_added(leagues: LeagueStore) -> None:
    account = replace(ANN, role=Role.ADMIN, quotas=Quotas(bots=7), is_active=False)
    leagues.add_account(account)

    assert leagues.account("ann") == account


def test_an_unknown_account_is_none(leagues: LeagueStore) -> None:
    assert leagues.account("ann") is None


def test_accounts_are_listed_by_name(leagues: LeagueStore) -> None:
    for name in ("zoe", "ann", "bob"):
        leagues.add_account(replace(ANN, name=name))

    assert [account.name for account in leagues.accounts()] == ["ann", "bob", "zoe"]


def test_a_name_is_of_one_account(leagues: LeagueStore) -> None:
    leagues.add_account(ANN)

    with pytest.raises(ConfigError, match="there is an account 'ann' already"):
        leagues.add_account(replace(ANN, token_hash="another"))

    assert leagues.account("ann") == ANN


def test_what_is_no_name_names_no_account_and_no_league(leagues: LeagueStore) -> None:
    with pytest.raises(ConfigError, match="can't name a user account"):
        leagues.add_account(replace(ANN, name="Ann Lee"))
    with pytest.raises(ConfigError, match="can't name a league"):
        leagues.add_league(replace(LADDER, name="../ladder"))


def test_token_quotas_and_activity_of_one_account_change(leagues: LeagueStore) -> None:
    fill(leagues)

    leagues.replace_token("ann", "another")
    leagues.set_quotas("ann", Quotas(bots=9))
    leagues.set_active("ann", False)

    assert leagues.account("ann") == replace(
        ANN, token_hash="another", quotas=Quotas(bots=9), is_active=False
    )
    assert leagues.account("bob") == replace(ANN, name="bob")


def test_nothing_of_an_unknown_account_or_league_is_changed(leagues: LeagueStore) -> None:
    with pytest.raises(ConfigError, match="there is no account 'ann'"):
        leagues.set_active("ann", False)
    with pytest.raises(ConfigError, match="there is no league 'ladder'"):
        leagues.set_running("ladder", True)
    with pytest.raises(ConfigError, match="there is no league 'ladder'"):
        leagues.seconds_played("ladder")


def test_a_league_comes_back_as_it_was_added(leagues: LeagueStore) -> None:
    leagues.add_league(LADDER)

    assert leagues.league("ladder") == LADDER
    assert leagues.league("open") is None


def test_leagues_are_listed_by_name_and_a_name_is_of_one(leagues: LeagueStore) -> None:
    for name in ("open", "ladder"):
        leagues.add_league(replace(LADDER, name=name))

    with pytest.raises(ConfigError, match="there is a league 'open' already"):
        leagues.add_league(replace(LADDER, name="open"))

    assert [league.name for league in leagues.leagues()] == ["ladder", "open"]


def test_one_league_runs_and_freezes(leagues: LeagueStore) -> None:
    fill(leagues)

    leagues.set_running("ladder", True)
    leagues.set_frozen("ladder", True)

    assert leagues.league("ladder") == replace(LADDER, is_running=True, is_frozen=True)
    assert leagues.league("open") == replace(LADDER, name="open")


def test_the_next_season_is_open_to_entries(leagues: LeagueStore) -> None:
    fill(leagues)
    leagues.set_frozen("ladder", True)

    assert leagues.next_season("ladder") == replace(LADDER, season=2)
    assert leagues.league("ladder") == replace(LADDER, season=2)


def test_the_time_that_a_league_has_played_adds_up(leagues: LeagueStore) -> None:
    fill(leagues)

    leagues.add_seconds("ladder", 1.5)
    leagues.add_seconds("ladder", 2.25)

    assert (leagues.seconds_played("ladder"), leagues.seconds_played("open")) == (3.75, 0.0)


def test_a_round_is_a_tournament(leagues: LeagueStore) -> None:
    fill(leagues)
    leagues.next_season("ladder")

    begun = begin_round(leagues, kind=RoundKind.CATCH_UP)

    assert (begun.league, begun.number, begun.season, begun.kind) == ("ladder", 1, 2, RoundKind.CATCH_UP)
    assert begun.entrants == (1, 2, 1, 2, 1)
    assert not begun.is_finished
    assert leagues.tournaments.setup(begun.tournament) == make_setup("ladder")
    assert leagues.archive.find(begun.tournament).id == begun.tournament == "ladder-1"


def test_rounds_come_back_as_they_were_begun_the_newest_first(leagues: LeagueStore) -> None:
    fill(leagues)
    first = begin_round(leagues)
    leagues.finish_round("ladder", 1, {})
    second = begin_round(leagues, kind=RoundKind.FINAL)
    begin_round(leagues, "open")

    assert leagues.rounds("ladder") == [second, replace(first, is_finished=True)]
    assert leagues.rounds("ladder", limit=1) == [second]
    assert leagues.latest_round("ladder") == second
    assert leagues.round("ladder", 1) == replace(first, is_finished=True)
    assert leagues.round("ladder", 3) is None


def test_a_league_that_has_not_begun_has_no_latest_round(leagues: LeagueStore) -> None:
    assert leagues.latest_round("ladder") is None


def test_a_league_plays_one_round_at_a_time(leagues: LeagueStore) -> None:
    fill(leagues)
    begin_round(leagues)

    with pytest.raises(
        ConfigError, match="round 1 of league ladder is not finished; play ladder-1 to its end"
    ):
        begin_round(leagues)

    assert [each.id for each in leagues.archive.tournaments()] == ["ladder-1"]


def test_a_round_of_no_league_leaves_no_tournament(leagues: LeagueStore) -> None:
    with pytest.raises(ConfigError, match="there is no league 'ladder'"):
        begin_round(leagues)

    assert leagues.archive.tournaments() == []


def test_every_entrant_of_a_round_is_a_submission(leagues: LeagueStore) -> None:
    fill(leagues)

    with pytest.raises(ConfigError, match="5 entrants can't be 1 submissions"):
        leagues.create_round(make_setup(), "", league="ladder", kind=RoundKind.CYCLE, entrants=(1,))


def test_a_finished_round_gives_the_league_its_ratings_by_game(leagues: LeagueStore) -> None:
    fill(leagues)
    shark, whale = enter(leagues, "shark").number, enter(leagues, "whale", 2).number
    first, second = (asdict(Tally(entrant, 1 / 3 + entrant, 0.1, blocks=3)) for entrant in range(2))
    begin_round(leagues)
    leagues.finish_round("ladder", 1, {"linger_longer": {shark: first, whale: second}, "color_elevator": {}})
    begin_round(leagues)

    leagues.finish_round("ladder", 2, {"linger_longer": {whale: first}})

    assert leagues.ratings("ladder", "linger_longer") == {shark: first, whale: first}
    assert leagues.ratings("ladder", "color_elevator") == {}
    assert leagues.ratings("open", "linger_longer") == {}


def test_a_round_is_finished_once(leagues: LeagueStore) -> None:
    fill(leagues)
    begin_round(leagues)
    leagues.finish_round("ladder", 1, {})

    for number in (1, 2):
        with pytest.raises(ConfigError, match=f"league ladder has no unfinished round {number}"):
            leagues.finish_round("ladder", number, {"linger_longer": {1: {}}})

    assert leagues.ratings("ladder", "linger_longer") == {}


def test_a_round_whose_ratings_can_not_be_kept_stays_unfinished(leagues: LeagueStore) -> None:
    fill(leagues)
    begin_round(leagues)

    with pytest.raises(StorageError, match=r"(?i)foreign key"):
        leagues.finish_round("ladder", 1, {"linger_longer": {99: {}}})

    latest = leagues.latest_round("ladder")
    assert latest is not None
    assert not latest.is_finished


def test_everything_is_there_after_the_database_was_closed(leagues: LeagueStore, where: str) -> None:
    fill(leagues)
    shark = enter(leagues)
    begun = begin_round(leagues)
    leagues.close()

    with open_league_store(where) as again:
        assert again.accounts() == [ANN, replace(ANN, name="bob")]
        assert again.current("ladder") == [shark]
        assert again.latest_round("ladder") == begun
        assert again.tournaments.setup(begun.tournament) == make_setup("ladder")
