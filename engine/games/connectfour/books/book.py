"""Opening books: scores that would cost the search more than a moment.

The file is a sorted array of position keys (uint64, little-endian), then the solver score
of each (int8), no header: nine bytes an entry. A key is the smaller of a position's own and
its mirror image's.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.games.connectfour.board.layout import discs
from engine.games.connectfour.canonical import mirrored

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition

ENTRY_BYTES = 9

DATA = Path(__file__).with_name("data")
"""Where the books are. `importlib.resources` would take longer to load than a book."""


class Book:
    """Solver scores of some positions of one size."""

    def __init__(self, keys: array[int], scores: array[int]) -> None:
        """`keys`, unsigned words in their order, and the `scores` of each, signed bytes."""
        self._keys, self._scores = keys, scores

    def __len__(self) -> int:
        return len(self._keys)

    def items(self) -> Iterator[tuple[int, int]]:
        """Canonical key and solver score of every entry."""
        return zip(self._keys, self._scores, strict=True)

    def score(self, position: ConnectFourPosition) -> int | None:
        """The solver score of a position, None if the book does not have it."""
        if not len(self._keys):
            return None  # as for all boards whose keys would not fit
        key = canonical_key(position)
        at = bisect_left(self._keys, key)
        if at == len(self._keys) or self._keys[at] != key:
            return None
        return self._scores[at]

    def floor(self, position: ConnectFourPosition) -> int | None:
        """A lower bound of a score: whoever has just moved could get no more before than it says.

        From the book's positions with one disc of that side less; None if there is none.
        """
        if not len(self._keys):
            return None
        before = (self.score(earlier) for earlier in taken_back(position))
        return max((-score for score in before if score is not None), default=None)

    def deepest(self, game: ConnectFour) -> int:
        """The most discs of a position in this book of `game`, -1 if it is empty."""
        if not len(self._keys):
            return -1
        import numpy as np  # noqa: PLC0415 (takes longer to load than an easy question)

        height, step = game.rows + 1, 1
        bottom = sum(1 << column * height for column in range(game.columns))
        # n discs make their column's part of a key at least 2**n - 1, and less than double:
        # one more has its highest bit at n, and all those below it are filled up
        filled = np.asarray(self._keys, dtype=np.uint64) + np.uint64(bottom)
        while step < height:
            filled |= filled >> np.uint64(step) & np.uint64(bottom * ((1 << height - step) - 1))
            step *= 2
        return int(np.bitwise_count(filled).max()) - game.columns

    @classmethod
    def from_bytes(cls, data: bytes) -> Book:
        """The book of a file's contents."""
        count = len(data) // ENTRY_BYTES
        scores = array("b")
        scores.frombytes(memoryview(data)[8 * count :])
        return cls(_words(memoryview(data)[: 8 * count]), scores)


def _words(stored: bytes | memoryview) -> array[int]:
    """Words from or for a file, whose bytes have the lowest first."""
    words = array("Q")
    words.frombytes(stored)
    if sys.byteorder == "big":
        words.byteswap()
    return words


EMPTY_BOOK = Book(array("Q"), array("b"))


@lru_cache(maxsize=8)
def book_of(game: ConnectFour) -> Book:
    """The book in the package for this game, empty where there is none."""
    if game.players != 2:
        return EMPTY_BOOK
    file = DATA / file_name(game)
    return Book.from_bytes(file.read_bytes()) if file.is_file() else EMPTY_BOOK


def file_name(game: ConnectFour) -> str:
    """The name of a two-player game's book: ``7x6.book``, with lines of five ``7x6-5.book``."""
    length = "" if game.connect == 4 else f"-{game.connect}"
    return f"{game.columns}x{game.rows}{length}.book"


def taken_back(position: ConnectFourPosition) -> Iterator[ConnectFourPosition]:
    """What a two-player position may come from, as far as the discs alone tell."""
    height, mover = position.game.rows + 1, position.to_move
    for column in range(position.game.columns):
        filled = position.occupied >> column * height & (1 << height) - 1
        top = 1 << column * height + filled.bit_length() - 1 if filled else 0
        if position.boards[1 - mover] & top:
            boards = tuple(board & ~top for board in position.boards)
            yield type(position)(position.game, boards)


def canonical_key(position: ConnectFourPosition) -> int:
    """One number for a position and its mirror image: discs of the mover plus all discs."""
    own, mask = discs(position)
    key, game = own + mask, position.game
    return min(key, mirrored(key, game.columns, game.rows + 1))


def pack(scores: Mapping[int, int]) -> bytes:
    """The file's contents for solver scores by canonical key."""
    keys = sorted(scores)
    values = array("b", [scores[key] for key in keys])
    return _words(array("Q", keys).tobytes()).tobytes() + values.tobytes()
