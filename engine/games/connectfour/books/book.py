"""Opening books: scores that would cost the search more than a moment.

A key is the smaller of a position's own and its mirror image's. Keys with the same upper bits
are a group, of which there are few:

    groups, deepest             int32 each   how many; the most discs of a position, or -1
    upper bits of the keys      uint64       of each group, in order
    where its entries begin     uint32       of each group, and where the last one's end
    lower bits : 26, score : 6  uint32       of each entry, by the key; 32 is a draw

All little-endian: a little more than four bytes an entry.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from engine.games.connectfour.board.layout import discs
from engine.games.connectfour.canonical import mirrored

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition

    Words = Sequence[int]

SCORE_BITS = 6
"""Bits of a score: a board of one word has at most 56 squares, which is worth 28."""

LOWER_BITS = 32 - SCORE_BITS
"""Bits of a key that are kept with its score."""

DRAW = 1 << SCORE_BITS - 1
"""How a score of 0 is kept, so that none is below 0."""

DATA = Path(__file__).with_name("data")
"""Where the books are. `importlib.resources` would take longer to load than a book."""


class Book:
    """Solver scores of some positions of one size."""

    def __init__(self, groups: Words, starts: Words, entries: Words, deepest: int) -> None:
        """What the file holds, see the module. `starts` has one more than there are groups."""
        self._groups, self._starts, self._entries = groups, starts, entries
        self.deepest = deepest
        """The most discs of a position in this book, -1 if it is empty."""

    def __len__(self) -> int:
        return len(self._entries)

    def items(self) -> Iterator[tuple[int, int]]:
        """Canonical key and solver score of every entry, by the key."""
        for group, upper in enumerate(self._groups):
            for entry in self._entries[self._starts[group] : self._starts[group + 1]]:
                score = (entry & (1 << SCORE_BITS) - 1) - DRAW
                yield upper << LOWER_BITS | entry >> SCORE_BITS, score

    def score(self, position: ConnectFourPosition) -> int | None:
        """The solver score of a position, None if the book does not have it."""
        if not len(self._entries):
            return None  # as for all boards whose keys would not fit
        key = canonical_key(position)
        upper, lower = key >> LOWER_BITS, key & (1 << LOWER_BITS) - 1
        group = bisect_left(self._groups, upper)
        if group == len(self._groups) or self._groups[group] != upper:
            return None
        begin, end = self._starts[group : group + 2]
        at = bisect_left(self._entries, lower << SCORE_BITS, begin, end)
        if at == end or self._entries[at] >> SCORE_BITS != lower:
            return None
        return (self._entries[at] & (1 << SCORE_BITS) - 1) - DRAW

    def floor(self, position: ConnectFourPosition) -> int | None:
        """A lower bound of a score: whoever has just moved could get no more before than it says.

        From the book's positions with one disc of that side less; None if there is none.
        """
        if not len(self._entries):
            return None
        before = (self.score(earlier) for earlier in taken_back(position))
        return max((-score for score in before if score is not None), default=None)

    @classmethod
    def from_bytes(cls, data: bytes) -> Book:
        """The book of a file's contents."""
        view = memoryview(data)
        groups, deepest = _words("i", view[:8])
        rest = 8 + 8 * groups
        starts = rest + 4 * (groups + 1)
        upper = _words("Q", view[8:rest])
        return cls(upper, _words("I", view[rest:starts]), _words("I", view[starts:]), deepest)


def _words(code: Literal["i", "I", "Q"], stored: memoryview) -> Words:
    """Words of a file, whose bytes have the lowest first; copied only if they must turn."""
    if sys.byteorder == "little":
        return stored.cast(code)
    words: array[int] = array(code)
    words.frombytes(stored)
    words.byteswap()
    return words


EMPTY_BOOK = Book(array("Q"), array("I", [0]), array("I"), -1)


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


def pack(game: ConnectFour, scores: Mapping[int, int]) -> bytes:
    """The file's contents for a game's solver scores by canonical key."""
    groups, starts, entries, lowest = array("Q"), array("I"), array("I"), (1 << LOWER_BITS) - 1
    for key in sorted(scores):
        if not groups or groups[-1] != key >> LOWER_BITS:
            groups.append(key >> LOWER_BITS)
            starts.append(len(entries))
        entries.append((key & lowest) << SCORE_BITS | scores[key] + DRAW)
    starts.append(len(entries))
    deepest = max((_discs(game, key) for key in scores), default=-1)
    parts = (array("i", [len(groups), deepest]), groups, starts, entries)
    if sys.byteorder == "big":
        for part in parts:
            part.byteswap()
    return b"".join(part.tobytes() for part in parts)


def _discs(game: ConnectFour, key: int) -> int:
    """How many discs a key's position has: n make its column's part 2**n - 1 to 2**(n+1) - 2."""
    height = game.rows + 1
    columns = (key >> column * height & (1 << height) - 1 for column in range(game.columns))
    return sum((column + 1).bit_length() - 1 for column in columns)
