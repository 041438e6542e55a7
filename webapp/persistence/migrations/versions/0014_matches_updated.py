"""Matches by the time of their last change: the library looks for the newest every two seconds."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_matches_updated", "matches", ["updated_at"])


def downgrade() -> None:
    op.drop_index("ix_matches_updated", "matches")
