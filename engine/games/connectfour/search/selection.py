"""How the selective search is asked about positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine.games.connectfour.board.layout import centre_first, discs, layout
from engine.games.connectfour.search.alphabeta import NO_COLUMN
from engine.games.connectfour.search.selective import SQUARES
from engine.games.connectfour.search.selective_two_words import best_of, value_of
from engine.games.connectfour.search.windows import windows
from engine.games.connectfour.solver import context
from engine.games.connectfour.solver.block import WORD, Block

if TYPE_CHECKING:
    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.control import SearchControl

TABLE_LOG = 20
"""Logarithm of the table's entries, of 16 bytes each."""

LOWER_HALF = (1 << WORD) - 1


class Selection:
    """The selective search of one game's positions, with an empty table. One thread at a time."""

    def __init__(self, game: ConnectFour) -> None:
        board = layout(game)
        self._columns = centre_first(board.columns)
        self._block = Block(board, 2, self._columns)
        self._table = np.zeros(2 << TABLE_LOG, dtype=np.uint64)
        self._history = np.zeros((2, SQUARES), dtype=np.uint64)
        self._prior = np.zeros(SQUARES, dtype=np.uint64)
        for window in windows(board.columns, board.rows, board.connect):
            for column, row in (divmod(cell, board.rows) for cell in window):
                self._prior[column * board.height + row] += uint64(1)
        self._block.put(context.TABLE, self._table.ctypes.data)
        self._block.put(context.TABLE_SHIFT, WORD - TABLE_LOG)
        self._block.put(context.HISTORY, self._history.ctypes.data)

    def refresh(self) -> None:
        """Forget which moves did well: at first those do that stand in many lines."""
        self._history[:] = self._prior

    def begin(self, control: SearchControl, node_limit: int) -> None:
        """Obey `control` from now on, up to so many nodes in all."""
        self._control = control  # keeps its words alive
        self._block.put(context.CONTROL, control.address)
        self._block.put(context.NODE_LIMIT, node_limit)
        self._block.put(context.ABORTED, 0)

    @property
    def aborted(self) -> bool:
        """Whether a stop or the node limit ended the search; begin again then."""
        return bool(self._block.get(context.ABORTED))

    def value(self, position: ConnectFourPosition, depth: int, alpha: int, beta: int) -> int:
        """The value of an unfinished position to its mover, see `selective.sought`."""
        bounds = int64(depth), int64(alpha), int64(beta)
        return int(value_of(self._block.address, *_words(position), *bounds))

    def best_column(self, position: ConnectFourPosition) -> Move | None:
        """The best column, as far as the table remembers the position."""
        place = int(best_of(self._block.address, *_words(position)))
        return None if place == NO_COLUMN else self._columns[place]


def _words(position: ConnectFourPosition) -> tuple[uint64, uint64, uint64, uint64]:
    """The mover's discs and all discs, each as two words."""
    own, mask = discs(position)
    return (
        uint64(own & LOWER_HALF),
        uint64(own >> WORD),
        uint64(mask & LOWER_HALF),
        uint64(mask >> WORD),
    )
