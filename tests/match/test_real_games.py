"""Every game and preset through referee, storage, replay, export and text: registering a game is enough."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from arena.core.cards import SUITS, TEXTS
from arena.core.clock import ManualClock
from arena.core.ids import MatchId
from arena.core.rng import NamedDraws
from arena.games.events import EVENT_SIZE, Event, read_events
from arena.games.game import Game
from arena.games.registry import GAMES
from arena.match.compact import pack, unpack
from arena.match.faults import FaultKind
from arena.match.local import RandomPlayer, play_match
from arena.match.record import MatchRecord
from arena.match.referee import Referee
from arena.match.replay_text import to_text
from arena.match.transcript import replay, to_json
from tests.games.long_matches import two_wins

KINDS = [(game, preset) for game in GAMES.values() for preset in game.presets]
SEED = bytes(range(32))
ENTRANTS = [("b" * 32, "10.20.30")] * 6


@pytest.fixture(params=KINDS, ids=lambda kind: f"{kind[0].name}-{kind[1]}", name="kind")
def _kind(request: pytest.FixtureRequest) -> tuple[Game, Any]:
    game, preset = request.param
    return game, two_wins(game, preset)


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
    """Play at random, with illegal moves by seat 0 until it forfeits if it can; incidents and notes."""
    referee = referee_of(game, options, seed=seed)
    rng = Random(seed)
    while (question := referee.ask()) is not None:
        move, note = rng.choice(question.view.legal), ""
        if question.seat == 0 and (not question.faults or rng.random() < 0.3):
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
    assert record.substitutes


@pytest.mark.parametrize("name", ["linger_longer", "color_elevator"])
def test_a_long_match_with_such_trouble_ends_with_a_forfeit(name: str) -> None:
    game = GAMES[name]

    assert troubled_match(game, two_wins(game, "standard")).forfeits == (0,)


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
    assert read["options"] == asdict(options)
    state = game.new_match(options, NamedDraws(bytes.fromhex(read["seed"])))
    for hand in read["hands"]:
        assert {"dealer", "deck", "events"} <= set(hand)
        for event in hand["events"]:
            if "ms" in event:
                assert state.current_player == event["seat"]
                state.play(move_told(state, event))
    assert state.is_over
    assert read["chips"] == list(state.outcome().chips)


def move_told(state: Any, told: dict[str, Any]) -> int:
    """Return the one move that an exported event can be: nobody has to know how a game writes its moves."""
    (move,) = [move for move in state.legal_moves() if is_told(own_event(state, move), told)]
    return int(move)


def own_event(state: Any, move: int) -> Event:
    """Return the first event of a move."""
    clone = state.clone()
    clone.play(move)
    return next(read_events(clone.events()[EVENT_SIZE * state.event_count :]))


def is_told(event: Event, told: dict[str, Any]) -> bool:
    texts: dict[str, Sequence[str]] = {"card": TEXTS, "suit": SUITS}
    return (
        told["type"] == event.type.name.lower()
        and told.get("pile", event.detail) == event.detail
        and all(text[event.value] == told[name] for name, text in texts.items() if name in told)
    )


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
