"""Who keeps a name and wishes nobody to see when he or she is online."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # With a default, as servers of older versions go on keeping names beside newer ones.
    op.add_column(
        "accounts", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column("accounts", "hidden")
