from pathlib import Path

import pytest

from arena.core.errors import HostError
from arena.rating.standings import StageTable
from arena.roster.league import RoundKind
from arena.roster.submission import SubmissionState
from arena.storage.league_store import LeagueStore
from arena.tournament.fold import Fold
from arena.tournament.programme import programme_of
from tests.league.ground import GAME, Ground


@pytest.fixture
def ground(store: LeagueStore, tmp_path: Path) -> Ground:
    return Ground(store, tmp_path / "data")


def test_a_league_with_too_few_accounts_has_no_round(ground: Ground) -> None:
    ground.enter("ann")

    assert not ground.play()
    assert ground.store.latest_round("main") is None


def test_a_round_is_stored_before_it_is_played_with_its_commitment(ground: Ground) -> None:
    ann, ben = ground.enter("ann", "ben")
    ground.machine.errors = [HostError("no engine")]

    with pytest.raises(HostError):
        ground.play()

    begun = ground.store.latest_round("main")
    assert begun is not None
    assert (begun.entrants, begun.kind, begun.is_finished) == (
        (ann.number, ben.number),
        RoundKind.CYCLE,
        False,
    )
    assert len(ground.store.archive.find(begun.tournament).commitment) == 64
    assert ground.changes == ["main"]


def test_a_round_that_failed_for_our_reasons_is_gone_on_with(ground: Ground) -> None:
    ground.enter("ann", "ben")
    ground.machine.errors = [HostError("no engine")]
    with pytest.raises(HostError):
        ground.play()

    ground.play()

    assert [(one.number, one.is_finished) for one in ground.store.rounds("main")] == [(1, True)]


def test_ratings_go_on_from_round_to_round(ground: Ground) -> None:
    ann, ben = ground.enter("ann", "ben")

    ground.play()
    after_one = ground.blocks()
    ground.play()

    assert after_one == {ann.number: 6, ben.number: 6}
    assert ground.blocks() == {ann.number: 12, ben.number: 12}


def test_the_table_of_the_last_round_is_a_fold_over_all_matches_of_all_rounds(ground: Ground) -> None:
    ann, ben, cat = ground.enter("ann", "ben", "cat")
    for _ in range(3):
        ground.play()

    table = StageTable([ann.number, ben.number, cat.number], draw_probability=0.7)
    for played in reversed(ground.store.rounds("main")):
        setup = ground.store.tournaments.setup(played.tournament)
        fold = Fold(setup, programme_of(setup))
        fold.tables = [StageTable.from_state(table.to_state())]
        fold.tables[0]._tallies = {
            number: table._tallies[submission] for number, submission in enumerate(played.entrants)
        }
        for record in ground.store.tournaments.records(played.tournament, 0):
            fold.add(record)
        fold.advance()
        for number, submission in enumerate(played.entrants):
            table._tallies[submission] = fold.tables[0]._tallies[number]

    kept = ground.store.ratings("main", GAME)
    assert {number: (tally["mu"], tally["blocks"]) for number, tally in kept.items()} == {
        number: (tally.mu, tally.blocks) for number, tally in table._tallies.items()
    }


def test_a_stopped_round_is_resumed(ground: Ground) -> None:
    ground.enter("ann", "ben")
    ground.machine.stop_after = 2
    ground.play()
    stopped = ground.store.latest_round("main")

    ground.machine.stop_after = None
    ground.play()

    assert stopped is not None
    assert not stopped.is_finished
    assert [one.number for one in ground.store.rounds("main")] == [1]
    assert ground.blocks() == {1: 6, 2: 6}


def test_ratings_that_a_crash_kept_from_being_kept_are_computed_from_the_checkpoint(
    ground: Ground,
) -> None:
    ground.enter("ann", "ben")
    ground.machine.is_killed = True
    with pytest.raises(KeyboardInterrupt):
        ground.play()
    played = ground.store.latest_round("main")

    ground.play()

    assert played is not None
    assert ground.store.tournaments.is_finished(played.tournament)
    assert not played.is_finished
    assert [(one.number, one.is_finished) for one in ground.store.rounds("main")] == [(1, True)]
    assert ground.blocks() == {1: 6, 2: 6}


def test_a_new_version_enters_the_next_round_as_a_newcomer(ground: Ground) -> None:
    old, ben = ground.enter("ann", "ben")
    ground.play()
    (new,) = ground.enter("ann", content="2")

    ground.play()

    latest = ground.store.latest_round("main")
    assert latest is not None
    assert latest.entrants == (ben.number, new.number)
    assert ground.blocks() == {old.number: 6, ben.number: 12, new.number: 6}


def test_a_newcomer_catches_up(ground: Ground) -> None:
    ground.enter("ann", "ben", "cat")
    for _ in range(3):
        ground.play()
    (new,) = ground.enter("dot")

    ground.play()

    latest = ground.store.latest_round("main")
    assert latest is not None
    assert latest.kind is RoundKind.CATCH_UP
    (stage,) = ground.store.tournaments.setup(latest.tournament).stages
    assert isinstance(stage.tables, tuple)
    assert all(latest.entrants.index(new.number) in table for table in stage.tables)


def test_a_bot_whose_files_are_gone_is_taken_out_and_the_others_play(ground: Ground) -> None:
    ann, ben, cat = ground.enter("ann", "ben", "cat")
    ground.lose([ben])

    assert ground.play()

    taken = ground.store.submission(ben.number)
    assert taken.state is SubmissionState.WITHDRAWN
    assert "can't play here any more" in taken.reason
    assert str(ground.data) not in taken.reason
    assert ground.blocks().keys() == {ann.number, cat.number}


def test_a_bot_that_cannot_be_equipped_is_taken_out_and_the_others_play(ground: Ground) -> None:
    ann, ben, cat = ground.enter("ann", "ben", "cat")
    ground.machine.unfit = {cat.content_hash: "numpy is nowhere"}

    assert ground.play()

    assert "numpy is nowhere" in ground.store.submission(cat.number).reason
    assert ground.blocks().keys() == {ann.number, ben.number}


def test_a_bot_that_is_lost_in_mid_round_makes_its_blocks_void_and_no_other(ground: Ground) -> None:
    ann, ben, cat = ground.enter("ann", "ben", "cat")
    ground.machine.stop_after = 3
    ground.play()
    ground.machine.stop_after = None
    ground.machine.unfit = {cat.content_hash: "its packages are gone"}

    ground.play()

    played = ground.store.latest_round("main")
    assert played is not None
    assert played.is_finished
    void = ground.skipped(played.tournament)
    setup = ground.store.tournaments.setup(played.tournament)
    schedule = programme_of(setup).schedules[0]
    lost = played.entrants.index(cat.number)
    assert {skip.block for skip in void} == {
        block for block in range(3, schedule.blocks) if lost in schedule.block(block).table
    }
    assert all(skip.benched == () and "its packages are gone" in skip.reason for skip in void)
    assert [bot.number for bot in ground.store.current("main")] == [ann.number, ben.number]


def test_who_is_benched_in_a_round_stays_out_until_a_new_version_comes(ground: Ground) -> None:
    ann, ben, cat = ground.enter("ann", "ben", "cat")
    ground.machine.benched = {f"s{ben.number}"}
    ground.play()
    ground.machine.benched = set()
    without = [bot.number for bot in ground.store.current("main")]

    (better,) = ground.enter("ben", content="2")

    assert without == [ann.number, cat.number]
    assert "failed too often in round 1" in ground.store.submission(ben.number).reason
    assert [bot.number for bot in ground.store.current("main")] == [ann.number, cat.number, better.number]


def test_a_season_ends_with_a_final_without_priors_whose_result_is_kept(ground: Ground) -> None:
    ground.enter("ann", "ben")
    ground.play()
    before = ground.store.ratings("main", GAME)
    ground.store.set_frozen("main", is_frozen=True)

    ground.play()

    final = ground.store.latest_round("main")
    assert final is not None
    assert (final.kind, final.season, final.is_finished) == (RoundKind.FINAL, 1, True)
    setup = ground.store.tournaments.setup(final.tournament)
    assert setup.stages[0].priors == ()
    assert ground.store.archive.find(final.tournament).is_finished
    assert ground.store.ratings("main", GAME) == before


def test_after_the_final_the_next_season_begins_without_ratings(ground: Ground) -> None:
    ground.enter("ann", "ben")
    ground.play()
    ground.store.set_frozen("main", is_frozen=True)
    ground.play()

    ground.play()

    assert (ground.league.season, ground.league.is_frozen) == (2, False)
    latest = ground.store.latest_round("main")
    assert latest is not None
    assert (latest.number, latest.season, latest.kind) == (3, 2, RoundKind.CYCLE)
    assert ground.blocks() == {1: 6, 2: 6}


def test_a_final_has_another_secret_than_the_rounds_before(ground: Ground) -> None:
    ground.enter("ann", "ben")
    ground.play()
    ground.store.set_frozen("main", is_frozen=True)
    ground.play()

    secrets = {ground.store.tournaments.setup(one.tournament).secret for one in ground.store.rounds("main")}

    assert len(secrets) == 2


def test_the_round_under_way_is_played_before_the_final(ground: Ground) -> None:
    ground.enter("ann", "ben")
    ground.machine.stop_after = 2
    ground.play()
    ground.store.set_frozen("main", is_frozen=True)
    ground.machine.stop_after = None

    ground.play()
    ground.play()

    assert [one.kind for one in ground.store.rounds("main")] == [RoundKind.FINAL, RoundKind.CYCLE]
    assert all(one.is_finished for one in ground.store.rounds("main"))


def test_a_season_of_too_few_bots_ends_without_a_final(ground: Ground) -> None:
    ground.enter("ann")
    ground.store.set_frozen("main", is_frozen=True)

    assert not ground.play()

    assert (ground.league.season, ground.league.is_frozen) == (2, False)
    assert ground.store.rounds("main") == []
