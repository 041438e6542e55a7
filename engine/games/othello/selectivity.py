"""Selective pruning: how well a shallow search predicts a deeper one (M. Buro's ProbCut).

The difference between the scores of two depths is close to normally distributed. A null
window is taken as answered when a shallow search answers it with a margin of `sureness`
standard deviations. Sureness is a small integer in sixteenths of a deviation: 16 lets one
cut in six be wrong in theory, 24 one in fifteen, 40 one in 160; 255 never cuts.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import kernel, load_u64
from engine.games.othello.context import SURENESS

SURENESS_UNIT = 16
"""Sureness of one standard deviation."""

CUT_FROM = int64(3)
"""The least depth that is cut."""


@kernel("int64(uint64)")
def sureness_of(context: uint64) -> int64:
    """The sureness the running search asks for."""
    return int64(load_u64(context + SURENESS))


@kernel("int64(int64)")
def shallow_depth(depth: int64) -> int64:
    """The depth that predicts `depth`: about half, of the same parity."""
    half = depth // int64(2)
    return half - ((depth - half) & int64(1))


@kernel("int64(int64, int64, int64)")
def sigma(depth: int64, shallow: int64, left: int64) -> int64:
    """Standard deviation, hundredths of a disc, between the scores of two depths.

    Fitted to 600 positions of tournament games searched to all depths up to 9.
    """
    late = max(int64(26) - left, int64(0))
    return int64(310) + int64(25) * (depth - shallow) - int64(10) * shallow + int64(10) * late
