"""Ridge regression by preconditioned conjugate gradients, for as many weights as one likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def solve(
    image: Callable[[Floats], Floats], target: Floats, diagonal: Floats, iterations: int
) -> Floats:
    """The weights whose `image` under a symmetric positive definite matrix is `target`.

    `diagonal` is the matrix's; the answer is as near as so many iterations come.
    """
    weights = np.zeros(len(target))
    residual = target.copy()
    scaled = residual / diagonal
    direction, product = scaled.copy(), float(residual @ scaled)
    for _ in range(iterations):
        moved = image(direction)
        step = product / float(direction @ moved)
        weights += step * direction
        residual -= step * moved
        scaled = residual / diagonal
        previous, product = product, float(residual @ scaled)
        direction = scaled + (product / previous) * direction
    return weights
