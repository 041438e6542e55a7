"""What a column of Connect Four may hold, as arrays: one entry a content, known by its number."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.int64]

NO_DISC, YELLOW, RED = -1, 0, 1
"""What lies on top."""


@dataclass(frozen=True, slots=True)
class Contents:
    """All contents without a line upright but for one that the top disc may have made.

    Attributes:
        keys: a column's part of a position's key (see `layers`): discs from the bottom up, 1 for
            red, and a marker above them.
        discs: how many.
        red: the rows with a red disc, as bits.
        yellow: the same of yellow ones.
        top: whose disc lies on top.
        less: the content without the top disc; -1 for none.
        line: whether there is a line upright.
    """

    keys: Ints
    discs: Ints
    red: Ints
    yellow: Ints
    top: Ints
    less: Ints
    line: NDArray[np.bool_]

    @property
    def number(self) -> int:
        return len(self.keys)


def contents(rows: int, connect: int) -> Contents:
    """All contents of a column with so many rows."""
    keys = [1]
    for key in range(2, 1 << (rows + 1)):
        if not _line(_without_top(key), connect):
            keys.append(key)
    numbers = {key: number for number, key in enumerate(keys)}
    less = [-1, *(numbers[_without_top(key)] for key in keys[1:])]
    all_keys = np.array(keys, dtype=np.int64)
    discs = np.array([key.bit_length() - 1 for key in keys], dtype=np.int64)
    filled = (1 << discs) - 1
    top = np.where(discs > 0, all_keys >> np.maximum(discs - 1, 0) & 1, NO_DISC)
    line = np.array([_line(key, connect) for key in keys])
    red = all_keys & filled
    return Contents(all_keys, discs, red, filled & ~red, top, np.array(less), line)


def _without_top(key: int) -> int:
    marker = 1 << (key.bit_length() - 2)
    return marker | key & (marker - 1)


def _line(key: int, connect: int) -> bool:
    discs = f"{key:b}"[1:]
    return any(len([*run]) >= connect for _, run in groupby(discs))
