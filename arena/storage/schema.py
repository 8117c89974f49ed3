"""The tables, in portable types. A change of them is a new `SCHEMA_VERSION`.

Version 2 has `outputs` more than version 1, which is brought up to it when it is next written to.

A match is one row: what lists are filtered by as columns, all else packed in `record`. The four
columns of its key are what makes it stored once.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

SCHEMA_VERSION = 2

METADATA = MetaData()

ARENA_SCHEMA = Table("arena_schema", METADATA, Column("version", Integer, nullable=False))
"""One row: the version of the tables."""

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("id", String(64), nullable=False, unique=True),
    Column("name", String(32), nullable=False),
    Column("serial", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("is_finished", Boolean, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("secret", LargeBinary),
    Column("setup", JSON, nullable=False),
    Column("file", Text, nullable=False),
)
"""`secret` is empty until the tournament is finished; `created` is Unix time."""


def _tournament_key() -> Column[int]:
    return Column("tournament", Integer, ForeignKey("tournaments.number"), primary_key=True)


CHECKPOINTS = Table(
    "checkpoints",
    METADATA,
    _tournament_key(),
    Column("next_block", BigInteger, nullable=False),
    Column("state", JSON, nullable=False),
)

MATCHES = Table(
    "matches",
    METADATA,
    _tournament_key(),
    Column("stage", Integer, primary_key=True),
    Column("block", BigInteger, primary_key=True),
    Column("rotation", Integer, primary_key=True),
    Column("seats", String(64), nullable=False),
    Column("faults", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
)
"""`seats` is the entrants' numbers between commas, `,3,0,12,`, so that one can be searched for."""

SKIPPED_BLOCKS = Table(
    "skipped_blocks",
    METADATA,
    _tournament_key(),
    Column("stage", Integer, primary_key=True),
    Column("block", BigInteger, primary_key=True),
    Column("benched", JSON, nullable=False),
    Column("reason", Text, nullable=False),
)

OUTPUTS = Table(
    "outputs",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("tournament", Integer, ForeignKey("tournaments.number"), nullable=False),
    Column("entrant", Integer, nullable=False),
    Column("lane", Integer, nullable=False),
    Column("first_stage", Integer),
    Column("first_block", BigInteger),
    Column("last_stage", Integer),
    Column("last_block", BigInteger),
    Column("size", Integer, nullable=False),
    Column("dropped", BigInteger, nullable=False),
    Column("piece", LargeBinary, nullable=False),
    Index("outputs_of_entrant", "tournament", "entrant", "number"),
)
"""What bots wrote, a piece a row; `number` counts up. First and last are of the matches that were open, empty
if none was. `dropped` are bytes of the entrant's output before this that had no room."""
