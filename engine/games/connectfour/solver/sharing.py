"""How threads that search one position keep out of each other's way.

Whoever looks at a position's moves says so in a table of keys that all threads see. A move to a
position where another thread is waits until the other moves are done: by then that thread's
answer is in the transposition table. If not, the search joins it there (ABDADA, Weill 1996, as
simplified by Kerrigan). What a thread is asked above is written down as well: once another one
has answered that, it goes back there. A word that is lost or stale costs time alone.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import constant_u64, generic, load_u64, store_u64
from engine._wide_ints import Word, bits_of, load, low_half, none_of
from engine.games.connectfour.solver.context import (
    ABORTED,
    BUSY,
    BUSY_LOG,
    DECIDED,
    PATH,
    PATH_WORDS,
    SPLIT,
)
from engine.games.connectfour.solver.table import belongs, key_of, lower_bound, upper_bound

LOOK_UP = int64(2)
"""How many free squares more than in the last positions of a path are left where a thread looks
whether what it does is still wanted."""

_ZERO, _ONE, _THREE, _FOUR, _FIVE, _EIGHT = (uint64(n) for n in (0, 1, 3, 4, 5, 8))
_ROW, _FLOOR, _CEILING = (uint64(8 * words) for words in (PATH_WORDS, 2, 3))
_I0, _I1 = int64(0), int64(1)


@generic
def splits(context: uint64, free: int64) -> bool:
    """Whether a position with so many free squares is worth telling the other threads of."""
    return bool(free >= int64(constant_u64(context + SPLIT)))


@generic
def _busy_slot(context: uint64, key: Word) -> uint64:
    at = low_half(key >> (bits_of(key) - uint64(BUSY_LOG)))
    return uint64(constant_u64(context + BUSY) + (at << _THREE))


@generic
def _path_row(context: uint64, free: int64) -> uint64:
    return uint64(constant_u64(context + PATH) + (uint64(free) << _FIVE))


@generic
def begin_path(context: uint64, free: int64) -> None:
    """A search begins with so many free squares."""
    if splits(context, free):
        store_u64(_path_row(context, free + _I1), _ZERO)


@generic
def enter(
    context: uint64, key: Word, slot: uint64, free: int64, floor: int64, ceiling: int64
) -> bool:
    """Begin to search a position's moves within a window; False if that is no longer wanted."""
    row = _path_row(context, free)
    if free == int64(constant_u64(context + SPLIT)) + LOOK_UP and _is_needless(context, free, key):
        return False
    store_u64(_busy_slot(context, key), low_half(key))
    store_u64(row, low_half(key))
    store_u64(row + _EIGHT, slot)
    store_u64(row + _FLOOR, uint64(floor))
    store_u64(row + _CEILING, uint64(ceiling))
    return True


@generic
def _is_needless(context: uint64, free: int64, like: Word) -> bool:
    """Whether what a position above is asked is known by now; then the search ends up to there."""
    found = False
    row = _path_row(context, free) + _ROW
    while load_u64(row) != _ZERO:
        free += _I1
        entry = load(load_u64(row + _EIGHT), like)
        if belongs(entry, none_of(like) | load_u64(row)):
            lower, upper = lower_bound(entry), upper_bound(entry)
            good = lower >= int64(load_u64(row + _CEILING))
            if good or upper <= int64(load_u64(row + _FLOOR)):
                store_u64(context + ABORTED, uint64(free))
                store_u64(context + DECIDED, uint64(lower if good else upper))
                found = True
        row += _ROW
    return found


@generic
def leave(context: uint64, key: Word) -> None:
    """End the search of a position's moves."""
    slot = _busy_slot(context, key)
    if load_u64(slot) == low_half(key):
        store_u64(slot, _ZERO)


@generic
def leave_early(context: uint64, key: Word, free: int64) -> int64:
    """`leave` as the search ends: the bound that was found here, else 0 for what is void."""
    leave(context, key)
    if load_u64(context + ABORTED) != uint64(free):
        return _I0
    store_u64(context + ABORTED, _ZERO)
    return int64(load_u64(context + DECIDED))


@generic
def is_searched(context: uint64, own: Word, mask: Word, free: int64) -> bool:
    """Whether some thread looks at the moves of a position."""
    key = key_of(context, own, mask, free)
    return bool(load_u64(_busy_slot(context, key)) == low_half(key))


@generic
def put_last(order: uint64, at: uint64, others: uint64) -> uint64:
    """An order of `others` more moves, see `moves.order_of`, with one more after them."""
    shift = others * _FOUR
    return uint64((order & ((_ONE << shift) - _ONE)) | (at << shift))
