"""Judging a position of 6 × 6: trained traits and corners.

The four 3 × 3 corners are the whole board. Each is a number in base three (0 empty, 1 own,
2 other; the corner is the lowest digit, then the rows away from it), and each `STAGE_PLIES`
have a weight for every such number and for every one of the `TRAITS` of `evaluation.traits`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy import int64, uint64
from numpy.typing import NDArray

from engine._jit import inner, load_i16

FILE = Path(__file__).with_name("weights_small.npz")
SIZE = 6
TRAITS = 7
CORNERS = 4
WEIGHTS_OF_STAGE = TRAITS + 3**9
STAGES, STAGE_PLIES = 4, 4
"""The last stage has 13 empty squares and more."""

_SHIFTS = np.array([0, 3, 24, 27], dtype=np.uint64)
"""Where in the 8 × 8 layout the four corners begin: their square of the lowest number."""


def _ternary() -> NDArray[np.int64]:
    """``[corner][bits]``: the base-three number of nine bits, three a row."""
    table = np.zeros((CORNERS, 512), dtype=np.int64)
    for corner in range(CORNERS):
        for bits in range(512):
            for place in range(9):
                row, column = divmod(place, 3)
                row = 2 - row if corner >= 2 else row
                column = 2 - column if corner % 2 else column
                table[corner, bits] += 3 ** (3 * row + column) * (bits >> place & 1)
    return table


_TERNARY = _ternary()
_THREE, _ROW_1, _ROW_2 = uint64(7), uint64(0x38), uint64(0x1C0)
_S5, _S10, _BYTES = uint64(5), uint64(10), uint64(2)


@inner("uint64(uint64)")
def _nine(bits: uint64) -> uint64:
    """The three lowest squares of the three lowest rows side by side."""
    return (bits & _THREE) | ((bits >> _S5) & _ROW_1) | ((bits >> _S10) & _ROW_2)


@inner("int64(uint64, uint64, int64)")
def corner_number(own: uint64, other: uint64, corner: int64) -> int64:
    """The number of a corner: top left, top right, bottom left, bottom right."""
    shift = _SHIFTS[corner]
    mine, theirs = _nine(own >> shift), _nine(other >> shift)
    return int64(_TERNARY[corner, mine] + int64(2) * _TERNARY[corner, theirs])


@inner("uint64(int64, uint64)")
def stage_address(left: int64, weights: uint64) -> uint64:
    """Where the weights of the stage with `left` empty squares begin."""
    stage = min((left - int64(1)) // int64(STAGE_PLIES), int64(STAGES - 1))
    return weights + uint64(stage * int64(WEIGHTS_OF_STAGE)) * _BYTES


@inner("int64(uint64, uint64, uint64)")
def sum_corners(own: uint64, other: uint64, stage: uint64) -> int64:
    """The weights of the four corners, hundredths of a disc."""
    score = int64(0)
    for corner in range(CORNERS):
        place = int64(TRAITS) + corner_number(own, other, int64(corner))
        score += load_i16(stage + uint64(place) * _BYTES)
    return score


@lru_cache
def load() -> NDArray[np.int16]:
    """The weights, ``[stage][weight]``, hundredths of a disc; read once, kept for good."""
    with np.load(FILE) as stored:
        return np.ascontiguousarray(stored["weights"])
