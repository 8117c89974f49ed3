"""A tournament as it was played is proven; one in which a single thing is different is not."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import CheckFailed
from arena.games.registry import GAMES
from arena.match.record import MatchRecord
from arena.scheduling.seeds import commitment
from arena.tournament.ports import Checkpoint, SkippedBlock
from arena.verification.proof import PARTS
from tests.games.long_matches import more_hands
from tests.verification.tournaments import Played, make_setup, play, prove_lines, stage

KINDS = [(game.name, preset) for game in GAMES.values() for preset in game.presets]


@pytest.fixture(scope="module")
def eventful() -> Played:
    """A finished tournament of 8 blocks: one bot forfeits and is benched from block 4 on, block 1 is void."""
    return play(make_setup(stage(deals=2), window=2), forfeiting=3, void={1})


@pytest.fixture(scope="module")
def stopped() -> Played:
    """A tournament that was stopped after five of its eight blocks."""
    return play(make_setup(stage(deals=2)), blocks=5)


def of_kind(game: str, preset: str) -> Played:
    seats = 2 if game == "color_elevator" else 3
    options = more_hands(GAMES[game])
    return play(
        make_setup(stage(game, preset, entrants=seats, seats=seats, deals=3, **options)), forfeiting=1
    )


@pytest.mark.parametrize(("game", "preset"), KINDS)
def test_what_was_played_is_proven_from_its_records(game: str, preset: str) -> None:
    played = of_kind(game, preset)

    proven = played.prove()

    assert proven.matches == len(played.records)
    assert proven.moves == sum(len(record.moves) for record in played.records)


@pytest.mark.parametrize(("game", "preset"), KINDS)
def test_what_was_played_is_proven_from_its_file(game: str, preset: str, tmp_path: Path) -> None:
    played = of_kind(game, preset)

    proven = prove_lines(played.lines(), tmp_path)

    assert (proven.matches, proven.unproven) == (len(played.records), ())


@pytest.mark.parametrize(("game", "preset"), KINDS)
def test_without_the_secret_the_stated_decks_are_played(game: str, preset: str, tmp_path: Path) -> None:
    played = of_kind(game, preset)
    played.is_finished = False

    proven = prove_lines(played.lines(), tmp_path)

    assert (proven.matches, proven.unproven) == (len(played.records), ("commitment", "deals"))


def test_void_and_benched_blocks_are_proven_and_counted(eventful: Played) -> None:
    proven = eventful.prove()

    assert proven.void_blocks == ("linger_longer/1",)
    assert proven.benched_blocks == sum(bool(block.benched) for block in eventful.skipped) > 0
    assert proven.rated_blocks == 8 - 1 - proven.benched_blocks


def test_matches_of_a_void_block_count_in_the_checkpoint_only_if_they_came_before_it_was_given_up(
    eventful: Played,
) -> None:
    assert eventful.checkpoint is not None
    state = json.loads(json.dumps(eventful.checkpoint.state))
    state["stored_matches"][0] -= 1
    late = replace_checkpoint(eventful, state)
    state["stored_matches"][0] -= 1
    wrong = replace_checkpoint(eventful, state)

    assert late.prove().void_blocks
    with pytest.raises(CheckFailed, match="the table of stage linger_longer: matches"):
        wrong.prove()


def test_matches_of_a_void_block_are_not_needed_before_the_end() -> None:
    played = play(make_setup(stage(deals=2)), void={1}, blocks=5)

    proven = played.prove(records=without(1)(played.records))

    assert (proven.rated_blocks, proven.void_blocks) == (4, ("linger_longer/1",))


def replace_checkpoint(played: Played, state: dict[str, Any]) -> Played:
    assert played.checkpoint is not None
    return replace(played, checkpoint=Checkpoint(played.checkpoint.next_block, json.loads(json.dumps(state))))


def test_blocks_beyond_the_tables_are_proven_too(stopped: Played) -> None:
    fewer = play(stopped.setup, blocks=3)

    proven = replace(stopped, checkpoint=fewer.checkpoint).prove()

    assert (proven.rated_blocks, proven.waiting_blocks, proven.matches) == (3, 2, 15)


def test_tables_drawn_from_an_unknown_secret_are_taken_as_they_are(tmp_path: Path) -> None:
    played = play(make_setup(stage(entrants=5, tables=2, deals=6), window=2), forfeiting=3, blocks=12)

    proven = prove_lines(played.lines(), tmp_path)

    assert proven.benched_blocks > 0
    assert proven.unproven == ("commitment", "deals", "drawn tables")
    assert replace(played, is_finished=True).prove().unproven == ()


def test_a_hand_with_moves_and_without_its_deck_is_refused(stopped: Played, tmp_path: Path) -> None:
    lines = stopped.lines()
    del lines[1]["hands"][0]["deck"]

    with pytest.raises(CheckFailed, match="linger_longer/0/0: hand 0 has moves, and its deck is missing"):
        prove_lines(lines, tmp_path)


def test_while_a_match_can_not_be_played_again_nothing_that_hangs_on_play_is_proven(tmp_path: Path) -> None:
    tiny = stage("color_elevator", entrants=2, seats=2, deals=16, turn_limit=1, first_to=2)
    played = play(make_setup(tiny), blocks=11)
    lines = played.lines()
    bare = [line for line in lines[1:] if any("deck" not in hand for hand in line["hands"])]

    proven = prove_lines(lines, tmp_path)

    assert 0 < proven.unplayed_matches == len(bare) < len(played.records)
    assert proven.matches == len(played.records) - len(bare)
    assert {*PARTS, *proven.unproven} - {"seats"} == {*proven.unproven}
    assert played.prove().unproven == ()


@pytest.mark.parametrize("secret", [b"", b"\0" * 31])
def test_a_finished_tournament_has_a_whole_secret(eventful: Played, secret: bytes) -> None:
    with pytest.raises(CheckFailed, match=f"the secret of cup-1 has {len(secret)} bytes, not 32"):
        eventful.prove(secret=secret, commitment=commitment(secret), records=[])


def test_evidence_may_be_taken_out_of_a_file(eventful: Played, tmp_path: Path) -> None:
    lines = eventful.lines()
    for line in lines[1:]:
        for fault in line["faults"]:
            del fault["evidence"]

    assert prove_lines(lines, tmp_path).matches == len(eventful.records)


def without(block: int, rotation: int | None = None) -> Callable[[list[MatchRecord]], list[MatchRecord]]:
    return lambda records: [
        record
        for record in records
        if record.id.block != block or (rotation is not None and record.id.rotation != rotation)
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without(2, 1), "match linger_longer/2/1 is missing"),
        (without(2), "match linger_longer/2/0 is missing"),
        (without(4), "match linger_longer/4/0 is missing"),
        (lambda records: [records[0], *records], "match linger_longer/0/0 stands there twice"),
        (lambda records: [*records, records[0]], "match linger_longer/0/0 stands after linger_longer/"),
        (
            lambda records: [*records, replace(records[-1], id=records[-1].id._replace(block=8))],
            "match linger_longer/8/. is not in the schedule",
        ),
        (
            lambda records: [replace(records[0], seats=records[1].seats), *records[1:]],
            "match linger_longer/0/0: stored in its seats are bot_1, bot_2, bot_0, .* bot_0, bot_1, bot_2",
        ),
    ],
)
def test_matches_that_the_schedule_has_not_like_that_are_named(
    eventful: Played, change: Callable[[list[MatchRecord]], list[MatchRecord]], message: str
) -> None:
    with pytest.raises(CheckFailed, match=message):
        eventful.prove(records=change(eventful.records))


def test_a_block_that_was_played_although_somebody_was_benched_is_named(eventful: Played) -> None:
    benched = next(block for block in eventful.skipped if block.benched)
    others = tuple(block for block in eventful.skipped if block != benched)

    with pytest.raises(
        CheckFailed, match=rf"block linger_longer/{benched.block}: .* nobody; by the matches before it, bot_3"
    ):
        eventful.prove(skipped=others)


def test_a_block_that_was_skipped_although_nobody_was_benched_is_named(stopped: Played) -> None:
    skipped = (SkippedBlock(0, 2, (1,), "benched: bot_1"),)

    with pytest.raises(CheckFailed, match=r"block linger_longer/2: .* as stored, bot_1; .* nobody"):
        stopped.prove(skipped=skipped, records=without(2)(stopped.records))


def test_a_block_that_is_called_void_although_it_was_played_is_named(stopped: Played) -> None:
    with pytest.raises(CheckFailed, match=r"linger_longer/2/0 is stored, and its block is void, and all of"):
        stopped.prove(skipped=(SkippedBlock(0, 2, (), "bad weather"),))


def test_a_match_of_a_block_that_was_not_to_be_played_is_named(stopped: Played) -> None:
    with pytest.raises(CheckFailed, match=r"linger_longer/2/0 is stored, and its block is skipped"):
        stopped.prove(skipped=(SkippedBlock(0, 2, (1,), "benched: bot_1"),))


@pytest.mark.parametrize("block", [8, -1])
def test_a_skipped_block_beyond_the_schedule_is_named(eventful: Played, block: int) -> None:
    with pytest.raises(CheckFailed, match=f"block linger_longer/{block} is listed as skipped"):
        eventful.prove(skipped=(*eventful.skipped, SkippedBlock(0, block, (), "")))


def test_a_finished_tournament_has_all_its_blocks_in_its_tables(stopped: Played) -> None:
    with pytest.raises(CheckFailed, match="is finished with 5 blocks in its tables, and its schedule has 8"):
        stopped.prove(is_finished=True)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("stages", 0, "entrants", 2, "mu"), 26.0, "linger_longer: mu of bot_2: stored is 26.0, the matches"),
        (("stages", 0, "entrants", 2, "sigma"), 1.5, "sigma of bot_2"),
        (("stages", 0, "entrants", 2, "doubled_places"), 7, "mean_place of bot_2"),
        (("stages", 0, "entrants", 1, "wins"), 99, "wins of bot_1"),
        (("stages", 0, "entrants", 0, "faults"), 3, "faults of bot_0"),
        (("stages", 0, "blocks"), 7, "the table of stage linger_longer: blocks: stored is 7"),
        (("stages", 0, "draw_probability"), 0.3, "draw_probability: stored is 0.3"),
        (("strikes", "0"), 2, "strikes, bot_0: stored is 2, it should be nothing, by the matches"),
        (("benched", "3"), 99, "benched, bot_3: stored is 99|benched of bot_3"),
        (("faults", "malformed_move"), 1, "faults, malformed_move: stored is 1"),
        (("void_blocks",), 0, "void_blocks: stored is 0, it should be 1"),
        (("extra",), 0, "the checkpoint of cup-1 has more in it"),
        (("stages", 0, "entrants", 1, "mu"), None, "the checkpoint of cup-1 is damaged"),
        (("stages", 0, "entrants", 1, "entrant"), 17, "the checkpoint of cup-1 is damaged"),
    ],
)
def test_tables_that_the_matches_do_not_give_are_named(
    eventful: Played, path: tuple[Any, ...], value: Any, message: str
) -> None:
    assert eventful.checkpoint is not None
    state = json.loads(json.dumps(eventful.checkpoint.state))
    place = state
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value

    with pytest.raises(CheckFailed, match=message):
        replace_checkpoint(eventful, state).prove()


def test_bench_rules_that_give_other_benchings_are_found(eventful: Played) -> None:
    with pytest.raises(CheckFailed, match=r"block linger_longer/\d: benched at its table are"):
        eventful.prove(bench_after=eventful.setup.bench_after + 4)
