"""The library: games that were played or brought, and what they are found by."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

TABLES = ("shelves", "numbers", "collections", "games", "names", "named", "positions", "moves")


def upgrade() -> None:
    _what_is_kept()
    _what_it_is_found_by()


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(f"library_{table}")


def _key(name: str, kind: type[sa.Integer] = sa.Integer) -> sa.Column[int]:
    return sa.Column(name, kind(), primary_key=True, autoincrement=False)


def _number(name: str, kind: type[sa.Integer] = sa.Integer) -> sa.Column[int]:
    return sa.Column(name, kind(), nullable=False)


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def _what_is_kept() -> None:
    owner = sa.Column("owner", sa.String(64), nullable=False, unique=True)
    op.create_table("library_shelves", _key("id"), owner, _number("games"))
    kind = sa.Column("kind", sa.String(16), primary_key=True)
    op.create_table("library_numbers", kind, _number("last", sa.BigInteger))
    op.create_table(
        "library_collections",
        _key("id"),
        _number("shelf"),
        _text("name", 120),
        *map(_number, ("games", "expected", "refused")),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_library_collections_shelf", "library_collections", ["shelf"])
    op.create_table(
        "library_games",
        _key("id", sa.BigInteger),
        _number("shelf"),
        _text("family", 20),
        _text("game", 40),
        _number("result", sa.SmallInteger),
        _number("day"),
        sa.Column("score", sa.SmallInteger()),
        sa.Column("players", sa.Text(), nullable=False),
        _text("opening", 80),
        sa.Column("moves", sa.LargeBinary(), nullable=False),
        sa.Column("source", sa.String(40)),
        sa.Column("collection", sa.Integer()),
        sa.UniqueConstraint("source", "shelf"),
    )
    found_by = ["shelf", "family", "result", "day", "id"]
    op.create_index("ix_library_games_found", "library_games", found_by)
    op.create_index("ix_library_games_collection", "library_games", ["collection"])


def _what_it_is_found_by() -> None:
    op.create_table(
        "library_names",
        _key("id"),
        _number("shelf"),
        _text("kind", 8),
        _text("name", 80),
        _text("folded", 160),
        sa.UniqueConstraint("shelf", "kind", "name"),
    )
    op.create_table(
        "library_named",
        _key("name"),
        _key("day"),
        _key("game", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "library_positions",
        _key("shelf"),
        _key("position", sa.BigInteger),
        _key("day"),
        _key("game", sa.BigInteger),
        _number("after"),
        _number("result", sa.SmallInteger),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "library_moves",
        _key("shelf"),
        _key("position", sa.BigInteger),
        _key("after"),
        _key("year"),
        *map(_number, ("games", "draws", "first", "second")),
        sqlite_with_rowid=False,
    )
