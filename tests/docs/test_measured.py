"""The figures of the rules pages are those that come out when they are measured anew."""

import re

import pytest

from tests.docs.measured import MATCHES, TABLES
from tests.end_to_end.arena_command import ROOT
from tests.golden import check_golden


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_the_figures_of_the_rules_are_what_is_measured(game: str) -> None:
    file = ROOT / "docs" / "rules" / f"{game}.md"
    page = file.read_text(encoding="utf-8")
    assert f"{MATCHES:,} of each kind" in page
    for name, measure in TABLES[game].items():
        table = "\n".join([f"<!-- measured: {name} -->", "", *measure(), ""])
        mark = re.compile(rf"<!-- measured: {name} -->\n\n(\|.*\n)*")
        assert len(mark.findall(page)) == 1
        page = mark.sub(lambda _, table=table: table, page)
    check_golden(file, page)
