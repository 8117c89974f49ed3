import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from arena.core.errors import StorageError
from arena.scheduling.seeds import commitment
from arena.storage import SqlStore, open_store
from arena.storage.database import open_database
from arena.storage.secret_files import secret_files_of
from arena.tournament.ports import Checkpoint
from tests.storage.crafted import SECRET, make_block, make_setup

HOLDER = """
import sys
from arena.storage import open_store
store = open_store(sys.argv[1])
with store.lock("cup-1"):
    print("held", flush=True)
    sys.stdin.read()
"""


def secret_file(database: Path, number: int = 1) -> Path:
    return database.with_name("arena.db.secrets") / f"{commitment(SECRET)}.cup-{number}"


def database_bytes(database: Path) -> bytes:
    return b"".join(path.read_bytes() for path in database.parent.glob("arena.db*") if path.is_file())


def test_no_file_of_the_database_holds_the_secret_before_it_is_revealed(
    store: SqlStore, database: Path
) -> None:
    tournament = store.create(make_setup(), "text")
    store.add(tournament, make_block(0), checkpoint=Checkpoint(1, {}))
    before = database_bytes(database)

    store.finish(tournament)

    assert SECRET not in before
    assert SECRET.hex().encode() not in before
    assert SECRET in database_bytes(database)


def test_only_its_owner_can_read_the_secret(store: SqlStore, database: Path) -> None:
    store.create(make_setup(), "")
    file = secret_file(database)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_the_file_goes_when_the_secret_is_revealed(store: SqlStore, database: Path) -> None:
    tournament = store.create(make_setup(), "")
    was_there = secret_file(database).exists()

    store.finish(tournament)

    assert was_there
    assert not secret_file(database).exists()


def test_two_tournaments_of_one_seed_have_a_file_each(store: SqlStore) -> None:
    first, second = store.create(make_setup(), ""), store.create(make_setup(), "")

    store.finish(first)

    assert store.setup(second).secret == SECRET


def test_a_missing_file_is_an_error_that_says_where_it_should_be(store: SqlStore, database: Path) -> None:
    tournament = store.create(make_setup(), "")
    secret_file(database).unlink()

    with open_store(database) as later:
        for use in (later.setup, later.finish, lambda id_: later.lock(id_).__enter__()):
            with pytest.raises(StorageError, match=rf"secret of cup-1 is missing: .*{commitment(SECRET)}"):
                use(tournament)


def test_whoever_has_played_can_finish_though_the_file_is_gone(store: SqlStore, database: Path) -> None:
    tournament = store.create(make_setup(), "")
    secret_file(database).unlink()

    store.finish(tournament)

    assert store.setup(tournament).secret == SECRET


@pytest.mark.parametrize("content", [bytes(32).hex(), "no hex at all", ""])
def test_a_file_with_something_else_is_refused(store: SqlStore, database: Path, content: str) -> None:
    tournament = store.create(make_setup(), "")
    secret_file(database).write_text(content)

    with pytest.raises(StorageError, match="does not hold what cup-1 is committed to"):
        store.setup(tournament)


def test_a_tournament_whose_secret_cannot_be_kept_is_not_created(store: SqlStore, database: Path) -> None:
    database.with_name("arena.db.secrets").write_text("a file where the folder should be")

    with pytest.raises(StorageError, match="can't write the tournament's secret"):
        store.create(make_setup(), "")

    assert store.latest() is None


def test_a_server_keeps_its_secrets_in_the_users_state_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class ServerDatabase:
        file = None
        server_name = "postgresql://host/arena"

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    directory = secret_files_of(ServerDatabase()).directory  # type: ignore[arg-type]

    assert directory.parent == tmp_path / "arena" / "secrets"


def test_a_tournament_is_run_by_one_process_at_a_time(store: SqlStore, database: Path) -> None:
    tournament = store.create(make_setup(), "")
    other = open_store(database)

    with (
        store.lock(tournament),
        pytest.raises(StorageError, match="cup-1 is being run by another process"),
        other.lock(tournament),
    ):
        pass

    with other.lock(tournament):
        pass
    other.close()


def test_other_tournaments_are_not_locked(store: SqlStore) -> None:
    first, second = store.create(make_setup(), ""), store.create(make_setup(), "")

    with store.lock(first), store.lock(second):
        pass


def test_a_killed_process_lets_the_lock_go(store: SqlStore, database: Path) -> None:
    tournament = store.create(make_setup(), "")
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StorageError, match="another process"), store.lock(tournament):
            pass
        holder.send_signal(signal.SIGKILL)

    with store.lock(tournament):
        pass


def test_a_finished_tournament_can_not_be_locked(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.finish(tournament)

    with pytest.raises(StorageError, match="cup-1 is finished"):
        store.lock(tournament)


def test_secrets_of_a_sqlite_file_lie_beside_it(tmp_path: Path) -> None:
    database = open_database(tmp_path / "season.db", create=True)

    assert secret_files_of(database).directory == tmp_path / "season.db.secrets"
    database.close()
