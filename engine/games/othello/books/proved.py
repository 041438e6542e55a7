"""Small boards' first moves by proof: best play without a search, whatever the other side does.

For each side the book holds every position that can come up while that side follows the
book, as long as so many squares are empty that a search would take long, with its exact
score: who errs is made to pay for it in full. It is text, one position a line in its
canonical image (`Board.canonical`)::

    --------------OX----XO-------------- -4 c2
    squares row by row, X the side to move; its score; a best move

`engine.workshop.othello.proved_book` makes it from a `Proof`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.board import PASS, Board, read_board, symmetries
from engine.games.othello.game import Othello
from engine.wholefile import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator


FOLDER = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Proved:
    """What is proved of a position.

    Attributes:
        score: for the side to move, under best play.
        square: of a best move.
    """

    score: int
    square: int


class ProvedBook:
    """The proved positions of one board size, looked up by any symmetric image."""

    def __init__(self, size: int, entries: dict[tuple[int, int], Proved]) -> None:
        self._size = size
        self._entries = entries
        self._fewest = min((board.left for board in self.boards()), default=0)
        self._answered: dict[tuple[int, int], bool] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def boards(self) -> Iterator[Board]:
        """All positions, in their canonical images."""
        shape = layout(self._size)
        return (Board.of(shape, own, other) for own, other in self._entries)

    def find(self, board: Board) -> Proved | None:
        """What is known of a position."""
        if not self._entries or not self._needs(board):
            return None
        own, other, symmetry = board.canonical()
        known = self._entries.get((own, other))
        if known is None:
            return None
        if known.square == PASS:
            return known
        return replace(known, square=symmetries(self._size)[symmetry].index(known.square))

    def best(self, board: Board) -> list[int]:
        """The best move's square that the entry names, then those of moves as good that are its
        images or after which the book answers every reply; none outside the book."""
        known = self.find(board)
        if known is None:
            return []
        squares, own = [known.square], image(board.after(known.square))
        for square in board.squares():
            after = board.after(square)
            if square == known.square:
                continue
            found = self.find(after)
            as_good = found is not None and -found.score == known.score
            if image(after) == own or (as_good and self._answers(after)):
                squares.append(square)
        return squares

    def _answers(self, board: Board) -> bool:
        """Whether whoever keeps to the book after any move here never leaves it too soon."""
        key = image(board)
        if key not in self._answered:
            replies = [reply for reply in map(board.after, board.squares()) if self._needs(reply)]
            known = [self.find(reply) for reply in replies]
            self._answered[key] = all(
                found is not None and self._answers(reply.after(found.square))
                for reply, found in zip(replies, known, strict=True)
            )
        return self._answered[key]

    def _needs(self, board: Board) -> bool:
        """Whether a board has too many empty squares to leave it to the search."""
        return board.left >= self._fewest

    def line(self, board: Board) -> list[int]:
        """Best play for both sides as far as the book goes, as squares."""
        line: list[int] = []
        while (known := self.find(board)) is not None:
            line.append(known.square)
            board = board.after(known.square)
        return line

    def save(self, path: Path) -> None:
        """Write the book."""
        game = Othello(self._size)
        rows = (
            f"{Board.of(layout(self._size), *key)} {known.score}"
            f" {game.format_move(layout(self._size).move(known.square))}"
            for key, known in self._entries.items()
        )
        write_whole(path, "".join(f"{row}\n" for row in sorted(rows)))


@lru_cache
def load(size: int) -> ProvedBook:
    """The book of boards of `size` that the package has; an empty one where there is none."""
    path = FOLDER / f"{size}x{size}.txt"
    return read(size, path) if path.exists() else ProvedBook(size, {})


def read(size: int, path: Path) -> ProvedBook:
    """A book from its file."""
    entries: dict[tuple[int, int], Proved] = {}
    game, shape = Othello(size), layout(size)
    for row in path.read_text(encoding="ascii").splitlines():
        squares, score, move = row.split()
        board = read_board(squares, size)
        square = shape.square(game.parse_move(move))
        entries[int(board.own), int(board.other)] = Proved(int(score), square)
    return ProvedBook(size, entries)


def image(board: Board) -> tuple[int, int]:
    """A board's discs in its canonical image, the key of an entry."""
    return board.canonical()[:2]
