"""Ratings, what each match has made of them, and which rated matches are still to be counted."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # With a default, as servers of older versions go on making matches beside newer ones.
    op.add_column(
        "matches",
        sa.Column("to_rate", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index(
        "ix_matches_to_rate",
        "matches",
        ["status"],
        postgresql_where=sa.text("to_rate"),
        sqlite_where=sa.text("to_rate"),
    )
    op.create_table(
        "ratings",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("value", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
    )
    op.create_index("ix_ratings_game_value", "ratings", ["game", "value"])
    op.create_table(
        "rated",
        sa.Column("match_id", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_rated_guest", "rated", ["guest", "game", "at"])


def downgrade() -> None:
    op.drop_index("ix_rated_guest", "rated")
    op.drop_table("rated")
    op.drop_index("ix_ratings_game_value", "ratings")
    op.drop_table("ratings")
    op.drop_index("ix_matches_to_rate", "matches")
    with op.batch_alter_table("matches") as table:
        table.drop_column("to_rate")
