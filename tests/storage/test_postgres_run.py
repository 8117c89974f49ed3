"""Commands on PostgreSQL: a whole tournament, killed and resumed, gives what it gives on SQLite."""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from arena.storage import open_store
from tests.end_to_end.arena_command import (
    SAMPLES,
    arena,
    records,
    stage,
    standings,
    start_arena,
    tournament_file,
)
from tests.storage.crafted import make_block, make_setup
from tests.storage.postgres import fresh_database, skip_file_without

skip_file_without()

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """Return records and standings of an undisturbed run."""
    folder = tmp_path_factory.mktemp("sqlite")
    done = arena(folder, "run", cup(folder), "--quiet")
    assert done.returncode == 0, done.stderr
    return records(folder), standings(folder)


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A fresh database that every command uses."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with fresh_database() as made:
        monkeypatch.setenv("ARENA_DB", made)
        yield made


def cup(folder: Path) -> Path:
    bots = [SAMPLES / name for name in ("random_bot", "greedy_bot", "counting_bot")]
    stages = stage("linger", "linger_longer", seats=3, deals=30)
    return tournament_file(folder, bots, stages, head='seed = "the same"', tail="[run]\nwindow = 16")


def stored(url: str) -> int:
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        if connection.execute("SELECT to_regclass('matches')").fetchone() == (None,):
            return 0
        (count,) = connection.execute("SELECT count(*) FROM matches").fetchone() or (0,)
    return int(count)


def test_a_run_that_is_killed_resumes_to_the_same_matches_and_table(
    tmp_path: Path, url: str, on_sqlite: tuple[Any, Any]
) -> None:
    running = start_arena(tmp_path, "run", cup(tmp_path), "--workers", "2", "--plain")
    end = time.monotonic() + 60
    while stored(url) < len(on_sqlite[0]) // 3:
        assert time.monotonic() < end, "a third was not stored in a minute"
        time.sleep(0.02)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=30)
    before = stored(url)

    done = arena(tmp_path, "run", tmp_path / "cup.toml", "--resume", "--quiet")

    assert done.returncode == 0, done.stderr
    assert 0 < before < len(on_sqlite[0])
    assert records(tmp_path) == on_sqlite[0]
    assert standings(tmp_path) == on_sqlite[1]
    assert not (tmp_path / "arena.db").exists()


def test_the_command_that_resumes_names_the_database_without_its_password(tmp_path: Path, url: str) -> None:
    running = start_arena(tmp_path, "run", cup(tmp_path), "--db", url, "--plain")
    end = time.monotonic() + 60
    while not stored(url):
        assert time.monotonic() < end, "nothing was stored in a minute"
        time.sleep(0.02)

    running.send_signal(signal.SIGINT)
    told, _ = running.communicate(timeout=60)

    assert running.returncode == 130
    assert "--resume" in told
    assert psycopg.conninfo.conninfo_to_dict(url.replace("+psycopg", ""))["password"] not in told


def test_check_and_upgrade_work_and_backup_names_the_program_for_it(tmp_path: Path, url: str) -> None:
    with open_store(url) as store:
        store.add(store.create(make_setup(), ""), make_block(0))

    checked = arena(tmp_path, "db", "check", "--format", "json")
    upgraded = arena(tmp_path, "db", "upgrade")
    refused = arena(tmp_path, "db", "backup", "copy.db")

    assert (checked.returncode, json.loads(checked.stdout)[0]["matches"]) == (0, 4)
    assert upgraded.returncode == 0
    assert refused.returncode == 2
    assert "pg_dump --format=custom --file=copy.db 'postgresql://arena@127.0.0.1:" in refused.stderr
