"""Which contents of columns two players in turn can have dropped, were lines nothing to them.

Columns do not touch in this: what matters is whether their discs, each column's from its bottom
up, can be put into one order that goes red, yellow, red... The boards with such an order are one
set, and its decision diagram (see `symbolic`), cut where one column ends and the next begins, is
an automaton that reads columns. Its states are few: 4,000 nodes hold all boards of 7 × 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.laboratory.connectfour.symbolic import drop, empty_board
from engine.laboratory.exhaustion.diagrams import EMPTY, HIGH, LEVEL, LOW, OR, Diagrams

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.games.connectfour.game import ConnectFour
    from engine.search.control import SearchControl

DEAD, RED_TO_MOVE, YELLOW_TO_MOVE = range(3)
"""States before the first column: no board, those with as many discs of both, those with one more
of red's."""

GROWING = 5
"""The work done grows with this power of how many columns and rows are done, on 7 × 6."""

_DROPPED = "dropped"


def automaton(
    game: ConnectFour, control: SearchControl, report: Callable[[float], None]
) -> list[NDArray[np.int32]]:
    """For each column, the state after it by the state before it and the column's key.

    The key is the column's part of a position's (see `layers`). After the last column every state
    but DEAD is a board that can be reached. `report` hears what part of the work is done.

    Raises:
        Overflown: there is no room, or the search was stopped.
    """
    diagrams = _reached(game, control, report)
    nodes = diagrams.arrays[0].reshape(-1, 4)
    keys = np.arange(1 << (game.rows + 1))
    states = [EMPTY, diagrams.sets[0], diagrams.sets[1]]
    tables = []
    for column in range(game.columns):
        at = np.repeat(np.array(states)[:, None], len(keys), axis=1)
        for bit in reversed(range(game.rows + 1)):
            asks = nodes[at, LEVEL] == column * (game.rows + 1) + game.rows - bit
            branch = np.where(keys >> bit & 1, nodes[at, HIGH], nodes[at, LOW])
            at = np.where(asks, branch, at)
        at[:, 0] = EMPTY
        found, table = np.unique(at, return_inverse=True)
        states = found.tolist()
        tables.append(table.reshape(at.shape).astype(np.int32))
    return tables


def _reached(
    game: ConnectFour, control: SearchControl, report: Callable[[float], None]
) -> Diagrams:
    """All boards with red to move as set 0, with yellow to move as set 1.

    Boards with low columns first, then with ever more of them higher: what lies between has twice
    as many nodes as the end then, and not hundreds of times.
    """
    diagrams = Diagrams(game.columns * (game.rows + 1), control)
    sets = diagrams.sets
    squares = game.columns * game.rows
    sets[0], sets[1] = diagrams.perform(lambda: empty_board(diagrams, game)), EMPTY
    for highest in range(1, game.rows + 1):
        for columns in range(1, game.columns + 1):
            drops = [(column, yellow) for column in range(columns) for yellow in (0, 1)]
            while sum(_add_drops(diagrams, game, highest, *drop) for drop in drops):
                pass
            report((((highest - 1) * game.columns + columns) / squares) ** GROWING)
    diagrams.clear_up()
    return diagrams


def _add_drops(
    diagrams: Diagrams, game: ConnectFour, highest: int, column: int, yellow: int
) -> bool:
    """Add the boards after a disc of one player has fallen into a column; whether any was new."""
    diagrams.clear_up()
    sets, mover, after = diagrams.sets, yellow, 1 - yellow

    def dropped() -> int:
        return drop(*diagrams.arrays, sets[mover], column, game.rows, highest, 1 - yellow)

    sets[_DROPPED] = diagrams.perform(dropped)
    joined = diagrams.combined(OR, after, _DROPPED)
    new = joined != sets[after]
    sets[after] = joined
    del sets[_DROPPED]
    return new
