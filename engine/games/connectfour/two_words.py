"""The ways into `solving` for boards of 65 to 128 bits, each two words, the lower one first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy import int64, uint64

from engine._jit import kernel, load_u64
from engine._words import joined, load
from engine.games.connectfour.context import ABORTED, MASK, OWN
from engine.games.connectfour.solving import counted_score, score_between

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel("int64(uint64, int64, int64)")
def root_score(context: uint64, lowest: int64, highest: int64) -> int64:
    """`score_between` of the position in the context."""
    wide = joined(uint64(0), uint64(0))
    own, mask = load(context + OWN, wide), load(context + MASK, wide)
    return score_between(context, own, mask, lowest, highest)


@kernel("void(uint64, uint64[:, ::1], int64[::1], int64[::1])")
def scores_of(
    context: uint64,
    boards: NDArray[np.uint64],
    scores: NDArray[np.int64],
    nodes: NDArray[np.int64],
) -> None:
    """Solve many positions: in a row of `boards` stand both players' discs."""
    for i in range(len(boards)):
        first, second = joined(boards[i, 0], boards[i, 1]), joined(boards[i, 2], boards[i, 3])
        scores[i], nodes[i] = counted_score(context, first, second)
        if load_u64(context + ABORTED) != uint64(0):
            return
