"""Games that were brought and are not in the library yet, so that a restart loses none."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "library_waiting",
        sa.Column("part", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("collection", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("shelf", sa.Integer(), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
    )
    op.create_index("ix_library_waiting_collection", "library_waiting", ["collection"])


def downgrade() -> None:
    op.drop_index("ix_library_waiting_collection", "library_waiting")
    op.drop_table("library_waiting")
