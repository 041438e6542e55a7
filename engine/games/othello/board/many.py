"""Many boards of 8 × 8 at once, each an element of arrays of uint64 as in `bitboard`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.games.othello.board.reflections import mirrored, transposed

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NOT_A, _NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_WAYS = tuple(
    (step, np.uint64(by), edge)
    for by, upper, lower in (
        (1, _NOT_A, _NOT_H),
        (9, _NOT_A, _NOT_H),
        (8, _ALL, _ALL),
        (7, _NOT_H, _NOT_A),
    )
    for step, edge in ((np.left_shift, upper), (np.right_shift, lower))
)
"""The eight directions: which way to shift, by how much, and the squares it can lead onto."""


def _behind_and_run(
    discs: NDArray[np.uint64],
    other: NDArray[np.uint64],
    step: np.ufunc,
    by: np.uint64,
    edge: np.uint64,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """In one direction the squares behind runs of `other` beside `discs`, and the runs."""
    run = step(discs, by) & edge & other
    for _ in range(5):
        run |= step(run, by) & edge & other
    return step(run, by) & edge, run


def flips(
    disc: NDArray[np.uint64], own: NDArray[np.uint64], other: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    """What each disc of the owner of `own` would turn over."""
    found = np.zeros_like(disc)
    for way in _WAYS:
        behind, run = _behind_and_run(disc, other, *way)
        found |= np.where(behind & own, run, np.uint64(0))
    return found


def moves(own: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The squares where the owner of `own` can move."""
    found = np.zeros_like(own)
    for way in _WAYS:
        found |= _behind_and_run(own, other, *way)[0]
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
