"""Many boards of 8 × 8 at once, each an element of arrays of uint64 as in `bitboard`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.games.othello.board.reflections import mirrored, transposed

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NOT_A, _NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_WAYS = ((1, _NOT_A, _NOT_H), (9, _NOT_A, _NOT_H), (8, _ALL, _ALL), (7, _NOT_H, _NOT_A))
"""A shift, and the squares it can lead onto, towards higher squares and towards lower ones."""


def flips(
    disc: NDArray[np.uint64], own: NDArray[np.uint64], other: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    """What each disc of the owner of `own` would turn over."""
    found = np.zeros_like(disc)
    for shift, upper, lower in _WAYS:
        by = np.uint64(shift)
        run = (disc << by) & upper & other
        for _ in range(5):
            run |= (run << by) & upper & other
        found |= np.where((run << by) & upper & own, run, np.uint64(0))
        run = (disc >> by) & lower & other
        for _ in range(5):
            run |= (run >> by) & lower & other
        found |= np.where((run >> by) & lower & own, run, np.uint64(0))
    return found


def moves(own: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The squares where the owner of `own` can move."""
    found = np.zeros_like(own)
    for shift, upper, lower in _WAYS:
        by = np.uint64(shift)
        run = (own << by) & upper & other
        for _ in range(5):
            run |= (run << by) & upper & other
        found |= (run << by) & upper
        run = (own >> by) & lower & other
        for _ in range(5):
            run |= (run >> by) & lower & other
        found |= (run >> by) & lower
    return found & ~(own | other)


def images(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The eight ways to look at each board, a row each, in the same order for every array."""
    found = []
    for base in (bits, transposed(bits)):
        for image in (base, mirrored(base)):
            found += [image, image.byteswap()]  # rows upside down
    return np.stack(found)


def least_images(
    first: NDArray[np.uint64], second: NDArray[np.uint64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Of each pair of boards the least of the images that both have in common."""
    one, two = images(first), images(second)
    least: NDArray[np.uint64] = one.min(axis=0)
    beside = np.where(one == least, two, _ALL)
    return least, beside.min(axis=0)
