"""The service's `ReviewStore` over SQLAlchemy: one row a game, its plies as JSON."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select

from webapp.domain.opening import positions
from webapp.persistence.known import dump, load
from webapp.persistence.models import ReviewRow, now

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Engine

    from webapp.service.known import Known, ReviewedGame

KEPT = 20_000
"""Games whose reviews are stored, about ten kilobytes each; the oldest go first."""

SWEEP = 500
"""Games stored beyond that before the oldest are dropped."""


class Reviews:
    """Keeps reviews as rows; every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keep(self, reviewed: ReviewedGame, found: Mapping[int, Known], *, done: bool) -> None:
        game, moves = reviewed
        row = {
            "id": _id(reviewed),
            "game": game.key,
            "moves": game.format_moves(moves),
            "plies": {str(ply): dump(known) for ply, known in found.items()},
            "done": done,
            "updated_at": now(),
        }
        with self._engine.begin() as connection:
            connection.execute(delete(ReviewRow).where(ReviewRow.id == row["id"]))
            connection.execute(insert(ReviewRow), row)
            if (connection.scalar(select(func.count()).select_from(ReviewRow)) or 0) > KEPT + SWEEP:
                newest = select(ReviewRow.id).order_by(ReviewRow.updated_at.desc()).limit(KEPT)
                connection.execute(delete(ReviewRow).where(ReviewRow.id.not_in(newest)))

    def load(self, reviewed: ReviewedGame) -> dict[int, Known]:
        query = select(ReviewRow.plies).where(ReviewRow.id == _id(reviewed))
        game, moves = reviewed
        with self._engine.connect() as connection:
            plies = connection.scalar(query) or {}
        boards = positions(game, moves) if plies else ()
        return {int(ply): load(boards[int(ply)], data) for ply, data in plies.items()}

    def done(self, games: Collection[ReviewedGame]) -> set[ReviewedGame]:
        named = {_id(reviewed): reviewed for reviewed in games}
        query = select(ReviewRow.id).where(ReviewRow.id.in_(named), ReviewRow.done)
        with self._engine.connect() as connection:
            return {named[name] for name in connection.scalars(query)}


def _id(reviewed: ReviewedGame) -> str:
    """The same for the same game, whoever looks at it."""
    game, moves = reviewed
    return sha256(f"{game.key} {game.format_moves(moves)}".encode()).hexdigest()[:32]
