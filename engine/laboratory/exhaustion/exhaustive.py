"""What the exhaustive searches of every game count and keep, whatever a move is there.

A game's ``search_lines`` plays the moves and takes them back; matching lines go to `keep`.
Its totals, to which it adds, are the lines of that length, those of them in which the game is
over, those that match, how many of these are kept, and the best value of the measured term.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

LINES, FINISHED, MATCHES, STORED, BEST = range(5)
"""Indices of the totals."""


@kernel("void(int64[::1], int64[:,::1], int64[::1], int64, int64, int64)")
def keep(totals: Ints, witnesses: Ints, moves: Ints, depth: int, sign: int, value: int) -> None:
    """Keep a matching line of `depth` moves among the `witnesses`, one a row, if there is room.

    With `sign` 0 the first ones that match are kept, else the one whose `value`, times the
    sign, is greatest. Who counts without measuring asks only while there is room: a call for
    every line took 2.4 times as long.
    """
    slot = totals[STORED]
    if sign != 0:
        slot = 0 if value > totals[BEST] else witnesses.shape[0]
        totals[BEST] = max(totals[BEST], value)
    if slot < witnesses.shape[0]:
        for i in range(depth):
            witnesses[slot, i] = moves[i]
        totals[STORED] = slot + 1
