"""Tournaments in Docker of hostile bots and innocent ones, and what they leave behind."""

import json
import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.end_to_end.arena_command import SAMPLES, arena, stage
from tests.zoo.keeper import copy_bot

BYSTANDERS = ("greedy_bot", "elevator_bot")
PATIENCE = 600.0
"""Seconds for a tournament: its bots are many to start, and the machine may be busy."""
_MANIFEST = """name = "{name}"
version = "1"
games = ["color_elevator"]
command = ["python", "bot.py", {arguments}]
"""

Hostile = Mapping[str, Sequence[str]]
"""Bots by name, each with the words that `bot/bot.py` is given."""


@dataclass(frozen=True)
class Played:
    """What a tournament left behind."""

    folder: Path
    said: str
    """What the arena printed meanwhile."""
    records: tuple[dict[str, Any], ...]
    standings: dict[str, dict[str, Any]]

    def shown_of(self, bot: str) -> str:
        """Return what the arena shows of a bot: what it wrote, and its last match with its notes."""
        mine = [r["match"] for r in self.records if bot in {who["bot"] for who in r["seats"]}]
        shown = [arena(self.folder, "logs", "--bot", bot), arena(self.folder, "replay", mine[-1])]
        assert [each.returncode for each in shown] == [0, 0]
        return "".join(each.stdout + each.stderr for each in shown)

    def faults(self) -> dict[str, set[str]]:
        """Kinds of faults, by the bot that is charged."""
        found: dict[str, set[str]] = defaultdict(set)
        for record in self.records:
            for fault in record["faults"]:
                found[record["seats"][fault["seat"]]["bot"]].add(fault["kind"])
        return found


def play(folder: Path, hostile: Hostile, *, rules: str, deals: int, tables: int | None = None) -> Played:
    """Play a tournament at tables of two.

    `tables` is their number in each round; by default everybody has one.
    """
    bots = [shutil.copytree(SAMPLES / name, folder / name) for name in BYSTANDERS]
    bots += [_hostile_bot(folder / name, words) for name, words in hostile.items()]
    if len(bots) % 2:
        bots.append(_hostile_bot(folder / "nothing", ["nothing"]))
    tables = len(bots) // 2 if tables is None else tables
    names = ", ".join(f'"{bot}"' for bot in bots)
    text = f'name = "zoo"\nbots = [{names}]\nsandbox = "docker"\n{rules}\n'
    stages = stage("s", "color_elevator", seats=2, deals=deals, more=f"tables = {tables}")
    (folder / "zoo.toml").write_text(text + stages, encoding="utf-8")
    run = arena(folder, "run", "zoo.toml", "--plain", timeout=PATIENCE)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    exported = arena(folder, "export")
    _, *records = [json.loads(line) for line in exported.stdout.splitlines()]
    rows = json.loads(arena(folder, "standings", "--format", "json").stdout)
    return Played(folder, run.stdout + run.stderr, tuple(records), {row["bot"]: row for row in rows})


def _hostile_bot(folder: Path, words: Sequence[str]) -> Path:
    """Make a hostile bot named after its folder."""
    copy_bot(folder)
    arguments = ", ".join(f'"{word}"' for word in words)
    (folder / "bot.toml").write_text(
        _MANIFEST.format(name=folder.name, arguments=arguments), encoding="utf-8"
    )
    return folder
