"""The patterns of the 8 × 8 evaluation, and the code that reads them off a board.

A pattern is a set of squares; its index writes their contents as a number in base three
(0 empty, 1 own, 2 other, the lowest square the lowest digit). Every symmetric image of a
pattern reads the same weights, by reading the same squares off a turned board::

      corner 3 × 3      corner 2 × 5       edge and X         triangle
      # # # . . . . .   # # # # # . . .    # # # # # # # #    # # # # . . . .
      # # # . . . . .   # # # # # . . .    . # . . . . # .    # # # . . . . .
      # # # . . . . .   . . . . . . . .    . . . . . . . .    # # . . . . . .
                                                              # . . . . . . .

and the rows 2 to 4 and the diagonals of 4 to 8 squares. The mobility of both sides counts
as one more pattern, the number of empty squares as another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Symmetry: TypeAlias = Callable[[int, int], tuple[int, int]]

SYMMETRIES: tuple[Symmetry, ...] = (
    lambda row, column: (row, column),
    lambda row, column: (7 - row, column),
    lambda row, column: (row, 7 - column),
    lambda row, column: (7 - row, 7 - column),
    lambda row, column: (column, row),
    lambda row, column: (7 - column, row),
    lambda row, column: (column, 7 - row),
    lambda row, column: (7 - column, 7 - row),
)
"""Where each turned board puts the square (row, column)."""


def _turn(symmetry: int, square: int) -> int:
    row, column = SYMMETRIES[symmetry](*divmod(square, 8))
    return 8 * row + column


@dataclass(frozen=True)
class Pattern:
    """A set of squares, ascending, and where its weights begin in a stage's table."""

    squares: tuple[int, ...]
    offset: int

    @property
    def mask(self) -> int:
        return sum(1 << square for square in self.squares)

    @property
    def size(self) -> int:
        return int(3 ** len(self.squares))

    @property
    def views(self) -> tuple[int, ...]:
        """The symmetries whose turned boards show the pattern's different images."""
        seen: dict[frozenset[int], int] = {}
        for symmetry in range(8):
            # The squares of the real board that this turned board shows in the pattern.
            image = frozenset(s for s in range(64) if _turn(symmetry, s) in self.squares)
            seen.setdefault(image, symmetry)
        return tuple(seen.values())

    @cached_property
    def canonical(self) -> NDArray[np.int32]:
        """For each index the least index among its images under the pattern's own symmetries."""
        indices = np.arange(self.size)
        digits = [indices // 3**place % 3 for place in range(len(self.squares))]
        least = indices.copy()
        for symmetry in range(8):
            turned = [_turn(symmetry, square) for square in self.squares]
            if sorted(turned) == list(self.squares):
                places = [self.squares.index(square) for square in turned]
                image = sum(digit * 3**place for digit, place in zip(digits, places, strict=True))
                least = np.minimum(least, image)
        return least.astype(np.int32)


def _row(row: int) -> list[int]:
    return [8 * row + column for column in range(8)]


def _diagonal(length: int) -> list[int]:
    """The squares from the top rim down and left to the left rim."""
    return [8 * row + length - 1 - row for row in range(length)]


_SHAPES: tuple[Iterable[int], ...] = (
    [8 * row + column for row in range(3) for column in range(3)],
    [8 * row + column for row in range(2) for column in range(5)],
    [*_row(0), 9, 14],
    [8 * row + column for row in range(4) for column in range(4 - row)],
    _row(1),
    _row(2),
    _row(3),
    *(_diagonal(length) for length in (8, 7, 6, 5, 4)),
)


def _place() -> tuple[Pattern, ...]:
    placed: list[Pattern] = []
    offset = 0
    for shape in _SHAPES:
        placed.append(Pattern(tuple(sorted(shape)), offset))
        offset += placed[-1].size
    return tuple(placed)


PATTERNS = _place()
MOBILITY_OFFSET = PATTERNS[-1].offset + PATTERNS[-1].size
MOBILITY_SIDE = 32
"""The mobility pattern's index is ``32 * own moves + other's moves``, each at most 31."""

EMPTIES_OFFSET = MOBILITY_OFFSET + MOBILITY_SIDE * MOBILITY_SIDE
"""One weight for each number of empty squares: their parity matters."""

STAGE_WEIGHTS = EMPTIES_OFFSET + 64
"""Weights of one stage."""

STAGES = 15
STAGE_PLIES = 4
"""A stage covers so many plies; stage 0 has 1 to 4 empty squares."""

INSTANCES = sum(len(pattern.views) for pattern in PATTERNS)
"""Pattern readings of one board, the mobility not among them."""


def place_values() -> list[list[int]]:
    """For each square what an own disc there adds to each reading's index, pattern by pattern
    and view by view: the square's power of three, or 0.
    """
    values = [[0] * INSTANCES for _ in range(64)]
    readings = [(pattern, view) for pattern in PATTERNS for view in pattern.views]
    for reading, (pattern, view) in enumerate(readings):
        for square in range(64):
            shown = _turn(view, square)
            if shown in pattern.squares:
                values[square][reading] = 3 ** pattern.squares.index(shown)
    return values


def canonical_weights() -> NDArray[np.int32]:
    """For each weight of a stage the one that stands for all its symmetric images."""
    parts: list[Any] = [pattern.canonical + pattern.offset for pattern in PATTERNS]
    parts.append(np.arange(MOBILITY_OFFSET, STAGE_WEIGHTS, dtype=np.int32))
    return np.concatenate(parts).astype(np.int32)


def class_numbers() -> NDArray[np.int32]:
    """The class (0, 1...) of every index of a stage."""
    return np.unique(canonical_weights(), return_inverse=True)[1].astype(np.int32)
