"""Positions that turnings and mirrorings of the board make equal, for kernels.

Boards are bits in the layout of `bitboard`; `margin` is how much a board falls short of 8 × 8.
"""

from __future__ import annotations

from numpy import uint64

from engine._jit import kernel

_EIGHT = uint64(8)


@kernel("uint64(uint64, uint64)")
def _mirror_rows(bits: uint64, margin: uint64) -> uint64:
    """Top and bottom exchanged."""
    bits = ((bits >> uint64(8)) & uint64(0x00FF00FF00FF00FF)) | (
        (bits & uint64(0x00FF00FF00FF00FF)) << uint64(8)
    )
    bits = ((bits >> uint64(16)) & uint64(0x0000FFFF0000FFFF)) | (
        (bits & uint64(0x0000FFFF0000FFFF)) << uint64(16)
    )
    return uint64(((bits >> uint64(32)) | (bits << uint64(32))) >> (_EIGHT * margin))


@kernel("uint64(uint64, uint64)")
def _mirror_columns(bits: uint64, margin: uint64) -> uint64:
    """Left and right exchanged."""
    bits = ((bits >> uint64(1)) & uint64(0x5555555555555555)) | (
        (bits & uint64(0x5555555555555555)) << uint64(1)
    )
    bits = ((bits >> uint64(2)) & uint64(0x3333333333333333)) | (
        (bits & uint64(0x3333333333333333)) << uint64(2)
    )
    bits = ((bits >> uint64(4)) & uint64(0x0F0F0F0F0F0F0F0F)) | (
        (bits & uint64(0x0F0F0F0F0F0F0F0F)) << uint64(4)
    )
    return uint64(bits >> margin)


@kernel("uint64(uint64)")
def _transpose(bits: uint64) -> uint64:
    """Rows and columns exchanged, by swapping ever larger blocks across the diagonal."""
    swap = (bits ^ (bits >> uint64(7))) & uint64(0x00AA00AA00AA00AA)
    bits ^= swap ^ (swap << uint64(7))
    swap = (bits ^ (bits >> uint64(14))) & uint64(0x0000CCCC0000CCCC)
    bits ^= swap ^ (swap << uint64(14))
    swap = (bits ^ (bits >> uint64(28))) & uint64(0x00000000F0F0F0F0)
    return uint64(bits ^ swap ^ (swap << uint64(28)))


@kernel("UniTuple(uint64, 2)(uint64, uint64, uint64)")
def canonical(own: uint64, other: uint64, margin: uint64) -> tuple[uint64, uint64]:
    """The least of the eight equivalent positions."""
    best, best_other = own, other
    for _ in range(2):
        for _ in range(2):
            for _ in range(2):
                if own < best or (own == best and other < best_other):
                    best, best_other = own, other
                own, other = _mirror_rows(own, margin), _mirror_rows(other, margin)
            own, other = _mirror_columns(own, margin), _mirror_columns(other, margin)
        own, other = _transpose(own), _transpose(other)
    return best, best_other
