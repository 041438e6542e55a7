"""The boards of a game, one below the other: what `partials/column.html` shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from engine.registry import family_of
from webapp.svg import Drawing, draw_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Player, Position


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a game's column.

    Attributes:
        counts: empty where discs are not counted.
        play_on: the address of the form for a new game that starts here, empty if none can.
    """

    drawing: Drawing
    name: str
    text: str
    mover: Player | None
    counts: str
    play_on: str = ""


def board(
    position: Position, ply: int, text: str, mover: Player | None, play_on: str = ""
) -> Board:
    """The board after `ply` moves, of which the last is `mover`'s and described by `text`."""
    name = f"Board {ply}"
    drawing = draw_position(position, f"{name}. {text.rstrip('.')}.")
    return Board(drawing, name, text, mover, _counts(position), play_on)


def play_on_path(game: Game, moves: Sequence[Move], position: Position) -> str:
    """Where a new game from `position`, which `moves` lead to, is ordered; empty at its end."""
    if position.outcome() is not None:
        return ""
    fields = {"game": game.key, "moves": game.format_moves(moves)}
    return f"/new?{urlencode({name: value for name, value in fields.items() if value})}"


def _counts(position: Position) -> str:
    game = position.game
    if not family_of(game).counted:
        return ""
    cells = [position.cell(square) for square in range(game.columns * game.rows)]
    return "–".join(str(cells.count(player)) for player in range(game.players))
