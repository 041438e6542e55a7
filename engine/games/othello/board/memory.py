"""The words a running search keeps: where its table is, what it may spend, scratch space.

Recursive kernels get one address instead of arrays (array arguments would cost reference
counting at every call). It points at a block of 64-bit words::

      byte 0    CONTROL      address of the SearchControl's words
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
         112    PEER         address of the next thread's context at this question, in a ring
         120    SETTLED      the node that another thread has settled, or 0, see `sharing`,
         128    UNWIND_TO    and the empty squares of that node while this thread goes back to it
         136    NETWORK      address of the network's rows, 0 on boards without
         144    LATE_TABLE, LATE_TABLE_MASK: an endgame's other table, see `table.part`
         160    ESTIMATE     what the evaluation says of the next position, see `midgame.search`
         256..  READINGS     a board's pattern readings, see `evaluation.look`
         512..  PLACES       a word for each count of empty squares: the node this thread is at
        2048..  MOVES        one row of scratch for each count of empty squares
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, load_u64, store_u64
from engine.search.control import CUTS, FIRST_CUTS, HITS

CONTROL, NODES, NODE_LIMIT, ABORTED = uint64(0), uint64(8), uint64(16), uint64(24)
TABLE, TABLE_MASK, AGE = uint64(32), uint64(40), uint64(48)
LATE_TABLE, LATE_TABLE_MASK = uint64(144), uint64(152)
BOARD, CORNERS, X_SQUARES, C_SQUARES = (uint64(at) for at in range(56, 88, 8))
WEIGHTS, SURENESS, ORDERING = uint64(88), uint64(96), uint64(104)
PEER, SETTLED, UNWIND_TO, NETWORK = uint64(112), uint64(120), uint64(128), uint64(136)
ESTIMATE, READINGS, PLACES = uint64(160), uint64(256), uint64(512)
MOVES = uint64(2048)
MOVES_ROW = uint64(1024)
"""Bytes of scratch for one node: up to 64 moves of two words."""

UNJUDGED = int64(-(1 << 15))
"""The estimate of a position that no evaluation was asked about."""

_ONE, _ZERO = uint64(1), uint64(0)
_CONTROL_NODES = uint64(8)
_HITS, _CUTS, _FIRST_CUTS = (uint64(8 * word) for word in (HITS, CUTS, FIRST_CUTS))


@inner("void(int64, uint64)")
def foretell(estimate: int64, context: uint64) -> None:
    """Say what the evaluation says of the position to be visited next, for its mover."""
    store_u64(context + ESTIMATE, uint64(estimate))


@inner("int64(uint64)")
def foretold(context: uint64) -> int64:
    """What was said, or `UNJUDGED`; once."""
    estimate = int64(load_u64(context + ESTIMATE))
    store_u64(context + ESTIMATE, uint64(UNJUDGED))
    return estimate


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


@inner("void(uint64, uint64)")
def _tally(context: uint64, at: uint64) -> None:
    word = load_u64(context + CONTROL) + at
    store_u64(word, load_u64(word) + _ONE)


@inner("void(uint64)")
def count_hit(context: uint64) -> None:
    """Count a position that the table answered."""
    _tally(context, _HITS)


@inner("void(uint64, boolean)")
def count_cut(context: uint64, first: bool) -> None:
    """Count a position where one move sufficed; `first`: the first one searched."""
    _tally(context, _CUTS)
    if first:
        _tally(context, _FIRST_CUTS)


@inner("uint64(uint64)")
def aborted(context: uint64) -> uint64:
    """Not zero once the search must end."""
    return uint64(load_u64(context + ABORTED))


@inner("uint64(uint64, int64)")
def scratch(context: uint64, empties: int64) -> uint64:
    """The address of the row of scratch for a node with so many empty squares."""
    return uint64(context + MOVES + uint64(empties) * MOVES_ROW)
