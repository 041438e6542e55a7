"""Words of memory that share no cache line with anything else.

A vector that lies across two lines takes two of the processor's loads or stores, and a line that
two threads write goes back and forth between their cores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    W = TypeVar("W", np.int64, np.uint64)

LINES = 128
"""Bytes of two cache lines, which processors fetch together."""


def words_apart(count: int, kind: type[W]) -> NDArray[W]:
    """So many zeros of 64 bits."""
    whole = np.zeros(count * 8 + 2 * LINES, dtype=np.uint8)
    start = -whole.ctypes.data % LINES
    return whole[start : start + count * 8].view(kind)
