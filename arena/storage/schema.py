"""The tables, in portable types. A change of them is a new `SCHEMA_VERSION`, with a migration.

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

SCHEMA_VERSION = 3

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


ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("token_hash", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("quotas", JSON, nullable=False),
    Column("is_active", Boolean, nullable=False),
)

LEAGUES = Table(
    "leagues",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("settings", JSON, nullable=False),
    Column("created", Double, nullable=False),
    Column("is_running", Boolean, nullable=False),
    Column("season", Integer, nullable=False),
    Column("is_frozen", Boolean, nullable=False),
    Column("seconds_played", Double, nullable=False),
)

SUBMISSIONS = Table(
    "submissions",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("account", String(32), ForeignKey("accounts.name"), nullable=False),
    Column("league", String(32), ForeignKey("leagues.name"), nullable=False),
    Column("bot", String(32), nullable=False),
    Column("content_hash", String(64), nullable=False),
    Column("games", JSON, nullable=False),
    Column("state", String(16), nullable=False),
    Column("created", Double, nullable=False),
    Column("accepted", Double),
    Column("version", Integer, nullable=False),
    Column("is_current", Boolean, nullable=False),
    Column("reason", JSON, nullable=False),
    Column("output", JSON, nullable=False),
    Column("record", JSON, nullable=False),
    Index("submissions_of_account", "account", "number"),
    Index("submissions_of_league", "league", "is_current"),
    Index("submissions_in_state", "state", "number"),
)
"""The last three are text that holds what a bot wrote, as JSON strings: PostgreSQL's text takes no NUL."""

LEAGUE_ROUNDS = Table(
    "league_rounds",
    METADATA,
    Column("league", String(32), ForeignKey("leagues.name"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("season", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("tournament", Integer, ForeignKey("tournaments.number"), nullable=False, unique=True),
    Column("entrants", JSON, nullable=False),
    Column("is_finished", Boolean, nullable=False),
)

LEAGUE_RATINGS = Table(
    "league_ratings",
    METADATA,
    Column("league", String(32), ForeignKey("leagues.name"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("submission", Integer, ForeignKey("submissions.number"), primary_key=True),
    Column("tally", JSON, nullable=False),
)
"""After the last finished round."""
