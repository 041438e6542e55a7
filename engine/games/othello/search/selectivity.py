"""Selective pruning: how well a shallow search predicts a deeper one (M. Buro's ProbCut).

The difference between the scores of two depths is close to normally distributed. A null
window is taken as answered when a shallow search answers it with a margin of `sureness`
standard deviations, a small integer in sixteenths of a deviation; 255 never cuts. Its
confidence is the part of a normal distribution within so many deviations.

The deviations are measured by `calibrate`, which also fits their formula. Up to `NEAR` plies before
the horizon, or `JUDGED_NEAR`, the evaluation alone foretells, too, with a wider margin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import inner, load_u64
from engine.games.othello.board.memory import SURENESS
from engine.games.othello.evaluation.evaluation import judged
from engine.games.othello.search import table

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

NEAR, JUDGED_NEAR = 2, 4
"""So many plies deep it may answer alone; the second where the network judges."""

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
    margins = np.zeros((65, 65), dtype=np.int16)
    for left in range(1, 65):
        for depth in range(1, 65):
            margins[left, depth] = round(deviation(depth, shallow_of(depth), left))
    return margins


_MARGINS = _margins()
_AT_ONCE = np.round(AT_ONCE * _MARGINS).astype(np.int16)
_NEAR, _JUDGED_NEAR = int64(NEAR), int64(JUDGED_NEAR)
_UNIT, _UNTOLD = int64(SURENESS_UNIT), int64(-1)


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
    """Standard deviation of the scores of `depth` and its shallow search, hundredths."""
    return int64(_MARGINS[left, depth])


@inner("int64(int64, int64, int64, uint64)")
def margin_at_once(depth: int64, left: int64, sureness: int64, context: uint64) -> int64:
    """How far beyond a window an estimate answers it alone, hundredths; below 0: nowhere."""
    near = _JUDGED_NEAR if judged(left, context) else _NEAR
    if sureness == table.EXACT or depth <= int64(0) or depth > near:
        return _UNTOLD
    return (int64(_AT_ONCE[left, depth]) * sureness) // _UNIT
