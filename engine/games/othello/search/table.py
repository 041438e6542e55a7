"""The transposition table: what earlier searches of a position proved.

A bucket is one cache line with two entries of three words, the first kept for the more
valuable search, the second for the latest::

      own ^ data | other ^ data | data | (unused)     entry 0
      own ^ data | other ^ data | data | (unused)     entry 1

      data: bits 0-15 lower bound, 16-31 upper bound (both + 32768), 32-39 depth,
            40-47 best move, 48-55 confidence, 56-63 age

The XOR makes an entry torn by another thread's write match no position, so threads share a
table without locks (R. Hyatt's scheme). Bounds are in the units of the search that stored
them; the endgame and the midgame keep tables of their own. Beside the endgame's,
which threads share and which no processor's cache holds, each thread has a small one for late
positions (`part`): they are most of all, and come again soon if they do.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint64

from engine._jit import inner, kernel, load_u64, store_u64
from engine.games.othello.board.memory import AGE, LATE_TABLE, TABLE, TABLE_MASK

NO_MOVE = uint64(64)
EXACT = int64(255)
"""Confidence of a result without selective pruning."""

LATE = int64(9)
"""Positions with so few empty squares go into the small table."""

_LINE, _LARGE_PAGE = 64, 1 << 21
_LARGE_FROM = 1 << 20
"""Bytes from which on a table is worth a large page."""

_ADVISED_FROM = 1 << 22
"""Bytes from which on NumPy asks the system for large pages; what is not used takes none."""

_ENTRY = uint64(32)
_OTHER, _DATA = uint64(8), uint64(16)
_S6, _S16, _S32, _S40, _S48, _S56 = (uint64(s) for s in (6, 16, 32, 40, 48, 56))
_BYTE, _HALF = uint64(0xFF), uint64(0xFFFF)
_BIAS = int64(32768)
_MIX_OWN, _MIX_OTHER = uint64(0x9E3779B97F4A7C15), uint64(0xD1B54A32D192ED03)


@kernel("uint64(int64, uint64)")
def part(left: int64, context: uint64) -> uint64:
    """What `bucket` takes for an endgame's context: the table for `left` empty squares."""
    return context + (LATE_TABLE - TABLE) if left <= LATE else context


@kernel("uint64(uint64, uint64, uint64)")
def bucket(own: uint64, other: uint64, context: uint64) -> uint64:
    """The address of the bucket of a position."""
    mixed = own * _MIX_OWN
    mixed = (mixed ^ (mixed >> _S32)) + other
    mixed *= _MIX_OTHER
    index = (mixed >> _S32) ^ mixed
    offset = (index & load_u64(context + TABLE_MASK)) << _S6
    return uint64(load_u64(context + TABLE) + offset)


@kernel("uint64(uint64, uint64, uint64)")
def find(at: uint64, own: uint64, other: uint64) -> uint64:
    """The data word of a position in the bucket `at`, or 0."""
    data = uint64(load_u64(at + _DATA))
    if load_u64(at) ^ data == own and load_u64(at + _OTHER) ^ data == other:
        return data
    at += _ENTRY
    data = uint64(load_u64(at + _DATA))
    if load_u64(at) ^ data == own and load_u64(at + _OTHER) ^ data == other:
        return data
    return uint64(0)


@inner("int64(uint64)")
def lower(data: uint64) -> int64:
    """The proved lower bound of the score."""
    return int64(data & _HALF) - _BIAS


@inner("int64(uint64)")
def upper(data: uint64) -> int64:
    """The proved upper bound of the score."""
    return int64((data >> _S16) & _HALF) - _BIAS


@inner("int64(uint64)")
def depth(data: uint64) -> int64:
    """How deep the stored search was."""
    return int64((data >> _S32) & _BYTE)


@kernel("uint64(uint64)")
def best(data: uint64) -> uint64:
    """The best move's square, or `NO_MOVE`."""
    return (data >> _S40) & _BYTE


@inner("int64(uint64)")
def confidence(data: uint64) -> int64:
    """Which selectivity the stored search used; larger is surer."""
    return int64((data >> _S48) & _BYTE)


@inner("uint64(int64, int64, int64, uint64, int64, uint64)")
def pack(
    low: int64, high: int64, plies: int64, move: uint64, sureness: int64, age: uint64
) -> uint64:
    """The data word of these facts."""
    bounds = uint64(low + _BIAS) | (uint64(high + _BIAS) << _S16)
    rest = (uint64(plies) << _S32) | (move << _S40) | (uint64(sureness) << _S48)
    return bounds | rest | (age << _S56)


@inner("void(uint64, uint64, uint64, uint64)")
def _write(at: uint64, own: uint64, other: uint64, data: uint64) -> None:
    store_u64(at, own ^ data)
    store_u64(at + _OTHER, other ^ data)
    store_u64(at + _DATA, data)


@inner("void(uint64, uint64, uint64, int64, int64, int64, uint64, int64, uint64)")
def store(
    at: uint64,
    own: uint64,
    other: uint64,
    low: int64,
    high: int64,
    plies: int64,
    move: uint64,
    sureness: int64,
    context: uint64,
) -> None:
    """Put what a search proved into the bucket `at`, joined with what was known.

    What says less than is known of the same position is dropped. Else the first entry is
    replaced when it holds the same position, comes from an older search or from one no
    deeper; else the second one is.
    """
    age = load_u64(context + AGE)
    first, second = load_u64(at + _DATA), load_u64(at + _ENTRY + _DATA)
    target, known = at + _ENTRY, second
    same = load_u64(target) ^ second == own and load_u64(target + _OTHER) ^ second == other
    if not same:
        same = load_u64(at) ^ first == own and load_u64(at + _OTHER) ^ first == other
        if same or (first >> _S56) != age or depth(first) <= plies:
            target, known = at, first
    if same and depth(known) > plies and confidence(known) >= sureness:
        return
    if same and depth(known) == plies and confidence(known) == sureness:
        low, high = max(low, lower(known)), min(high, upper(known))
        if move == NO_MOVE:
            move = best(known)
    if low <= high:
        _write(target, own, other, pack(low, high, plies, move, sureness, age))


class Table:
    """The memory of a table of `buckets` (a power of two) cache lines.

    A large one begins with a large page: with pages of 4 KiB the processor would first have to
    look up where most entries are, and even a prefetch waits for that.
    """

    def __init__(self, buckets: int) -> None:
        size, unit = buckets * _LINE, _LINE
        if size >= _LARGE_FROM:
            size, unit = max(size, _ADVISED_FROM), _LARGE_PAGE
        room = np.zeros((size + unit) // 8, dtype=np.uint64)
        first = -room.ctypes.data % unit // 8
        self._memory = room[first : first + buckets * _LINE // 8]
        self.address = uint64(self._memory.ctypes.data)
        self.buckets = buckets
        self.age = 0

    def next_search(self) -> None:
        """Let the entries of earlier searches be replaced first."""
        self.age = (self.age + 1) % 256

    def clear(self) -> None:
        """Forget everything."""
        self._memory[:] = 0
