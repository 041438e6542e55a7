"""By whom people are challenged, and which challenges they declined."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # With a default, as servers of older versions go on making challenges beside newer ones.
    op.add_column(
        "challenges",
        sa.Column("registered", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("challenges", sa.Column("by", sa.String(64)))
    op.add_column("challenges", sa.Column("declined_at", sa.DateTime(timezone=True)))
    op.create_index("ix_challenges_by", "challenges", ["by", "guest"])


def downgrade() -> None:
    op.drop_index("ix_challenges_by", "challenges")
    for name in ("declined_at", "registered", "by"):
        op.drop_column("challenges", name)
