"""Every reachable position of Othello up to 8 × 8, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UnsupportedGame
from engine.laboratory.othello import layers as kernels
from engine.laboratory.othello.lines import start

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.games.othello.game import Othello
    from engine.search.control import SearchControl


@dataclass(frozen=True, slots=True)
class OthelloLayer:
    """The (board, side to move) states after one number of plies.

    Attributes:
        ply: moves played, passes included.
        positions: distinct states.
        finished: of which neither side can move.
        must_pass: of which the side to move has to pass.
    """

    ply: int
    positions: int
    finished: int
    must_pass: int

    @property
    def last(self) -> bool:
        """Whether no game goes on from here."""
        return self.positions == self.finished


MAX_STATES = 60_000_000
"""States of a layer, sixteen bytes each and twice as many slots."""

MAX_KEPT = 4_000_000
"""States of all layers, up to which they are compared with one another."""


@dataclass(frozen=True, slots=True)
class OthelloExploration:
    """What exploring a board found.

    Attributes:
        layers: one for each number of plies, in order.
        distinct: different states of all layers together, as one may be met after several
            numbers of plies; None where there were too many to compare.
    """

    layers: tuple[OthelloLayer, ...]
    distinct: int | None

    @property
    def total(self) -> int:
        """States ply by ply, each counted at every ply at which it is met."""
        return sum(layer.positions for layer in self.layers)

    @property
    def complete(self) -> bool:
        return bool(self.layers) and self.layers[-1].last


def explore_othello(
    game: Othello,
    plies: int | None,
    control: SearchControl,
    report: Callable[[OthelloLayer], None] | None = None,
) -> OthelloExploration:
    """The layers up to `plies`; fewer when stopped, past `MAX_STATES` or when no game goes on.

    Raises:
        UnsupportedGame: the board is larger than 8 × 8.
    """
    if game.size > 8:
        raise UnsupportedGame(f"{game.key} is too large to explore every position.")
    layer = np.array([start(game.size)], dtype=np.uint64)
    layers: list[OthelloLayer] = []
    kept: list[NDArray[np.uint64]] = []
    while 0 < len(layer) <= MAX_STATES and (plies is None or len(layers) <= plies):
        kept.append(layer)
        last = len(layers) == plies
        expanded = (_counted if last else _expanded)(game.size, len(layers), layer, control)
        if expanded is None:
            kept.pop()
            break
        found, layer = expanded
        layers.append(found)
        if report is not None:
            report(found)
    return OthelloExploration(tuple(layers), _distinct(kept))


def _distinct(layers: list[NDArray[np.uint64]]) -> int | None:
    """How many different states the layers hold."""
    total = sum(map(len, layers))
    if total > MAX_KEPT:
        return None
    found = _empty_set(total)
    for layer in layers:
        kernels.insert_all(found, layer)
    return int(np.count_nonzero(found.any(axis=1)))


def _counted(
    size: int, ply: int, layer: NDArray[np.uint64], _control: SearchControl
) -> tuple[OthelloLayer, NDArray[np.uint64]]:
    """Count the last layer that is asked for."""
    totals = np.zeros(4, dtype=np.int64)
    kernels.count(size, layer, totals)
    return OthelloLayer(ply, *(int(total) for total in totals[:3])), layer[:0]


def _expanded(
    size: int, ply: int, layer: NDArray[np.uint64], control: SearchControl
) -> tuple[OthelloLayer, NDArray[np.uint64]] | None:
    """Count one layer and collect the next; None when stopped."""
    totals = np.zeros(4, dtype=np.int64)
    found, at = _empty_set(len(layer)), 0
    while True:
        at = kernels.expand(size, layer, at, found, totals, control.words)
        if control.stopped:
            return None
        if at == len(layer):
            break
        larger = _empty_set(len(found))
        kernels.insert_all(larger, found)
        found = larger
    after = np.zeros((int(totals[kernels.SET_SIZE]), 2), dtype=np.uint64)
    kernels.members(found, after)
    return OthelloLayer(ply, *(int(total) for total in totals[:3])), after


def _empty_set(expected: int) -> NDArray[np.uint64]:
    """Room for `expected` states at a load of at most a half."""
    slots = max(4 * kernels.MAX_CHILDREN, 2 * expected)
    return np.zeros((1 << (slots - 1).bit_length(), 2), dtype=np.uint64)
