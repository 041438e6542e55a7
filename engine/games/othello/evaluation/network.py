"""The network that judges 8 × 8 with 32 empty squares and less: its file and its layout in memory.

Every reading of a board, and three pairs of counts, select a row of `UNITS` numbers each. The
rows' sums are the units: the first `LINEAR` of them as they are, the others clipped to between
nothing and `TOP`. The score is a sum of the units with weights for every number of empty squares::

      50 pattern readings    mobility   frontier   odd quadrants    empty squares
                \\                |          |            |            /        \\
                 +--------- rows, 32 of 16 bits ---------+------- bias      weights
                                        |                                      |
                                      units  ------ clip ------ times ------ score

Unlike a sum of patterns (`weights`), which each tell the same whatever else the board holds, a
clipped unit speaks up only where many of them together say so. The sums stay within 16 bits,
whatever the board: the tests add up the greatest numbers of the file.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.games.othello.evaluation.patterns import STAGE_WEIGHTS, class_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 8
FILE = Path(__file__).with_name("network.npz")
MOST = 32
"""Up to so many empty squares the network judges, with more the patterns' weights."""

UNITS = 32
LINEAR = 7
"""Units that are not clipped: sums of patterns, as `weights` are."""

TOP = 512
"""A whole unit, which is ten discs where its weight is `HEAVY`."""

HEAVY = 1024

FRONTIER = STAGE_WEIGHTS
"""The first row of the empty squares beside the other's discs and beside one's own, 32 × 32;
those of the patterns and of mobility stand before, by their indices (`patterns`)."""

QUADRANTS = FRONTIER + 32 * 32
"""The first row of the quadrants (0 to 4) with an odd number of empty squares, by 64 of these."""

HEADS = QUADRANTS + 5 * 64
"""The first of two rows for each number of empty squares: the units' biases and their weights."""

ROWS = HEADS + 2 * (MOST + 1)
ROW_BYTES = 2 * UNITS


@lru_cache
def load() -> NDArray[np.int16]:
    """The rows, each a cache line; read once, kept for good (kernels hold its address)."""
    with np.load(FILE) as stored:
        return in_cache_lines(stored["rows"][places()])


def in_cache_lines(rows: NDArray[np.int16]) -> NDArray[np.int16]:
    """A copy whose rows are a cache line each, as the kernels that load them rely on."""
    memory = np.zeros(rows.size + ROW_BYTES // 2, np.int16)
    first = -memory.ctypes.data % ROW_BYTES // 2
    placed = memory[first : first + rows.size].reshape(rows.shape)
    placed[:] = rows
    return placed


def places() -> NDArray[np.int32]:
    """For each row its place in the file, where one row stands for all symmetric images."""
    classes = class_numbers()
    others = classes.max() + 1 + np.arange(ROWS - len(classes))
    return np.concatenate([classes, others]).astype(np.int32)


def save(rows: NDArray[np.int16], path: Path) -> None:
    """Write the rows, symmetric images once."""
    _, first = np.unique(places(), return_index=True)
    np.savez_compressed(path, rows=rows[first])
