"""The small kernels of move ordering, and their slow twins."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy import int64, uint64

from engine.games.othello.board.bitboard import layout
from engine.games.othello.evaluation.stability import promising
from engine.games.othello.search import ordering
from engine.games.othello.search.context import EndgameContext
from engine.games.othello.search.table import Table
from tests.naive import othello as naive


def _squares(size: int) -> list[int]:
    """The bits of a board of `size`, row by row."""
    return [layout(size).square(move) for move in range(size * size)]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_anchored_counts_corners_and_the_discs_beside_them(size: int) -> None:
    context = EndgameContext(Table(1), layout(size))
    chance = random.Random(size)
    squares = _squares(size)
    for _ in range(300):
        cells = {move for move in range(size * size) if chance.random() < 0.5}
        own = uint64(sum(1 << squares[move] for move in cells))
        assert ordering.anchored(own, context.address) == naive.anchored(cells, size)


@pytest.mark.parametrize("size", [6, 8])
def test_bound_is_asked_where_three_quarters_of_the_discs_would_do(size: int) -> None:
    board = uint64(sum(1 << square for square in _squares(size)))
    for discs in range(size * size + 1):
        other = uint64(sum(1 << square for square in _squares(size)[:discs]))
        for alpha in range(-size * size + 1, size * size, 2):
            expected = naive.promising(discs, alpha, size * size)
            assert promising(other, int64(alpha), board) == expected


def test_moves_come_best_first_and_deferred_ones_at_last() -> None:
    chance = random.Random(1)
    for count in range(1, 20):
        row = np.zeros(2 * count, np.uint64)
        begin = uint64(row.ctypes.data)
        ranks = chance.sample(range(-(1 << 30), 1 << 30), count)
        for place, rank in enumerate(ranks):
            at = begin + uint64(16 * place)
            ordering.put(at, int64(rank), uint64(place), uint64(rank & 0xFFFF))
        later = set(chance.sample(ranks, count // 3))
        end = begin + uint64(16 * count)
        found: list[int] = []
        at = begin
        while at < end:
            ordering.bring_best(at, end)
            place = int(ordering.square_of(at))
            assert int(ordering.turned_by(at)) == ranks[place] & 0xFFFF
            if ranks[place] in later and not ordering.deferred(at):
                ordering.defer(at)
                continue
            found.append(ranks[place])
            at += ordering.MOVE_BYTES
        assert found[: count - len(later)] == sorted(set(ranks) - later, reverse=True)
        assert set(found[count - len(later) :]) == later
