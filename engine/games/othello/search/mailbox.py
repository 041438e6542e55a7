"""The search of boards beyond 64 squares, on an array of `cells`.

Scores are for the side to move, in hundredths of a disc.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from numpy import int64, uint64

from engine._jit import inner, kernel, load_u64
from engine.games.othello.board.cells import (
    final_score,
    find_moves,
    ordinal,
    play,
    take_back,
    turns,
)
from engine.games.othello.board.memory import WEIGHTS, aborted, count_cut, count_hit, visit
from engine.games.othello.evaluation.evaluation_wide import evaluate
from engine.games.othello.search import table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.games.othello.board.cells import Cells, Ints

    Words: TypeAlias = NDArray[np.uint64]

INFINITY = 30_000
DISC = 100
TURNED, MOVES, RANKS = range(3)
"""Rows of a search's `lists`."""

KNOWN_RANK = 1 << 20
"""Rank of the move an earlier search found best."""

# A literal argument of a recursive kernel would break its cached code.
_MOVED, _PASSED = int64(0), int64(1)
_SURENESS = int64(255)


@inner("void(int64[:, ::1], int64, int64)")
def _bring_best(lists: Ints, start: int, end: int) -> None:
    """Swap the highest ranked move from `start` up to `end` to the front."""
    best = start
    for index in range(start + 1, end):
        if lists[RANKS, index] > lists[RANKS, best]:
            best = index
    for row in (MOVES, RANKS):
        lists[row, start], lists[row, best] = lists[row, best], lists[row, start]


@inner("int64(int8[::1], int64, int64, int64)")
def _static_rank(cells: Cells, width: int, at: int, player: int) -> int:
    """How good a square is in general: corners, edges, then the middle; X-squares last."""
    row, column = at // width, at % width
    from_row = min(row - 1, width - 2 - row)
    from_column = min(column - 1, width - 2 - column)
    if from_row + from_column == 0:
        return 1000
    if from_row == 1 and from_column == 1:
        return -500
    if from_row + from_column == 1:
        return -200
    edge = 60 if from_row == 0 or from_column == 0 else 0
    return edge - turns(cells, width, at, player)


@kernel(
    "int64(int8[::1], int64, int64, int64, int64, int64, int64, uint64, int64,"
    " int64[:, ::1], uint64[:, ::1], uint64)"
)
def search(  # noqa: PLR0912 (one node, step by step)
    cells: Cells,
    width: int,
    player: int,
    alpha: int,
    beta: int,
    depth: int,
    passed: int64,
    key: uint64,
    top: int,
    lists: Ints,
    keys: Words,
    context: uint64,
) -> int:
    """The score of `player`, who is to move, within the window, `depth` plies deep.

    `passed` says that the other side has just passed; from `top` on the three `lists`
    (turned cells, moves, ranks) are free; `keys` hash a cell's contents.
    """
    # 1. Limits and the horizon.
    if visit(context):
        return 0
    if depth <= 0:
        readings = lists[TURNED, top:]
        return evaluate(cells, width, player, readings, load_u64(context + WEIGHTS))
    # 2. What earlier searches proved.
    bucket = table.bucket(key, key, context)
    data = table.find(bucket, key, key)
    known = int64(-1)
    if data:
        known = int64(table.best(data))
        if table.depth(data) >= depth:
            if table.lower(data) >= beta:
                count_hit(context)
                return int(table.lower(data))
            if table.upper(data) <= alpha:
                count_hit(context)
                return int(table.upper(data))
    # 3. The moves; a pass, or the end.
    end = find_moves(cells, width, player, lists[MOVES], top)
    if end == top:
        if passed:
            return DISC * final_score(cells, player)
        return -search(
            cells, width, 3 - player, -beta, -alpha, depth, _PASSED, ~key, top, lists, keys, context
        )
    for index in range(top, end):
        at = lists[MOVES, index]
        rank = KNOWN_RANK if ordinal(at, width) == known else _static_rank(cells, width, at, player)
        lists[RANKS, index] = rank
    # 4. Search them, best first.
    best, chosen, floor = -INFINITY, 0, alpha
    for index in range(top, end):
        _bring_best(lists, index, end)
        at = lists[MOVES, index]
        stacked = play(cells, width, at, player, lists[TURNED], end)
        child = ~key ^ keys[player, at]
        for flipped in range(end, stacked):
            child ^= keys[0, lists[TURNED, flipped]]
        score = floor + 1
        if index > top and beta > floor + 1:
            score = -search(
                cells, width, 3 - player, -floor - 1, -floor, depth - 1, _MOVED, child, stacked,
                lists, keys, context,
            )  # fmt: skip
        if score > floor:
            score = -search(
                cells, width, 3 - player, -beta, -floor, depth - 1, _MOVED, child, stacked,
                lists, keys, context,
            )  # fmt: skip
        take_back(cells, at, player, lists[TURNED], end, stacked)
        if aborted(context):
            return 0
        if score > best:
            best, chosen = score, at
            floor = max(floor, best)
            if best >= beta:
                count_cut(context, index == top)
                break
    # 5. Remember.
    low = best if best > alpha else -INFINITY
    high = best if best < beta else INFINITY
    move = uint64(ordinal(chosen, width))
    table.store(bucket, key, key, int64(low), int64(high), int64(depth), move, _SURENESS, context)
    return best
