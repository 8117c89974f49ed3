"""What goes over the wire comes back as it was: for every game, option and view, by random games."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.errors import RulesError
from arena.core.rng import NamedDraws
from arena.games.game import NOBODY
from arena.games.options import Choice, choices
from arena.games.registry import GAMES
from arena.match.player import MatchEnd, MatchStart, Question, TimeControl
from arena.protocol.mapping.envelopes import (
    choice_from_proto,
    choice_to_proto,
    end_from_proto,
    end_to_proto,
    start_from_proto,
    start_to_proto,
    turn_from_proto,
    turn_to_proto,
)
from arena.protocol.mapping.registry import CODECS
from arena.protocol.v1 import bot_pb2 as wire
from tests.games.long_matches import two_wins

WITH_WORDS = [
    name for name, game in GAMES.items() if any(c.words for c in choices(game.options_type).values())
]
PRESETS = [(name, preset) for name, game in GAMES.items() for preset in game.presets]
SEATS = st.integers(0, 5)
MICROS = st.integers(0, 2**40)


def values_of(choice: Choice) -> list[object]:
    """List the values of an option; of a range its ends, and far out where it has none."""
    numbers = [] if choice.least is None else [choice.least, choice.most or 300]
    return [*choice.words, *numbers]


def all_options(name: str) -> Iterator[Any]:
    """Yield the options of a game with each value of each option, where they make a game."""
    game = GAMES[name]
    known = choices(game.options_type)
    for preset, option in product(game.presets, known):
        for value in values_of(known[option]):
            try:
                yield game.options(preset, {option: value})
            except RulesError:
                continue


def views(name: str, preset: str, *, seed: int) -> Iterator[Any]:
    """Yield what the seat to move, and one other, sees at each move of a random match."""
    game = GAMES[name]
    random = Random(seed)
    options = two_wins(game, preset)
    state = game.new_match(options, NamedDraws(seed.to_bytes(32)))
    since = 0
    while state.current_player != NOBODY:
        yield state.view(state.current_player, since)
        yield state.view((state.current_player + 1) % options.players, 0)
        since = state.event_count
        state.play(random.choice(state.legal_moves()))


def test_every_game_has_a_codec_and_a_place_in_every_oneof() -> None:
    assert list(CODECS) == list(GAMES)
    for message, oneof in ((wire.MatchStart, "options"), (wire.Turn, "view"), (wire.Choice, "move")):
        fields = message.DESCRIPTOR.oneofs_by_name[oneof].fields
        assert [field.name for field in fields] == list(GAMES)


@pytest.mark.parametrize("name", list(GAMES))
def test_options_come_back(name: str) -> None:
    codec = CODECS[name]

    for options in all_options(name):
        assert codec.options_from_proto(codec.options_to_proto(options)) == options


@pytest.mark.parametrize("name", WITH_WORDS)
def test_options_with_an_unknown_word_are_a_rules_error(name: str) -> None:
    codec = CODECS[name]
    message = type(codec.options_to_proto(GAMES[name].options()))(preset="standard", players=4)

    with pytest.raises(RulesError, match="has no value of number 0"):
        codec.options_from_proto(message)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_turns_come_back_at_every_move_of_a_match(name: str, preset: str) -> None:
    for view in views(name, preset, seed=7):
        question = Question(seat=view.seat, view=view, limit_us=5_500_000, last_us=81, faults=2)

        sent = turn_to_proto(3, 5, game=name, question=question).SerializeToString()
        back = turn_from_proto(wire.Turn.FromString(sent))

        assert back == (3, 5, question)


@settings(max_examples=20, deadline=None)
@given(name=st.sampled_from(list(GAMES)), seed=st.integers(0, 2**64), limit=MICROS, last=MICROS, ids=MICROS)
def test_turns_of_any_match_come_back(*, name: str, seed: int, limit: int, last: int, ids: int) -> None:
    view = next(views(name, "standard", seed=seed))
    question = Question(seat=view.seat, view=view, limit_us=limit, last_us=last, faults=last % 7)

    sent = turn_to_proto(ids, ids + 1, game=name, question=question).SerializeToString()
    back = turn_from_proto(wire.Turn.FromString(sent))

    assert back == (ids, ids + 1, question)


@given(
    name=st.sampled_from(list(GAMES)),
    seat=SEATS,
    players=st.lists(st.text(max_size=5)),
    time=st.tuples(st.integers(0, 2**20), st.integers(0, 2**20)),
    seed=st.binary(min_size=32, max_size=32),
    events=st.none() | st.binary(),
)
def test_starts_come_back(
    name: str, seat: int, players: list[str], time: tuple[int, int], seed: bytes, events: bytes | None
) -> None:
    start = MatchStart(
        game=name,
        options=GAMES[name].options(),
        seat=seat,
        players=tuple(players),
        time=TimeControl(time[0] * 1000, time[1] * 1000),
        seed=seed,
        resumed=events is not None,
        events=events or b"",
    )

    sent = start_to_proto(9, start).SerializeToString()

    assert start_from_proto(wire.MatchStart.FromString(sent)) == (9, start)


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(-99, 99)), max_size=6), st.binary())
def test_ends_come_back(results: list[tuple[int, int]], events: bytes) -> None:
    end = MatchEnd(tuple(place for place, _ in results), tuple(chips for _, chips in results), events)

    sent = end_to_proto(4, end).SerializeToString()

    assert end_from_proto(wire.MatchEnd.FromString(sent)) == (4, end)


def moves(name: str) -> Iterator[int]:
    """Yield all move codes of a game: those that can be written."""
    for code in range(256):
        try:
            GAMES[name].move_text(code)
        except (RulesError, IndexError):
            continue
        yield code


def test_the_moves_of_both_games_are_known() -> None:
    known = {name: len(list(moves(name))) for name in GAMES}

    assert (known["linger_longer"], known["color_elevator"]) == (56, 104)


@pytest.mark.parametrize("note", ["", "why not \N{BLACK HEART SUIT}"])
@pytest.mark.parametrize("game", list(GAMES))
def test_choices_come_back_for_every_move(game: str, note: str) -> None:
    for move in moves(game):
        sent = choice_to_proto(6, game=game, move=move, note=note).SerializeToString()

        assert choice_from_proto(wire.Choice.FromString(sent), game=game) == (6, move, note)


@pytest.mark.parametrize(
    ("game", "choice"),
    [
        ("linger_longer", {}),
        ("linger_longer", {"linger_longer": {}}),
        ("linger_longer", {"color_elevator": {"card": 1}}),
        ("linger_longer", {"linger_longer": {"card": 52}}),
        ("linger_longer", {"linger_longer": {"card": 2**32 - 1}}),
        ("linger_longer", {"linger_longer": {"trump": 4}}),
        ("color_elevator", {}),
        ("color_elevator", {"linger_longer": {"card": 1}}),
        ("color_elevator", {"color_elevator": {"card": 52}}),
        ("color_elevator", {"color_elevator": {"card": 1, "pile": 2}}),
    ],
)
def test_a_choice_that_is_no_move_of_the_game_has_none(game: str, choice: dict[str, Any]) -> None:
    assert choice_from_proto(wire.Choice(turn_id=8, **choice), game=game) == (8, None, "")


def test_a_start_of_an_unknown_game_says_to_update() -> None:
    with pytest.raises(RulesError, match="update it"):
        start_from_proto(wire.MatchStart(match=1))


def test_a_turn_of_an_unknown_game_says_to_update() -> None:
    with pytest.raises(RulesError, match="update it"):
        turn_from_proto(wire.Turn(turn_id=1))
