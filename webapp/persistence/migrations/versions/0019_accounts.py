"""Names that are kept for people, with their passwords' hashes."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("password", sa.String(255), nullable=False),
        sa.Column("rescue", sa.String(64), nullable=False, unique=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("renamed_at", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "account_names",
        sa.Column("key", sa.String(120), primary_key=True),
        sa.Column("guest", sa.String(64)),
    )
    op.create_index("ix_account_names_guest", "account_names", ["guest"])


def downgrade() -> None:
    op.drop_table("account_names")
    op.drop_table("accounts")
