"""Reading WTHOR files, the French federation's collection of tournament games.

A file has a header of 16 bytes (the number of games at 4, the year at 10, the board's size
at 12, the empties of the theoretical score at 14), then 68 bytes a game: tournament, black
and white (two bytes each), black's discs, black's discs under best play from the
theoretical score's position on, and 60 moves as 10 * row + column from 1 (0: no more).
Passes are not written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import NotationError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_HEADER, _GAME, _MOVES = 16, 68, 60


@dataclass(frozen=True)
class Games:
    """The games of one file.

    Attributes:
        year: when they were played.
        solved_at: the number of empties of the position the theoretical score belongs to.
        moves: a row of 60 squares for each game, 255 after its end.
        theoretical: black's final disc difference under best play from there on.
        real: black's final disc difference as played.
    """

    year: int
    solved_at: int
    moves: NDArray[np.uint8]
    theoretical: NDArray[np.int64]
    real: NDArray[np.int64]


def read(path: Path) -> Games:
    """The 8 × 8 games of a ``.wtb`` file.

    Raises:
        NotationError: the file is no such file.
    """
    content = path.read_bytes()
    count = int.from_bytes(content[4:8], "little")
    if len(content) != _HEADER + _GAME * count or content[12] not in (0, 8):
        raise NotationError(f"{path.name} is no WTHOR file of 8 × 8 games.")
    games = np.frombuffer(content, np.uint8, offset=_HEADER).reshape(count, _GAME)
    codes = games[:, _GAME - _MOVES :]
    moves = np.where(codes == 0, 255, (codes // 10 - 1) * 8 + codes % 10 - 1).astype(np.uint8)
    real, theoretical = (2 * games[:, at].astype(np.int64) - 64 for at in (6, 7))
    year = int.from_bytes(content[10:12], "little")
    return Games(year, content[14], moves, theoretical, real)
