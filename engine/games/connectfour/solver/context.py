"""The words a running search keeps: the board, where its tables are, what it may spend.

Recursive kernels get one address instead of arrays (array arguments would cost reference
counting at every call). It points at a block of memory::

      byte 0    CONTROL      address of the SearchControl's words
           8    NODE_LIMIT   the search ends when the control counts more
          16    ABORTED      1 once the search must end: every score after that is void;
                             more: up to the position with so many free squares, see `sharing`
          24    TABLE        address of the transposition table in use
          32    TABLE_SHIFT  the width less the logarithm of its length
          40    LIMIT        the node count that really ends the search
          48    SMALL, LARGE, HARD    the two tables, see `exact.score_between`
          96    HEIGHT, CELLS, CONNECT    the board as numbers
         120    RESULT_ONLY    1 if it matters only who wins, see `exact.score_between`
         128    BOTTOM, BOARD, UPPER      and as words, 16 bytes each
         176    EARLY        free squares from which on lines tell moves apart, see `moves.rank_of`
         208    COLUMNS      how many there are
         216    SHARED       see `table.key_of`
         224    HISTORY      address of what is known of moves, see `search.selective`
         232    EIGHT        1 if all columns are looked at together, see `_columns`
         240    BUSY, SPLIT  what threads tell each other and from how many free squares on
         256    COLUMN_WORDS    the columns from the centre outwards, 8 bytes each, then zeros
         320    PATH, DECIDED    the positions above, and what was found there, see `sharing`
         336    SMALL_LIMIT  nodes after which a search leaves the small table
         344    SOLVED       how many positions the last call solved, see `one_word.scores_of`
         512    COLUMN_BITS  the same in 16 bytes each
        1024    FEET         of each character's column, 8 bytes each, see `playing`
        2048    LINES        through each square of a board's word, 8 bytes each
        3072    SHIFTS       how far squares of a line lie apart, see `_columns`
        3648    MOVES        one row of scratch for each count of discs, see `moves`
"""

from __future__ import annotations

from numpy import uint64

CONTROL, NODE_LIMIT, ABORTED, TABLE, TABLE_SHIFT = (uint64(at) for at in range(0, 40, 8))
LIMIT, SMALL, SMALL_SHIFT, LARGE, LARGE_SHIFT, HARD = (uint64(at) for at in range(40, 88, 8))
HEIGHT, CELLS, CONNECT, RESULT_ONLY = (uint64(at) for at in (96, 104, 112, 120))
BOTTOM, BOARD, UPPER = (uint64(at) for at in (128, 144, 160))
EARLY = uint64(176)
COLUMNS, SHARED, HISTORY, EIGHT = (uint64(at) for at in range(208, 240, 8))
BUSY, SPLIT, PATH, DECIDED = (uint64(at) for at in (240, 248, 320, 328))
SMALL_LIMIT, SOLVED = (uint64(at) for at in (336, 344))
COLUMN_WORDS = uint64(256)
COLUMN_BITS, FEET, LINES = uint64(512), uint64(1024), uint64(2048)
SHIFTS, MOVES = uint64(3072), uint64(3648)
MOVES_PER_ROW, WORDS_PER_MOVE = 16, 4
REPLIES_AT, WINS_AT, RANKS_AT = 16, 32, 48
"""Where in a row of scratch its parts begin, in words of a board."""

SMALL_NODES = 400_000
"""The SMALL_LIMIT of a search by one thread."""

CHARACTERS = 128
"""Characters in which moves are told."""

LANES = 8
"""Columns that `_columns` looks at together."""

BUSY_LOG, PATH_WORDS = 12, 4
"""Logarithm of the words in the table of what is searched, and the words of a position above: its
key, its entry's address and the window."""
