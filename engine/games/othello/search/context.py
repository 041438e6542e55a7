"""What a search thread keeps for its kernels, in the layout of `memory`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import uint64

from engine.games.othello.board.memory import (
    ABORTED,
    AGE,
    BOARD,
    C_SQUARES,
    CONTROL,
    CORNERS,
    ESTIMATE,
    LATE_TABLE,
    LATE_TABLE_MASK,
    MOVES,
    MOVES_ROW,
    NETWORK,
    NODE_LIMIT,
    NODES,
    ORDERING,
    PEER,
    SETTLED,
    SURENESS,
    TABLE,
    TABLE_MASK,
    UNJUDGED,
    UNWIND_TO,
    WEIGHTS,
    X_SQUARES,
)
from engine.search.control import HITS, SearchControl

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.games.othello.board.bitboard import Layout
    from engine.games.othello.search.table import Table

UNLIMITED = (1 << 63) - 1
_ORDERING_BUCKETS = 1 << 14
_LATE_BUCKETS = 1 << 14
"""1 MiB: half of what a core keeps beside it on machines of today."""

_RANKING_SURENESS = 18
"""Searches that only order moves cut at 73% confidence (`selectivity`)."""


class Context:
    """The block of words of one search thread; `address` is what kernels take."""

    def __init__(
        self,
        table: Table,
        layout: Layout | None = None,
        weights: NDArray[np.int16] | None = None,
        rows: NDArray[np.int16] | None = None,
    ) -> None:
        size = int(MOVES) + 65 * int(MOVES_ROW)
        self._words = np.zeros(size // 8, dtype=np.uint64)
        self.address = uint64(self._words.ctypes.data)
        self.table = table
        self._control = SearchControl()
        if layout is not None:
            self._put(BOARD, int(layout.board))
            self._put(CORNERS, int(layout.corners))
            self._put(X_SQUARES, int(layout.x_squares))
            self._put(C_SQUARES, int(layout.c_squares))
        if weights is not None:
            self._put(WEIGHTS, weights.ctypes.data)
        if rows is not None:
            self._put(NETWORK, rows.ctypes.data)
        self._weights, self._rows = weights, rows  # keeps the memory alive
        self.be_sure(255)
        self._put(ESTIMATE, int(UNJUDGED) % (1 << 64))
        self._put(TABLE, int(table.address))
        self._put(TABLE_MASK, table.buckets - 1)
        self.begin(self._control)

    def begin(self, control: SearchControl, nodes: int | None = None) -> None:
        """Start a search that obeys `control` and may visit `nodes` more positions."""
        self._control = control  # keeps the words alive
        visited = control.nodes
        self._put(CONTROL, control.address)
        self._put(NODES, visited)
        self._put(NODE_LIMIT, UNLIMITED if nodes is None else visited + nodes)
        self._put(ABORTED, 0)
        self._put(AGE, self.table.age)

    def be_sure(self, sureness: int) -> None:
        """Prune selectively only where so sure (`selectivity`); 255: nowhere."""
        self._put(SURENESS, sureness)

    def nodes_from(self, other: Context) -> None:
        """Go on counting where another context of the same search is."""
        self._put(NODES, other.nodes)

    def add(self, nodes: int, other: SearchControl) -> None:
        """Count what another thread visited for this search under a control of its own."""
        self._put(NODES, self.nodes + nodes)
        self._control.words[HITS:] += other.words[HITS:]

    @property
    def aborted(self) -> bool:
        """Whether the search was ended by a limit or a stop."""
        return bool(self._words[int(ABORTED) // 8])

    @property
    def nodes(self) -> int:
        """Positions visited, those of earlier searches under the same control included."""
        return int(self._words[int(NODES) // 8])

    def _put(self, offset: uint64, value: int) -> None:
        self._words[int(offset) // 8] = value


class EndgameContext(Context):
    """A context of the endgame, with another one of its own for the search that orders moves."""

    def __init__(
        self, table: Table, layout: Layout, weights: NDArray[np.int16] | None = None
    ) -> None:
        self.ordering = Context(type(table)(_ORDERING_BUCKETS), layout, weights)
        super().__init__(table, layout, weights)
        self.late = type(table)(_LATE_BUCKETS)
        self._put(LATE_TABLE, int(self.late.address))
        self._put(LATE_TABLE_MASK, self.late.buckets - 1)
        self.layout, self.weights = layout, weights
        self._put(ORDERING, int(self.ordering.address))
        self.ordering.be_sure(_RANKING_SURENESS)
        self._put(PEER, int(self.address))

    def begin(self, control: SearchControl, nodes: int | None = None) -> None:
        super().begin(control, nodes)
        self._put(SETTLED, 0)
        self._put(UNWIND_TO, 0)
        self.ordering.begin(control, nodes)

    def beside(self) -> EndgameContext:
        """A context for another thread, over the same table."""
        return EndgameContext(self.table, self.layout, self.weights)

    def be_as_sure_as(self, other: EndgameContext) -> None:
        """Prune selectively where the other context does."""
        self.be_sure(int(other._words[int(SURENESS) // 8]))

    def share_with(self, following: EndgameContext) -> None:
        """Share what is searched with a ring of threads, the next of which is `following`."""
        self._put(PEER, int(following.address))
