"""Small boards' first moves with exact scores: what is known by proof, without a search.

For each side the book holds every position that can come up while that side follows the
book, as long as so many squares are empty that a search would take long. It is text, one
position a line in its canonical image (`Board.canonical`)::

    --------------XO----OX-------------- -4 b3
    squares row by row, X the side to move; its score; a best move

`collect` makes the positions from a `proof.Proof`; ``python -m engine.games.othello.proof
PROGRESS --book FILE`` writes the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.games.othello.bitboard import layout
from engine.games.othello.board import Board, read_board, start, symmetries
from engine.games.othello.game import Othello

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.othello.proof import Proof, Step

FOLDER = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Proved:
    """What is proved of a position: its score for the side to move and a best square."""

    score: int
    square: int


class ProvedBook:
    """The proved positions of one board size, looked up by any symmetric image."""

    def __init__(self, size: int, entries: dict[tuple[int, int], Proved]) -> None:
        self._size = size
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    def boards(self) -> Iterator[Board]:
        """All positions, in their canonical images."""
        shape = layout(self._size)
        return (Board.of(shape, own, other) for own, other in self._entries)

    def find(self, board: Board) -> Proved | None:
        """What is known of a position."""
        own, other, symmetry = board.canonical()
        known = self._entries.get((own, other))
        if known is None:
            return None
        return Proved(known.score, symmetries(self._size)[symmetry].index(known.square))

    def line(self, board: Board) -> list[int]:
        """Best play for both sides as far as the book tells, as squares."""
        line: list[int] = []
        while (known := self.find(board)) is not None:
            line.append(known.square)
            board = board.after(known.square)
            if self.find(board) is None:
                for square in board.squares():
                    reply = self.find(board.after(square))
                    if reply is not None and reply.score == known.score:
                        line.append(square)
                        board = board.after(square)
                        break
        return line

    def save(self, path: Path) -> None:
        """Write the book."""
        game = Othello(self._size)
        rows = (
            f"{Board.of(layout(self._size), *key)} {known.score}"
            f" {game.format_move(layout(self._size).move(known.square))}"
            for key, known in self._entries.items()
        )
        path.write_text("".join(f"{row}\n" for row in sorted(rows)), encoding="ascii")


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


def collect(proof: Proof, fewest: int) -> Iterator[Step | ProvedBook]:
    """Solve what the book of either side needs, down to `fewest` empty squares.

    Yields a step for every position solved on the way and at last the book. The positions
    near the start come first. `fewest` must be more than the proof's `split`, below which it
    knows no moves.
    """
    entries: dict[tuple[int, int], Proved] = {}
    size = proof.board.shape.size
    opening = start(size)
    # Black follows the book from the start, White from the position after each first move.
    pending = [opening, *(opening.after(square) for square in opening.squares())]
    while pending:
        replies: dict[tuple[int, int], Board] = {}
        for board in pending:
            key = board.canonical()[:2]
            if key in entries or board.left < fewest:
                continue
            score = yield from proof.solve(board)
            square = proof.best(board)
            if square is None:
                continue
            entries[key] = Proved(score, symmetries(size)[board.canonical()[2]][square])
            after = board.after(square)
            for reply in after.squares():
                child = after.after(reply)
                replies[child.canonical()[:2]] = child
        pending = list(replies.values())
    yield ProvedBook(size, entries)
