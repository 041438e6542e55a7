"""The exact score of a small board's start, proved in steps that survive an interruption.

Alpha-beta over the first plies, where every position is known by its symmetric images too,
and the endgame search of the kernels below them. Each bound that was proved is appended to
the file PROGRESS at once; started again, the proof goes on from there::

    proof = Proof(6, Path("6x6.txt"))
    for step in proof.steps():      # any number of times, also after an interruption
        print(step.fraction, step.low, step.high)
    proof.step.low                  # -4: White wins 20-16

PROGRESS is text, a header and then a line per bound::

    othello:6
    ---------------XO----OX--------------- -4 36 12345
    squares row by row, X the side to move; lower bound, upper bound, nodes so far
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError, NotationError
from engine.games.othello.board.board import Board, read_board, start
from engine.games.othello.search.compact import CompactSearch
from engine.games.othello.search.midgame import INFINITY
from engine.games.othello.search.settling import nearest, window
from engine.search.control import SearchControl
from engine.wholefile import write_whole

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

SPLIT = 24
"""Empty squares at which a position is handed to the kernels whole: a second or so each."""

_BUCKETS = 1 << 22
"""Cache lines of the endgame's table: 256 MiB, so that the positions share what they find."""

_ORDERING_DEPTH, _GUESSING_DEPTH = 11, 16


@dataclass(frozen=True, slots=True)
class Step:
    """How far a proof is.

    Attributes:
        fraction: of the work expected, from 0 to 1; it never falls.
        low, high: what the score of the start is known to lie between.
        proved: positions with a proved bound in the file.
        nodes: positions visited, those before an interruption included.
    """

    fraction: float
    low: int
    high: int
    proved: int
    nodes: int


class Interrupted(EngineError):
    """The proof was stopped; what it has found is in its file."""


class Proof:
    """Proves the start's score on a board of `size` (4 or 6), keeping its bounds in `path`.

    Positions with up to `split` empty squares are left to the kernels, whose table has
    `buckets` cache lines. As long as a proof lives, what it finds serves whatever it is
    asked to solve next.

    Raises:
        NotationError: the file is of something else.
    """

    def __init__(
        self,
        size: int,
        path: Path,
        control: SearchControl | None = None,
        split: int = SPLIT,
        buckets: int = _BUCKETS,
    ) -> None:
        self.board = start(size)
        self._path = path
        self.split = split
        self._control = control or SearchControl()
        self._search = CompactSearch(size, buckets if size > 4 else 1 << 12)
        self._search.begin(self._control)
        self._squares = size * size
        self._bounds: dict[tuple[int, int], tuple[int, int]] = {}
        self._fraction, self._nodes = 0.0, 0
        self._read(f"othello:{size}")
        self._nodes_before = self._nodes

    @property
    def step(self) -> Step:
        """What is known now."""
        low, high = self.bounds(self.board)
        return Step(self._fraction, low, high, len(self._bounds), self._nodes)

    def bounds(self, board: Board) -> tuple[int, int]:
        """What the score of `board` is known to lie between."""
        return self._bounds.get(board.canonical()[:2], (-self._squares, self._squares))

    def take(self, board: Board, score: int) -> None:
        """Believe that this is the score of `board`: it was proved elsewhere."""
        if self.bounds(board) != (score, score):
            self._write(board, score, score)

    def steps(self) -> Iterator[Step]:
        """Prove the start's score, pausing after every position that is solved.

        Raises:
            Interrupted: the control was stopped.
        """
        self._fraction = 0.0
        yield from self.solve(self.board)
        self._fraction = 1.0
        yield self.step

    def solve(self, board: Board) -> Generator[Step, None, int]:
        """The exact score of any `board`, by null windows from an estimate (MTD(f))."""
        guess = None
        while True:
            low, high = self.bounds(board)
            if low == high:
                return low
            if guess is None:
                depth = min(_GUESSING_DEPTH, board.left)
                estimate = self._search.estimate(board, -INFINITY, INFINITY, depth)
                guess = nearest(estimate)
            alpha = window(low, high, guess)
            share = (self._fraction, (1 + self._fraction) / 2)
            guess = yield from self.exceeds(board, alpha, guess > alpha, share)

    def exceeds(
        self, board: Board, alpha: int, likely: bool, share: tuple[float, float] = (0.0, 0.0)
    ) -> Generator[Step, None, int]:
        """A bound on the right side of `alpha`, `likely` above it.

        `share` is where the proof's fraction is before and after.
        """
        low, high = self.bounds(board)
        if low > alpha or high <= alpha:
            self._fraction = max(self._fraction, share[1])
            return low if low > alpha else high
        if board.left <= self.split:
            best = self._search.exceeds(board, alpha)
            if self._search.aborted:
                raise Interrupted("The proof was stopped; it goes on from its file.")
            self._note(board, best, alpha)
            self._fraction = max(self._fraction, share[1])
            yield self.step
            return best
        best, children = -self._squares, self._ordered(board, alpha)
        if not children:
            best = board.final_score
        begin, width = share[0], (share[1] - share[0]) / max(len(children), 1)
        for index, child in enumerate(children):
            # Where a move is likely to suffice the first one is all the work.
            part = (begin + width * index, begin + width * (index + 1))
            if likely:
                part = share if index == 0 else (share[1], share[1])
            score = yield from self.exceeds(child, -alpha - 1, not likely, part)
            best = max(best, -score)
            if best > alpha:
                break
        self._note(board, best, alpha)
        self._fraction = max(self._fraction, share[1])
        return best

    def best(self, board: Board) -> int | None:
        """A move's square that is proved to reach the lower bound of `board`, if any is."""
        low, _ = self.bounds(board)
        for square in board.squares():
            if -self.bounds(board.after(square))[1] >= low:
                return square
        return None

    def justify(self, board: Board) -> Iterator[Step]:
        """Prove of a solved `board` that a move reaches its score, where `best` knows none.

        Nobody need have searched its moves: scores can be taken from elsewhere.
        """
        if self.best(board) is not None:
            return
        low, _ = self.bounds(board)
        for child in self._ordered(board, low - 1):
            yield from self.exceeds(child, -low, likely=False)
            if self.best(board) is not None:
                return

    def _ordered(self, board: Board, alpha: int) -> list[Board]:
        """The different boards after a move: known to be good ones, then by estimate."""
        ranks: dict[tuple[int, int], tuple[bool, int, Board]] = {}
        for square in board.squares():
            child = board.after(square)
            key = child.canonical()[:2]
            if key not in ranks:
                suffices = -self.bounds(child)[1] > alpha
                score = self._search.estimate(child, -INFINITY, INFINITY, _ORDERING_DEPTH)
                ranks[key] = (not suffices, score, child)
        return [child for _, _, child in sorted(ranks.values(), key=lambda rank: rank[:2])]

    def _note(self, board: Board, bound: int, alpha: int) -> None:
        """Remember a bound and append it to the file."""
        low, high = self.bounds(board)
        self._write(board, *((bound, high) if bound > alpha else (low, bound)))

    def _write(self, board: Board, low: int, high: int) -> None:
        own, other, _ = board.canonical()
        self._bounds[own, other] = low, high
        self._nodes = self._nodes_before + self._search.nodes
        image = Board.of(board.shape, own, other)
        with self._path.open("a", encoding="ascii") as file:
            file.write(f"{image} {low} {high} {self._nodes}\n")

    def _read(self, header: str) -> None:
        """Take what the file holds; its last line may have been cut off by a kill."""
        if not self._path.exists():
            write_whole(self._path, f"{header}\n")
        text = self._path.read_text(encoding="ascii", errors="replace")
        whole = text[: text.rfind("\n") + 1]
        first, *lines = whole.splitlines() or [""]
        if first != header:
            raise NotationError(f"{self._path} is no progress of a proof of {header}.")
        for number, line in enumerate(lines, 2):
            try:
                squares, low, high, nodes = line.split()
                image = read_board(squares, self.board.shape.size)
                self._bounds[int(image.own), int(image.other)] = int(low), int(high)
                self._nodes = int(nodes)
            except ValueError:
                raise NotationError(
                    f"{self._path}, line {number}: {line[:60]!r} is no bound."
                ) from None
        if whole != text:
            write_whole(self._path, whole)
