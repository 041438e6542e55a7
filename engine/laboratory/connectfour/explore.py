"""Every reachable position of a game, layer by layer, and what each player can force."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UnsupportedGame
from engine.laboratory.connectfour import layers as kernels
from engine.laboratory.exhaustion.hashset import empty_set, insert_all, members

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.games.connectfour.game import ConnectFour
    from engine.search.control import SearchControl

    Keys = NDArray[np.uint64]

MAX_KEPT = 120_000_000
"""Positions kept in memory, eight bytes each, while values are worked out."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The positions after one number of plies.

    Attributes:
        ply: moves played.
        positions: distinct positions; a mirror image counts as another one.
        won: of which somebody has just won.
        full: of which the board is full without a line.
    """

    ply: int
    positions: int
    won: int
    full: int


@dataclass(slots=True)
class Exploration:
    """What exploring a game found.

    Attributes:
        layers: one per ply, in order.
        values: for each player, what it can force against all others together: 1 a win, 0
            not to lose, -1 neither. None where it was not worked out.
        complete: whether every reachable position was seen.
    """

    layers: list[Layer] = field(default_factory=list)
    values: tuple[int, ...] | None = None
    complete: bool = False

    @property
    def positions(self) -> int:
        return sum(layer.positions for layer in self.layers)


def fits(game: ConnectFour) -> bool:
    """Whether the positions of `game` have a key."""
    return game.columns * (game.rows + 1) <= (64 if game.players == 2 else 32)


def explore(
    game: ConnectFour,
    control: SearchControl,
    report: Callable[[Layer], None] | None = None,
    most: int = MAX_KEPT,
    plies: int | None = None,
) -> Exploration:
    """Explore `game` from its start, then work the values out backwards.

    `report` hears of every layer. Stopped early, after `plies` moves, or past `most` positions
    in memory, the answer is not `complete`.

    Raises:
        UnsupportedGame: a position of `game` does not fit into a key.
    """
    if not fits(game):
        raise UnsupportedGame(f"{game.key} is too large to explore every position.")
    params = np.array([game.columns, game.rows, game.connect, game.players, 0], dtype=np.int64)
    start = 0
    if game.players == 2:  # a marker at the bottom of every column
        start = sum(1 << (column * (game.rows + 1)) for column in range(game.columns))
    keys = [np.array([start], dtype=np.uint64)]
    found = Exploration()
    while len(keys[-1]):
        params[kernels.PLY] = len(keys) - 1
        layer, after = _expand(params, keys[-1], control)
        if control.stopped:
            return found
        found.layers.append(layer)
        if report is not None:
            report(layer)
        bounded = len(keys) - 1 == plies and len(after)
        if bounded or sum(map(len, keys)) + len(after) > most:
            return found
        keys.append(after)
    found.complete = True
    found.values = _values(params, keys[:-1], control)
    return found


def _expand(params: NDArray[np.int64], keys: Keys, control: SearchControl) -> tuple[Layer, Keys]:
    """Count one layer and collect the next."""
    totals = np.zeros(4, dtype=np.int64)
    found = empty_set(2 * len(keys) + kernels.BLOCK * int(params[kernels.COLUMNS]))
    at = 0
    while True:
        address = np.uint64(found.ctypes.data)
        at = kernels.expand(params, keys, at, found, address, totals, control.words)
        if at == len(keys) or control.stopped:
            break
        larger = empty_set(len(found))
        insert_all(larger, found)
        found = larger
    dense = np.empty(int(totals[kernels.SET_SIZE]), dtype=np.uint64)
    members(found, dense)
    counts = (int(totals[index]) for index in (kernels.POSITIONS, kernels.WON, kernels.FULL))
    return Layer(int(params[kernels.PLY]), *counts), dense


def _values(
    params: NDArray[np.int64], keys: list[Keys], control: SearchControl
) -> tuple[int, ...] | None:
    """What each player can force from the start; None when stopped."""
    after, values = empty_set(1), np.zeros(64, dtype=np.uint8)
    codes = np.zeros(0, dtype=np.uint8)
    while keys:
        layer = keys.pop()
        params[kernels.PLY] = len(keys)
        codes = np.zeros(len(layer), dtype=np.uint8)
        address = np.uint64(after.ctypes.data)
        if not kernels.resolve(params, layer, codes, after, values, address, control.words):
            return None
        after = empty_set(len(layer))
        values = np.zeros(len(after), dtype=np.uint8)
        if keys:
            kernels.insert_valued(after, values, layer, codes)
    return tuple((int(codes[0]) >> (2 * p) & 3) - 1 for p in range(int(params[kernels.PLAYERS])))
