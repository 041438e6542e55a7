"""The service's `PuzzleStore` over SQLAlchemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.domain.puzzle import Try
from webapp.persistence.models import PuzzleRateRow, PuzzleTryRow, now
from webapp.persistence.sweeping import sweep

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Engine

MOST = 99
"""Wrong tries that are counted."""


class PuzzleRows:
    """Every call is one transaction of its own; of two first tries the key lets one in."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def of(self, guest: str) -> Sequence[Try]:
        row = PuzzleTryRow
        query = (
            select(row.puzzle, row.first_right, row.solved, row.wrong, row.daily)
            .where(row.guest == guest)
            .order_by(row.at.desc(), row.puzzle.desc())
        )
        with self._engine.connect() as connection:
            return [Try(*found) for found in connection.execute(query)]

    def first(self, guest: str, puzzle: int, *, right: bool, daily: int | None) -> bool:
        fields = {
            "guest": guest,
            "puzzle": puzzle,
            "first_right": right,
            "solved": right,
            "wrong": 0,
            "daily": daily if right else None,
            "at": now(),
        }
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(PuzzleTryRow), fields)
        except IntegrityError:
            return False
        self._count(puzzle, right)
        return True

    def wrong(self, guest: str, puzzle: int) -> None:
        fewer = _key(guest, puzzle) & (PuzzleTryRow.wrong < MOST)
        with self._engine.begin() as connection:
            more = update(PuzzleTryRow).where(fewer).values(wrong=PuzzleTryRow.wrong + 1)
            connection.execute(more)

    def solve(self, guest: str, puzzle: int, daily: int | None) -> None:
        open_still = _key(guest, puzzle) & PuzzleTryRow.solved.is_(False)
        with self._engine.begin() as connection:
            done = update(PuzzleTryRow).where(open_still).values(solved=True, daily=daily)
            connection.execute(done)

    def rates(self) -> Mapping[int, tuple[int, int]]:
        query = select(PuzzleRateRow.puzzle, PuzzleRateRow.tries, PuzzleRateRow.solved)
        with self._engine.connect() as connection:
            return {puzzle: (tries, solved) for puzzle, tries, solved in connection.execute(query)}

    def forget(self, guest: str) -> None:
        sweep(self._engine, PuzzleTryRow, PuzzleTryRow.guest == guest)

    def _count(self, puzzle: int, right: bool) -> None:
        """One more first try; whoever is first makes the row."""
        with self._engine.begin() as connection:
            if _grow(connection, puzzle, right):
                return
        try:
            with self._engine.begin() as connection:
                row = {"puzzle": puzzle, "tries": 1, "solved": int(right)}
                connection.execute(insert(PuzzleRateRow), row)
        except IntegrityError:
            with self._engine.begin() as connection:
                _grow(connection, puzzle, right)


def _grow(connection: Connection, puzzle: int, right: bool) -> bool:
    row = PuzzleRateRow
    grown = {"tries": row.tries + 1, "solved": row.solved + int(right)}
    done = connection.execute(update(row).where(row.puzzle == puzzle).values(**grown))
    return done.rowcount > 0


def _key(guest: str, puzzle: int) -> ColumnElement[bool]:
    return (PuzzleTryRow.guest == guest) & (PuzzleTryRow.puzzle == puzzle)
