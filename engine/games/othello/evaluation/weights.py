"""The trained weights of the 8 × 8 patterns: their file and their layout in memory.

Both keep one int16 (hundredths of a disc) for every index of every stage, symmetric ones
included: a look-up is one load, and reading the file is nothing but unpacking it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.evaluation.patterns import class_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 8
FILE = Path(__file__).with_name("weights.npz")


@lru_cache
def load() -> NDArray[np.int16]:
    """The weights, ``[stage][index]``; read once, kept for good (kernels hold its address)."""
    with np.load(FILE) as stored:
        return np.ascontiguousarray(stored["weights"])


def save(trained: dict[int, NDArray[np.float64]], path: Path) -> None:
    """Write the weights of these stages, in discs by class; the others are those shipped."""
    weights, classes = load().copy(), class_numbers()
    for stage, values in trained.items():
        weights[stage] = np.clip(np.rint(values * DISC), -32000, 32000).astype(np.int16)[classes]
    np.savez_compressed(path, weights=weights)
