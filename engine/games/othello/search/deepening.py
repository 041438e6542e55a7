"""Iterative deepening at the root of an Othello search, the same for every board.

A `Root` knows one position's moves and searches below them; this module decides what to
search next and keeps what is known, so that a stopped search still has its best line.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.games.othello.evaluation.evaluation import DECIDED, DISC
from engine.games.othello.search.settling import nearest, settle
from engine.search.info import Info
from engine.search.score import Score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move, Player
    from engine.search.info import Report
    from engine.search.limits import Limit

INFINITY = 30_000
PROVE = 101
"""Above every confidence."""

AHEAD = 10
"""Plies that a search with selective pruning need not have reached before it goes on to the
end of the game."""

MORE_EMPTIES = 3
"""So many empty squares more make one more selective search pay before the exact one."""

_REHEARSE_ABOVE = 17
"""With more empty squares proofs are rehearsed, once more for every `MORE_EMPTIES` from 20 on."""

_EVERY_OTHER_TO = 20
"""Up to so many empty squares a proof that nothing limits follows depths of one parity alone: it
is over so soon that the others cost as much as they tell."""

_BEYOND_FIRST_TO = 20
"""Up to so many it pays to ask first whether the score exceeds the guess, else whether it is
reached."""

_ASPIRATION = 2 * DISC

_DECIDED_FROM = 8
"""Plies after which such an estimate is believed."""

_EMPTIES_MORE = 4
"""So many squares above `solvable` may be empty where a decided game, or one that nothing limits
the search of, is proved at once."""


class Root(Protocol):
    """One position ready to be searched. Scores are from its mover's view.

    Attributes:
        mover: whose turn it is.
        moves: its legal moves (a pass counts).
        left: its empty squares.
        squares: the squares of the board, the greatest final score.
        solvable: up to so many empty squares an exact search is tried early.
        solved_at_once: up to so many it takes a moment at most.
        rehearses: whether proofs gain by selective ones before them.
        confidences: percent, with which selective pruning is offered, the least first;
            100 alone where there is none.
        glances: less than these, with which the end of the game is looked for at first.
    """

    mover: Player
    moves: tuple[Move, ...]
    left: int
    squares: int
    solvable: int
    solved_at_once: int
    confidences: tuple[int, ...]
    glances: tuple[int, ...]
    rehearses: bool

    def be_confident(self, percent: int) -> None:
        """Let `search` prune selectively with this confidence."""

    def search(self, move: Move, alpha: int, beta: int, depth: int) -> int:
        """The score of `move` in hundredths of a disc, `depth` plies deep (1: the move)."""

    def prove(self, move: Move, alpha: int) -> int:
        """A bound in discs on the exact score of `move` that says if it exceeds `alpha`."""

    def rehearse(self, percent: int | None) -> None:
        """Let `prove` cut selectively with this confidence, an estimate; None ends that."""

    def line(self, move: Move, depth: int) -> tuple[Move, ...]:
        """The best line known that starts with `move`."""

    def exact_line(self, move: Move, score: int) -> tuple[Move, ...]:
        """A line of best play that starts with `move` and ends with `score` discs."""

    @property
    def aborted(self) -> bool: ...
    @property
    def nodes(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Step:
    """One search of all moves at the root.

    Attributes:
        depth: plies.
        confidence: percent, see `Info`; `PROVE` asks for exact scores by the solver.
    """

    depth: int
    confidence: int

    @property
    def proves(self) -> bool:
        return self.confidence == PROVE


def steps(root: Root, limit: Limit) -> Iterator[Step]:
    """What to search one after the other: deeper, then surer, at last exactly.

    Shallow searches first pay: they find the order of the moves and a guess of the score.
    Where the solver may take longer than the limit, searches to the end of the game that
    still cut selectively come before it, each surer than the last: rough ones soon, as what the
    end says with many cuts is worth more than an estimate some plies before it.
    """
    left = root.left
    solvable = left <= root.solvable
    to_the_end = limit.depth is None or limit.depth >= left
    near = left <= root.solvable + _EMPTIES_MORE
    proved_next = near and limit.time is None and limit.nodes is None
    enough = left if not to_the_end else max(left - AHEAD, 2 if solvable else 14)
    deepest = min(limit.depth or left, left, enough)
    stride = 2 if proved_next and to_the_end and left <= _EVERY_OTHER_TO else 1
    for depth in range(deepest % 2 or stride, deepest + 1, stride):
        yield Step(depth, root.confidences[0])
    if not to_the_end:
        return
    if not proved_next and root.confidences != (100,) and left > root.solved_at_once:
        passes = (left - root.solved_at_once) // MORE_EMPTIES
        for confidence in (*root.glances, *root.confidences[:passes]):
            yield Step(left, confidence)
    yield Step(left, PROVE)


def rehearsals(root: Root) -> tuple[int, ...]:
    """The confidences with which to prove the score before it is proved for certain.

    A rehearsal costs a few percent of the proof. It leaves good first moves in the table.
    """
    if not root.rehearses or root.left <= _REHEARSE_ABOVE:
        return ()
    return root.confidences[: max((root.left - _REHEARSE_ABOVE) // MORE_EMPTIES, 1)]


class Deepening:
    """The state of one search at the root: the order of moves and the best line so far."""

    def __init__(self, root: Root, limit: Limit, report: Report | None) -> None:
        self._root = root
        self._limit = limit
        self._report = report
        self._started = time.perf_counter()
        self._nodes_before = root.nodes
        self._order = list(root.moves)
        self._last: dict[int, int] = {}
        self.info = self._make(Step(0, 100), 0, (self._order[0],))

    def run(self) -> Info:
        """Search until the limit; the best line."""
        for step in self._steps():
            if step.proves:
                self._solve()
            elif not self._deepen(step):
                break
        return self.info

    def wins(self) -> tuple[int, Move] | None:
        """Whether best play wins (1), draws (0) or loses (-1), and a move that does so.

        None once out of limits. Quicker than `run`, as the score's size is not asked for.
        """
        for step in self._steps():
            if step.proves:
                score = self._settle(-2, 2, nearest(self.info.score.hundredths))
                return None if score is None else (score // 2, self._order[0])
            if not self._deepen(step):
                break
        return None

    def _steps(self) -> Iterator[Step]:
        """The `steps`, of which a decided game near its end skips those up to the proof."""
        planned = tuple(steps(self._root, self._limit))
        near = self._root.left <= self._root.solvable + _EMPTIES_MORE
        proved = near and any(step.proves for step in planned)
        for step in planned:
            decided = abs(self.info.score.value) >= DECIDED and self.info.depth >= _DECIDED_FROM
            if step.proves or not (proved and decided):
                yield step

    def _deepen(self, step: Step) -> bool:
        """One iteration within a window around an earlier score; False once out of limits.

        That of the last depth but one, as scores rise and fall with the side that has the
        last move.
        """
        self._root.be_confident(step.confidence)
        around = self._last.get(step.depth % 2, self.info.score.value)
        alpha, beta = -INFINITY, INFINITY
        if step.depth > 3:
            alpha, beta = around - _ASPIRATION, around + _ASPIRATION
        while True:
            score = self._iterate(alpha, beta, step)
            if score is None:
                return False
            if score <= alpha:
                alpha = -INFINITY
            elif score >= beta:
                beta = INFINITY
            else:
                self._last[step.depth % 2] = score
                return True

    def _iterate(self, alpha: int, beta: int, step: Step) -> int | None:
        """Search every root move once; None once out of limits."""
        root, depth, best = self._root, step.depth, -INFINITY
        untold = False
        for index, move in enumerate(tuple(self._order)):
            floor = max(alpha, best)
            score = floor + 1
            if index and beta > floor + 1:
                score = root.search(move, floor, floor + 1, depth)
            if score > floor and not root.aborted:
                score = root.search(move, floor, beta, depth)
            if root.aborted:
                break
            if score > best:
                best = score
                if best > alpha:
                    self._prefer(move)
                    untold = self._report is None
                    if not untold:
                        self._tell(step, best, root.line(move, depth))
                if best >= beta:
                    break
        # Where nobody listens, a line is looked for once a depth.
        if untold:
            self._tell(step, best, root.line(self._order[0], depth))
        return None if root.aborted else best

    def _solve(self) -> None:
        """Find the exact score and a line of best play."""
        root = self._root
        guess: int | None = nearest(self.info.score.hundredths)
        beyond = 2 if root.left <= _BEYOND_FIRST_TO else 0
        for confidence in rehearsals(root):
            root.rehearse(confidence)
            if guess is not None:
                guess = self._settle(-root.squares, root.squares, guess + beyond)
        root.rehearse(None)
        if guess is None:
            return
        score = self._settle(-root.squares, root.squares, guess + beyond)
        if score is not None:
            line = root.exact_line(self._order[0], score)
            self._tell(Step(root.left, PROVE), score, line)

    def _settle(self, low: int, high: int, guess: int) -> int | None:
        """`settle` the score; the first in the order of moves has it afterwards."""
        return settle(low, high, guess, self._exceeds)

    def _exceeds(self, alpha: int) -> int | None:
        """Whether some move scores more than `alpha`: a bound; None once out of limits."""
        root, best = self._root, -self._root.squares
        for move in tuple(self._order):
            score = root.prove(move, alpha)
            if root.aborted:
                return None
            if score > alpha:
                self._prefer(move)
                return score
            best = max(best, score)
        return best

    def _prefer(self, move: Move) -> None:
        self._order.remove(move)
        self._order.insert(0, move)

    def _make(self, step: Step, score: int, line: tuple[Move, ...]) -> Info:
        mover = self._root.mover
        return Info(
            depth=step.depth,
            score=Score.proved(score, mover) if step.proves else Score.estimated(score, mover),
            pv=line,
            nodes=self._root.nodes - self._nodes_before,
            elapsed=time.perf_counter() - self._started,
            confidence=min(step.confidence, 100),
        )

    def _tell(self, step: Step, score: int, line: tuple[Move, ...]) -> None:
        self.info = self._make(step, score, line)
        if self._report is not None:
            self._report(self.info)
