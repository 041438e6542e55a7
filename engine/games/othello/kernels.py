"""Which modules of Othello hold compiled code, and which boards need which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.parts.kernels import Kernels

if TYPE_CHECKING:
    from engine.games.othello.game import Othello


def is_wide(game: Othello) -> bool:
    """Whether the board has more squares than a word of 64 bits."""
    return game.size > 8


KERNELS = Kernels(
    modules=(
        "engine.games.othello.board.bitboard",
        "engine.games.othello.board.memory",
        "engine.games.othello.search.table",
        "engine.games.othello.evaluation.stability",
        "engine.games.othello.evaluation.evaluation_small",
        "engine.games.othello.evaluation.evaluation",
        "engine.games.othello.search.ordering",
        "engine.games.othello.search.selectivity",
        "engine.games.othello.search.sharing",
        "engine.games.othello.search.endgame",
        "engine.games.othello.search.endgame_late",
        "engine.games.othello.search.midgame",
        "engine.games.othello.search.endgame_deep",
    ),
    later={
        "engine.games.othello.board.cells": is_wide,
        "engine.games.othello.evaluation.evaluation_wide": is_wide,
        "engine.games.othello.search.mailbox": is_wide,
    },
)
