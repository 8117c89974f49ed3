"""A bot's process: what it says, what it answers, and how it ends."""

import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.core.rng import NamedDraws
from arena.games.registry import GAMES
from arena.match.player import MatchStart, Question, TimeControl
from arena.protocol.mapping.envelopes import start_to_proto, turn_to_proto
from arena.protocol.v1 import bot_pb2 as wire

BOT = """
from arena.bot import Bot, serve

class MyBot(Bot):
    @classmethod
    def prepare(cls):
        print("prepared")

    def linger_longer(self, view):
        {body}
        return view.legal_moves[0]

serve(MyBot)
"""
WELCOME = wire.ArenaMessage(welcome={"protocol_version": 1})


def batch(matches: int) -> wire.ArenaMessage:
    """A message that begins matches and asks the first question in each."""
    game = GAMES["linger_longer"]
    options = game.options()
    message = wire.ArenaMessage()
    for match in range(matches):
        state = game.new_match(options, NamedDraws(match.to_bytes(32)))
        seat = state.current_player
        start = MatchStart(game.name, options, seat, (), TimeControl(), bytes(32))
        question = Question(seat, state.view(seat), limit_us=1, last_us=0, faults=0)
        message.starts.append(start_to_proto(match, start))
        message.turns.append(turn_to_proto(100 + match, match, game=game.name, question=question))
    return message


def one_batch(requests: Iterator[wire.BotMessage], _: Any) -> Iterator[wire.ArenaMessage]:
    """Greet, ask in three matches, wait for the answer, end the stream."""
    next(requests)
    yield WELCOME
    yield batch(3)
    next(requests)


def test_a_bot_says_hello_answers_a_batch_in_one_message_and_leaves(arena: Any) -> None:
    arena.script = one_batch

    ended = arena.run(BOT.format(body="self.note(f'hand {view.hand}')"))

    assert (ended.returncode, ended.stderr) == (0, "")
    hello, answer = arena.received
    assert (hello.hello.token, hello.hello.protocol_version, hello.hello.name) == ("secret", 1, "MyBot")
    assert list(hello.hello.games) == ["linger_longer"]
    assert [choice.turn_id for choice in answer.choices] == [100, 101, 102]
    assert all(choice.note.startswith("hand (") for choice in answer.choices)


def test_what_is_shared_is_prepared_once(arena: Any) -> None:
    arena.script = one_batch

    assert arena.run(BOT.format(body="pass")).stdout == "prepared\n"


def test_a_lost_arena_is_the_end_too(arena: Any) -> None:
    def lost(requests: Iterator[wire.BotMessage], context: Any) -> Iterator[wire.ArenaMessage]:
        next(requests)
        yield WELCOME
        context.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    arena.script = lost

    ended = arena.run(BOT.format(body="pass"))

    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_reason_of_an_unusual_end_is_printed(arena: Any) -> None:
    def abort(requests: Iterator[wire.BotMessage], context: Any) -> Iterator[wire.ArenaMessage]:
        next(requests)
        yield WELCOME
        context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "513 KiB in a message")

    arena.script = abort

    ended = arena.run(BOT.format(body="pass"))

    assert "RESOURCE_EXHAUSTED: 513 KiB in a message" in ended.stderr


def test_an_exception_is_a_traceback_and_exit_code_1(arena: Any) -> None:
    arena.script = one_batch

    ended = arena.run(BOT.format(body="raise KeyError('no plan')"))

    assert ended.returncode == 1
    assert "Traceback" in ended.stderr
    assert "KeyError: 'no plan'" in ended.stderr


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        (grpc.StatusCode.UNAUTHENTICATED, "ARENA_TOKEN is wrong"),
        (grpc.StatusCode.FAILED_PRECONDITION, "update the older"),
        (grpc.StatusCode.ALREADY_EXISTS, "start it once"),
        (grpc.StatusCode.PERMISSION_DENIED, "docs/protocol.md"),
    ],
)
def test_a_refused_hello_is_one_line_that_says_what_to_change(
    arena: Any, code: grpc.StatusCode, advice: str
) -> None:
    def refuse(requests: Iterator[wire.BotMessage], context: Any) -> Iterator[wire.ArenaMessage]:
        next(requests)
        context.abort(code, "details of it")
        yield WELCOME

    arena.script = refuse

    ended = arena.run(BOT.format(body="pass"))

    assert ended.returncode == 1
    assert ended.stderr.startswith("the arena refused the hello: details of it (")
    assert advice in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_stream_without_welcome_is_an_error(arena: Any) -> None:
    arena.script = lambda _requests, _context: iter(())

    ended = arena.run(BOT.format(body="pass"))

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "without a welcome" in ended.stderr


@pytest.mark.parametrize(
    ("environment", "advice"),
    [
        (
            {},
            "`arena match . sample:random_bot sample:greedy_bot --game linger_longer`",
        ),
        (
            {"ARENA_ADDRESS": "unix:/nowhere/bot.sock", "ARENA_TOKEN": "t"},
            "no arena answers at unix:/nowhere",
        ),
        ({"ARENA_ADDRESS": "example.org:443", "ARENA_TOKEN": "t"}, "on this machine only"),
    ],
)
def test_without_an_arena_it_says_so(arena: Any, environment: dict[str, str], advice: str) -> None:
    ended = arena.run(BOT.format(body="pass"), env=environment)

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert advice in ended.stderr


def test_a_bot_without_a_game_is_told_what_methods_there_are(arena: Any) -> None:
    ended = arena.run("from arena.bot import Bot, serve\nserve(Bot)")

    assert ended.returncode == 1
    assert ended.stderr == "Bot plays no game: give it a method linger_longer or color_elevator\n"


def test_printing_beyond_the_limit_of_a_file_disturbs_nobody(arena: Any, tmp_path: Path) -> None:
    arena.script = one_batch
    output = tmp_path / "output"

    with output.open("w") as file:
        ended = arena.run(
            BOT.format(body="print('x' * 4096, flush=True)"),
            capture_output=False,
            stdout=file,
            stderr=file,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)),
        )

    assert ended.returncode == 0
    assert output.stat().st_size == 5000
    assert len(arena.received[1].choices) == 3
