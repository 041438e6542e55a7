"""A set of 64-bit keys in one array: open addressing, 0 for an empty slot.

The key 0 cannot be stored; the layouts that use it never produce it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Keys = NDArray[np.uint64]

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(32)
_EMPTY = np.uint64(0)


def empty_set(expected: int) -> Keys:
    """Room for `expected` keys at a load of at most a half."""
    return np.zeros(1 << max(6, (2 * expected - 1).bit_length()), dtype=np.uint64)


@kernel("uint64(uint64, uint64)")
def slot_of(key: np.uint64, mask: np.uint64) -> np.uint64:
    """The first slot to look at; `mask` is the set's length less one."""
    mixed = (key ^ (key >> _SHIFT)) * _MULTIPLIER
    return (mixed ^ (mixed >> _SHIFT)) & mask


@kernel("boolean(uint64[::1], uint64)")
def insert(keys: Keys, key: np.uint64) -> bool:
    """Add `key`; whether it was new. The set must have an empty slot left."""
    mask = np.uint64(keys.shape[0] - 1)
    slot = slot_of(key, mask)
    while keys[slot] != _EMPTY:
        if keys[slot] == key:
            return False
        slot = (slot + np.uint64(1)) & mask
    keys[slot] = key
    return True


@kernel("int64(uint64[::1], uint64)")
def find(keys: Keys, key: np.uint64) -> int:
    """The slot of a key that is in the set."""
    mask = np.uint64(keys.shape[0] - 1)
    slot = slot_of(key, mask)
    while keys[slot] != key:
        slot = (slot + np.uint64(1)) & mask
    return int(slot)


@kernel("int64(uint64[::1], uint64[::1])")
def members(found: Keys, dense: Keys) -> int:
    """Copy the keys of a set into `dense`; their number."""
    count = 0
    for slot in range(found.shape[0]):
        if found[slot] != _EMPTY:
            dense[count] = found[slot]
            count += 1
    return count


@kernel("void(uint64[::1], uint64[::1])")
def insert_all(found: Keys, keys: Keys) -> None:
    """Add every key of an array that may hold zeros, which are skipped."""
    for index in range(keys.shape[0]):
        if keys[index] != _EMPTY:
            insert(found, keys[index])
