"""Judging a position of a board beyond 8 × 8: trained traits and patterns, any size alike.

What is read off a board, from the view of the side to move:

- `TRAITS` numbers: differences between the two sides, see `read`;
- the 3 × 3 squares at each corner, as a number in base three (0 empty, 1 own, 2 other; the
  corner is the lowest digit, then the rows away from it);
- the first six squares of each edge from each corner and the square diagonally inside the
  corner, as another such number.

Each part of the game (`PHASES`, by the share of squares that are taken) has weights of its
own: one for each trait and one for each number. `train_wide` makes them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy import uint64

from engine._jit import inner, load_i16
from engine.games.othello.board.cells import BORDER, EMPTY, SIDES, step_to

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.games.othello.board.cells import Cells, Ints

FILE = Path(__file__).with_name("weights_wide.npz")
DISC = 100
PHASES = 8
TRAITS = 9
LARGEST = "size12"
"""The weights of all boards that have none of their own."""

CORNER_SIDE, EDGE_SQUARES = 3, 6
CORNERS, EDGES = 4, 8
CORNER_OFFSET = TRAITS
EDGE_OFFSET = CORNER_OFFSET + 3 ** (CORNER_SIDE * CORNER_SIDE)
PHASE_WEIGHTS = EDGE_OFFSET + 3 ** (EDGE_SQUARES + 1)
"""Weights of one phase."""

READINGS = TRAITS + CORNERS + EDGES
"""What `read` writes: the phase in front is not counted."""

_BYTES = uint64(2)


@inner("void(int8[::1], int64, int64, int64[::1])")
def read(cells: Cells, width: int, player: int, out: Ints) -> None:
    """Write the phase, the traits and the index of every pattern's weight to `out`.

    The traits, all but the last differences between `player` and the other side: moves;
    moves in 64ths of both sides' moves; borders between own discs and empty squares; empty
    squares beside the other's discs; discs on edges; edge discs of one colour in a run from
    a corner, which can never be turned; discs; discs off the edges beside an edge; who
    moves with an odd number of squares left (1) or even (-1).
    """
    own_moves, other_moves, frontier, room = 0, 0, 0, 0
    edges, discs, second, left = 0, 0, 0, 0
    for at in range(width + 1, width * (width - 1) - 1):
        cell = cells[at]
        if cell == BORDER:
            continue
        if cell != EMPTY:
            sign = 1 if cell == player else -1
            discs += sign
            row, column = at // width, at % width
            inside = min(row, width - 1 - row, column, width - 1 - column)
            if inside == 1:
                edges += sign
            elif inside == 2:
                second += sign
            continue
        left += 1
        mine, theirs, can, could = 0, 0, 0, 0
        for side in range(SIDES):
            step = step_to(side, width)
            beside = at + step
            first = cells[beside]
            if first in (EMPTY, BORDER):
                continue
            while cells[beside] == first:
                beside += step
            ended = cells[beside] == 3 - first
            if first == player:
                mine += 1
                could |= 1 if ended else 0
            else:
                theirs += 1
                can |= 1 if ended else 0
        own_moves += can
        other_moves += could
        frontier += mine - theirs
        room += (1 if theirs else 0) - (1 if mine else 0)
    squares = (width - 2) * (width - 2)
    out[0] = (squares - left) * PHASES // (squares + 1)
    out[1] = own_moves - other_moves
    out[2] = 64 * (own_moves - other_moves) // (own_moves + other_moves + 2)
    out[3] = frontier
    out[4] = room
    out[5] = edges
    out[6] = _anchored(cells, width, player)
    out[7] = discs
    out[8] = second
    out[9] = 1 if left % 2 else -1
    _read_patterns(cells, width, player, out)


@inner("int64(int8[::1], int64, int64)")
def _anchored(cells: Cells, width: int, player: int) -> int:
    """Edge discs in runs of one colour from a corner."""
    total = 0
    low, high = 1, width - 2
    for row in (low, high):
        for column in (low, high):
            corner = row * width + column
            holder = cells[corner]
            if holder == EMPTY:
                continue
            sign = 1 if holder == player else -1
            for step in (width if row == low else -width, 1 if column == low else -1):
                at = corner + step
                while cells[at] == holder:
                    total += sign
                    at += step
    return total


@inner("int64(int64, int64)", inline="always")
def _digit(cell: int, player: int) -> int:
    """0 empty, 1 `player`'s, 2 the other's."""
    return cell if player == 1 or cell == EMPTY else 3 - cell


@inner("void(int8[::1], int64, int64, int64[::1])")
def _read_patterns(cells: Cells, width: int, player: int, out: Ints) -> None:
    place = 1 + TRAITS
    edge_place = place + CORNERS
    low, high = 1, width - 2
    for row in (low, high):
        down = width if row == low else -width
        for column in (low, high):
            right = 1 if column == low else -1
            corner = row * width + column
            index = 0
            for far in range(CORNER_SIDE - 1, -1, -1):
                for aside in range(CORNER_SIDE - 1, -1, -1):
                    cell = cells[corner + far * down + aside * right]
                    index = 3 * index + _digit(cell, player)
            out[place] = CORNER_OFFSET + index
            place += 1
            inside = _digit(cells[corner + down + right], player)
            for step in (down, right):
                index = inside
                for far in range(EDGE_SQUARES - 1, -1, -1):
                    index = 3 * index + _digit(cells[corner + far * step], player)
                out[edge_place] = EDGE_OFFSET + index
                edge_place += 1


@inner("int64(int8[::1], int64, int64, int64[::1], uint64)")
def evaluate(cells: Cells, width: int, player: int, readings: Ints, weights: uint64) -> int:
    """The expected final score of `player`, who is to move, in hundredths of a disc.

    `readings` is room for what is read off the board, `weights` the address of the size's
    weights (int16, ``[phase][weight]``): a pattern's in hundredths of a disc, a trait's in
    sixteenths of that.
    """
    read(cells, width, player, readings)
    base = weights + uint64(readings[0] * PHASE_WEIGHTS) * _BYTES
    score = 0
    for index in range(TRAITS):
        score += load_i16(base + uint64(index) * _BYTES) * readings[1 + index]
    score //= 16
    for index in range(1 + TRAITS, 1 + READINGS):
        score += load_i16(base + uint64(readings[index]) * _BYTES)
    most = DISC * ((width - 2) * (width - 2) - 1)
    return max(-most, min(most, score))


@lru_cache
def load(size: int) -> NDArray[np.int16]:
    """The weights of boards of `size`, ``[phase][weight]``; read once, kept for good.

    Boards larger than any that was trained for take those of the largest.
    """
    with np.load(FILE) as stored:
        name = f"size{size}"
        return np.ascontiguousarray(stored[name if name in stored else LARGEST])
