"""Names of the openings of 8 × 8.

Which positions have names is told by the list of the program Egaroucid (Nyanyan/Egaroucid,
``bin/resources/openings/english``); ``names.txt`` beside this holds for each a line of play that
leads there. However a position comes about, and whichever way the board is turned, its name is
the same.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, cast

from engine.games.othello.books.openings import canonical_key
from engine.games.othello.game import Othello

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Position
    from engine.games.othello.books.openings import Key
    from engine.games.othello.position import OthelloPosition


def opening_name(position: Position) -> str:
    """The name that this very position has, empty where it has none."""
    if position.game.key != "othello" or position.ply > _deepest():
        return ""
    return names().get(canonical_key(cast("OthelloPosition", position)), "")


@lru_cache
def names() -> Mapping[Key, str]:
    """Every name by its position."""
    game = Othello()
    found = {}
    for line in (files(__package__) / "names.txt").read_text(encoding="utf-8").splitlines():
        moves, _, name = line.partition(" ")
        position = game.start()
        for move in game.parse_moves(moves):
            position = position.play(move)
        found[canonical_key(position)] = name
    return found


@lru_cache
def _deepest() -> int:
    """The ply of the longest opening that has a name."""
    return max((own | other).bit_count() for own, other in names()) - 4
