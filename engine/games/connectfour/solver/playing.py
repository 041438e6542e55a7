"""Many lines of moves played at once, for boards of at most 64 bits; `reading` calls it."""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import constant_u64, load_u64, popcount, standalone, store_u64
from engine.games.connectfour.board.bitboard import has_line
from engine.games.connectfour.solver.context import BOARD, CONNECT, FEET, HEIGHT

_ZERO, _ONE, _THREE, _EIGHT, _ROW = (uint64(n) for n in (0, 1, 3, 8, 16))
_END, _CHARACTER = uint64(ord("\n")), uint64(127)


@standalone("void(uint64, uint64, int64, uint64, uint64)")
def play_lines(context: uint64, text: uint64, count: int64, boards: uint64, plain: uint64) -> None:
    """Play the moves on `count` lines of the text at an address, each of which has an end.

    Writes words to the addresses `boards`, both players' discs, and `plain`, whether the moves
    are legal and leave the game unfinished. Seven bytes after the text are read too.

    A disc is where adding its column's foot to all discs carries to. In a full column that is
    outside the board, where the foot of a character without a column is too: what stands there
    at the end tells of such moves.
    """
    height, connect = constant_u64(context + HEIGHT), int64(constant_u64(context + CONNECT))
    board, feet = constant_u64(context + BOARD), context + FEET
    for _ in range(count):
        own, mask = _ZERO, _ZERO
        character = load_u64(text) & _CHARACTER
        while character != _END:
            text += _ONE
            own ^= mask
            mask |= mask + constant_u64(feet + (character << _THREE))
            character = load_u64(text) & _CHARACTER
        text += _ONE
        other = mask ^ own
        legal = mask & ~board == _ZERO and mask != board
        ended = has_line(own, height, connect) or has_line(other, height, connect)
        store_u64(plain, uint64(legal and not ended))
        swapped = popcount(mask) & _ONE != _ZERO
        store_u64(boards, other if swapped else own)
        store_u64(boards + _EIGHT, own if swapped else other)
        plain += _EIGHT
        boards += _ROW
