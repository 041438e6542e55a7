"""Many lines of moves played at once, for boards of at most 64 bits; `reading` calls it."""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import load_u64, popcount, standalone, store_u64
from engine.games.connectfour.board.bitboard import has_line
from engine.games.connectfour.solver.context import BOARD, COLUMNS, CONNECT, HEIGHT

_ZERO, _ONE = uint64(0), uint64(1)
_END, _FIRST_DIGIT, _FIRST_LETTER, _CASE = (uint64(ord(c)) for c in "\n1a ")
_DIGITS, _EIGHT, _ROW, _BYTE = (uint64(n) for n in (9, 8, 16, 255))


@standalone("void(uint64, uint64, int64, uint64, uint64)")
def play_lines(context: uint64, text: uint64, count: int64, boards: uint64, plain: uint64) -> None:
    """Play the moves on `count` lines of the text at an address, each of which has an end.

    Writes words to the addresses `boards`, both players' discs, and `plain`, whether the moves
    are legal and leave the game unfinished. Seven bytes after the text are read too.
    """
    height, columns = load_u64(context + HEIGHT), load_u64(context + COLUMNS)
    connect, board = int64(load_u64(context + CONNECT)), load_u64(context + BOARD)
    column_bits = (_ONE << height) - _ONE
    for _ in range(count):
        own, mask, legal = _ZERO, _ZERO, True
        while load_u64(text) & _BYTE != _END:
            character = load_u64(text) & _BYTE
            text += _ONE
            # "1" to "9", then letters of either case; what is neither becomes a huge number
            column = character - _FIRST_DIGIT
            letter = (character | _CASE) - _FIRST_LETTER
            if letter < columns:
                column = letter + _DIGITS
            elif column >= _DIGITS:
                column = columns
            if column >= columns:
                legal = False
                continue
            bottom = _ONE << (column * height)
            move = (mask + bottom) & board & (column_bits << (column * height))
            legal &= move != _ZERO
            own, mask = mask ^ own, mask | move
        text += _ONE
        other = mask ^ own
        ended = mask == board or has_line(own, height, connect) or has_line(other, height, connect)
        store_u64(plain, uint64(legal and not ended))
        swapped = popcount(mask) & _ONE != _ZERO
        store_u64(boards, other if swapped else own)
        store_u64(boards + _EIGHT, own if swapped else other)
        plain += _EIGHT
        boards += _ROW
