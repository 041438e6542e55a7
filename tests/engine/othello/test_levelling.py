"""Levelling the network finds what searches lack beside known scores, and adds that to its file."""

from __future__ import annotations

import numpy as np
import pytest
from numpy import int64

from engine.games.othello.board import bitboard
from engine.games.othello.evaluation import evaluation, network, weights
from engine.games.othello.search.context import Context
from engine.games.othello.search.midgame import INFINITY, search
from engine.games.othello.search.table import Table
from engine.workshop.othello import levelling
from tests.engine.othello.obf import read

LAYOUT = bitboard.layout(8)


def boards_with(empties: int, count: int) -> np.ndarray:
    problems = [p for p in read("wthor_endgames_16_22_best.obf") if p.empties == empties]
    return np.array([LAYOUT.pack(problem.position) for problem in problems[:count]], np.uint64)


def judge(rows: np.ndarray) -> Context:
    return Context(Table(1 << 10), LAYOUT, weights.load(), network.in_cache_lines(rows))


@pytest.mark.parametrize("depth", [3, 4])
def test_what_a_search_lacks_is_told_for_the_side_to_move_at_its_horizon(depth: int) -> None:
    context, boards = judge(network.load()), boards_with(16, 12)
    window = int64(-INFINITY), int64(INFINITY), int64(depth)
    scores = [
        int(search(own, other, LAYOUT.board & ~(own | other), *window, context.address)) / 100
        for own, other in boards
    ]
    known = boards, np.array(scores, np.float32) + 3
    context.table.clear()
    found = levelling.leanings(known, (depth, depth), context)
    close = sum(abs(score) < levelling.OPEN for score in scores)
    side = 1 if depth % 2 == 0 else -1
    assert found.keys() == {16 - depth}
    assert found[16 - depth] == pytest.approx([3 * side] * close, abs=0.01)


def test_what_is_lacking_is_added_with_as_many_empty_squares() -> None:
    rows = network.load()
    levelled = levelling.level(rows, {4: 0.0, 5: 1.0, 16: 2.0, 18: 4.0, 23: -1.0})
    contexts = judge(rows), judge(levelled)
    for empties, discs in ((16, 2.0), (18, 4.0), (20, 4.0), (22, 4.0)):
        for own, other in boards_with(empties, 5):
            rest = LAYOUT.board & ~(own | other)
            asked = own, other, rest, bitboard.moves(own, other, rest), int64(empties)
            before, after = (
                evaluation.evaluate(*asked, context.address) / evaluation.DISC
                for context in contexts
            )
            assert after - before == pytest.approx(discs, abs=0.1)
    changed = np.flatnonzero((levelled != rows).any(axis=1))
    assert ((changed - network.HEADS) % 2 == 0).all(), "biases alone"
