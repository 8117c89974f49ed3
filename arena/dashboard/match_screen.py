"""A match told on the screen at a pace: cards with their suits drawn, and keys to pause, step and hurry.

Elsewhere than on a terminal the lines are written as they are, and at once.
"""

import os
import re
import select
import sys
import termios
import time
import tty
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TextIO

from rich.console import Console
from rich.text import Text

from arena.core.text import harmless
from arena.dashboard.watching import tolerate_characters

KEYS = "space pauses, n next move, t next trick, + faster, - slower, q quits"
SLOWEST, FASTEST = 0.125, 64.0
"""Moves a second."""
_STEP = 2.0
_CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b")
_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_RED = "dh"
_WIDTH = 200


class MatchScreen:
    """Tells a match step by step."""

    def __init__(self, console: Console, keyboard: TextIO, *, pace: float) -> None:
        """Tell at `pace` moves a second; 0 tells everything at once."""
        tolerate_characters(console)
        self._console = console
        self._keyboard = keyboard
        self._pace = pace
        self._is_paused = False
        self._hurries_to_trick = False
        self._draws_suits = _can_show(console, "".join(_SYMBOLS.values()))

    def tell(self, steps: Iterable[Sequence[str]]) -> bool:
        """Tell all steps, each a move with what follows from it; False if the reader has had enough."""
        with _single_keys(self._keyboard) as has_keys:
            if has_keys and self._pace:
                self._console.print(Text(KEYS, style="dim"))
            for lines in steps:
                for line in lines:
                    self._console.print(self._drawn(line), soft_wrap=True)
                if self._hurries_to_trick and any(" holds " in line for line in lines):
                    self._hurries_to_trick = False
                if self._pace and not self._hurries_to_trick and not self._wait(has_keys=has_keys):
                    return False
        return True

    def _drawn(self, line: str) -> Text:
        line = harmless(line, _WIDTH)
        if not self._draws_suits:
            return Text(line)
        text = Text(_CARD.sub(lambda found: found[1] + _SYMBOLS[found[2]], line))
        for found in _CARD.finditer(line):
            text.stylize("bold red" if found[2] in _RED else "bold", found.start(), found.end())
        return text

    def _wait(self, *, has_keys: bool) -> bool:
        """Wait for the next move's time, or for a key; False when the reader has had enough."""
        if not has_keys:
            time.sleep(1 / self._pace)
            return True
        end = time.monotonic() + 1 / self._pace
        while self._is_paused or time.monotonic() < end:
            left = None if self._is_paused else max(0.0, end - time.monotonic())
            if not select.select([self._keyboard], [], [], left)[0]:
                continue
            key = os.read(self._keyboard.fileno(), 1).decode("ascii", "replace")
            if key in {"q", ""}:
                return False
            if self._obey(key):
                return True
        return True

    def _obey(self, key: str) -> bool:
        """Do what a key says; tell whether the next move is wanted now."""
        if key == " ":
            self._is_paused = not self._is_paused
        elif key == "+":
            self._pace = min(FASTEST, self._pace * _STEP)
        elif key == "-":
            self._pace = max(SLOWEST, self._pace / _STEP)
        elif key == "t":
            self._hurries_to_trick = True
        return key in {"n", "t"}


def make_match_screen(pace: float) -> MatchScreen:
    """Return a screen on stdout with the keys of stdin."""
    return MatchScreen(Console(markup=False, highlight=False, emoji=False), sys.stdin, pace=pace)


def _can_show(console: Console, characters: str) -> bool:
    try:
        characters.encode(console.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return console.is_terminal


@contextmanager
def _single_keys(keyboard: TextIO) -> Iterator[bool]:
    """Let keys come one by one, without a line end, as long as it is entered; tell whether they do."""
    try:
        is_ours = keyboard.isatty() and os.tcgetpgrp(keyboard.fileno()) == os.getpgrp()
        before = termios.tcgetattr(keyboard) if is_ours else None
    except (OSError, ValueError, termios.error):
        before = None
    if before is None:
        yield False
        return
    tty.setcbreak(keyboard, termios.TCSANOW)
    try:
        yield True
    finally:
        with suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
