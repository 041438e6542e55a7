"""Images of a line of play, by the symmetries that the rules and the start leave."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias, cast

from engine.laboratory.language.changes import goes_around

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from engine.game import Game, Move, Square

    Image: TypeAlias = tuple[Square, ...]
    """Where each square goes."""


def images(game: Game, moves: Sequence[Move], *, falls: bool) -> Iterator[tuple[Move, ...]]:
    """Every different line that a symmetry makes of `moves`, itself first.

    A move is a square or, where discs may only fall, a column: the square at its bottom.
    """
    seen = set()
    for image in _symmetries(cast("Hashable", game), falls):
        line = tuple(move if game.is_pass(move) else image[move] for move in moves)
        if line not in seen:
            seen.add(line)
            yield line


@lru_cache(maxsize=64)
def _symmetries(hashable: Hashable, falls: bool) -> tuple[Image, ...]:
    """The reflections, turns and, where lines go around the edges, shifts that keep the start.

    Where a disc `falls`, columns stay columns and the bottom stays the bottom.
    """
    game = cast("Game", hashable)
    columns, rows, start, around = game.columns, game.rows, game.start(), goes_around(game)
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
