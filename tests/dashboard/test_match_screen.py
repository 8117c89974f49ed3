"""A match told at a pace, on a real pseudo-terminal with real keys, and into a file."""

import io
import os
import pty
import threading
from collections.abc import Iterator
from typing import TextIO

import pytest
from rich.console import Console

from arena.dashboard.match_screen import KEYS, MatchScreen

STEPS = [
    ["match main/0/1: linger_longer"],
    ["      seat 0 holds 6c Ad", "    1 seat 0  fox    6c"],
    ["    2 seat 1  owl    Th"],
    ["      seat 0 holds Ad", "    3 seat 0  fox    Ad"],
    ["Hand 1 is won"],
]


@pytest.fixture
def keys() -> Iterator[tuple[int, TextIO]]:
    """The writing end of a terminal, and the reading end of it."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as keyboard:
        yield ours, keyboard
    os.close(ours)


def screen(keyboard: TextIO, pace: float, *, is_terminal: bool = False) -> tuple[MatchScreen, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=is_terminal, color_system=None)
    return MatchScreen(console, keyboard, pace=pace), out


def test_everything_is_written_as_it_is_without_a_terminal() -> None:
    shown, out = screen(io.StringIO(), 0)

    assert shown.tell(STEPS)

    assert out.getvalue().splitlines() == [line for lines in STEPS for line in lines]


def test_cards_are_drawn_with_their_suits_on_a_terminal() -> None:
    shown, out = screen(io.StringIO(), 0, is_terminal=True)

    shown.tell([["    1 seat 0  fox  Th As 2c 7d"]])

    assert "T♥ A♠ 2♣ 7♦" in out.getvalue()


def test_escape_sequences_of_strangers_are_taken_out() -> None:
    shown, out = screen(io.StringIO(), 0, is_terminal=True)

    shown.tell([["seat 0  fo\x1b[2Jx"]])

    assert "\x1b[2J" not in out.getvalue()


def test_no_key_waits_when_keys_come_from_a_file() -> None:
    shown, out = screen(io.StringIO(), 1000.0)

    assert shown.tell(STEPS)

    assert KEYS not in out.getvalue()


def test_q_ends_it(monkeypatch: pytest.MonkeyPatch, keys: tuple[int, TextIO]) -> None:
    ours, keyboard = keys
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())
    os.write(ours, b"q")
    shown, out = screen(keyboard, 0.125)

    assert not shown.tell(STEPS)

    assert "linger_longer" in out.getvalue()
    assert "seat 1" not in out.getvalue()


def test_n_shows_the_next_move_at_once_and_t_all_up_to_the_next_trick(
    monkeypatch: pytest.MonkeyPatch, keys: tuple[int, TextIO]
) -> None:
    ours, keyboard = keys
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())
    os.write(ours, b"ntq")
    shown, out = screen(keyboard, 0.125)

    assert not shown.tell(STEPS)

    assert "3 seat 0" in out.getvalue()
    assert "is won" not in out.getvalue()


def test_space_pauses_until_it_comes_again(monkeypatch: pytest.MonkeyPatch, keys: tuple[int, TextIO]) -> None:
    ours, keyboard = keys
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())
    os.write(ours, b" ")
    shown, out = screen(keyboard, 64.0)
    telling = threading.Thread(target=shown.tell, args=(STEPS,))
    telling.start()
    telling.join(0.3)
    paused = out.getvalue()

    os.write(ours, b" ")
    telling.join(60)

    assert not telling.is_alive()
    assert "seat 1" not in paused
    assert "3 seat 0" in out.getvalue()
