"""Whether it is an AI's turn, so that a start need not read every match."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("matches") as table:
        table.add_column(
            sa.Column("ai_to_move", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    # Not known for old rows: a start looks once more at those in play.
    op.execute("UPDATE matches SET ai_to_move = (status = 'playing')")


def downgrade() -> None:
    with op.batch_alter_table("matches") as table:
        table.drop_column("ai_to_move")
