"""The rules on an array of cells with a border around it, for boards beyond 64 squares.

A board of size n is n + 2 cells wide; a cell holds 0 (empty), 1 or 2 (a player's disc) or 3
(border), so that walking in any direction needs no test for the edge. Playing changes the
cells in place and writes the turned ones on a stack; taking back restores them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from engine._jit import inner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.games.othello.position import OthelloPosition

    Cells: TypeAlias = NDArray[np.int8]
    Ints: TypeAlias = NDArray[np.int64]

EMPTY, BORDER = 0, 3
SIDES = 8
_DOWN = np.array([-1, -1, -1, 0, 0, 1, 1, 1])
_RIGHT = np.array([-1, 0, 1, -1, 1, -1, 0, 1])


def cells_of(position: OthelloPosition) -> Cells:
    """A position's board, row by row."""
    size = position.game.size
    cells = np.full((size + 2, size + 2), BORDER, dtype=np.int8)
    inner_cells = [position.cell(square) + 1 for square in range(size * size)]
    cells[1:-1, 1:-1] = np.array(inner_cells, dtype=np.int8).reshape(size, size)
    return cells.reshape(-1)


@inner("int64(int64, int64)", inline="always")
def step_to(side: int, width: int) -> int:
    """The distance to the neighbour on one of the eight sides."""
    return int(_DOWN[side] * width + _RIGHT[side])


@inner("int64(int8[::1], int64, int64, int64)")
def turns(cells: Cells, width: int, at: int, player: int) -> int:
    """How many discs `player` would turn over on the empty cell `at`."""
    total = 0
    for side in range(SIDES):
        step = step_to(side, width)
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
    for side in range(SIDES):
        step = step_to(side, width)
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
