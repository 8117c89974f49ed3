import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, text

from arena.storage import open_archive, open_store
from arena.storage.database import open_database
from arena.storage.league_store import open_league_store
from arena.storage.migrations import migrate
from arena.storage.schema import METADATA, SCHEMA_VERSION
from tests.storage.crafted import ids, make_block, make_setup
from tests.storage.entered import begin_round, fill
from tests.storage.old_versions import make_old_database

pytestmark = pytest.mark.every_database
IMPORTED = "import sys; {}; print(*sorted(name for name in sys.modules if name.split('.')[0] == 'alembic'))"


@pytest.fixture
def engine(where: str) -> Iterator[Engine]:
    made = create_engine(where if "://" in where else f"sqlite:///{where}")
    yield made
    made.dispose()


def version_of(engine: Engine) -> int:
    with engine.connect() as connection:
        return connection.scalar(text("SELECT version FROM arena_schema")) or 0


def tables_of(engine: Engine) -> dict[str, Any]:
    """Describe every table, all that the database itself knows of it."""
    found = inspect(engine)
    return {
        name: {
            "columns": [{**column, "type": str(column["type"])} for column in found.get_columns(name)],
            "key": found.get_pk_constraint(name),
            "foreign": sorted(found.get_foreign_keys(name), key=str),
            "unique": found.get_unique_constraints(name),
            "indexes": found.get_indexes(name),
        }
        for name in found.get_table_names()
    }


def test_the_migrations_give_the_tables_that_the_arena_uses(engine: Engine) -> None:
    with engine.begin() as connection:
        migrate(connection, None)
        difference = compare_metadata(MigrationContext.configure(connection), METADATA)

    assert difference == []
    assert version_of(engine) == SCHEMA_VERSION


def test_a_new_database_is_like_one_that_was_brought_up_to_date(engine: Engine, where: str) -> None:
    open_store(where).close()
    new = tables_of(engine)
    with engine.begin() as connection:
        METADATA.drop_all(connection)
        migrate(connection, None)

    assert tables_of(engine) == new


@pytest.mark.parametrize("version", [1, 2])
def test_an_old_database_can_be_looked_at_and_stays_old(engine: Engine, where: str, version: int) -> None:
    make_old_database(where, version)

    with open_archive(where) as archive:
        found = archive.find("cup-1")
        assert ids(archive.matches(found)) == ids(make_block(0))
        assert archive.output(found, 0).pieces == ()

    assert version_of(engine) == version


@pytest.mark.parametrize("version", [1, 2])
def test_an_old_database_is_brought_up_to_date_when_it_is_written_to(
    engine: Engine, where: str, version: int
) -> None:
    make_old_database(where, version)

    with open_store(where) as store:
        assert store.setup("cup-1") == make_setup()
        assert list(store.records("cup-1", 0)) == make_block(0)
        assert store.create(make_setup(), "") == "cup-2"
    with open_league_store(where) as leagues:
        fill(leagues)
        assert begin_round(leagues).tournament == "ladder-1"

    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert version_of(engine) == SCHEMA_VERSION


def test_a_migration_that_fails_leaves_the_database_as_it_was(engine: Engine, where: str) -> None:
    make_old_database(where, 1)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE submissions (number INTEGER)"))
    before = tables_of(engine)

    with pytest.raises(Exception, match="submissions"):
        open_store(where)

    assert tables_of(engine) == before
    assert version_of(engine) == 1


def test_several_processes_may_bring_a_database_up_to_date_at_once(database: Path) -> None:
    make_old_database(str(database), 1)
    opener = "import sys; from arena.storage import open_store; open_store(sys.argv[1]).close()"

    openers = [subprocess.Popen([sys.executable, "-c", opener, str(database)]) for _ in range(3)]

    assert [opener.wait() for opener in openers] == [0, 0, 0]
    open_database(database, create=False).close()


def alembic_after(statement: str, *words: str | Path) -> str:
    """Return what of Alembic is imported after a statement."""
    command = [sys.executable, "-c", IMPORTED.format(statement), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_alembic_is_imported_for_a_migration_alone(database: Path) -> None:
    make_new = "from arena.storage import open_store; open_store(sys.argv[1]).close()"
    assert alembic_after(f"import arena.cli.main; {make_new}", database) == ""
    database.unlink()
    make_old_database(str(database), 2)

    look = "from arena.storage import open_archive; open_archive(sys.argv[1]).close()"
    assert alembic_after(look, database) == ""
    assert "alembic.op" in alembic_after(make_new, database).split()
