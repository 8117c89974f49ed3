"""Leagues: accounts, submissions, rounds and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add the tables of the league server."""
    op.create_table(
        "accounts",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("quotas", sa.JSON, nullable=False),
        sa.Column("is_active", sa.Boolean, nullable=False),
    )
    op.create_table(
        "leagues",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("is_running", sa.Boolean, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("is_frozen", sa.Boolean, nullable=False),
        sa.Column("seconds_played", sa.Double, nullable=False),
    )
    _make_submissions()
    op.create_table(
        "league_rounds",
        sa.Column("league", sa.String(32), sa.ForeignKey("leagues.name"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("tournament", sa.Integer, sa.ForeignKey("tournaments.number"), nullable=False, unique=True),
        sa.Column("entrants", sa.JSON, nullable=False),
        sa.Column("is_finished", sa.Boolean, nullable=False),
    )
    op.create_table(
        "league_ratings",
        sa.Column("league", sa.String(32), sa.ForeignKey("leagues.name"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("submission", sa.Integer, sa.ForeignKey("submissions.number"), primary_key=True),
        sa.Column("tally", sa.JSON, nullable=False),
    )


def _make_submissions() -> None:
    op.create_table(
        "submissions",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.name"), nullable=False),
        sa.Column("league", sa.String(32), sa.ForeignKey("leagues.name"), nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.Column("content_hash", sa.String(64), nullable=False),
        sa.Column("games", sa.JSON, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("accepted", sa.Double),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("is_current", sa.Boolean, nullable=False),
        sa.Column("reason", sa.JSON, nullable=False),
        sa.Column("output", sa.JSON, nullable=False),
        sa.Column("record", sa.JSON, nullable=False),
    )
    op.create_index("submissions_of_account", "submissions", ["account", "number"])
    op.create_index("submissions_of_league", "submissions", ["league", "is_current"])
    op.create_index("submissions_in_state", "submissions", ["state", "number"])
