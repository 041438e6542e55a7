"""Small boards' first moves by proof: what keeps the value of the start, without a search.

For each side the book holds every position that can come up while that side follows the
book, as long as so many squares are empty that a search would take long. It is text, one
position a line in its canonical image (`Board.canonical`)::

    --------------OX----XO-------------- -4 c2
    ----------O---OX----XO-X------------ >=-4 b3
    squares row by row, X the side to move; its score, or what it gets at least; the move

Where the other side has erred, the proof of the start tells only that the book's move keeps
what the start was worth; how much more there is to gain has not been asked.

`collect` takes the positions from a `proof.Proof`; ``python -m engine.games.othello.proof
PROGRESS --book FILE`` writes the file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.games.othello.bitboard import layout
from engine.games.othello.board import Board, read_board, start, symmetries
from engine.games.othello.game import Othello

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.othello.proof import Proof

AT_LEAST = ">="
FOLDER = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Proved:
    """What is proved of a position.

    Attributes:
        score: for the side to move, the least it gets where that is not `exact`.
        square: of a move that gets it.
        exact: whether it gets no more against best play.
    """

    score: int
    square: int
    exact: bool


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
        return replace(known, square=symmetries(self._size)[symmetry].index(known.square))

    def line(self, board: Board) -> list[int]:
        """Best play for both sides as far as the exact scores go, as squares."""
        line: list[int] = []
        while (known := self.find(board)) is not None and known.exact:
            line.append(known.square)
            board = board.after(known.square)
        return line

    def save(self, path: Path) -> None:
        """Write the book."""
        game = Othello(self._size)
        rows = (
            f"{Board.of(layout(self._size), *key)} {'' if known.exact else AT_LEAST}{known.score}"
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
        bound = int(score.removeprefix(AT_LEAST))
        entries[int(board.own), int(board.other)] = Proved(bound, square, score[0] != AT_LEAST[0])
    return ProvedBook(size, entries)


def collect(proof: Proof) -> ProvedBook:
    """What either side needs to keep the value of the start, by a finished proof."""
    entries: dict[tuple[int, int], Proved] = {}
    size = proof.board.shape.size
    opening = start(size)
    # Black follows the book from the start, White from the position after each first move.
    pending = [opening, *(opening.after(square) for square in opening.squares())]
    while pending:
        board = pending.pop()
        own, other, symmetry = board.canonical()
        low, high = proof.bounds(board)
        square = None if low == -size * size else proof.best(board)
        if square is None or (own, other) in entries:
            continue
        turned = symmetries(size)[symmetry][square]
        entries[own, other] = Proved(low, turned, exact=low == high)
        after = board.after(square)
        pending += [after.after(reply) for reply in after.squares()]
    return ProvedBook(size, entries)
