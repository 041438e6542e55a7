"""Archives: the events of matches that were finished long ago, packed into one row each."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "archives",
        sa.Column("match_id", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("v", sa.Integer(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("archives")
