"""The kernels of the last empty squares against every line of play by the rules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy import int64, uint64

from engine.games.othello.board.bitboard import layout, lowest
from engine.games.othello.search import endgame
from engine.games.othello.search.context import EndgameContext
from engine.games.othello.search.table import Table
from tests.engine.othello.boards import random_positions

if TYPE_CHECKING:
    from engine.games.othello.position import OthelloPosition


@cache
def best_score(position: OthelloPosition) -> int:
    """The final disc difference for the side to move, all lines played out."""
    outcome = position.outcome()
    if outcome is not None:
        assert outcome.score is not None
        return outcome.score if position.to_move == 0 else -outcome.score
    return max(-best_score(position.play(move)) for move in position.legal_moves())


def squares(empties: np.uint64) -> list[np.uint64]:
    found = []
    while empties:
        found.append(uint64(lowest(empties)))
        empties = uint64(empties & (empties - uint64(1)))
    return found


def check(answer: int, alpha: int, score: int) -> None:
    """A bound on the right side of `alpha`."""
    assert alpha < answer <= score or score <= answer <= alpha


@pytest.mark.parametrize("size", [4, 6, 8])
def test_windows_around_the_score_are_answered_rightly(size: int) -> None:
    shape = layout(size)
    context = EndgameContext(Table(1), shape)
    met = dict.fromkeys(range(1, 8), 0)
    for position in random_positions(size, games=60):
        own, other = shape.pack(position)
        empties = uint64(shape.board & ~(own | other))
        free = squares(empties)
        left = len(free)
        if not 1 <= left <= 7 or (position.outcome() is not None and left > 3):
            continue
        if left > 5 and met[left] == 25:
            continue
        score = best_score(position)
        met[left] += 1
        for alpha in {score - 3, score - 1, score + 1, score + 3, -1, 1}:
            bound = int64(alpha)
            if left == 1:
                answer = endgame.solve_1(own, other, bound, free[0])
            elif left == 2:
                answer = endgame.solve_2(own, other, bound, *free)
            elif left == 3:
                answer = endgame.solve_3(own, other, empties, bound, context.address)
            else:
                answer = endgame.shallow(own, other, empties, bound, int64(left), context.address)
            check(int(answer), alpha, score)
    assert min(met.values()) > 20
