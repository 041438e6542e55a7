"""The way into `selective` for boards of 65 to 128 bits, each two words, the lower one first."""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import kernel
from engine._wide_ints import joined
from engine.games.connectfour.search.selective import remembered, sought


@kernel("int64(uint64, uint64, uint64, uint64, uint64, int64, int64, int64)")
def value_of(
    context: uint64,
    own: uint64,
    own_above: uint64,
    mask: uint64,
    mask_above: uint64,
    depth: int64,
    alpha: int64,
    beta: int64,
) -> int64:
    """`sought` of an unfinished position."""
    return sought(context, joined(own, own_above), joined(mask, mask_above), depth, alpha, beta)


@kernel("int64(uint64, uint64, uint64, uint64, uint64)")
def best_of(
    context: uint64, own: uint64, own_above: uint64, mask: uint64, mask_above: uint64
) -> int64:
    """`remembered` of a position."""
    return remembered(context, joined(own, own_above), joined(mask, mask_above))
