"""The boards of a game, one below the other: what `partials/column.html` shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.registry import family_of
from webapp.svg import Drawing, draw_position

if TYPE_CHECKING:
    from engine.game import Player, Position


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a game's column; `counts` is empty where discs are not counted."""

    drawing: Drawing
    name: str
    text: str
    mover: Player | None
    counts: str


def board(position: Position, ply: int, text: str, mover: Player | None) -> Board:
    """The board after `ply` moves, of which the last is `mover`'s and described by `text`."""
    name = f"Board {ply}"
    drawing = draw_position(position, f"{name}. {text.rstrip('.')}.")
    return Board(drawing, name, text, mover, _counts(position))


def _counts(position: Position) -> str:
    game = position.game
    if not family_of(game).counted:
        return ""
    cells = [position.cell(square) for square in range(game.columns * game.rows)]
    return "–".join(str(cells.count(player)) for player in range(game.players))
