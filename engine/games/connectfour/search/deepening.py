"""Iterative deepening over the moves of one position."""

from __future__ import annotations

import time
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from engine.games.connectfour.search.alphabeta import ABORTED, NODE_LIMIT, PROVED, WIN
from engine.games.connectfour.search.evaluation import place, winning_columns
from engine.games.connectfour.search.trees import board_of
from engine.games.connectfour.search.windows import HEIGHTS, PLY, centre_first, geometry
from engine.search.control import SearchControl
from engine.search.score import Certainty, Score, win_in, win_score
from engine.search.searcher import Candidate, refuse_finished

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from engine.game import Move
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.connectfour.search.trees import Tree, Value
    from engine.search.info import Info, Report
    from engine.search.limits import Limit

UNLIMITED = 1 << 62

SIGHT = 3
"""Plies looked ahead before a leap to the end of the game, so that a stop finds a good move."""

LEAP_SPEED = 1_000_000
"""Nodes a second of such a search on a busy machine."""

SURE = 10_000
"""Worth of a win that is certain but not proved to be the fastest, hundredths of a disc."""


class Deepening:
    """One search of one position: depth 1, 2, 3... until a limit, a stop or a proof.

    With `every`, all moves get scores of their own, else the best one alone does. `found`
    are the moves as known now, best first.
    """

    def __init__(
        self,
        tree: Tree,
        position: ConnectFourPosition,
        limit: Limit,
        control: SearchControl,
        report: Report | None,
        *,
        every: bool,
    ) -> None:
        refuse_finished(position)
        self._tree, self._position = tree, position
        self._limit, self._control, self._report = limit, control, report
        self.every = every
        self.found: tuple[Candidate, ...] = ()
        self._proved: dict[Move, Candidate] = {}
        self._started, self._nodes_before = time.perf_counter(), control.nodes
        self._geometry, root = geometry(position.game), board_of(position)
        legal = position.legal_moves()
        self._boards = {
            column: self._after(root, column)
            for column in centre_first(position.game.columns)
            if column in legal
        }
        self._wins = winning_columns(self._geometry, root, position.to_move)
        self._depth, self._exhausted = 0, False
        self._node_limit = self._nodes_before + (limit.nodes or UNLIMITED)
        self.remaining = position.game.columns * position.game.rows - position.ply

    def run(self, deepest: int | None = None) -> tuple[Candidate, ...]:
        """Go on deepening, as far as `deepest` plies: every move, the best one first.

        The first ply is searched whatever the limit, so that a win is taken and a loss
        blocked even when the search is stopped before it begins.
        """
        last = min(deepest or self.remaining, self._limit.depth or self.remaining)
        if not self.found:
            self.found = self._iteration(list(self._boards), SearchControl())
            self._tell()
        while self._depth < min(last, self.remaining) and not (self.settled or self._exhausted):
            deeper = self._iteration([candidate.move for candidate in self.found], self._control)
            if deeper:
                self.found = deeper
                self._tell()
            self._exhausted = not deeper
        return self.found

    def conclude(self, proved: Iterable[Candidate]) -> None:
        """Take over moves whose exact scores are known from elsewhere.

        Unless `every` move counts, one that is proved is the best one, whatever the others are
        thought to be worth.
        """
        known = {candidate.move: candidate for candidate in proved}
        self._proved.update(known)
        self.found = self._with_proved(self.found)
        if known and not self.every:
            self.found = tuple(sorted(self.found, key=lambda found: found.move not in known))
        self._tell()

    def lengthen(self, finished: Callable[[tuple[Move, ...]], tuple[Move, ...]]) -> None:
        """Let the best move's line, which ends where its score was seen, go on to the end.

        One that came with its proof is as long as was worth the search.
        """
        first, *others = self.found
        if first.move in self._proved:
            return
        self.found = (replace(first, pv=finished(first.pv)), *others)

    @property
    def settled(self) -> bool:
        """Whether no greater depth can change anything."""
        if self.every:
            return all(candidate.exact for candidate in self.found)
        return self.found[0].exact

    def info(self) -> Info:
        """What the search knows now."""
        nodes = self._control.nodes - self._nodes_before
        return self.found[0].info(nodes, time.perf_counter() - self._started)

    def _iteration(self, order: list[Move], control: SearchControl) -> tuple[Candidate, ...]:
        """The next depth over all moves, best first; empty when it was cut short."""
        depth = self._next_depth
        state = np.zeros(2, dtype=np.int64)
        state[NODE_LIMIT] = self._node_limit
        floor = -WIN
        valued: list[tuple[Value, Move]] = []
        for move in order:
            if move in self._proved:
                continue
            value = self._value(move, depth - 1, floor, control, state)
            if state[ABORTED]:
                return ()
            valued.append((value, move))
            if not self.every:
                floor = max(floor, value[0])
        valued.sort(key=itemgetter(0), reverse=True)  # stable: equal moves keep their order
        self._depth = depth
        return self._with_proved(
            self._candidate(move, value, depth, told=self.every or rank == 0)
            for rank, ((value, _), move) in enumerate(valued)
        )

    @property
    def _next_depth(self) -> int:
        """One ply more, or all of them where a search to the end is within the limit.

        That took at most ``4 * 2 ** remaining`` nodes in 240 positions with 14 to 18.
        """
        deeper, limit = self._depth + 1, self._limit
        leaps = deeper > SIGHT and self.remaining <= self._tree.leap
        if not leaps or (limit.depth is not None and limit.depth < self.remaining):
            return deeper
        nodes = UNLIMITED if limit.nodes is None else limit.nodes
        if limit.time is not None:
            nodes = min(nodes, max(int(limit.time * LEAP_SPEED), limit.least))
        return self.remaining if 4 * 2**self.remaining <= nodes else deeper

    def _with_proved(self, found: Iterable[Candidate]) -> tuple[Candidate, ...]:
        """Candidates, of which those proved take the place of their like, best first."""
        rest = [candidate for candidate in found if candidate.move not in self._proved]
        return tuple(sorted([*self._proved.values(), *rest], key=_rank, reverse=True))

    def _value(
        self,
        move: Move,
        depth: int,
        floor: int,
        control: SearchControl,
        state: NDArray[np.int64],
    ) -> Value:
        if self._wins >> move & 1:
            return WIN - (self._position.ply + 1), 0
        if self.remaining == 1:
            return 0, 0
        return self._tree.value(self._boards[move], control, state, depth, floor)

    def _candidate(self, move: Move, value: int, depth: int, *, told: bool) -> Candidate:
        """A move's value as score: exact when the search saw the end of the game.

        Only a move that is `told` of gets a line: of the others no more than a bound is known.

        A win or loss seen beyond `depth`, along forced replies, is certain, but whether a
        faster or slower one exists is not: it counts as an estimate, of `SURE` less its ply.
        """
        size, seen, certain = abs(value), depth >= self.remaining, abs(value) > PROVED
        if certain:
            ply = WIN - size
            seen = ply - self._position.ply <= depth
            size = win_score(self._position.game, ply) if seen else SURE - ply
        score = size if value > 0 else -size
        line = self._line(move, depth) if told else (move,)
        return Candidate(move=move, score=self._score(score, seen, told), depth=depth, pv=line)

    def _score(self, value: int, exact: bool, told: bool) -> Score:
        mover = self._position.to_move
        if not exact:
            return Score.estimated(value, mover)
        if not told:
            return Score(value, mover, Certainty.AT_MOST)
        return Score.proved(value, mover, win_in(self._position, value))

    def _line(self, move: Move, depth: int) -> tuple[Move, ...]:
        """The principal variation: `move`, a win at once, or what the table remembers."""
        line = [move]
        if self._wins >> move & 1:
            return (move,)
        board = self._boards[move].copy()
        while len(line) < min(depth, self.remaining):
            wins = winning_columns(self._geometry, board, board[PLY] % self._position.game.players)
            column = _lowest(wins) if wins else self._tree.best_column(board)
            if column is None or board[HEIGHTS + column] >= self._position.game.rows:
                break
            line.append(column)
            if wins:
                break
            board = self._after(board, column)
        return tuple(line)

    def _after(self, board: NDArray[np.int64], column: Move) -> NDArray[np.int64]:
        """The board with one more disc, of the player whose turn it is, in `column`."""
        after = board.copy()
        place(self._geometry, after, column, board[PLY] % self._position.game.players)
        return after

    def _tell(self) -> None:
        if self._report is not None:
            self._report(self.info())


def _rank(found: Candidate) -> tuple[int, int]:
    return found.score.rank


def _lowest(columns: int) -> Move:
    """The first of a set of columns given as bits."""
    return (columns & -columns).bit_length() - 1
