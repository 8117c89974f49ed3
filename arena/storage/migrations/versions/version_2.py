"""What bots write."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the table of outputs."""
    op.create_table(
        "outputs",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("tournament", sa.Integer, sa.ForeignKey("tournaments.number"), nullable=False),
        sa.Column("entrant", sa.Integer, nullable=False),
        sa.Column("lane", sa.Integer, nullable=False),
        sa.Column("first_stage", sa.Integer),
        sa.Column("first_block", sa.BigInteger),
        sa.Column("last_stage", sa.Integer),
        sa.Column("last_block", sa.BigInteger),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("dropped", sa.BigInteger, nullable=False),
        sa.Column("piece", sa.LargeBinary, nullable=False),
    )
    op.create_index("outputs_of_entrant", "outputs", ["tournament", "entrant", "number"])
