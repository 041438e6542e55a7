"""The transposition table of the exact search.

One word per entry. `mixed` permutes the keys; its top bits, at least 12 (of two words 14),
choose the slot and all bits but so many at the top are kept, so that together they are
the whole key and no entry is ever taken for another. Below them stand the bounds of the
score, 6 (7) bits each, offset by 32 (64); 0 is an empty entry. Entries of one word are
written whole, which lets threads share the table without locks.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import constant_u64, generic, load_u64, merged
from engine._wide_ints import Word, bits_of, low_half, mixed, none_of
from engine.games.connectfour.solver.context import (
    COLUMNS,
    HEIGHT,
    SHARED,
    SMALL,
    SMALL_SHIFT,
    TABLE,
    TABLE_SHIFT,
)

LATE = int64(18)
"""Positions with fewer free squares stay in the small table: they are most of all, and reading
the large one takes longer than what it would save."""

_ZERO, _ONE, _THREE, _SIX, _SEVEN = (uint64(n) for n in (0, 1, 3, 6, 7))


@generic
def bound_bits(like: Word) -> uint64:
    """The bits of a bound."""
    return uint64(_SIX + (bits_of(like) >> _SEVEN))


@generic
def score_offset(like: Word) -> int64:
    """What is added to a bound to make it positive; more than any score."""
    return int64(bits_of(like) >> _ONE)


@generic
def slot_of(context: uint64, key: Word, free: int64) -> uint64:
    """The address of the table entry of a mixed key with so many free squares."""
    late = bool(free < LATE)
    table = load_u64(context + (SMALL if late else TABLE))
    shift = load_u64(context + (SMALL_SHIFT if late else TABLE_SHIFT))
    return uint64(table + low_half(key >> shift) * (bits_of(key) >> _THREE))


@generic
def mirrored(context: uint64, key: Word) -> Word:
    """A word with its columns in the opposite order."""
    height = constant_u64(context + HEIGHT)
    column = ((none_of(key) + _ONE) << height) - _ONE
    image = none_of(key)
    for _ in range(int64(constant_u64(context + COLUMNS))):
        image = (image << height) | (key & column)
        key >>= height
    return image


@merged
def key_of(context: uint64, own: Word, mask: Word, free: int64) -> Word:
    """The mixed key of a position with so many free squares.

    With SHARED or more it is that of its mirror image too: where a search begins at a position
    that is its own image, else the tree has few such pairs.
    """
    key = own + mask
    return mixed(shared_key(context, key) if free >= int64(load_u64(context + SHARED)) else key)


@generic
def shared_key(context: uint64, key: Word) -> Word:
    """The smaller of a key and its image's."""
    image = mirrored(context, key)
    return image if image < key else key


@generic
def belongs(entry: Word, key: Word) -> bool:
    """Whether an entry is that of the position with this mixed key.

    Then they differ in the bounds alone, which are not 0. One comparison says so: whether an entry
    is empty is more than the processor could guess.
    """
    bounds = bound_bits(key) + bound_bits(key)
    one = none_of(key) + _ONE
    return bool((entry ^ (key << bounds)) - one < (one << bounds) - one)


@generic
def lower_bound(entry: Word) -> int64:
    """The lower bound in an entry."""
    width = bound_bits(entry)
    return int64((low_half(entry) >> width) & ((_ONE << width) - _ONE)) - score_offset(entry)


@generic
def upper_bound(entry: Word) -> int64:
    """The upper bound in an entry."""
    return int64(low_half(entry) & ((_ONE << bound_bits(entry)) - _ONE)) - score_offset(entry)


@generic
def entry_of(key: Word, lower: int64, upper: int64) -> Word:
    """The entry of a mixed key."""
    width, offset = bound_bits(key), score_offset(key)
    bounds = (uint64(lower + offset) << width) | uint64(upper + offset)
    return (key << (width + width)) | bounds
