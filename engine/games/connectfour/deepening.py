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
from engine.search.score import win_score, worth
from engine.search.searcher import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from engine.game import Move
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.connectfour.trees import Tree
    from engine.players.base import Report
    from engine.search.limits import Limit

UNLIMITED = 1 << 62

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
        if position.outcome() is not None:
            raise GameOver("The game is over; there is nothing to search.")
        self._tree, self._position = tree, position
        self._limit, self._control, self._report = limit, control, report
        self.every = every
        self.found: tuple[Candidate, ...] = ()
        self._proved: dict[Move, Candidate] = {}
        self._started, self._nodes_before = time.perf_counter(), control.nodes
        self._children = {
            column: position.play(column)
            for column in centre_first(position.game.columns)
            if column in position.legal_moves()
        }
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
            self.found = self._iteration(list(self._children), SearchControl())
            self._tell()
        while self._depth < min(last, self.remaining) and not (self.settled or self._exhausted):
            deeper = self._iteration([candidate.move for candidate in self.found], self._control)
            if deeper:
                self.found = deeper
                self._tell()
            self._exhausted = not deeper
        return self.found

    def conclude(self, proved: Iterable[Candidate]) -> None:
        """Take over moves whose exact scores are known from elsewhere."""
        self._proved.update((candidate.move, candidate) for candidate in proved)
        self.found = self._with_proved(self.found)
        self._tell()

    @property
    def settled(self) -> bool:
        """Whether no greater depth can change anything."""
        if self.every:
            return all(candidate.exact for candidate in self.found)
        return self.found[0].exact

    def info(self) -> Info:
        """What the search knows now."""
        best = self.found[0]
        return Info(
            depth=best.depth,
            score=best.score,
            pv=best.pv,
            nodes=self._control.nodes - self._nodes_before,
            elapsed=time.perf_counter() - self._started,
            exact=best.exact,
        )

    def _iteration(self, order: list[Move], control: SearchControl) -> tuple[Candidate, ...]:
        """The next depth over all moves, best first; empty when it was cut short."""
        depth = self._depth + 1
        state = np.zeros(2, dtype=np.int64)
        state[NODE_LIMIT] = self._node_limit
        floor = -WIN
        valued: list[tuple[int, Move]] = []
        for move in order:
            if move in self._proved:
                continue
            value = self._value(move, depth - 1, floor, control, state)
            if state[ABORTED]:
                return ()
            valued.append((value, move))
            if not self.every:
                floor = max(floor, value)
        valued.sort(key=lambda pair: -pair[0])  # stable: equal moves keep their order
        self._depth = depth
        return self._with_proved(self._candidate(move, value, depth) for value, move in valued)

    def _with_proved(self, found: Iterable[Candidate]) -> tuple[Candidate, ...]:
        """Candidates, of which those proved take the place of their like, best first."""
        rest = [candidate for candidate in found if candidate.move not in self._proved]
        return tuple(sorted([*self._proved.values(), *rest], key=worth, reverse=True))

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
        faster or slower one exists is not: it counts as an estimate, of `SURE` less its ply.
        """
        score, exact = value, depth >= self.remaining
        if abs(value) > PROVED:
            ply = WIN - abs(value)
            exact = ply - self._position.ply <= depth
            size = win_score(self._position.game, ply) if exact else SURE - ply
            score = size if value > 0 else -size
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

    def _tell(self) -> None:
        if self._report is not None:
            self._report(self.info())
