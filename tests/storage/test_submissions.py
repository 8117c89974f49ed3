from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from arena.core.errors import ConfigError
from arena.roster.account import Quotas
from arena.roster.submission import QuotaExceeded, Submission, SubmissionState
from arena.storage.league_store import LeagueStore
from tests.storage.entered import HOUR, NOON, enter, fill, submit

pytestmark = pytest.mark.every_database


@pytest.fixture(autouse=True)
def _filled(leagues: LeagueStore) -> None:
    fill(leagues)


def numbers(submissions: list[Submission]) -> list[int]:
    return [each.number for each in submissions]


def test_an_upload_is_queued_as_it_was_sent(leagues: LeagueStore) -> None:
    made = submit(leagues, "shark", 7)

    assert made == Submission(
        number=1,
        account="ann",
        league="ladder",
        bot="shark",
        content_hash=f"{7:064x}",
        games=("linger_longer",),
        state=SubmissionState.QUEUED,
        created=NOON,
    )
    assert leagues.submission(1) == made
    assert leagues.queued() == [made]


def test_an_unknown_submission_is_the_callers_mistake(leagues: LeagueStore) -> None:
    with pytest.raises(ConfigError, match="there is no submission 5"):
        leagues.submission(5)
    with pytest.raises(ConfigError, match="there is no submission 5"):
        leagues.accept(5, NOON)
    with pytest.raises(ConfigError, match="there is no submission 5"):
        leagues.refuse(5, "no")


@pytest.mark.parametrize("accepted", [False, True])
def test_an_upload_that_is_sent_again_is_no_second_version(leagues: LeagueStore, accepted: bool) -> None:
    first = enter(leagues) if accepted else submit(leagues)

    assert submit(leagues, now=NOON + 1, quotas=Quotas(submissions_a_day=1)) == first
    assert leagues.submissions() == [first]


def test_the_same_files_are_another_submission_for_another_bot_league_or_account(
    leagues: LeagueStore,
) -> None:
    made = [
        submit(leagues),
        submit(leagues, "whale"),
        submit(leagues, league="open"),
        submit(leagues, account="bob"),
    ]

    assert numbers(made) == [1, 2, 3, 4]


def test_the_same_files_may_be_sent_again_after_they_were_refused_or_withdrawn(leagues: LeagueStore) -> None:
    refused = leagues.refuse(submit(leagues).number, "too slow")
    second = submit(leagues)
    leagues.withdraw("ann", "ladder", "shark")
    third = submit(leagues)

    assert numbers([refused, second, third]) == [1, 2, 3]


@pytest.mark.parametrize(
    ("account", "league", "bot", "message"),
    [
        ("eve", "ladder", "shark", "there is no account 'eve'"),
        ("ann", "chess", "shark", "there is no league 'chess'"),
        ("ann", "ladder", "../x", "can't name a bot"),
    ],
)
def test_nothing_is_kept_for_names_that_are_not_there(
    leagues: LeagueStore, account: str, league: str, bot: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        submit(leagues, bot, account=account, league=league)

    assert leagues.submissions() == []


def test_a_frozen_league_takes_no_entries(leagues: LeagueStore) -> None:
    before = submit(leagues)
    leagues.set_frozen("ladder", True)

    with pytest.raises(ConfigError, match="league ladder is frozen until its season ends"):
        submit(leagues, content=2)

    assert submit(leagues) == before  # this was sent in time
    assert submit(leagues, league="open").league == "open"


def test_submissions_of_24_hours_are_counted_over_all_leagues_and_states(leagues: LeagueStore) -> None:
    two = Quotas(submissions_a_day=2)
    leagues.refuse(submit(leagues, content=1, now=NOON, quotas=two).number, "no")
    submit(leagues, content=2, league="open", now=NOON + HOUR, quotas=two)

    with pytest.raises(QuotaExceeded) as caught:
        submit(leagues, content=3, now=NOON + 2 * HOUR, quotas=two)

    assert str(caught.value) == (
        "ann may make 2 submissions in 24 hours, refused ones included, and has made 2; "
        "there is room again at 2027-01-16 08:00:00 UTC"
    )
    assert caught.value.room_at == NOON + 24 * HOUR
    assert submit(leagues, account="bob", now=NOON + 2 * HOUR, quotas=two).account == "bob"


def test_there_is_room_again_when_it_was_said(leagues: LeagueStore) -> None:
    two = Quotas(submissions_a_day=2)
    for number in range(4):  # of a time when more were allowed
        submit(leagues, content=number, now=NOON + number * HOUR)
    with pytest.raises(QuotaExceeded) as caught:
        submit(leagues, content=9, now=NOON + 4 * HOUR, quotas=two)
    assert caught.value.room_at is not None

    with pytest.raises(QuotaExceeded):
        submit(leagues, content=9, now=caught.value.room_at - 1, quotas=two)
    assert submit(leagues, content=9, now=caught.value.room_at, quotas=two).number == 5


def test_who_may_submit_nothing_is_told_so(leagues: LeagueStore) -> None:
    with pytest.raises(
        QuotaExceeded, match=r"ann may make 0 submissions .*; ask an admin for more"
    ) as caught:
        submit(leagues, quotas=Quotas(submissions_a_day=0))
    assert caught.value.room_at is None

    with pytest.raises(QuotaExceeded, match=r"ann may have 0 bots .*; ask an admin for more"):
        submit(leagues, quotas=Quotas(bots=0))


def test_bots_in_a_league_are_counted_queued_and_accepted(leagues: LeagueStore) -> None:
    two = Quotas(bots=2)
    enter(leagues, "shark", quotas=two)
    submit(leagues, "whale", quotas=two)

    with pytest.raises(QuotaExceeded) as caught:
        submit(leagues, "squid", quotas=two)

    assert str(caught.value) == (
        "ann may have 2 bots in league ladder, and has 2 others; withdraw one of them first: shark, whale"
    )
    assert submit(leagues, "shark", 2, quotas=two).bot == "shark"  # a new version is no further bot
    assert submit(leagues, "squid", league="open", quotas=two).bot == "squid"
    leagues.withdraw("ann", "ladder", "whale")
    assert submit(leagues, "squid", quotas=two).bot == "squid"


def test_accepted_submissions_are_versions_of_their_bot(leagues: LeagueStore) -> None:
    first, other, second = enter(leagues), enter(leagues, "whale"), enter(leagues, content=2)

    assert [each.version for each in (first, other, second)] == [1, 1, 2]
    assert {each.state for each in (first, other, second)} == {SubmissionState.ACCEPTED}
    assert leagues.versions("ladder", "ann", "shark") == [second, first]


def test_the_newest_version_of_each_bot_plays(leagues: LeagueStore) -> None:
    enter(leagues)
    whale, elsewhere = enter(leagues, "whale"), enter(leagues, league="open")
    bobs, newer = enter(leagues, account="bob"), enter(leagues, content=2)
    leagues.refuse(submit(leagues, content=3).number, "no")
    submit(leagues, content=4)

    assert leagues.current("ladder") == [whale, bobs, newer]
    assert leagues.current("open") == [elsewhere]


def test_a_withdrawn_bot_plays_no_more_with_any_version(leagues: LeagueStore) -> None:
    first, second = enter(leagues), enter(leagues, content=2)
    waiting, other = submit(leagues, content=3), enter(leagues, "whale")

    leagues.withdraw("ann", "ladder", "shark")

    assert leagues.current("ladder") == [other]
    assert leagues.queued() == []
    withdrawn = [replace(each, state=SubmissionState.WITHDRAWN) for each in (first, second, waiting)]
    assert leagues.submissions() == [other, *reversed(withdrawn)]


def test_versions_go_on_counting_after_a_bot_was_withdrawn(leagues: LeagueStore) -> None:
    enter(leagues)
    leagues.withdraw("ann", "ladder", "shark")

    assert enter(leagues).version == 2


def test_what_is_not_there_can_not_be_withdrawn(leagues: LeagueStore) -> None:
    leagues.refuse(submit(leagues).number, "no")

    with pytest.raises(ConfigError, match="ann has no bot 'shark' in league ladder"):
        leagues.withdraw("ann", "ladder", "shark")


def test_a_refusal_keeps_its_reason_and_all_that_the_bot_wrote(leagues: LeagueStore) -> None:
    waiting = submit(leagues)

    refused = leagues.refuse(waiting.number, "illegal move", "a\0b\ud800\n\u2663", "1. \u2660A")

    assert refused == leagues.submission(waiting.number)
    assert refused == replace(
        waiting,
        state=SubmissionState.REFUSED,
        reason="illegal move",
        output="a\0b\ud800\n\u2663",
        record="1. \u2660A",
    )


def test_what_was_decided_stays(leagues: LeagueStore) -> None:
    accepted, refused = enter(leagues), leagues.refuse(submit(leagues, content=2).number, "no")
    waiting = submit(leagues, content=3)
    leagues.withdraw("ann", "ladder", "shark")
    accepted = replace(accepted, state=SubmissionState.WITHDRAWN)

    assert leagues.accept(accepted.number, NOON) == leagues.refuse(accepted.number, "no") == accepted
    assert leagues.accept(refused.number, NOON) == refused
    assert leagues.accept(waiting.number, NOON).state is SubmissionState.WITHDRAWN


def test_submissions_are_listed_newest_first_page_by_page(leagues: LeagueStore) -> None:
    for content in range(4):
        submit(leagues, content=content)
    submit(leagues, account="bob")
    submit(leagues, league="open")

    assert numbers(leagues.submissions()) == [6, 5, 4, 3, 2, 1]
    assert numbers(leagues.submissions(account="ann", league="ladder", limit=2)) == [4, 3]
    assert numbers(leagues.submissions("ann", "ladder", limit=2, before=3)) == [2, 1]
    assert numbers(leagues.submissions(account="bob")) == [5]
    assert numbers(leagues.queued()) == [1, 2, 3, 4, 5, 6]


def test_threads_that_submit_at_once_stay_within_the_quota_and_make_nothing_twice(
    leagues: LeagueStore,
) -> None:
    def try_to_submit(content: int) -> int:
        try:
            return submit(leagues, content=content // 2, quotas=Quotas(submissions_a_day=3)).number
        except QuotaExceeded:
            return 0

    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(try_to_submit, range(16)))

    assert {number for number in made if number} == {1, 2, 3}
    assert numbers(leagues.submissions()) == [3, 2, 1]


def test_threads_that_accept_at_once_make_one_version_each(leagues: LeagueStore) -> None:
    waiting = [submit(leagues, content=content).number for content in range(8)]

    with ThreadPoolExecutor(8) as threads:
        accepted = list(threads.map(lambda number: leagues.accept(number, NOON), waiting))

    assert sorted(each.version for each in accepted) == [1, 2, 3, 4, 5, 6, 7, 8]
