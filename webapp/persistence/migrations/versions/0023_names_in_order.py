"""Keys of names in the order of their signs, so that the index finds what begins alike."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _order_by("C")


def downgrade() -> None:
    _order_by("default")


def _order_by(collation: str) -> None:
    """SQLite has its texts in the order of their signs anyhow."""
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("account_names", "key", type_=sa.String(120, collation))
