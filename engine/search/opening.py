"""What a game's opening book knows of a position, for the games that have one."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from engine.game import Position
    from engine.search.searcher import Candidate


def opening_moves(position: Position) -> tuple[Candidate, ...]:
    """The legal moves the book knows with their scores, best first; none outside the book.

    Asks ``candidates`` of the module ``engine.games.<family>.books.openings``, where there is one.
    """
    name = f"engine.games.{position.game.key.partition(':')[0]}"
    if find_spec(f"{name}.books") is None or find_spec(f"{name}.books.openings") is None:
        return ()
    return cast(
        "tuple[Candidate, ...]", import_module(f"{name}.books.openings").candidates(position)
    )
