"""A record told again is the match that was played, and no other."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.core.errors import CheckFailed
from arena.core.rng import NamedDraws
from arena.games.events import EVENT_SIZE
from arena.match.faults import FaultKind
from arena.match.record import MatchRecord
from arena.match.transcript import replay, to_json
from tests.match.table import SEED, TOY, answer_lowest, ask, illegal_for, play_out, toy_referee

ENTRANTS = [(f"bot_{number}", "1.0") for number in range(20)]
TWO_HANDS = {"first_to": 2}


def eventful_record(*, seed: bytes = SEED) -> MatchRecord:
    """Play a match with a substitute, an incident, a forfeit and a note."""
    referee = toy_referee(TWO_HANDS, seed=seed)
    answer_lowest(referee, charged_us=1234)
    question = ask(referee)
    referee.answer(illegal_for(question), wall_us=70, charged_us=65, cpu_us=60, note="hm")
    referee.note_incident(0, FaultKind.CRASH, "exit code 3")
    answer_lowest(referee)
    referee.forfeit(0, FaultKind.CRASH, "exit code 3, again")
    play_out(referee)
    return referee.record(0.25)


def exported(record: MatchRecord, *, seed: bytes = SEED, reveal_seed: bool = True) -> dict[str, Any]:
    return to_json(
        record,
        tournament="cup-1",
        game=TOY,
        options=TOY.options(values=TWO_HANDS),
        seed=seed,
        reveal_seed=reveal_seed,
        entrants=ENTRANTS,
    )


def moves_in(document: dict[str, Any]) -> list[int]:
    """Read the moves out of an exported record, knowing no more than docs/match_record.md."""
    return [
        TOY.parse_move(event["card"])
        for hand in document["hands"]
        for event in hand["events"]
        if event["type"] == "play"
    ]


def state_after(moves: Sequence[int], seed: bytes) -> Any:
    state = TOY.new_match(TOY.options(values=TWO_HANDS), NamedDraws(seed))
    for move in moves:
        state.play(move)
    return state


def test_a_replay_yields_every_move_with_its_mover_time_and_whether_the_house_made_it() -> None:
    record = eventful_record()

    steps = list(replay(record, TOY, TOY.options(values=TWO_HANDS), SEED))

    assert bytes(step.move for step in steps) == record.moves
    assert tuple(step.micros for step in steps) == record.micros
    assert tuple(step.number for step in steps if step.is_substitute) == record.substitutes
    assert [step.seat for step in steps[:4]] == [1, 2, 0, steps[3].state.current_player]


def test_a_replay_yields_the_state_before_each_move_to_be_played_on_at_will() -> None:
    record = eventful_record()
    states = []
    for step in replay(record, TOY, TOY.options(values=TWO_HANDS), SEED):
        states.append(step.state.clone())
        step.state.play(step.state.legal_moves()[-1])

    for before, after, move in zip(states, states[1:], record.moves, strict=False):
        before.play(move)
        assert before.events() == after.events()


def test_the_events_of_a_replay_are_the_whole_log_after_the_first_deal() -> None:
    record = eventful_record()

    steps = list(replay(record, TOY, TOY.options(values=TWO_HANDS), SEED))

    whole = state_after(record.moves, SEED).events()
    assert b"".join(step.events for step in steps) == whole[EVENT_SIZE:]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": bytes(12)}, "illegal move 0"),
        ({"moves": b"", "micros": ()}, "stops after 0 moves"),
        ({"places": (1, 1, 1)}, r"places \(1, 1, 1\)"),
        ({"chips": (9, -9, 0)}, r"chips \(9, -9, 0\)"),
        ({"forfeits": ()}, "places"),
    ],
)
def test_a_record_that_can_not_have_happened_is_refused(change: dict[str, Any], message: str) -> None:
    record = replace(eventful_record(), **change)

    with pytest.raises(CheckFailed, match=f"match main/7/1 .*{message}"):
        replay(record, TOY, TOY.options(values=TWO_HANDS), SEED)


def test_a_record_with_moves_after_its_end_is_refused() -> None:
    record = eventful_record()
    longer = replace(record, moves=record.moves + b"\0", micros=(*record.micros, 0))

    with pytest.raises(CheckFailed, match="goes on after its end"):
        replay(longer, TOY, TOY.options(values=TWO_HANDS), SEED)


def test_a_record_whose_house_did_not_play_low_is_refused() -> None:
    referee = toy_referee(TWO_HANDS)
    play_out(referee)
    record = replace(referee.record(0), substitutes=(0,))

    with pytest.raises(CheckFailed, match="move 0 by the house that is not the lowest"):
        replay(record, TOY, TOY.options(values=TWO_HANDS), SEED)


def test_a_record_is_refused_with_another_seed() -> None:
    with pytest.raises(CheckFailed, match="another seed"):
        replay(eventful_record(), TOY, TOY.options(values=TWO_HANDS), bytes([1] * 32))


@given(st.binary(min_size=32, max_size=32))
def test_an_exported_record_replays_to_the_same_state(seed: bytes) -> None:
    record = eventful_record(seed=seed)

    document = json.loads(json.dumps(exported(record, seed=seed)))

    again = state_after(moves_in(document), bytes.fromhex(document["seed"]))
    assert again.is_over
    assert again.events() == state_after(record.moves, seed).events()
    assert document["chips"] == list(again.outcome().chips)


def test_the_exported_fields_are_those_of_the_format_in_order() -> None:
    document = exported(eventful_record())

    assert list(document) == [
        "format", "tournament", "match", "block", "rotation", "game", "options", "seed", "hands", "seats",
        "places", "chips", "ending", "faults", "started", "seconds", "wall_ms", "cpu_ms",
    ]  # fmt: skip


def test_the_exported_head_is_plain_json() -> None:
    document = exported(eventful_record())

    assert document["format"] == "arena-match/1"
    assert (document["tournament"], document["match"]) == ("cup-1", "main/7/1")
    assert (document["block"], document["rotation"], document["game"]) == (7, 1, "toy")
    assert document["options"] == {"preset": "standard", "players": 3, "hand_size": 3, "first_to": 2}
    assert document["seats"][0] == {"bot": "bot_10", "version": "1.0"}
    assert (document["ending"], document["places"][0]) == ("forfeited", 3)
    assert (document["started"], document["seconds"]) == ("2023-11-14T22:13:20.250Z", 0.25)


def test_the_seed_is_exported_only_when_it_is_revealed() -> None:
    record = eventful_record()

    assert exported(record)["seed"] == SEED.hex()
    assert "seed" not in exported(record, reveal_seed=False)


def test_each_exported_hand_has_its_own_deal_and_events() -> None:
    record = eventful_record()

    hands = exported(record)["hands"]

    assert len(hands) == len(state_after(record.moves, SEED).hand_results)
    for number, hand in enumerate(hands):
        assert hand["dealer"] == number % 3
        assert len(set(hand["deck"])) == 52
        assert sum(event["type"] == "play" for event in hand["events"]) == 12
    assert hands[0]["deck"] != hands[1]["deck"]


def test_exported_moves_tell_their_time_and_substitutes_come_before_theirs() -> None:
    record = eventful_record()

    events = exported(record)["hands"][0]["events"]

    lowest = events[0]["card"]
    assert events[0] == {"type": "play", "seat": 1, "card": lowest, "ms": 1.234}
    assert events[1] == {"type": "substitute", "seat": 2}
    assert (events[2]["type"], events[2]["seat"], events[2]["ms"]) == ("play", 2, 0)


def test_wall_and_cpu_times_are_exported_move_by_move_where_they_were_measured() -> None:
    record = eventful_record()

    document = exported(record)
    unmeasured = exported(replace(record, wall_micros=(), cpu_micros=()))

    assert document["wall_ms"] == [micros / 1000 for micros in record.wall_micros]
    assert document["cpu_ms"] == [micros / 1000 for micros in record.cpu_micros]
    assert len(document["wall_ms"]) == len(document["cpu_ms"]) == len(record.moves)
    assert not {"wall_ms", "cpu_ms"} & unmeasured.keys()


def test_every_exported_substitute_is_followed_by_a_play_of_that_seat() -> None:
    record = eventful_record()

    events = [event for hand in exported(record)["hands"] for event in hand["events"]]

    pairs = [(event, then) for event, then in pairwise(events) if event["type"] == "substitute"]
    assert len(pairs) == len(record.substitutes)
    assert all(then["type"] == "play" and then["seat"] == event["seat"] for event, then in pairs)


def test_exported_faults_name_kind_seat_and_evidence() -> None:
    illegal, incident, forfeit = exported(eventful_record())["faults"]

    assert (illegal["kind"], illegal["seat"], illegal["move"]) == ("illegal_move", 2, 1)
    assert (illegal["wall_ms"], illegal["cpu_ms"]) == (0.07, 0.06)
    assert (incident["kind"], incident["incident"], incident["forfeit"]) == ("crash", True, False)
    assert (forfeit["evidence"], forfeit["forfeit"]) == ("exit code 3, again", True)


def test_an_export_is_the_same_every_time() -> None:
    assert json.dumps(exported(eventful_record())) == json.dumps(exported(eventful_record()))
