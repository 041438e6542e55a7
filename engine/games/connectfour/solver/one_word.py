"""The way into `exact` for boards of at most 64 bits."""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import load_u64, standalone, store_u64
from engine.games.connectfour.solver.context import ABORTED, SOLVED
from engine.games.connectfour.solver.exact import counted_score

_EIGHT, _ROW = uint64(8), uint64(16)


@standalone("void(uint64, uint64, int64, int64, int64, uint64, uint64)")
def scores_of(
    context: uint64,
    boards: uint64,
    count: int64,
    lowest: int64,
    highest: int64,
    scores: uint64,
    nodes: uint64,
) -> None:
    """Solve `count` positions: in a row of words at `boards` stand both players' discs.

    `lowest` and `highest` are what is known of all scores already. Scores and nodes are written
    to the addresses `scores` and `nodes` as words, of how many before the search was ended to the
    context.
    """
    for solved in range(count):
        first, second = load_u64(boards), load_u64(boards + _EIGHT)
        score, spent = counted_score(context, first, second, lowest, highest)
        if load_u64(context + ABORTED) != uint64(0):
            store_u64(context + SOLVED, uint64(solved))
            return
        store_u64(scores, uint64(score))
        store_u64(nodes, uint64(spent))
        boards += _ROW
        scores += _EIGHT
        nodes += _EIGHT
    store_u64(context + SOLVED, uint64(count))
