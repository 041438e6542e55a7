"""The way into `exact` for boards of 65 to 128 bits, each two words, the lower one first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy import int64, uint64

from engine._jit import kernel, load_u64
from engine._wide_ints import joined
from engine.games.connectfour.solver.context import ABORTED
from engine.games.connectfour.solver.exact import counted_score

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel("void(uint64, uint64[:, ::1], int64, int64, int64[::1], int64[::1])")
def scores_of(
    context: uint64,
    boards: NDArray[np.uint64],
    lowest: int64,
    highest: int64,
    scores: NDArray[np.int64],
    nodes: NDArray[np.int64],
) -> None:
    """Solve many positions: in a row of `boards` stand both players' discs.

    `lowest` and `highest` are what is known of all scores already.
    """
    for i in range(len(boards)):
        first, second = joined(boards[i, 0], boards[i, 1]), joined(boards[i, 2], boards[i, 3])
        scores[i], nodes[i] = counted_score(context, first, second, lowest, highest)
        if load_u64(context + ABORTED) != uint64(0):
            return
