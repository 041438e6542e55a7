"""Names of boards in full, for titles and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.registry import family_of

if TYPE_CHECKING:
    from engine.game import Game


def board_name(game: Game) -> str:
    """``Othello 4 × 4``, ``Connect Four 4 × 4, 3 in a row`` or ``…, 3 players``.

    Two boards have the same name only if they are the same: every number that is not the
    family's usual one is told.
    """
    family = family_of(game)
    told = [
        f"{value} {parameter.label.lower()}"
        for parameter in family.parameters
        if not parameter.side and (value := getattr(game, parameter.name)) != parameter.default
    ]
    return ", ".join([f"{family.name} {game.columns} × {game.rows}", *told])
