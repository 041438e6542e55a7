"""Every reachable position of Othello on 4 × 4 and 6 × 6, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UnsupportedGame
from engine.laboratory.hashset import empty_set, insert_all, members
from engine.laboratory.othello import layers as kernels
from engine.laboratory.othello.lines import start

if TYPE_CHECKING:
    from collections.abc import Callable

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


def explore_othello(
    game: Othello,
    plies: int,
    control: SearchControl,
    report: Callable[[OthelloLayer], None] | None = None,
) -> tuple[OthelloLayer, ...]:
    """The layers up to `plies`, fewer when stopped or when no game goes on.

    Raises:
        UnsupportedGame: the board is larger than 6 × 6.
    """
    if game.size > 6:
        raise UnsupportedGame(f"{game.key} is too large to explore every position.")
    layer = np.array([kernels.key_of(*start(game.size), game.size)], dtype=np.uint64)
    layers: list[OthelloLayer] = []
    while len(layer) and len(layers) <= plies:
        totals = np.zeros(4, dtype=np.int64)
        found, at = empty_set(2 * len(layer) + kernels.MAX_CHILDREN), 0
        while True:
            at = kernels.expand(game.size, layer, at, found, totals, control.words)
            if at == len(layer) or control.stopped:
                break
            larger = empty_set(len(found))
            insert_all(larger, found)
            found = larger
        if control.stopped:
            break
        layer = np.empty(int(totals[kernels.SET_SIZE]), dtype=np.uint64)
        members(found, layer)
        layers.append(OthelloLayer(len(layers), *(int(total) for total in totals[:3])))
        if report is not None:
            report(layers[-1])
    return tuple(layers)
