"""How a database of an older version is brought up to date: one Alembic migration a version.

`arena_schema` holds the version, as an integer that every arena can read: so there is no `alembic_version`,
and Alembic, which takes a while to import, is needed for nothing but a migration. What a migration makes is
written out in it, since the tables in `schema` will have changed by the time it is read again.
"""

from pathlib import Path

from sqlalchemy import Connection, update

from arena.storage.schema import ARENA_SCHEMA

VERSIONS = Path(__file__).parent / "versions"


def migrate(connection: Connection, version: int | None) -> None:
    """Bring a database of a version, None for an empty one, up to the newest, in the open transaction."""
    from alembic.operations import Operations  # noqa: PLC0415 -- see above
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    scripts = ScriptDirectory(str(VERSIONS.parent))
    steps = [*scripts.walk_revisions(base="base" if version is None else str(version))]
    with Operations.context(MigrationContext.configure(connection)):
        for step in reversed(steps):
            if step.revision != str(version):
                step.module.upgrade()
                connection.execute(update(ARENA_SCHEMA).values(version=int(step.revision)))
