"""Clocks: what an event left of them, which matches have them, how long the server ran."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("events") as table:
        table.add_column(sa.Column("clock", sa.JSON(), nullable=True))
    with op.batch_alter_table("matches") as table:
        table.add_column(
            sa.Column("clocked", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.create_table(
        "uptime",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("milliseconds", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("uptime")
    with op.batch_alter_table("matches") as table:
        table.drop_column("clocked")
    with op.batch_alter_table("events") as table:
        table.drop_column("clock")
