"""Selective pruning: how well a shallow search predicts a deeper one (M. Buro's ProbCut).

The difference between the scores of two depths is close to normally distributed. A null
window is taken as answered when a shallow search answers it with a margin of `sureness`
standard deviations, a small integer in sixteenths of a deviation; 255 never cuts. Its
confidence is the part of a normal distribution within so many deviations.

The deviations are measured by `calibrate`, which also fits their formula. One and two plies before
the horizon it is the evaluation alone that foretells, with a wider margin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import inner, load_u64
from engine.games.othello.board.memory import SURENESS

if TYPE_CHECKING:
    from numpy.typing import NDArray

SURENESS_UNIT = 16
"""Sureness of one standard deviation."""

SURENESS_BY_CONFIDENCE = {47: 10, 62: 14, 73: 18, 87: 24, 95: 32, 99: 41}
"""The sureness of each confidence (percent) that a search may go by, the least first."""

LEAST = 73
"""The confidence of searches that stop before the end of the game."""

AT_ONCE = 1.5
"""How much wider the margin of an evaluation alone is."""

MIDDLE = (5.629, 0.300, -0.331, 0.058)
END = (3.849, 0.859, -0.079, 0.068)
"""Factors of `terms` in the logarithm of a deviation, for a search that stops before the
end of the game and for one that reaches it. As `calibrate` printed them for 1,440 positions
of the games of 1980 to 2021, to 8 plies, with the weights as shipped; the formula misses the
single deviations, each measured on 120 positions, by 28% and 7%."""

LATE = 26
"""From so many empty squares down, deviations grow."""


def shallow_of(depth: int) -> int:
    """The depth that predicts `depth`: about half, of the same parity; of 1 and 2 none."""
    half = depth // 2
    return max(half - (depth - half) % 2, 0)


def terms(deep: int, shallow: int, left: int) -> tuple[float, float, float, float]:
    """What the logarithm of a deviation is a sum of."""
    return (
        1.0,
        float(np.log(deep - shallow)),
        float(np.log(shallow + 1)),
        float(max(LATE - left, 0)),
    )


def deviation(deep: int, shallow: int, left: int) -> float:
    """Standard deviation between the scores of two depths, hundredths of a disc."""
    factors = END if deep >= left else MIDDLE
    return float(np.exp(np.dot(factors, terms(deep, shallow, left))))


def _margins() -> NDArray[np.int16]:
    """``[left][depth]``: the deviations of `depth` from `shallow_of` it."""
    table = np.zeros((65, 65), dtype=np.int16)
    for left in range(1, 65):
        for depth in range(1, 65):
            shallow = shallow_of(depth)
            wider = 1.0 if shallow else AT_ONCE
            table[left, depth] = round(wider * deviation(depth, shallow, left))
    return table


_MARGINS = _margins()


@inner("int64(uint64)")
def sureness_of(context: uint64) -> int64:
    """The sureness the running search asks for."""
    return int64(load_u64(context + SURENESS))


@inner("int64(int64)")
def shallow_depth(depth: int64) -> int64:
    """`shallow_of` for kernels."""
    half = depth // int64(2)
    return max(half - ((depth - half) & int64(1)), int64(0))


@inner("int64(int64, int64)")
def sigma(depth: int64, left: int64) -> int64:
    """Standard deviation of the scores of `depth` and its shallow search, hundredths, and what
    `AT_ONCE` adds."""
    return int64(_MARGINS[left, depth])
