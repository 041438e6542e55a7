"""The small kernels of move ordering, and their slow twins."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy import int64, uint64

from engine.games.othello.board.bitboard import layout, lowest, moves
from engine.games.othello.board.memory import UNJUDGED, scratch
from engine.games.othello.evaluation import weights
from engine.games.othello.evaluation.evaluation import evaluate
from engine.games.othello.evaluation.stability import promising
from engine.games.othello.game import Othello
from engine.games.othello.search import ordering
from engine.games.othello.search.context import Context, EndgameContext
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
            if not ordering.deferred(at):
                assert ordering.rank_of(at) == ranks[place]
            found.append(ranks[place])
            at += ordering.MOVE_BYTES
        assert found[: count - len(later)] == sorted(set(ranks) - later, reverse=True)
        assert set(found[count - len(later) :]) == later


def test_a_move_takes_along_what_the_evaluation_says_of_it() -> None:
    """Of every move but the known one; of none where the ranks ask no evaluation."""
    context = Context(Table(1), layout(8), weights.load())
    board = Othello().start()
    own, other = (uint64(word) for word in layout(8).pack(board))
    empties = uint64((1 << 64) - 1) ^ (own | other)
    choices = moves(own, other, empties)
    known = lowest(choices)
    row = scratch(context.address, int64(60))
    for judged in (True, False):
        end = ordering.generate(own, other, empties, choices, known, judged, row, context.address)
        at, told = row, []
        while at < end:
            square, turned = ordering.square_of(at), ordering.turned_by(at)
            if square == known or not judged:
                assert ordering.estimate_of(at) == UNJUDGED
            else:
                disc = uint64(1) << square
                after = other ^ turned, own | turned | disc, empties ^ disc
                score = evaluate(*after, moves(*after), int64(59), context.address)
                told.append(int(ordering.estimate_of(at)))
                assert told[-1] == -int(score)
            at += ordering.MOVE_BYTES
        assert len(told) == (3 if judged else 0)
