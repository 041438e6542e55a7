"""Chat: what was said beside each match, and which players want none."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chat_lines",
        sa.Column("match_id", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_chat_lines_guest", "chat_lines", ["guest"])
    op.create_table(
        "chat_off",
        sa.Column("match_id", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("chat_off")
    op.drop_index("ix_chat_lines_guest", "chat_lines")
    op.drop_table("chat_lines")
