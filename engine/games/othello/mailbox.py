"""The search of boards beyond 64 squares, on an array of cells with a border around it.

A board of size n is n + 2 cells wide; a cell holds 0 (empty), 1 or 2 (a player's disc) or 3
(border), so that walking in any direction needs no test for the edge. Playing changes the
cells in place and writes the turned ones on a stack; taking back restores them.

Scores are for the side to move, in hundredths of a disc.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy import int64, uint64

from engine._jit import inner, kernel
from engine.games.othello import table
from engine.games.othello.context import aborted, visit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells: TypeAlias = NDArray[np.int8]
    Ints: TypeAlias = NDArray[np.int64]
    Words: TypeAlias = NDArray[np.uint64]

EMPTY, BORDER = 0, 3
INFINITY = 30_000
DISC = 100
TURNED, MOVES, RANKS = range(3)
"""Rows of a search's `lists`."""

KNOWN_RANK = 1 << 20
"""Rank of the move an earlier search found best."""

_SIDES = 8
# A literal argument of a recursive kernel would break its cached code.
_MOVED, _PASSED = int64(0), int64(1)
_SURENESS = int64(255)


@inner("int64(int64, int64)", inline="always")
def _step(side: int, width: int) -> int:
    """The distance to the neighbour on one of the eight sides."""
    index = side if side < 4 else side + 1
    return (index // 3 - 1) * width + index % 3 - 1


@inner("int64(int8[::1], int64, int64, int64)")
def turns(cells: Cells, width: int, at: int, player: int) -> int:
    """How many discs `player` would turn over on the empty cell `at`."""
    total = 0
    for side in range(_SIDES):
        step = _step(side, width)
        cell = at + step
        run = 0
        while cells[cell] == 3 - player:
            cell += step
            run += 1
        if run and cells[cell] == player:
            total += run
    return total


@inner("int64(int8[::1], int64, int64, int64, int64[::1], int64)")
def play(cells: Cells, width: int, at: int, player: int, stack: Ints, top: int) -> int:
    """Place a disc and push the turned cells; the new top of the stack."""
    for side in range(_SIDES):
        step = _step(side, width)
        cell = at + step
        while cells[cell] == 3 - player:
            cell += step
        if cells[cell] == player:
            cell -= step
            while cell != at:
                cells[cell] = player
                stack[top] = cell
                top += 1
                cell -= step
    cells[at] = player
    return top


@inner("void(int8[::1], int64, int64, int64[::1], int64, int64)")
def take_back(cells: Cells, at: int, player: int, stack: Ints, bottom: int, top: int) -> None:
    """Undo a `play` of `player` on `at` that pushed the cells from `bottom` up to `top`."""
    for index in range(bottom, top):
        cells[stack[index]] = 3 - player
    cells[at] = 0


@inner("int64(int8[::1], int64, int64, int64[::1], int64)")
def find_moves(cells: Cells, width: int, player: int, found: Ints, start: int) -> int:
    """Write the legal cells of `player` to `found` from `start`; the end of the list."""
    for at in range(width + 1, width * (width - 1) - 1):
        if cells[at] == EMPTY and turns(cells, width, at, player):
            found[start] = at
            start += 1
    return start


@inner("int64(int64, int64)")
def ordinal(at: int, width: int) -> int:
    """The number of a cell's square: ``row * size + column``."""
    return (at // width - 1) * (width - 2) + at % width - 1


@inner("void(int64[:, ::1], int64, int64)")
def _bring_best(lists: Ints, start: int, end: int) -> None:
    """Swap the highest ranked move from `start` up to `end` to the front."""
    best = start
    for index in range(start + 1, end):
        if lists[RANKS, index] > lists[RANKS, best]:
            best = index
    for row in (MOVES, RANKS):
        lists[row, start], lists[row, best] = lists[row, best], lists[row, start]


@inner("int64(int8[::1], int64)")
def final_score(cells: Cells, player: int) -> int:
    """Disc difference of a finished game for `player`, empty squares to the winner."""
    lead, empty = 0, 0
    for cell in cells:
        if cell == EMPTY:
            empty += 1
        elif cell == player:
            lead += 1
        elif cell == 3 - player:
            lead -= 1
    if lead > 0:
        return lead + empty
    return lead - empty if lead < 0 else 0


@inner("int64(int8[::1], int64, int64)")
def _corner_score(cells: Cells, width: int, player: int) -> int:
    """Corners, and while they are empty the danger beside them, for `player`."""
    score = 0
    low, high = 1, width - 2
    for row in (low, high):
        inner_row = 1 if row == low else -1
        for column in (low, high):
            inner = 1 if column == low else -1
            corner = row * width + column
            if cells[corner] != EMPTY:
                score += 800 if cells[corner] == player else -800
                continue
            for near, worth in (
                (corner + inner_row * width + inner, 350),
                (corner + inner_row * width, 120),
                (corner + inner, 120),
            ):
                if cells[near] != EMPTY:
                    score += worth if cells[near] == 3 - player else -worth
    return score


@inner("int64(int8[::1], int64, int64)")
def evaluate(cells: Cells, width: int, player: int) -> int:
    """The expected final score: mobility, frontier, edges, corners and parity."""
    mobility, frontier, edges, left = 0, 0, 0, 0
    for at in range(width + 1, width * (width - 1) - 1):
        cell = cells[at]
        if cell == BORDER:
            continue
        if cell == EMPTY:
            left += 1
            mobility += 1 if turns(cells, width, at, player) else 0
            mobility -= 1 if turns(cells, width, at, 3 - player) else 0
            continue
        sign = 1 if cell == player else -1
        for side in range(_SIDES):
            beside = cells[at + _step(side, width)]
            if beside == EMPTY:
                frontier += sign
            elif beside == BORDER:
                edges += sign
    score = 70 * mobility - 12 * frontier + 20 * edges
    score += 100 if left % 2 else -100
    return score + _corner_score(cells, width, player)


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
        return evaluate(cells, width, player)
    # 2. What earlier searches proved.
    bucket = table.bucket(key, key, context)
    data = table.find(bucket, key, key)
    known = int64(-1)
    if data:
        known = int64(table.best(data))
        if table.depth(data) >= depth:
            if table.lower(data) >= beta:
                return int(table.lower(data))
            if table.upper(data) <= alpha:
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
                break
    # 5. Remember.
    low = best if best > alpha else -INFINITY
    high = best if best < beta else INFINITY
    move = uint64(ordinal(chosen, width))
    table.store(bucket, key, key, int64(low), int64(high), int64(depth), move, _SURENESS, context)
    return best
