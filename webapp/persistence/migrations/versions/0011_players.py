"""Players: who sat down in which match, or had it made, so that no list reads events for it."""

import json
import zlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

BATCH = 500
"""Matches in memory at a time."""


def upgrade() -> None:
    players = op.create_table(
        "players",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("match_id", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
    )
    op.create_index("ix_players_match", "players", ["match_id"])
    connection = op.get_bind()
    last = ""
    while names := _next(connection, last):
        rows = [
            {"guest": guest, "match_id": match_id}
            for match_id, guest in sorted(set(_seated(connection, names)))
        ]
        if rows:
            connection.execute(sa.insert(players), rows)
        last = names[-1]


def _next(connection: sa.Connection, last: str) -> list[str]:
    query = sa.text("SELECT id FROM matches WHERE id > :last ORDER BY id LIMIT :batch")
    return list(connection.scalars(query, {"last": last, "batch": BATCH}))


def _seated(connection: sa.Connection, names: list[str]) -> Iterator[tuple[str, str]]:
    """Pairs of match and guest, from the events and from those that are packed."""
    events = sa.table("events", *map(sa.column, ("match_id", "t")), sa.column("data", sa.JSON()))
    archives = sa.table("archives", sa.column("match_id"), sa.column("events", sa.LargeBinary()))
    sat_down = events.c.t.in_(("created", "joined"))
    for match_id, _t, data in connection.execute(
        sa.select(events).where(events.c.match_id.in_(names), sat_down)
    ):
        yield from ((match_id, guest) for guest in _guests(data))
    for match_id, packed in connection.execute(
        sa.select(archives).where(archives.c.match_id.in_(names))
    ):
        for _v, t, data, *_more in json.loads(zlib.decompress(packed)):
            if t in ("created", "joined"):
                yield from ((match_id, guest) for guest in _guests(data))


def _guests(data: dict[str, Any]) -> Iterator[str]:
    named = (data.get("host"), data.get("guest"), *(s.get("guest") for s in data.get("seats", ())))
    yield from filter(None, named)


def downgrade() -> None:
    op.drop_table("players")
