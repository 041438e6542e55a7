"""Many positions read at once from their moves, for boards of at most 64 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine import _native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PAST_END = b"\0" * 7
"""Goes after the text, whose characters are read by words."""

PLAYING = "engine.games.connectfour.solver.playing"


def read_boards(
    address: np.uint64, lines: Sequence[str]
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Both players' discs after the moves of each line, one row for each.

    With it goes whether the moves are legal and leave the game unfinished; if they do not, the
    row means nothing. `address` is that of a solver's context (`solver.Solver.address`).
    """
    encoded = ("\n".join(lines) + "\n").encode("ascii", "replace") + PAST_END
    text = np.frombuffer(encoded, dtype=np.uint8)
    boards = np.zeros((len(lines), 2), dtype=np.uint64)
    plain = np.zeros(len(lines), dtype=np.uint64)
    given = uint64(text.ctypes.data), int64(len(lines))
    written = uint64(boards.ctypes.data), uint64(plain.ctypes.data)
    play_lines = _native.standalone(PLAYING, "play_lines", 5)
    play_lines(address, *given, *written)
    return boards, plain != 0
