"""Names of the openings of 8 × 8.

Which positions have names is told by the list of the program Egaroucid (Nyanyan/Egaroucid,
``bin/resources/openings/english``); ``names.txt`` beside this holds for each a line of play that
leads there.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game


def openings(game: Game) -> Sequence[tuple[str, str]]:
    """Moves that lead to each position that has a name, and the name."""
    if game.key != "othello":
        return ()
    lines = (files(__package__) / "names.txt").read_text(encoding="utf-8").splitlines()
    return [(moves, name) for moves, _, name in (line.partition(" ") for line in lines)]
