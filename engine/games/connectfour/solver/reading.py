"""Many positions read at once from their moves, for boards of at most 64 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import kernel, load_u64, popcount
from engine.games.connectfour.board.bitboard import has_line
from engine.games.connectfour.solver.context import BOARD, COLUMNS, CONNECT, HEIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_ZERO, _ONE = uint64(0), uint64(1)
_END, _FIRST_DIGIT, _FIRST_LETTER, _CASE = (uint64(ord(c)) for c in "\n1a ")
_DIGITS = uint64(9)


@kernel("void(uint64, uint8[::1], uint64[:, ::1], boolean[::1])")
def play_lines(
    context: uint64,
    text: NDArray[np.uint8],
    boards: NDArray[np.uint64],
    plain: NDArray[np.bool_],
) -> None:
    """Play the moves on every line of `text`, which ends with a line's end.

    Writes both players' discs, and whether the moves are legal and leave the game unfinished.
    """
    height, columns = load_u64(context + HEIGHT), load_u64(context + COLUMNS)
    connect, board = int64(load_u64(context + CONNECT)), load_u64(context + BOARD)
    column_bits = (_ONE << height) - _ONE
    at = int64(0)
    for line in range(len(boards)):
        own, mask, legal = _ZERO, _ZERO, True
        while uint64(text[at]) != _END:
            character = uint64(text[at])
            at += int64(1)
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
        at += int64(1)
        other = mask ^ own
        ended = mask == board or has_line(own, height, connect) or has_line(other, height, connect)
        plain[line] = legal and not ended
        swapped = popcount(mask) & _ONE != _ZERO
        boards[line, 0], boards[line, 1] = (other, own) if swapped else (own, other)


def read_boards(
    address: np.uint64, lines: Sequence[str]
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Both players' discs after the moves of each line, one row for each.

    With it goes whether the moves are legal and leave the game unfinished; if they do not, the
    row means nothing. `address` is that of a solver's context (`solver.Solver.address`).
    """
    encoded = bytearray(("\n".join(lines) + "\n").encode("ascii", "replace"))
    text = np.frombuffer(encoded, dtype=np.uint8)
    boards = np.zeros((len(lines), 2), dtype=np.uint64)
    plain = np.zeros(len(lines), dtype=np.bool_)
    play_lines(address, text, boards, plain)
    return boards, plain
