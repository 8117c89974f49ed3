import io
import json
import sys

import pytest

from arena.cli.arguments import Format
from arena.cli.listing import show
from arena.dashboard.listing import Listing, Row, wrapped_table

HOSTILE = "a\x1b[2Jb [red]c[/] \u202ed\nnext"


def listing(*rows: Row) -> Listing:
    table = wrapped_table({"name": "name", "count": "count"}, rows)
    return Listing("title [b]", ("name", "count"), rows, table)


@pytest.mark.parametrize("form", list(Format))
def test_foreign_text_can_not_touch_the_terminal(form: Format, capsys: pytest.CaptureFixture[str]) -> None:
    show([listing({"name": HOSTILE, "count": 1})], form)

    out = capsys.readouterr().out
    assert "[red]c[/]" in out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_json_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    show([listing({"name": HOSTILE, "count": 1})], Format.JSON)

    assert json.loads(capsys.readouterr().out) == [{"name": HOSTILE, "count": 1}]


def test_nothing_is_an_empty_list_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    show([listing()], Format.JSON)

    assert capsys.readouterr().out == "[]\n"


def test_a_footnote_is_for_tables_alone(capsys: pytest.CaptureFixture[str]) -> None:
    show([listing()], Format.CSV, footnote="mind the gap")
    csv = capsys.readouterr().out
    show([listing()], Format.TABLE, footnote="mind the gap")

    assert csv == "name,count\n"
    assert capsys.readouterr().out.endswith("\nmind the gap\n")


def test_long_words_of_a_table_are_wrapped_and_not_lost(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")

    show([listing({"name": "x" * 50, "count": 1_234})], Format.TABLE)

    out = capsys.readouterr().out
    assert out.count("x") == 50
    assert "1,234" in out
    assert max(map(len, out.splitlines())) <= 20


def test_no_line_ends_in_blanks(capsys: pytest.CaptureFixture[str]) -> None:
    show([listing({"name": "a", "count": 1}, {"name": "long name", "count": None})], Format.TABLE)

    assert all(line == line.rstrip() for line in capsys.readouterr().out.splitlines())


def test_an_ascii_output_gets_something_for_what_it_can_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))

    show([listing({"name": "é", "count": 1})], Format.TABLE)

    assert b"?" in written.getvalue()


def test_colors_are_for_terminals_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")

    show([listing({"name": "a", "count": 1})], Format.TABLE)

    assert "\x1b[3" not in capsys.readouterr().out
