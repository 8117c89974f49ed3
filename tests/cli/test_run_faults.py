"""What a run with faults says at its end."""

from pathlib import Path

import pytest

from arena.cli.run import next_commands
from arena.core.ids import MatchId
from arena.dashboard.snapshot import Snapshot
from arena.match.faults import FaultKind
from arena.tournament.events import FaultReported
from tests.author.bots import write_program
from tests.end_to_end.arena_command import arena as command


def test_the_first_faults_match_and_bot_are_in_the_commands() -> None:
    faults = tuple(
        FaultReported(MatchId("main", block, 1), entrant, FaultKind.CRASH, is_forfeit=False, evidence="")
        for block, entrant in ((7, 1), (9, 0))
    )
    said = next_commands(Snapshot(entrants=("ann", "ben"), faults=faults), "my cups.db")

    assert "arena replay main/7/1 --db 'my cups.db'" in said
    assert "arena logs --bot ben --db 'my cups.db'" in said


@pytest.mark.slow
def test_a_run_with_a_fault_names_the_commands_that_show_more_of_it(tmp_path: Path) -> None:
    bot = str(write_program(tmp_path / "fox", "return 1 / 0"))

    done = command(tmp_path, "match", bot, "sample:random_bot", "--game", "color_elevator", "--plain")

    assert "to see more of the faults: arena replay table/0/0; arena logs --bot fox" in done.stderr
    assert "ZeroDivisionError" in command(tmp_path, "replay", "table/0/0").stdout
    assert "ZeroDivisionError" in command(tmp_path, "logs", "--bot", "fox").stdout
