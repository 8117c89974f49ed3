"""Foreign text can be read and can do nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.core.text import gist, harmless, lines_of, shorten, visible


def test_harmless_leaves_plain_text_alone() -> None:
    assert harmless("greedy_bot 1.0", 40) == "greedy_bot 1.0"


def test_harmless_leaves_letters_of_every_language_alone() -> None:
    assert harmless("Łódź 東京 Ωμέγα", 40) == "Łódź 東京 Ωμέγα"


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[31m",  # a color
        "\x1b[2J\x1b[H",  # clears the screen
        "\x1b]0;your title\x07",  # sets the window's title
        "\x1b]8;;http://evil\x1b\\",  # a link
        "\x9b31m",  # a color, with the one-character CSI
        "\x9d0;title\x9c",
        "\x1bPq#0\x1b\\",  # a picture
        "\x1bc",  # a full reset
        "\x1b(0",  # another character set
    ],
)
def test_harmless_takes_out_whole_escape_sequences(sequence: str) -> None:
    assert harmless(f"a{sequence}b", 40) == "ab"


def test_harmless_keeps_what_follows_a_sequence_that_never_ends() -> None:
    assert harmless("a\x1b]0;the rest", 40) == "a0;the rest"


@pytest.mark.parametrize("mark", ["\u202e", "\u202d", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"])
def test_harmless_takes_out_bidirectional_marks(mark: str) -> None:
    assert harmless(f"a{mark}b", 40) == "ab"


@pytest.mark.parametrize(
    "character",
    ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u3164", "\u115f", "\ufe0f", "\U000e0041"],
)
def test_harmless_takes_out_what_has_no_width(character: str) -> None:
    assert harmless(f"a{character}b", 40) == "ab"


@pytest.mark.parametrize("character", ["\0", "\a", "\b", "\x7f", "\x84", "\ud800", "\ue000"])
def test_harmless_takes_out_control_characters_and_what_is_no_character(character: str) -> None:
    assert harmless(f"a{character}b", 40) == "ab"


@pytest.mark.parametrize("character", ["\n", "\r", "\t", "\v", "\u2028", "\u2029", "\x85", "\u00a0"])
def test_harmless_makes_line_ends_and_odd_blanks_a_space(character: str) -> None:
    assert harmless(f"a{character}b", 40) == "a b"


def test_harmless_keeps_two_marks_on_a_letter_and_no_tower() -> None:
    assert harmless("a" + "\u0301" * 30 + "b", 40) == "a\u0301\u0301b"


def test_harmless_leaves_markup_to_whoever_draws_with_it() -> None:
    assert harmless("[/] [red]x", 40) == "[/] [red]x"


def test_harmless_cuts_with_an_ellipsis() -> None:
    assert harmless("0123456789", 5) == "0123…"


def test_harmless_counts_what_is_shown_and_not_what_was_sent() -> None:
    assert harmless("\x1b[31m" * 50 + "abc", 3) == "abc"


@given(st.text(), st.integers(0, 60))
def test_harmless_is_printable_bounded_and_at_rest(text: str, most: int) -> None:
    once = harmless(text, most)

    assert once.isprintable()
    assert len(once) <= most
    assert harmless(once, most) == once


@given(st.lists(st.sampled_from(["\x1b", "[", "]", "0", ";", "m", "\x07", "\x9b", "\\", "P", "a"])))
def test_harmless_never_lets_an_escape_through_however_it_is_nested(parts: list[str]) -> None:
    shown = harmless("".join(parts), 1000)

    assert "\x1b" not in shown
    assert "\x9b" not in shown


def test_harmless_reads_no_further_than_somebody_would() -> None:
    flood = "\x1b]" * 500_000

    assert harmless(flood + "abc", 40) == "…"


def test_visible_writes_out_what_can_not_be_seen() -> None:
    assert visible("a\x1b[0m\n\u202eb", 100) == r"a\x1b[0m\n\u202eb"


def test_visible_leaves_plain_text_alone() -> None:
    assert visible("exit code 3: 東京", 100) == "exit code 3: 東京"


@given(st.text(), st.integers(0, 60))
def test_visible_is_printable_and_bounded(text: str, most: int) -> None:
    shown = visible(text, most)

    assert shown.isprintable()
    assert len(shown) <= most


@pytest.mark.parametrize(("most", "shown"), [(4, "abcd"), (3, "ab…"), (1, "…"), (0, "")])
def test_shorten_never_exceeds_its_limit(most: int, shown: str) -> None:
    assert shorten("abcd", most) == shown


WORDS = "its process ended: exited, exit code 1"
PYTHON = """Traceback (most recent call last):
  File "/bot/main.py", line 9, in <module>
    raise TypeError("wrong: " + what)
ValueError: not this one

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/bot/main.py", line 12, in <module>
TypeError: color_elevator returned None; a move is expected"""
NODE = """/bot/main.js:3
    throw new Error("boom: " + what)
    ^

Error: boom: no cards
    at Object.<anonymous> (/bot/main.js:3:9)
    at node:internal/main/run_main_module:36:49
TypeError: not this one

Node.js v22.1.0"""
RUST = """thread 'main' panicked at src/main.rs:4:5:
index out of bounds
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace"""


@pytest.mark.parametrize(
    ("output", "telling"),
    [
        (PYTHON, "TypeError: color_elevator returned None; a move is expected"),
        (PYTHON.split("\n", 1)[1], "TypeError: color_elevator returned None; a move is expected"),
        ('Traceback (most recent call last):\n  File "a.py", line 1, in f\nAssertionError', "AssertionError"),
        (NODE, "Error: boom: no cards"),
        (RUST, "thread 'main' panicked at src/main.rs:4:5: index out of bounds"),
        ("panic: index out of range\n\ngoroutine 1 [running]:", "panic: index out of range"),
        ("playing\nI give up  \n  \n", "I give up"),
    ],
    ids=["python", "python without its head", "python without a message", "node", "rust", "go", "no error"],
)
@pytest.mark.parametrize("is_written_out", [False, True])
def test_gist_is_the_line_that_names_the_error(output: str, telling: str, *, is_written_out: bool) -> None:
    evidence = f"{WORDS}; its last output: {output}"

    assert gist(visible(evidence, 4000) if is_written_out else evidence, 400) == f"{WORDS}: {telling}"


def test_gist_of_a_plain_sentence_is_that_sentence() -> None:
    assert gist("no answer after 500 ms; the error:", 80) == "no answer after 500 ms; the error:"


def test_gist_of_lines_without_a_mark_keeps_the_first_as_its_words() -> None:
    assert gist("the build failed:\nmain.c:3: error: no such thing\n1 error generated.", 80) == (
        "the build failed: main.c:3: error: no such thing"
    )


def test_gist_cuts_the_words_before_the_error_and_drops_them_before_it_cuts_that() -> None:
    evidence = f"{WORDS}; its last output: ValueError: too late"

    assert gist(evidence, 40) == "its process ended…: ValueError: too late"
    assert gist(evidence, 25) == "ValueError: too late"
    assert gist(evidence, 12) == "ValueError:…"


@given(st.text(), st.text(), st.integers(0, 60))
def test_gist_is_printable_and_bounded(words: str, output: str, most: int) -> None:
    shown = gist(f"{words}; its last output: {output}", most)

    assert shown.isprintable()
    assert len(shown) <= most


@pytest.mark.parametrize("text", ["a\n  b\n\nc", "a\r\n  b\r\n\r\nc", r"a\n  b\n\nc", r"a\r\n  b\r\n\r\nc"])
def test_lines_are_found_whether_their_ends_are_real_or_written_out(text: str) -> None:
    assert lines_of(text) == ["a", "  b", "", "c"]


def test_real_line_ends_leave_a_written_one_as_text() -> None:
    assert lines_of("print('a\\n')\nb") == ["print('a\\n')", "b"]
