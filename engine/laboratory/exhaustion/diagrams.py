"""Sets of bit patterns as shared decision diagrams: far more members than memory has bytes.

A diagram is reduced and ordered (R. Bryant, 1986): a node asks for one bit, and equal parts of
all sets are kept once. A node is four numbers in a row: its level, where to go if the bit is 0,
where if it is 1, and the next node of its bucket. A node's number is greater than those of the
nodes that it leads to; 0 is the empty set, 1 the set of everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from engine._jit import kernel
from engine.search.control import STOP

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray

    from engine.search.control import SearchControl

    Words: TypeAlias = NDArray[np.int32]

EMPTY, EVERYTHING = 0, 1
LEVEL, LOW, HIGH, CHAINED = range(4)
"""The numbers of a node."""

BOTTOM = 255
"""The level of the two ends."""

USED, OVERFLOWN = range(2)
"""What `state` holds: the number of nodes, and whether there was no room for another."""

AND, OR, LESS = range(3)
"""Operations of `combine`: both, either, the first without the second."""

SMALLEST = 1 << 16
"""Room for so many nodes at first."""

FULL_ENOUGH = 0.6
"""Of the room; where more than that is in use after clearing up, room is made."""

_MIXED = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)

ARRAYS = "int32[::1], int32[::1], int32[::1], int64[::1], int64[::1]"
"""Nodes, buckets, remembered results, `state`, and a `SearchControl`'s words."""


@kernel("int64(int64, int64, int64, int64)")
def slot(first: int, second: int, third: int, size: int) -> int:
    """Where a triple belongs in a table whose size is a power of two."""
    mixed = np.uint64(first) * _MIXED + np.uint64(second)
    mixed = (mixed ^ (mixed >> _SHIFT)) * _MIXED + np.uint64(third)
    mixed = (mixed ^ (mixed >> _SHIFT)) * _MIXED
    return int(int(mixed >> np.uint64(20)) & (size - 1))


@kernel(f"int64({ARRAYS}, int64, int64, int64)")
def node(
    nodes: Words, buckets: Words, _known: Words, state: Any, words: Any,
    level: int, low: int, high: int,
) -> int:  # fmt: skip
    """The one node with these numbers; 0 once there is no room or the search is stopped."""
    if low == high:
        return low
    bucket = slot(level, low, high, buckets.shape[0])
    at = int(buckets[bucket])
    while at != 0:
        place = 4 * at
        if nodes[place + LOW] == low and nodes[place + HIGH] == high and nodes[place] == level:
            return at
        at = int(nodes[place + CHAINED])
    at = int(state[USED])
    if 4 * at >= nodes.shape[0] or words[STOP] != 0:
        state[OVERFLOWN] = 1
        return 0
    state[USED] = at + 1
    place = 4 * at
    nodes[place], nodes[place + LOW], nodes[place + HIGH] = level, low, high
    nodes[place + CHAINED] = buckets[bucket]
    buckets[bucket] = at
    return at


@kernel("int64(int32[::1], int64, int64, int64)")
def _remembered(known: Words, operation: int, first: int, second: int) -> int:
    """The result of an operation that was done lately; -1 if it is not known."""
    place = 4 * slot(operation, first, second, known.shape[0] // 4)
    if known[place] == first and known[place + 1] == second and known[place + 2] == operation:
        return int(known[place + 3])
    return -1


@kernel("void(int32[::1], int64, int64, int64, int64)")
def _remember(known: Words, operation: int, first: int, second: int, result: int) -> None:
    place = 4 * slot(operation, first, second, known.shape[0] // 4)
    known[place], known[place + 1], known[place + 2] = first, second, operation
    known[place + 3] = result


@kernel(f"int64({ARRAYS}, int64, int64, int64)")
def combine(
    nodes: Words, buckets: Words, known: Words, state: Any, words: Any,
    operation: int, first: int, second: int,
) -> int:  # fmt: skip
    """Two sets joined by AND, OR or LESS."""
    if first == EMPTY:
        return second if operation == OR else EMPTY
    if second == EMPTY:
        return EMPTY if operation == AND else first
    if second == EVERYTHING:
        return first if operation == AND else EVERYTHING if operation == OR else EMPTY
    if first == second:
        return EMPTY if operation == LESS else first
    if operation != LESS:
        if first == EVERYTHING:
            return second if operation == AND else EVERYTHING
        if first > second:
            first, second = second, first
    result = _remembered(known, operation, first, second)
    if result >= 0:
        return result
    one, other = int(nodes[4 * first]), int(nodes[4 * second])
    level = min(one, other)
    low, high, low_other, high_other = first, first, second, second
    if one == level:
        low, high = int(nodes[4 * first + LOW]), int(nodes[4 * first + HIGH])
    if other == level:
        low_other = int(nodes[4 * second + LOW])
        high_other = int(nodes[4 * second + HIGH])
    low = combine(nodes, buckets, known, state, words, operation, low, low_other)
    high = combine(nodes, buckets, known, state, words, operation, high, high_other)
    if state[OVERFLOWN] != 0:
        return EMPTY
    result = node(nodes, buckets, known, state, words, level, low, high)
    if state[OVERFLOWN] == 0:
        _remember(known, operation, first, second, result)
    return result


@kernel("void(int32[::1], int64, int64, uint64[::1])")
def _tally(nodes: Words, used: int, levels: int, sizes: NDArray[np.uint64]) -> None:
    """For each node, how many patterns of the bits from its level on it holds."""
    sizes[EMPTY], sizes[EVERYTHING] = np.uint64(0), np.uint64(1)
    for at in range(2, used):
        level, total = int(nodes[4 * at]), np.uint64(0)
        for branch in (LOW, HIGH):
            below = int(nodes[4 * at + branch])
            next_level = min(int(nodes[4 * below]), levels)
            total += sizes[below] << np.uint64(next_level - level - 1)
        sizes[at] = total


@kernel("int64(int32[::1], int32[::1], int64, int32[::1])")
def _compact(nodes: Words, buckets: Words, used: int, moved: Words) -> int:
    """Keep the nodes marked in `moved`, which then says where each has gone; how many there are."""
    buckets[:] = 0
    kept = 2
    for at in range(2, used):
        if moved[at] == 0:
            continue
        level = int(nodes[4 * at])
        low = int(moved[nodes[4 * at + LOW]])
        high = int(moved[nodes[4 * at + HIGH]])
        bucket = slot(level, low, high, buckets.shape[0])
        place = 4 * kept
        nodes[place], nodes[place + LOW], nodes[place + HIGH] = level, low, high
        nodes[place + CHAINED] = buckets[bucket]
        buckets[bucket] = kept
        moved[at] = kept
        kept += 1
    return kept


@kernel("void(int32[::1], int64, int32[::1])")
def _mark(nodes: Words, used: int, moved: Words) -> None:
    """Mark what the marked nodes lead to."""
    for at in range(used - 1, 1, -1):
        if moved[at] != 0:
            moved[nodes[4 * at + LOW]] = 1
            moved[nodes[4 * at + HIGH]] = 1
    moved[EMPTY], moved[EVERYTHING] = 0, 1


class Overflown(Exception):
    """There is no room for another node, or the search was stopped."""


class Diagrams:
    """Diagrams over bits of as many levels, under names in `sets`; no other set is kept.

    A number of a node is good until the next call of a method that makes nodes.
    """

    GREATEST = 44_000_000
    """Room for so many nodes at last: 22 to 28 bytes each, and half as many for a while."""

    def __init__(self, levels: int, control: SearchControl, greatest: int | None = None) -> None:
        self.levels = levels
        self.sets: dict[Hashable, int] = {}
        self._control = control
        self._greatest = self.GREATEST if greatest is None else greatest
        self._state = np.array([2, 0], dtype=np.int64)
        self._nodes = np.zeros(0, dtype=np.int32)
        self._make_room(SMALLEST)

    @property
    def used(self) -> int:
        """How many nodes there are, those of no set included."""
        return int(self._state[USED])

    @property
    def arrays(self) -> tuple[Words, Words, Words, Any, Any]:
        """What every kernel takes first."""
        return self._nodes, self._buckets, self._known, self._state, self._control.words

    def node(self, level: int, low: int, high: int) -> int:
        """The node with these numbers; to be called within what `perform` does."""
        return int(node(*self.arrays, level, low, high))

    def combined(self, operation: int, first: Hashable, second: Hashable) -> int:
        """Two of the sets joined by AND, OR or LESS.

        Raises:
            Overflown: see `perform`.
        """
        return self.perform(
            lambda: combine(*self.arrays, operation, self.sets[first], self.sets[second])
        )

    def perform(self, work: Callable[[], int]) -> int:
        """What `work` makes of the sets; done anew with more room where there was too little.

        Raises:
            Overflown: there is no more room to be had, or the search was stopped.
        """
        tried = False
        while True:
            found = work()
            if self._state[OVERFLOWN] == 0:
                return int(found)
            if self._control.stopped:
                raise Overflown
            self._state[OVERFLOWN] = 0
            self.clear_up()
            room = len(self._nodes) // 4
            if tried or self.used > FULL_ENOUGH * room:
                if room >= self._greatest:
                    raise Overflown
                self._make_room(min(2 * room, self._greatest))
            tried = True

    def clear_up(self) -> None:
        """Forget every node that is part of none of the sets."""
        moved = np.zeros(self.used, dtype=np.int32)
        for at in self.sets.values():
            moved[at] = 1
        _mark(self._nodes, self.used, moved)
        self._state[USED] = _compact(self._nodes, self._buckets, self.used, moved)
        self.sets.update({name: int(moved[at]) for name, at in self.sets.items()})
        self._known[:] = -1

    def members(self, name: Hashable) -> int:
        """How many patterns of bits are in a set; fewer than 2**64."""
        at, sizes = self.sets[name], np.zeros(self.used, dtype=np.uint64)
        _tally(self._nodes, self.used, self.levels, sizes)
        return int(sizes[at]) << min(int(self._nodes[4 * at]), self.levels)

    def _make_room(self, room: int) -> None:
        try:
            nodes = np.zeros(4 * room, dtype=np.int32)
            buckets = np.zeros(1 << (room - 1).bit_length(), dtype=np.int32)
            self._known = np.full(len(buckets), -1, dtype=np.int32)
        except MemoryError:
            raise Overflown from None
        nodes[: len(self._nodes)] = self._nodes
        nodes[LEVEL] = nodes[4 + LEVEL] = BOTTOM
        self._nodes, self._buckets = nodes, buckets
        self.clear_up()
