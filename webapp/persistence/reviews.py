"""The service's `ReviewStore` over SQLAlchemy: one row a game, its plies as JSON."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select

from webapp.persistence.known import dump, load
from webapp.persistence.models import ReviewRow, now

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Engine

    from engine.game import Game, Move
    from webapp.service.known import Known

KEPT = 20_000
"""Games whose reviews are stored, about ten kilobytes each; the oldest go first."""

SWEEP = 500
"""Games stored beyond that before the oldest are dropped."""


class Reviews:
    """Keeps reviews as rows; every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keep(self, game: Game, moves: Sequence[Move], found: Mapping[int, Known]) -> None:
        row = {
            "id": _id(game, moves),
            "game": game.key,
            "moves": game.format_moves(moves),
            "plies": {str(ply): dump(known) for ply, known in found.items()},
            "updated_at": now(),
        }
        with self._engine.begin() as connection:
            connection.execute(delete(ReviewRow).where(ReviewRow.id == row["id"]))
            connection.execute(insert(ReviewRow), row)
            if (connection.scalar(select(func.count()).select_from(ReviewRow)) or 0) > KEPT + SWEEP:
                newest = select(ReviewRow.id).order_by(ReviewRow.updated_at.desc()).limit(KEPT)
                connection.execute(delete(ReviewRow).where(ReviewRow.id.not_in(newest)))

    def load(self, game: Game, moves: Sequence[Move]) -> dict[int, Known]:
        query = select(ReviewRow.plies).where(ReviewRow.id == _id(game, moves))
        with self._engine.connect() as connection:
            plies = connection.scalar(query) or {}
        positions = [game.start()]
        for move in moves if plies else ():
            positions.append(positions[-1].play(move))
        return {int(ply): load(positions[int(ply)], data) for ply, data in plies.items()}


def _id(game: Game, moves: Sequence[Move]) -> str:
    """The same for the same game, whoever looks at it."""
    return sha256(f"{game.key} {game.format_moves(moves)}".encode()).hexdigest()[:32]
