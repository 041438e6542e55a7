"""Othello: its rules, its bitboards and its search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.othello.game import Othello

KERNELS: tuple[str, ...] = tuple(
    f"engine.games.othello.{module}"
    for module in (
        "board.bitboard",
        "board.memory",
        "search.table",
        "evaluation.stability",
        "evaluation.evaluation_small",
        "evaluation.evaluation",
        "search.ordering",
        "search.selectivity",
        "search.endgame",
        "search.midgame",
        "search.endgame_deep",
    )
)
"""The modules that hold compiled kernels, in the order of their imports."""


def is_wide(game: Othello) -> bool:
    """Whether the board has more squares than a word of 64 bits."""
    return game.size > 8


LATER_KERNELS: dict[str, Callable[[Othello], bool]] = {
    f"engine.games.othello.{module}": is_wide
    for module in ("board.cells", "evaluation.evaluation_wide", "search.mailbox")
}
"""The modules with kernels of some games alone, compiled when all else is ready."""
