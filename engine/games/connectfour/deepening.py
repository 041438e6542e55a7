"""Iterative deepening over the moves of one position."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import GameOver
from engine.games.connectfour.kernels import ABORTED, NODE_LIMIT, PROVED, WIN
from engine.games.connectfour.trees import board_of
from engine.games.connectfour.windows import centre_first
from engine.search.control import SearchControl
from engine.search.info import Info
from engine.search.score import win_score
from engine.search.searcher import Candidate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.game import Move
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.connectfour.trees import Tree
    from engine.players.base import Report
    from engine.search.limits import Limit

UNLIMITED = 1 << 62


class Deepening:
    """One search of one position: depth 1, 2, 3... until a limit, a stop or a proof."""

    def __init__(
        self,
        tree: Tree,
        position: ConnectFourPosition,
        limit: Limit,
        control: SearchControl,
        report: Report | None,
    ) -> None:
        if position.outcome() is not None:
            raise GameOver("The game is over; there is nothing to search.")
        self._tree, self._position = tree, position
        self._limit, self._control, self._report = limit, control, report
        self._started, self._nodes_before = time.perf_counter(), control.nodes
        self._children = {
            column: position.play(column)
            for column in centre_first(position.game.columns)
            if column in position.legal_moves()
        }
        self._remaining = position.game.columns * position.game.rows - position.ply

    def run(self, *, every: bool) -> tuple[Candidate, ...]:
        """Every move, best first: with its own score if `every`, else the best one's only.

        The first ply is searched whatever the limit, so that a win is taken and a loss
        blocked even when the search is stopped before it begins.
        """
        deepest = min(self._limit.depth or self._remaining, self._remaining)
        found = self._iteration(1, list(self._children), SearchControl(), UNLIMITED, every)
        self._tell(found)
        node_limit = self._nodes_before + (self._limit.nodes or UNLIMITED)
        with self._control.deadline(self._limit.time):
            for depth in range(2, deepest + 1):
                if _settled(found, every) or self._control.stopped:
                    break
                order = [candidate.move for candidate in found]
                deeper = self._iteration(depth, order, self._control, node_limit, every)
                if not deeper:
                    break
                found = deeper
                self._tell(found)
        return found

    def info(self, found: tuple[Candidate, ...]) -> Info:
        """What the search knows after an iteration."""
        best = found[0]
        return Info(
            depth=best.depth,
            score=best.score,
            pv=best.pv,
            nodes=self._control.nodes - self._nodes_before,
            elapsed=time.perf_counter() - self._started,
            exact=best.exact,
        )

    def _iteration(
        self, depth: int, order: list[Move], control: SearchControl, node_limit: int, every: bool
    ) -> tuple[Candidate, ...]:
        """One depth over all moves, best first; empty when it was cut short."""
        state = np.zeros(2, dtype=np.int64)
        state[NODE_LIMIT] = node_limit
        floor = -WIN
        valued: list[tuple[int, Move]] = []
        for move in order:
            value = self._value(move, depth - 1, floor, control, state)
            if state[ABORTED]:
                return ()
            valued.append((value, move))
            if not every:
                floor = max(floor, value)
        valued.sort(key=lambda pair: -pair[0])  # stable: equal moves keep their order
        return tuple(self._candidate(move, value, depth) for value, move in valued)

    def _value(
        self,
        move: Move,
        depth: int,
        floor: int,
        control: SearchControl,
        state: NDArray[np.int64],
    ) -> int:
        child = self._children[move]
        outcome = child.outcome()
        if outcome is None:
            return self._tree.value(board_of(child), control, state, depth, floor)
        return 0 if outcome.winner is None else WIN - child.ply

    def _candidate(self, move: Move, value: int, depth: int) -> Candidate:
        """A move's value as score: exact when the search saw the end of the game.

        A win or loss seen beyond `depth`, along forced replies, is certain, but whether a
        faster or slower one exists is not.
        """
        if abs(value) <= PROVED:
            score, exact = value, depth >= self._remaining
        else:
            ply = WIN - abs(value)
            exact = ply - self._position.ply <= depth
            score = win_score(self._position.game, ply) * (1 if value > 0 else -1)
            if not exact:
                score = value
        return Candidate(move, score, exact, depth, self._line(move, depth))

    def _line(self, move: Move, depth: int) -> tuple[Move, ...]:
        """The principal variation: `move`, a win at once, or what the table remembers."""
        line, position = [move], self._children[move]
        while len(line) < depth and position.outcome() is None:
            wins = [c for c in position.legal_moves() if position.play(c).outcome()]
            column = wins[0] if wins else self._tree.best_column(board_of(position))
            if column not in position.legal_moves():
                break
            line.append(column)
            position = position.play(column)
        return tuple(line)

    def _tell(self, found: tuple[Candidate, ...]) -> None:
        if self._report is not None:
            self._report(self.info(found))


def _settled(found: tuple[Candidate, ...], every: bool) -> bool:
    """Whether no greater depth can change anything."""
    return all(candidate.exact for candidate in found) if every else found[0].exact
