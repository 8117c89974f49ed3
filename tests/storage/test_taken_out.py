import pytest

from arena.core.errors import ConfigError
from arena.roster.submission import SubmissionState
from arena.storage.league_store import LeagueStore
from tests.storage.entered import enter, fill, submit

pytestmark = pytest.mark.every_database
WHY = "it failed too often"


@pytest.fixture(autouse=True)
def _filled(leagues: LeagueStore) -> None:
    fill(leagues)


def test_a_version_that_is_taken_out_plays_no_more_and_says_why(leagues: LeagueStore) -> None:
    bad, good = enter(leagues, "shark", 1), enter(leagues, "whale", 2)

    leagues.take_out(bad.number, WHY)

    assert leagues.current("ladder") == [good]
    taken = leagues.submission(bad.number)
    assert (taken.state, taken.reason) == (SubmissionState.WITHDRAWN, WHY)


def test_the_version_before_does_not_come_back(leagues: LeagueStore) -> None:
    enter(leagues, "shark", 1)
    newer = enter(leagues, "shark", 2)

    leagues.take_out(newer.number, WHY)

    assert leagues.current("ladder") == []


def test_a_newer_version_plays_on(leagues: LeagueStore) -> None:
    older, newer = enter(leagues, "shark", 1), enter(leagues, "shark", 2)

    leagues.take_out(older.number, WHY)

    assert leagues.current("ladder") == [newer]


def test_what_is_queued_can_still_be_accepted(leagues: LeagueStore) -> None:
    bad, better = enter(leagues, "shark", 1), submit(leagues, "shark", 2)

    leagues.take_out(bad.number, WHY)

    assert leagues.queued() == [better]


def test_what_was_withdrawn_before_gets_no_reason(leagues: LeagueStore) -> None:
    bot = enter(leagues, "shark", 1)
    leagues.withdraw("ann", "ladder", "shark")

    leagues.take_out(bot.number, WHY)

    assert leagues.submission(bot.number).reason == ""


def test_who_is_let_in_again_plays_in_its_newest_version(leagues: LeagueStore) -> None:
    enter(leagues, "shark", 1)
    newest = enter(leagues, "shark", 2)
    leagues.take_out(newest.number, WHY)

    leagues.let_in("ann", "ladder", "shark")

    assert leagues.current("ladder") == [newest]


def test_only_a_bot_that_was_there_can_be_let_in_again(leagues: LeagueStore) -> None:
    submit(leagues, "shark", 1)

    with pytest.raises(ConfigError, match="has never had a bot"):
        leagues.let_in("ann", "ladder", "shark")


def test_a_probe_changes_nothing(leagues: LeagueStore) -> None:
    before = leagues.leagues()

    leagues.probe()

    assert leagues.leagues() == before
