"""The opening book of 8 × 8: positions that our own search has judged, see `growing`.

The file holds the positions sorted by key, no header, 19 bytes each: all keys' first words,
all second words (uint64, little-endian: the discs of the side to move, the other's), all
scores (int16, hundredths of a disc, for the side to move), all depths (uint8, plies). Of the
eight symmetric images of a position the one with the least words stands for all.

The environment variable `VARIABLE` may name a file of that form to take instead of the package's.
"""

from __future__ import annotations

import os
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

import numpy as np

from engine.errors import EngineError
from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.board import Board
from engine.games.othello.board.reflections import mirrored, transposed
from engine.games.othello.books.proved import load as proved_book
from engine.search.score import Score
from engine.search.searcher import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from engine.game import Position
    from engine.games.othello.position import OthelloPosition

Key: TypeAlias = tuple[int, int]

ENTRY_BYTES = 19

VARIABLE = "FLIPFOUR_OTHELLO_BOOK"


class Entry(NamedTuple):
    """A judged position.

    Attributes:
        score: for the side to move, hundredths of a disc, best play within the book.
        depth: plies looked ahead, those through the book included.
    """

    score: int
    depth: int


class Book:
    """Judged positions by key."""

    def __init__(
        self, words: NDArray[np.uint64], scores: NDArray[np.int16], depths: NDArray[np.uint8]
    ) -> None:
        self._first, self._second = words
        self._scores, self._depths = scores, depths

    def __len__(self) -> int:
        return len(self._first)

    def __iter__(self) -> Iterator[Key]:
        return (
            (int(own), int(other)) for own, other in zip(self._first, self._second, strict=True)
        )

    def entry(self, position: OthelloPosition) -> Entry | None:
        """What the book says of a position, None where it does not have it."""
        own, other = canonical_key(position)
        start, end = (
            int(np.searchsorted(self._first, np.uint64(own), side)) for side in ("left", "right")
        )
        at = start + int(np.searchsorted(self._second[start:end], np.uint64(other)))
        if at == end or self._second[at] != other:
            return None
        return Entry(int(self._scores[at]), int(self._depths[at]))

    def candidates(self, position: OthelloPosition) -> tuple[Candidate, ...]:
        """Every legal move with its score, best first; none unless all are in the book."""
        found = []
        for move in position.legal_moves():
            entry = self.entry(position.play(move))
            if entry is None:
                return ()
            score = Score.estimated(-entry.score, position.to_move)
            found.append(Candidate(move=move, score=score, depth=entry.depth + 1, pv=(move,)))
        return tuple(sorted(found, key=lambda candidate: candidate.score.rank, reverse=True))

    def entries(self) -> dict[Key, Entry]:
        """Everything in the book."""
        judged = zip(self._scores.tolist(), self._depths.tolist(), strict=True)
        return dict(zip(self, map(Entry._make, judged), strict=True))

    @classmethod
    def from_bytes(cls, data: bytes) -> Book:
        """The book of a file's contents."""
        count = len(data) // ENTRY_BYTES
        words = np.frombuffer(data, dtype="<u8", count=2 * count).reshape(2, count)
        scores = np.frombuffer(data, dtype="<i2", count=count, offset=16 * count)
        return cls(words, scores, np.frombuffer(data, dtype=np.uint8, offset=18 * count))


def pack(entries: Mapping[Key, Entry]) -> bytes:
    """The file's contents for these positions."""
    keys = sorted(entries)
    words = np.array(keys, dtype="<u8").reshape(-1, 2).T
    scores = np.array([entries[key].score for key in keys], dtype="<i2")
    depths = np.array([entries[key].depth for key in keys], dtype=np.uint8)
    return words.tobytes() + scores.tobytes() + depths.tobytes()


def candidates(position: Position) -> tuple[Candidate, ...]:
    """What the book in the package knows; see `engine.parts.of_game.book_moves`.

    On small boards those are moves that are proved best and after which the book answers every
    reply; after others as good it might not.
    """
    if position.game.key == "othello":
        return load().candidates(cast("OthelloPosition", position))
    if position.game.columns > 8 or not len(proved := proved_book(position.game.columns)):
        return ()
    shape = layout(position.game.columns)
    board = Board(shape, *shape.pack(cast("OthelloPosition", position)))
    known = proved.find(board)
    if known is None:
        return ()
    score = Score.proved(known.score, position.to_move)
    moves = [shape.move(square) for square in proved.best(board)]
    return tuple(Candidate(move=move, score=score, depth=board.left, pv=(move,)) for move in moves)


@lru_cache
def load() -> Book:
    """The book to play by: the one that the environment names, else that in the package.

    Raises:
        EngineError: there is no such file, or it is no book.
    """
    named = os.environ.get(VARIABLE)
    return read(Path(named)) if named else Book.from_bytes(shipped())


def read(path: Path) -> Book:
    """The book of a file; see `load`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise EngineError(f"The opening book {path} cannot be read: {error.strerror}.") from None
    if not data or len(data) % ENTRY_BYTES:
        raise EngineError(f"{path} is no opening book of Flipfour.")
    return Book.from_bytes(data)


def shipped() -> bytes:
    """The contents of the book in the package."""
    return (files(__package__) / "openings.book").read_bytes()


def canonical_key(position: OthelloPosition) -> Key:
    """The discs of the side to move and the other's, of the least of the eight images."""
    own, other = position.boards[position.to_move], position.boards[1 - position.to_move]
    return min(zip(_images(own), _images(other), strict=True))


def _images(bits: int) -> Iterator[int]:
    for base in (bits, transposed(bits)):
        for image in (base, mirrored(base)):
            yield image
            yield int.from_bytes(image.to_bytes(8, "little"), "big")  # rows upside down
