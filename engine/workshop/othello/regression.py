"""Ridge regression by preconditioned conjugate gradients, for as many weights as one likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def corner_classes() -> NDArray[np.int64]:
    """For every state of a corner of 3 × 3 cells, a number it shares with its reflection.

    A state is a number of nine digits to base three, the corner's cells row by row.
    """
    index = np.arange(3**9)
    reflected = sum(
        index // 3**place % 3 * 3 ** (3 * (place % 3) + place // 3) for place in range(9)
    )
    return np.asarray(np.minimum(index, reflected))


class Readings:
    """Positions as a matrix: the traits' values, and the places of the weights read besides.

    Attributes:
        traits: a row of values a position, for the first weights.
        places: a row of indices of weights a position, each read once.
        count: how many weights there are.
    """

    def __init__(self, traits: Floats, places: NDArray[np.int64], count: int) -> None:
        self.traits, self.places, self.count = traits, places, count

    def predict(self, weights: Floats) -> Floats:
        known = weights[: self.traits.shape[1]]
        return np.asarray(self.traits @ known + weights[self.places].sum(axis=1))

    def spread(self, values: Floats) -> Floats:
        """The transpose of `predict`."""
        total: Floats = np.zeros(self.count)
        for column in self.places.T:
            total += np.bincount(column, values, self.count)
        total[: self.traits.shape[1]] = values @ self.traits
        return total

    def diagonal(self) -> Floats:
        """That of the matrix times its transpose."""
        total = self.spread(np.ones(len(self.traits)))
        total[: self.traits.shape[1]] = (self.traits**2).sum(axis=0)
        return total


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
