"""Reviews of games, so that they outlive the server and are shared."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("plies", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_reviews_updated", "reviews", ["updated_at"])


def downgrade() -> None:
    op.drop_table("reviews")
