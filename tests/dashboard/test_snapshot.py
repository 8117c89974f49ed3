import pytest

from arena.dashboard.snapshot import EVIDENCE_LENGTH, KEPT, Snapshot, fold
from arena.match.faults import FaultKind
from arena.tournament.events import BlockVoided, Draining, Event, MatchesStored, TournamentStarted
from tests.dashboard.runs import ENDED, STAGES, STARTED, fault, halfway, snapshot_of

HOSTILE = "\x1b[31mred\x1b]0;title\x07 \u202egnp.exe [/] [bold]\nnew line\x00"


def test_start_knows_stages_and_names_before_any_match() -> None:
    snapshot = snapshot_of([(0, STARTED)])

    assert (snapshot.matches, snapshot.planned) == (0, 15_600)
    assert snapshot.name(3) == "card_counter"


def test_resumed_run_counts_what_was_stored_before() -> None:
    resumed = TournamentStarted("q-3", STAGES, ("a", "b", "c", "d"), 2, (), (500, 40))

    snapshot = snapshot_of([(0, resumed), (1000, MatchesStored(0, 10, 200, 5))])

    assert snapshot.matches == 550
    assert snapshot.played.matches == 10
    assert snapshot.rates(1_000_000) == (10, 200)


def test_fold_leaves_the_earlier_snapshot_as_it_was() -> None:
    before = snapshot_of([(0, STARTED)])

    fold(before, MatchesStored(0, 10, 200, 5), 1_000_000)
    fold(before, fault("late"), 1_000_000)

    assert before == snapshot_of([(0, STARTED)])


def test_rate_is_that_of_the_last_seconds() -> None:
    slow = [(1000 * second, MatchesStored(0, 10, 100, 5)) for second in range(1, 101)]
    fast = [(1000 * second, MatchesStored(0, 50, 500, 5)) for second in range(101, 141)]

    snapshot = snapshot_of([(0, STARTED), *slow, *fast])

    assert snapshot.rates(140_000_000) == (50, 500)


def test_rate_falls_when_nothing_comes_any_more() -> None:
    snapshot = snapshot_of([(0, STARTED), (1000, MatchesStored(0, 100, 1000, 5))])

    assert snapshot.rates(1_000_000) == (100, 1000)
    assert snapshot.rates(10_000_000) == (10, 100)


def test_rate_of_an_ended_run_is_that_of_all_of_it_and_stays() -> None:
    snapshot = snapshot_of([*halfway(), (10_000, ENDED)])

    assert snapshot.rates(99_000_000) == (750, 17_700)
    assert snapshot.seconds(99_000_000) == 10


def test_time_left_follows_from_the_rate() -> None:
    stored = [(1000 * second, MatchesStored(0, 600, 1000, 5)) for second in (1, 2, 3)]

    assert snapshot_of([(0, STARTED), *stored]).seconds_left(3_000_000) == 23


def test_time_left_does_not_count_the_start_of_the_bots() -> None:
    stored = [(60_000 + 1000 * second, MatchesStored(0, 600, 1000, 5)) for second in (1, 2, 3)]

    assert snapshot_of([(0, STARTED), *stored]).seconds_left(63_000_000) == 23


def test_time_left_is_unknown_until_matches_have_ended_for_a_moment() -> None:
    first: list[tuple[int, Event]] = [(0, STARTED), (5000, MatchesStored(0, 600, 1000, 5))]
    at_once = (5010, MatchesStored(0, 600, 1000, 5))

    assert snapshot_of(first).seconds_left(7_000_000) is None
    assert snapshot_of([*first, at_once]).seconds_left(5_010_000) is None
    assert snapshot_of([*first, at_once]).seconds_left(6_010_000) is not None


@pytest.mark.parametrize("last", [Draining(), ENDED])
def test_time_left_is_unknown_when_the_run_stops(last: Draining) -> None:
    snapshot = snapshot_of([*halfway(), (8100, last)])

    assert snapshot.seconds_left(8_200_000) is None


def test_time_left_is_unknown_before_the_first_match() -> None:
    assert snapshot_of([(0, STARTED)]).seconds_left(3_000_000) is None


def test_size_does_not_grow_with_the_run() -> None:
    snapshot = snapshot_of(halfway())
    for number in range(200):
        time = 9_000_000 + number * 1_000_000
        snapshot = fold(snapshot, MatchesStored(0, 1, 1, 1), time)
        snapshot = fold(snapshot, fault("late"), time)
        snapshot = fold(snapshot, BlockVoided(0, number, "lost"), time)

    assert len(snapshot.faults) == len(snapshot.incidents) == KEPT
    assert len(snapshot.samples) == 30
    assert snapshot.voided == 201


def test_faults_are_counted_by_bot_and_kind() -> None:
    snapshot = snapshot_of([(0, STARTED), (1, fault("a")), (2, fault("b")), (3, fault("c", entrant=1))])

    assert snapshot.fault_counts == {(4, FaultKind.TIME_OUT): 2, (1, FaultKind.TIME_OUT): 1}


def test_foreign_text_is_harmless_once_it_is_in_a_snapshot() -> None:
    hostile = TournamentStarted(HOSTILE, (), (HOSTILE,), 1, (HOSTILE,), ())

    snapshot = snapshot_of(
        [(0, hostile), (1, fault(HOSTILE * 1000, entrant=0)), (2, BlockVoided(0, 1, HOSTILE))]
    )

    texts = [snapshot.tournament, *snapshot.entrants, *snapshot.notices]
    incident = snapshot.incidents[0]
    assert isinstance(incident, BlockVoided)
    for text in (*texts, incident.reason):
        assert text.isprintable()
        assert "\u202e" not in text
        assert len(text) <= 400


def test_evidence_keeps_its_line_ends_written_out_and_is_bounded() -> None:
    snapshot = snapshot_of([(0, STARTED), (1, fault("one\n\u202etwo" + HOSTILE * 1000))])

    evidence = snapshot.faults[0].evidence
    assert evidence.startswith(r"one\n\u202etwo")
    assert evidence.isprintable()
    assert len(evidence) == EVIDENCE_LENGTH


def test_run_waits_for_its_first_match_and_says_so_after_a_while() -> None:
    started = snapshot_of([(0, STARTED)])
    played = snapshot_of([(0, STARTED), (2000, MatchesStored(0, 1, 1, 1))])

    assert started.seconds_waited(3_000_000) is None
    assert started.seconds_waited(9_000_000) == 9
    assert played.seconds_waited(9_000_000) is None


def test_nothing_is_waited_for_when_all_is_played_or_the_run_has_ended() -> None:
    complete = TournamentStarted("q-3", STAGES, ("a", "b", "c", "d"), 2, (), (12_000, 3_600))

    assert snapshot_of([(0, complete)]).seconds_waited(9_000_000) is None
    assert snapshot_of([(0, STARTED), (5000, ENDED)]).seconds_waited(9_000_000) is None
    assert Snapshot().seconds_waited(9_000_000) is None


def test_unknown_entrant_is_named_by_its_number() -> None:
    assert Snapshot().name(7) == "entrant 7"
