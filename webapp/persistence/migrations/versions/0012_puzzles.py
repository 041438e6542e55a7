"""Puzzles: what each guest made of them, and how often people's first tries are right."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.Integer(), primary_key=True),
        sa.Column("first_right", sa.Boolean(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("daily", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_puzzle_tries_at", "puzzle_tries", ["at"])
    op.create_table(
        "puzzle_rates",
        sa.Column("puzzle", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("puzzle_rates")
    op.drop_index("ix_puzzle_tries_at", "puzzle_tries")
    op.drop_table("puzzle_tries")
