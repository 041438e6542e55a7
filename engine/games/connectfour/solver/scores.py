"""Solver scores (see `exact`) and the exact scores that the engine shows.

Apart from `solver`, whose machine code and what loads it an easy question does not need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourGame, ConnectFourPosition


def exact_score(position: ConnectFourPosition, solver_score: int) -> int:
    """The exact score, as the engine shows it, of a position's solver score.

    They differ on boards with an odd number of squares, where player 0 may play one disc
    more than the other: the solver counts the winner's own discs, so that every win is
    positive.
    """
    return exact_score_at(position.game, position.ply, solver_score)


def exact_score_at(game: ConnectFourGame, ply: int, solver_score: int) -> int:
    """`exact_score` of a position with so many discs."""
    odd = game.columns * game.rows % 2
    if not odd or solver_score == 0 or (solver_score > 0) != (ply % 2 == 0):
        return solver_score
    return solver_score - 1 if solver_score > 0 else solver_score + 1


def final_solver_score(position: ConnectFourPosition) -> int:
    """The solver score of a finished position, from the view of the side that would move."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    free = position.game.columns * position.game.rows - position.ply
    return -((free + 2) // 2)
