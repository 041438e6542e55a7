"""The words a running search keeps: where its table is, what it may spend, scratch space.

Recursive kernels get one address instead of arrays (array arguments would cost reference
counting at every call). It points at a block of 64-bit words::

      byte 0    CONTROL      address of the SearchControl's two words
           8    NODES        positions visited
          16    NODE_LIMIT   the search ends at this many
          24    ABORTED      1 once the search must end: every score after that is void
          32    TABLE        address of the transposition table
          40    TABLE_MASK   its number of buckets less one
          48    AGE          of the entries this search stores
          56..  BOARD, CORNERS, X_SQUARES, C_SQUARES: the layout's masks
          88    WEIGHTS      address of the pattern weights, 0 on boards without
          96    SURENESS     how sure a selective cut must be, see `selectivity`
         104    ORDERING     address of the context that an endgame search orders moves by
         112    BACKWARD     nodes with this alpha try the worst moves first, see `helping`,
         120    BACKWARD_TO  down to so many empty squares
         256..  READINGS     a board's pattern readings, see `evaluation.look`
         512..  MOVES        one row of scratch for each count of empty squares
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import inner, load_u64, store_u64
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.games.othello.bitboard import Layout
    from engine.games.othello.table import Table

CONTROL, NODES, NODE_LIMIT, ABORTED = uint64(0), uint64(8), uint64(16), uint64(24)
TABLE, TABLE_MASK, AGE = uint64(32), uint64(40), uint64(48)
BOARD, CORNERS, X_SQUARES, C_SQUARES = (uint64(at) for at in range(56, 88, 8))
WEIGHTS, SURENESS, ORDERING = uint64(88), uint64(96), uint64(104)
BACKWARD, BACKWARD_TO = uint64(112), uint64(120)
READINGS = uint64(256)
MOVES = uint64(512)
MOVES_ROW = uint64(1024)
"""Bytes of scratch for one node: up to 64 moves of two words."""

UNLIMITED = (1 << 63) - 1
_ORDERING_BUCKETS = 1 << 14
_RANKING_SURENESS = 18
"""Searches that only order moves cut at 73% confidence (`selectivity`)."""

_NOWHERE = 65
"""More empty squares than any board has."""

_ONE, _ZERO = uint64(1), uint64(0)
_CONTROL_NODES = uint64(8)


@inner("int64(uint64)")
def visit(context: uint64) -> int64:
    """Count a position; 1 if the search must end now."""
    nodes = load_u64(context + NODES) + _ONE
    store_u64(context + NODES, nodes)
    control = load_u64(context + CONTROL)
    store_u64(control + _CONTROL_NODES, nodes)
    if load_u64(control) != _ZERO or nodes > load_u64(context + NODE_LIMIT):
        store_u64(context + ABORTED, _ONE)
        return int64(1)
    return int64(0)


@inner("void(uint64, uint64)")
def count(context: uint64, nodes: uint64) -> None:
    """Count positions without looking at the limits."""
    store_u64(context + NODES, load_u64(context + NODES) + nodes)


@inner("uint64(uint64)")
def aborted(context: uint64) -> uint64:
    """Not zero once the search must end."""
    return uint64(load_u64(context + ABORTED))


@inner("uint64(uint64, int64)")
def scratch(context: uint64, empties: int64) -> uint64:
    """The address of the row of scratch for a node with so many empty squares."""
    return uint64(context + MOVES + uint64(empties) * MOVES_ROW)


class Context:
    """The block of words of one search thread; `address` is what kernels take."""

    def __init__(
        self,
        table: Table,
        layout: Layout | None = None,
        weights: NDArray[np.int16] | None = None,
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
        self._weights = weights  # keeps the memory alive
        self.be_sure(255)
        self._put(TABLE, int(table.address))
        self._put(TABLE_MASK, table.buckets - 1)
        self.begin(self._control)

    def begin(self, control: SearchControl, nodes: int | None = None) -> None:
        """Start a search that obeys `control` and may visit `nodes` more positions."""
        self._control = control  # keeps the words alive
        visited = control.nodes
        self._put(CONTROL, control.words.ctypes.data)
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

    def add_nodes(self, nodes: int) -> None:
        """Count what another thread visited for this search."""
        self._put(NODES, self.nodes + nodes)

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
        self.layout, self.weights = layout, weights
        self._put(ORDERING, int(self.ordering.address))
        self.ordering.be_sure(_RANKING_SURENESS)
        self.go_backward(0, empties=_NOWHERE)

    def begin(self, control: SearchControl, nodes: int | None = None) -> None:
        super().begin(control, nodes)
        self.ordering.begin(control, nodes)

    def beside(self) -> EndgameContext:
        """A context for another thread, over the same table."""
        return EndgameContext(self.table, self.layout, self.weights)

    def go_backward(self, alpha: int, empties: int) -> None:
        """Let a search try the worst moves first where `alpha` is asked, down to `empties`."""
        self._put(BACKWARD, alpha & ((1 << 64) - 1))
        self._put(BACKWARD_TO, empties)
