"""Variations and notes that came with games of the library."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "library_notes",
        sa.Column("game", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("shelf", sa.Integer(), nullable=False),
        sa.Column("study", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
    )
    op.create_index("ix_library_notes_shelf", "library_notes", ["shelf"])


def downgrade() -> None:
    op.drop_index("ix_library_notes_shelf", "library_notes")
    op.drop_table("library_notes")
