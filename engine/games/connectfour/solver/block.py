"""Writing the block of memory in which kernels find what they know, see `context`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import uint64

from engine._memory import words_apart
from engine.games.connectfour.game import COLUMN_LABELS
from engine.games.connectfour.solver import context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.connectfour.board.layout import Layout

WORD = 64

EARLY = 5 / 8
"""Share of the squares; with fewer free, central columns tell more than lines do."""


class Block:
    """The context of one search on a board, with scratch for words of one or two times 64 bits."""

    def __init__(self, board: Layout, words: int, columns: Sequence[int]) -> None:
        """`columns`: the order in which moves that promise as much are tried."""
        cells = board.columns * board.rows
        row = context.MOVES_PER_ROW * context.WORDS_PER_MOVE * words
        memory = words_apart(int(context.MOVES) // 8 + (cells + 1) * row, "Q")
        self.words = np.frombuffer(memory, dtype=np.uint64)
        self.address = uint64(self.words.ctypes.data)
        self.put(context.HEIGHT, board.height)
        self.put(context.CELLS, cells)
        self.put(context.CONNECT, board.connect)
        self.put(context.COLUMNS, board.columns)
        self.put_word(context.BOTTOM, board.bottom)
        self.put_word(context.BOARD, board.board)
        self.put_word(context.UPPER, board.upper)
        self.put(context.EARLY, int(cells * EARLY))
        through = board.lines_through()
        self.words[int(context.LINES) // 8 :][: len(through)] = through
        for i, column in enumerate(columns):
            bits = ((1 << board.rows) - 1) << (column * board.height)
            self.put_word(context.COLUMN_BITS + uint64(16 * i), bits)
            if words == 1 and i < context.LANES:
                self.put(context.COLUMN_WORDS + uint64(8 * i), bits)
        if words == 1:
            self._put_feet(board)
        eight = words == 1 and board.connect == 4 and board.columns <= context.LANES
        self.put(context.EIGHT, int(eight))
        self._put_shifts(board.height)
        self.put(context.SPLIT, cells + 1)

    def _put_shifts(self, height: int) -> None:
        """Write one, two and three steps in each direction but upwards, a lane a column."""
        steps = [
            squares * step for step in (height, height - 1, height + 1) for squares in (1, 2, 3)
        ]
        lanes = np.repeat(np.array(steps, dtype=np.uint64), context.LANES)
        self.words[int(context.SHIFTS) // 8 :][: len(lanes)] = lanes

    def _put_feet(self, board: Layout) -> None:
        """Write the lowest square of the column that a character means; outside, if of none."""
        at = int(context.FEET) // 8
        self.words[at : at + context.CHARACTERS] = 1 << (WORD - 1)
        for column in range(board.columns):
            for character in {COLUMN_LABELS[column], COLUMN_LABELS[column].upper()}:
                self.words[at + ord(character)] = 1 << (column * board.height)

    def put(self, offset: uint64, value: int) -> None:
        """Write a number of 64 bits."""
        self.words[int(offset) // 8] = value

    def put_word(self, offset: uint64, value: int) -> None:
        """Write a board's word of up to 128 bits."""
        at = int(offset) // 8
        self.words[at], self.words[at + 1] = value & (1 << WORD) - 1, value >> WORD

    def get(self, offset: uint64) -> int:
        """Read a number of 64 bits."""
        return int(self.words[int(offset) // 8])
