"""Images of a line of play under changed rules, by the symmetries that these leave."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Game, Move, Square

    Image: TypeAlias = tuple[Square, ...]
    """Where each square goes."""


@lru_cache(maxsize=64)
def symmetries(game: Game, *, falls: bool, around: bool) -> tuple[Image, ...]:
    """The reflections, turns and, `around` the edges, shifts that keep rules and start.

    Where a disc `falls`, columns stay columns and the bottom stays the bottom.
    """
    columns, rows, start = game.columns, game.rows, game.start()
    turned = (False, True) if columns == rows and not (falls or around) else (False,)
    upright = (False,) if falls else (False, True)
    shifts = range(columns) if around else range(1)
    found = []
    for swap, upside_down, mirrored, shift in product(turned, upright, (False, True), shifts):
        image = []
        for row, column in product(range(rows), range(columns)):
            r, c = (column, row) if swap else (row, column)
            r = rows - 1 - r if upside_down else r
            c = (columns - 1 - c if mirrored else c) + shift
            image.append(r * columns + c % columns)
        if all(start.cell(image[square]) == start.cell(square) for square in range(len(image))):
            found.append(tuple(image))
    return tuple(found)


def images_by(
    symmetries: Sequence[Image], game: Game, moves: Sequence[Move]
) -> Iterator[tuple[Move, ...]]:
    """Every different line that the symmetries make of `moves`, itself first.

    A move is a square, or a column, which is the square at its bottom.
    """
    seen = set()
    for image in symmetries:
        line = tuple(move if game.is_pass(move) else image[move] for move in moves)
        if line not in seen:
            seen.add(line)
            yield line
