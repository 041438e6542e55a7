"""A move at once, when a search has failed or taken too long."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Move, Position


def fallback_move(position: Position) -> Move:
    """A win in one if there is one, else any legal move that does not allow one."""
    moves = list(position.legal_moves())
    random.shuffle(moves)
    safe = []
    for move in moves:
        after = position.play(move)
        if _wins(after, position.to_move):
            return move
        if not any(_wins(after.play(reply), after.to_move) for reply in after.legal_moves()):
            safe.append(move)
    return (safe or moves)[0]


def _wins(position: Position, player: int) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner == player
