"""Tournaments, their matches, and where their fold stands."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    schema = op.create_table("arena_schema", sa.Column("version", sa.Integer, nullable=False))
    op.bulk_insert(schema, [{"version": 1}])
    op.create_table(
        "tournaments",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("is_finished", sa.Boolean, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("secret", sa.LargeBinary),
        sa.Column("setup", sa.JSON, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
    )
    op.create_table(
        "checkpoints",
        _tournament_key(),
        sa.Column("next_block", sa.BigInteger, nullable=False),
        sa.Column("state", sa.JSON, nullable=False),
    )
    op.create_table(
        "matches",
        _tournament_key(),
        sa.Column("stage", sa.Integer, primary_key=True),
        sa.Column("block", sa.BigInteger, primary_key=True),
        sa.Column("rotation", sa.Integer, primary_key=True),
        sa.Column("seats", sa.String(64), nullable=False),
        sa.Column("faults", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "skipped_blocks",
        _tournament_key(),
        sa.Column("stage", sa.Integer, primary_key=True),
        sa.Column("block", sa.BigInteger, primary_key=True),
        sa.Column("benched", sa.JSON, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )


def _tournament_key() -> sa.Column[int]:
    return sa.Column("tournament", sa.Integer, sa.ForeignKey("tournaments.number"), primary_key=True)
