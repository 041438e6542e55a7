"""Boards of 8 × 8 as bits, mirrored: one as a whole number, or many as an array of uint64."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Bits = TypeVar("Bits", int, "NDArray[np.uint64]")


def mirrored(bits: Bits) -> Bits:
    """Left and right exchanged."""
    bits = _swap(bits, 0x5555555555555555, 1)
    bits = _swap(bits, 0x3333333333333333, 2)
    return _swap(bits, 0x0F0F0F0F0F0F0F0F, 4)


def transposed(bits: Bits) -> Bits:
    """Rows and columns exchanged."""
    bits = _swap(bits, 0x00AA00AA00AA00AA, 7)
    bits = _swap(bits, 0x0000CCCC0000CCCC, 14)
    return _swap(bits, 0x00000000F0F0F0F0, 28)


def _swap(bits: Bits, mask: int, distance: int) -> Bits:
    """Exchange the bits under `mask` with those `distance` above them."""
    difference = (bits ^ bits >> distance) & mask
    return bits ^ difference ^ difference << distance  # type: ignore[return-value]
