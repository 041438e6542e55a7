"""What is deleted after a while, by kind; finished and begun matches never are."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import delete, select

from webapp.domain.match import Status
from webapp.persistence.models import (
    ArchiveRow,
    Base,
    ChallengeRow,
    ChatLineRow,
    ChatOffRow,
    EventRow,
    JobRow,
    MatchRow,
    PlayerRow,
    PuzzleTryRow,
    ReviewRow,
    SpentLinkRow,
)
from webapp.persistence.sweeping import REST, sweep

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Engine
    from sqlalchemy.orm import InstrumentedAttribute

DAYS = {
    "invitations": 30,
    "chat": 180,
    "reviews": 365,
    "laboratory": 180,
    "links": 2,
    "puzzles": 730,
}
"""Kind -> days for which it is kept: matches in which nobody has joined, what was said, reviews
and answers of the laboratory that can be computed again, private links that were used, tries of
puzzles (as long as the cookie of whom they are of)."""

Drop: TypeAlias = "Callable[[Engine, datetime], int]"

BATCH = 100
"""Matches, with all that belongs to them, deleted in one transaction; see `sweeping.ROWS`."""


def drop(engine: Engine, now: datetime, days: Mapping[str, int]) -> dict[str, int]:
    """Delete what is older than its kind is kept; answers how many rows of each.

    `days`: see `DAYS`; what is kept for 0 days is kept for ever.
    """
    return {
        kind: _KINDS[kind](engine, now - timedelta(days=kept))
        for kind, kept in days.items()
        if kept > 0
    }


def _older(table: type[Base], moment: InstrumentedAttribute[datetime]) -> Drop:
    """Deletes the rows of a table from before a moment."""
    return lambda engine, before: sweep(engine, table, moment < before)


def _invitations(engine: Engine, before: datetime) -> int:
    waiting = (
        select(MatchRow.id)
        .where(MatchRow.status == Status.WAITING.value, MatchRow.updated_at < before)
        .limit(BATCH)
        .with_for_update(skip_locked=True)  # nobody joins what is being forgotten
    )
    done = 0
    while True:
        with engine.begin() as connection:
            names = list(connection.scalars(waiting))
            _forget(connection, names)
        done += len(names)
        if len(names) < BATCH:
            return done
        time.sleep(REST)


def _forget(connection: Connection, names: list[str]) -> None:
    for table in (EventRow, ArchiveRow, PlayerRow, ChatLineRow, ChatOffRow, ChallengeRow):
        connection.execute(delete(table).where(table.match_id.in_(names)))
    connection.execute(delete(MatchRow).where(MatchRow.id.in_(names)))


_KINDS: dict[str, Drop] = {
    "invitations": _invitations,
    "chat": _older(ChatLineRow, ChatLineRow.at),
    "reviews": _older(ReviewRow, ReviewRow.updated_at),
    "laboratory": _older(JobRow, JobRow.updated_at),
    "links": _older(SpentLinkRow, SpentLinkRow.spent_at),
    "puzzles": _older(PuzzleTryRow, PuzzleTryRow.at),
}


def vacuum(engine: Engine) -> None:
    """Give back the room of what was deleted. SQLite holds writers up meanwhile."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(
            "VACUUM (ANALYZE)" if engine.dialect.name == "postgresql" else "VACUUM"
        )
