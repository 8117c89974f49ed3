"""Every game and preset through referee, storage, replay, export and text: registering a game is enough."""

import json
from random import Random
from typing import Any

import pytest

from arena.core.clock import ManualClock
from arena.core.ids import MatchId
from arena.core.rng import NamedDraws
from arena.games.game import Game
from arena.games.registry import GAMES
from arena.match.compact import pack, unpack
from arena.match.faults import FaultKind
from arena.match.local import RandomPlayer, play_match
from arena.match.record import MatchRecord
from arena.match.referee import Referee
from arena.match.replay_text import to_text
from arena.match.transcript import replay, to_json

KINDS = [(game, preset) for game in GAMES.values() for preset in game.presets]
SEED = bytes(range(32))
ENTRANTS = [("b" * 32, "10.20.30")] * 6


@pytest.fixture(params=KINDS, ids=lambda kind: f"{kind[0].name}-{kind[1]}", name="kind")
def _kind(request: pytest.FixtureRequest) -> tuple[Game, Any]:
    game, preset = request.param
    return game, game.options(preset, {"first_to": 2})


def referee_of(game: Game, options: Any, *, seed: bytes = SEED) -> Referee:
    return Referee(
        game,
        options,
        id=MatchId("main", 0, 0),
        seats=tuple(range(options.players)),
        seed=seed,
        bot_seeds=[bytes([seat]) * 32 for seat in range(options.players)],
    )


def troubled_match(game: Game, options: Any, *, seed: bytes = SEED) -> MatchRecord:
    """Play at random, with illegal moves by seat 0 until it forfeits, incidents and notes."""
    referee = referee_of(game, options, seed=seed)
    rng = Random(seed)
    while (question := referee.ask()) is not None:
        move, note = rng.choice(question.view.legal), ""
        if question.seat == 0 and rng.random() < 0.3:
            move = rng.choice([255, 300, -1, 60])
        elif rng.random() < 0.1:
            referee.note_incident(question.seat, FaultKind.CRASH, "exit code 3")
            referee.start_for(question.seat, resumed=True)
            referee.ask()
            note = "back again"
        referee.answer(move, wall_us=500, charged_us=rng.randrange(400), note=note)
    return referee.record(0.5)


def test_random_players_play_a_match_without_a_fault(kind: tuple[Game, Any]) -> None:
    game, options = kind

    record = play_match(referee_of(*kind), [RandomPlayer() for _ in range(options.players)], ManualClock())

    assert record.faults == ()
    assert min(record.places) == 1
    assert sum(record.chips) == 0
    assert game.new_match(options, NamedDraws(SEED)).legal_moves()


def test_a_stored_match_replays_move_for_move(kind: tuple[Game, Any]) -> None:
    game, options = kind
    record = troubled_match(game, options)

    stored = unpack(pack(record), record.id)

    assert stored == record
    steps = list(replay(stored, game, options, SEED))
    assert bytes(step.move for step in steps) == record.moves
    assert record.forfeits == (0,)
    assert record.substitutes


def test_an_exported_match_replays_to_the_same_state(kind: tuple[Game, Any]) -> None:
    game, options = kind
    record = troubled_match(game, options)
    document = to_json(
        record,
        tournament="cup-1",
        game=game,
        options=options,
        seed=SEED,
        reveal_seed=True,
        entrants=ENTRANTS,
    )

    read = json.loads(json.dumps(document))

    assert read == document
    assert read["options"]["first_to"] == 2
    state = game.new_match(options, NamedDraws(bytes.fromhex(read["seed"])))
    for hand in read["hands"]:
        assert {"dealer", "deck", "events"} <= set(hand)
        assert len(set(hand["deck"])) == 52
        for event in hand["events"]:
            if event["type"] in ("play", "name_trump"):
                assert state.current_player == event["seat"]
                state.play(game.parse_move(notation(event)))
    assert state.is_over
    assert read["chips"] == list(state.outcome().chips)


def notation(event: dict[str, Any]) -> str:
    """Write an exported move the way the game does."""
    if event["type"] == "name_trump":
        return f"trump {event['suit']}"
    return f"{event['card']}/{event['pile']}" if "pile" in event else str(event["card"])


def test_a_match_is_told_in_lines_that_fit(kind: tuple[Game, Any]) -> None:
    game, options = kind
    record = troubled_match(game, options)

    lines = list(to_text(record, game=game, options=options, seed=SEED, entrants=ENTRANTS))

    assert max(map(len, lines)) <= 80
    assert all(line.isprintable() for line in lines)
    moves = [line for line in lines if line[:5].strip().isdigit() and line[5:11] == " seat "]
    assert len(moves) == len(record.moves)
    assert sum(line.endswith("the house") for line in moves) == len(record.substitutes)


def test_a_record_of_linger_longer_stays_well_under_two_hundred_bytes() -> None:
    game = GAMES["linger_longer"]
    options = game.options()
    referee = referee_of(game, options)
    while (question := referee.ask()) is not None:
        referee.answer(question.view.legal[0], wall_us=60_000, charged_us=60_000)

    packed = pack(referee.record(0.5))

    assert len(packed) < 150


def test_hands_that_nobody_could_play_in_are_exported_too() -> None:
    game = GAMES["color_elevator"]
    options = game.options(values={"turn_limit": 1, "first_to": 3, "players": 2})
    record = play_match(referee_of(game, options), [RandomPlayer(), RandomPlayer()], ManualClock())

    document = to_json(
        record,
        tournament="cup-1",
        game=game,
        options=options,
        seed=SEED,
        reveal_seed=False,
        entrants=ENTRANTS,
    )

    forced = [hand for hand in document["hands"] if not any("ms" in event for event in hand["events"])]
    assert forced
    assert len(document["hands"]) > len(forced)
    assert [hand["dealer"] for hand in document["hands"][:3]] in ([0, 1, 0], [1, 0, 1])
