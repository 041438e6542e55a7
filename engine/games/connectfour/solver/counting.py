"""What a running search counts, in the words of its control, and how that ends it."""

from __future__ import annotations

from numpy import uint64

from engine._jit import generic, load_u64, store_u64
from engine._wide_ints import Word
from engine.games.connectfour.solver.context import ABORTED, CONTROL, NODE_LIMIT
from engine.search import control

FORCED_WORD = control.FIRST_CUTS + 1
"""Which of the control's words, after those of every search, counts the nodes with one move alone,
which other programs make without a node."""

HITS, CUTS, FIRST_CUTS, FORCED = (
    uint64(8 * word) for word in (control.HITS, control.CUTS, control.FIRST_CUTS, FORCED_WORD)
)
"""What is counted beside positions, see `Statistics`: bytes from the control's first word."""

_ZERO, _ONE, _EIGHT = uint64(0), uint64(1), uint64(8)


@generic
def visit(context: uint64) -> bool:
    """Count a position; True, also ever after, if the search must end."""
    control = load_u64(context + CONTROL)
    nodes = load_u64(control + _EIGHT) + _ONE
    store_u64(control + _EIGHT, nodes)
    if load_u64(control) != _ZERO or nodes > load_u64(context + NODE_LIMIT):
        store_u64(context + ABORTED, _ONE)
        return True
    return False


@generic
def tally_forced(context: uint64, moves: Word) -> None:
    """Count a position with one move alone; without a branch, which could not be foretold."""
    word = load_u64(context + CONTROL) + FORCED
    store_u64(word, load_u64(word) + uint64(moves & (moves - _ONE) == _ZERO))


@generic
def tally(context: uint64, at: uint64) -> None:
    """Count something in the control's word at this byte."""
    word = load_u64(context + CONTROL) + at
    store_u64(word, load_u64(word) + _ONE)
