"""What there is to see on a board of Othello without a search: regions, corners, stable discs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from engine.games.othello.position import squares_of

if TYPE_CHECKING:
    from engine.game import Move, Player
    from engine.games.othello.position import OthelloPosition

Bits: TypeAlias = int
"""Squares of a board of any size, as in `OthelloPosition.boards`."""


def mobility(position: OthelloPosition, player: Player) -> int:
    """How many squares a player could play on."""
    return position.moves_of(player).bit_count()


def corners(position: OthelloPosition) -> frozenset[Move]:
    """The corners of the board."""
    size = position.game.size
    return frozenset((0, size - 1, size * (size - 1), size * size - 1))


def corners_for(position: OthelloPosition, player: Player) -> frozenset[Move]:
    """The corners that a player can take now."""
    moves = position.moves_of(player)
    return frozenset(square for square in corners(position) if moves >> square & 1)


def regions(position: OthelloPosition) -> tuple[Bits, ...]:
    """The empty squares, parted where no two of them touch, over edges or corners."""
    size = position.game.size
    empty = ~(position.boards[0] | position.boards[1]) & ((1 << size * size) - 1)
    found = []
    while empty:
        region, frontier = 0, empty & -empty
        while frontier:
            region |= frontier
            empty &= ~frontier
            frontier = _around(frontier, size) & empty
        found.append(region)
    return tuple(found)


def stable(position: OthelloPosition, player: Player) -> Bits:
    """Discs of a player that can never be turned over (not all that cannot).

    A disc is stable when, along each of the four lines through it, the line is full, or the disc
    is at the rim, or a neighbour on the line is a stable disc of the same side. The search has
    the same rule for boards up to 8 × 8 in `evaluation.stability`.
    """
    size = position.game.size
    occupied = position.boards[0] | position.boards[1]
    found, before = 0, -1
    while found != before:
        before = found
        for square in squares_of(position.boards[player] & ~found):
            if all(
                line & ~occupied == 0 or beside != 3 or found & near
                for line, near, beside in _lines(size, square)
            ):
                found |= 1 << square
    return found


@lru_cache(maxsize=2048)
def _lines(size: int, square: int) -> tuple[tuple[Bits, Bits, int], ...]:
    """(all squares, the neighbours, on which sides there are some) of each line through one."""
    row, column = divmod(square, size)
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        line, near, sides = 1 << square, 0, 0
        for side, way in ((1, 1), (2, -1)):
            y, x = row + way * down, column + way * right
            if 0 <= y < size and 0 <= x < size:
                near |= 1 << y * size + x
                sides |= side
            while 0 <= y < size and 0 <= x < size:
                line |= 1 << y * size + x
                y, x = y + way * down, x + way * right
        found.append((line, near, sides))
    return tuple(found)


def _around(bits: Bits, size: int) -> Bits:
    """The squares beside some squares, over edges and corners."""
    left = sum(1 << row * size for row in range(size))
    right = left << (size - 1)
    row = bits | (bits & ~left) >> 1 | (bits & ~right) << 1
    return (row | row << size | row >> size) & ((1 << size * size) - 1)
