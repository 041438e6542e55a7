"""People who have left for good, while what was theirs is being forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "departures",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("everywhere", sa.Boolean(), nullable=False),
        sa.Column("reached", sa.String(16), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("departures")
