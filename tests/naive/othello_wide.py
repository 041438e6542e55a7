"""The slow twin of what the evaluation of large Othello boards reads off a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.othello.evaluation.evaluation_wide import CORNER_OFFSET, EDGE_OFFSET, PHASES

if TYPE_CHECKING:
    from engine.games.othello.position import OthelloPosition

NEIGHBOURS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def readings(position: OthelloPosition) -> list[int]:
    """The phase, the nine traits, then the weights' places of 4 corners and 8 edges."""
    size, mover = position.game.size, position.to_move
    inside = range(size)

    def at(row: int, column: int) -> int:
        """1 the mover's, -1 the other's, 0 empty."""
        owner = position.cell(size * row + column)
        return 0 if owner < 0 else (1 if owner == mover else -1)

    squares = [(row, column) for row in inside for column in inside]
    empty = [square for square in squares if at(*square) == 0]
    taken = [square for square in squares if at(*square) != 0]

    def beside(row: int, column: int) -> list[int]:
        around = ((row + r, column + c) for r, c in NEIGHBOURS)
        return [at(r, c) for r, c in around if r in inside and c in inside]

    def rim(row: int, column: int) -> int:
        """0 on an edge, 1 beside it..."""
        return min(row, column, size - 1 - row, size - 1 - column)

    mine, theirs = (position.moves_of(player).bit_count() for player in (mover, 1 - mover))
    anchored = 0
    for row, down in ((0, 1), (size - 1, -1)):
        for column, right in ((0, 1), (size - 1, -1)):
            for r, c in ((down, 0), (0, right)):
                run = 0
                while run + 1 < size and at(row, column) == at(
                    row + (run + 1) * r, column + (run + 1) * c
                ):
                    run += 1
                anchored += at(row, column) * run
    traits = [
        mine - theirs,
        64 * (mine - theirs) // (mine + theirs + 2),
        sum(sum(beside(*square)) for square in empty),
        sum((-1 in beside(*square)) - (1 in beside(*square)) for square in empty),
        sum(at(*square) for square in taken if rim(*square) == 0),
        anchored,
        sum(at(*square) for square in taken),
        sum(at(*square) for square in taken if rim(*square) == 1),
        1 if len(empty) % 2 else -1,
    ]
    corners, edges = [], []
    for row, down in ((0, 1), (size - 1, -1)):
        for column, right in ((0, 1), (size - 1, -1)):
            corner = [at(row + r * down, column + c * right) for r in range(3) for c in range(3)]
            corners.append(CORNER_OFFSET + number(corner))
            for r, c in ((down, 0), (0, right)):
                edge = [at(row + far * r, column + far * c) for far in range(6)]
                edges.append(EDGE_OFFSET + number([*edge, at(row + down, column + right)]))
    return [len(taken) * PHASES // (size * size + 1), *traits, *corners, *edges]


def number(contents: list[int]) -> int:
    """Base three, the first the lowest digit: 0 empty, 1 the mover's, 2 the other's."""
    return sum(3**place * (owner % 3) for place, owner in enumerate(contents))
