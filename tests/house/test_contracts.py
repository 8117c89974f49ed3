"""Each import contract of pyproject.toml fails on a violation: a contract that can't fail holds nothing."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

VIOLATIONS = {
    "rooms: higher imports lower, neighbours never each other": (
        "match/record.py",
        "import arena.tournament.setup",
    ),
    "the generated protocol is touched by protocol, gateway, league and bot alone": (
        "tournament/job.py",
        "import arena.protocol.v1.bot_pb2",
    ),
    "games are pure: no clock, file, socket, logging, global random": ("games/events.py", "import time"),
    "the bot's kit needs grpcio and protobuf alone": ("bot/__init__.py", "import pydantic"),
    "sqlalchemy lives in storage": ("tournament/job.py", "import sqlalchemy"),
    "trueskill lives in rating.trueskill_system": ("rating/standings.py", "import trueskill"),
    "docker lives in sandbox": ("gateway/__init__.py", "import docker"),
    "rich is drawn by dashboard and cli alone": ("tournament/job.py", "import rich"),
    "what agents are trained with lives in adapters": ("games/events.py", "import numpy"),
}


def lint(folder: Path) -> str:
    """Run the import linter on a copy of the package and return what it says."""
    tool = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run(
        [tool, "--no-cache"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return result.stdout


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package and its contracts."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "arena", folder / "arena", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_every_contract_has_a_violation_here() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names = {contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]}

    assert names == set(VIOLATIONS)


@pytest.mark.slow
def test_the_house_keeps_its_contracts(copied: Path) -> None:
    assert "0 broken" in lint(copied)


@pytest.mark.slow
@pytest.mark.parametrize("contract", VIOLATIONS)
def test_a_violated_contract_is_reported_broken(copied: Path, contract: str) -> None:
    name, statement = VIOLATIONS[contract]
    file = copied / "arena" / name
    before = file.read_text(encoding="utf-8")
    file.write_text(f"{before}\n{statement}\n", encoding="utf-8")

    said = lint(copied)

    file.write_text(before, encoding="utf-8")
    assert f"{contract} BROKEN" in " ".join(said.split())


@pytest.mark.slow
def test_a_room_without_a_place_is_reported(copied: Path) -> None:
    room = copied / "arena" / "attic"
    room.mkdir()
    (room / "__init__.py").touch()

    said = lint(copied)

    shutil.rmtree(room)
    assert "attic" in said
    assert "BROKEN" in said
