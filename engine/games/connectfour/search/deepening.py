"""Iterative deepening over the moves of one position."""

from __future__ import annotations

import time
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from engine.games.connectfour.board.layout import centre_first
from engine.games.connectfour.search.alphabeta import PROVED, WIN
from engine.games.connectfour.search.roots import FullWidth, Selective
from engine.search.control import SearchControl
from engine.search.score import Certainty, Score, win_in, win_score
from engine.search.searcher import Candidate, refuse_finished

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.game import Move
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.connectfour.search.roots import Root
    from engine.games.connectfour.search.selection import Selection
    from engine.games.connectfour.search.trees import Tree, Value
    from engine.search.info import Info, Report
    from engine.search.limits import Limit

UNLIMITED = 1 << 62

SIGHT = 3
"""Plies looked ahead before a leap to the end of the game, so that a stop finds a good move."""

LEAP_SPEED = 1_000_000
"""Nodes a second of such a search on a busy machine."""

SURE = 10_000
"""Worth of a win that was seen but is not proved, of three players or with the very last disc;
hundredths of a disc."""


class Deepening:
    """One search of one position: depth 1, 2, 3... until a limit, a stop or a proof.

    With `every`, all moves get scores of their own, else the best one alone does. `found`
    are the moves as known now, best first.

    Where no depth is asked for, a `selection` looks further than every line of play allows.
    What it says of a win or loss is certain, but not that none comes sooner: from then on the
    complete search deepens from the start, and is believed when it has seen the end.
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
        selection: Selection | None = None,
    ) -> None:
        refuse_finished(position)
        self._leap, self._position = tree.leap, position
        self._limit, self._control, self._report = limit, control, report
        self.every = every
        self.found: tuple[Candidate, ...] = ()
        self._proved: dict[Move, Candidate] = {}
        self._started, self._nodes_before = time.perf_counter(), control.nodes
        legal = position.legal_moves()
        moves = [column for column in centre_first(position.game.columns) if column in legal]
        self._complete = FullWidth(tree, position, moves)
        self._selective: Root | None = None
        if selection is not None and limit.depth is None:
            self._selective = Selective(selection, position, moves)
        self._moves = moves
        self._depth, self._confirmed, self._exhausted = 0, 0, False
        self._node_limit = self._nodes_before + (limit.nodes or UNLIMITED)
        self.remaining = position.game.columns * position.game.rows - position.ply

    def run(self, deepest: int | None = None) -> tuple[Candidate, ...]:
        """Go on deepening, as far as `deepest` plies: every move, the best one first.

        The first ply is searched whatever the limit, so that a win is taken and a loss
        blocked even when the search is stopped before it begins.
        """
        last = min(deepest or self.remaining, self._limit.depth or self.remaining)
        if not self.found:
            self.found = self._iteration(self._complete, 1, self._moves, SearchControl())
            self._depth = self._confirmed = 1
            self._tell()
        while self._depth < min(last, self.remaining) and not (self.settled or self._exhausted):
            root = self._next_root
            depth = self._next_depth(root)
            order = [candidate.move for candidate in self.found]
            deeper = self._iteration(root, depth, order, self._control)
            self._exhausted = root.aborted
            if not self._exhausted:
                self._confirmed = depth if root.complete else self._confirmed
                self._depth = max(self._depth, depth)
            if deeper and (depth >= self._depth or deeper[0].exact):
                self.found = deeper
                self._tell()
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

    def _iteration(
        self, root: Root, depth: int, order: list[Move], control: SearchControl
    ) -> tuple[Candidate, ...]:
        """All moves at a depth, best first; empty when it was cut short and found no better one."""
        root.begin(control, self._node_limit)
        floor = -WIN
        valued: list[tuple[Value, Move]] = []
        for move in order:
            if move in self._proved:
                continue
            value = self._value(root, move, depth - 1, floor)
            if root.aborted:
                return self._cut_short(root, depth, order, valued)
            valued.append((value, move))
            if not self.every:
                floor = max(floor, value[0])
        valued.sort(key=itemgetter(0), reverse=True)  # stable: equal moves keep their order
        return self._with_proved(
            self._candidate(root, move, value, depth, told=self.every or rank == 0)
            for rank, ((value, _), move) in enumerate(valued)
        )

    def _cut_short(
        self, root: Root, depth: int, order: list[Move], valued: list[tuple[Value, Move]]
    ) -> tuple[Candidate, ...]:
        """A move that a selective search has found to be better than the first, before all."""
        if root.complete or self.every or not valued:
            return ()
        (value, _), move = max(valued, key=itemgetter(0))
        if move == order[0] or value < -PROVED:
            return ()
        others = (candidate for candidate in self.found if candidate.move != move)
        return (self._candidate(root, move, value, depth, told=True), *others)

    @property
    def _next_root(self) -> Root:
        """What searches next: every line of play near the end, or to confirm what is certain."""
        if self._selective is None or self._certain or self._depth + 1 >= self.remaining:
            return self._complete
        return self._selective

    @property
    def _certain(self) -> bool:
        """Whether the best move is known to win or to lose, though perhaps sooner."""
        return self.found[0].score.certain

    def _next_depth(self, root: Root) -> int:
        """One ply more, or all of them where a search to the end is within the limit.

        That took at most ``4 * 2 ** remaining`` nodes in 240 positions with 14 to 18.
        """
        deeper, limit = (self._confirmed if root.complete else self._depth) + 1, self._limit
        leaps = deeper > SIGHT and self.remaining <= self._leap
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

    def _value(self, root: Root, move: Move, depth: int, floor: int) -> Value:
        if self._complete.wins >> move & 1:
            return WIN - (self._position.ply + 1), 0
        if self.remaining == 1:
            return 0, 0
        return root.value(move, depth, floor)

    def _candidate(
        self, root: Root, move: Move, value: int, depth: int, *, told: bool
    ) -> Candidate:
        """A move's value as score: exact when the search saw the end of the game.

        Only a move that is `told` of gets a line: of the others no more than a bound is known.

        A win or loss seen beyond `depth`, along forced replies, is certain, but whether a
        faster one exists is not: it is a bound. So is one that a selective search has seen, but
        for the next two plies, which are the first.
        """
        wins = self._complete.wins >> move & 1
        line = root.line(move, min(depth, self.remaining)) if told and not wins else (move,)
        score = self._score(root, value, depth, told)
        return Candidate(move=move, score=score, depth=depth, pv=line)

    def _score(self, root: Root, value: int, depth: int, told: bool) -> Score:
        position, mover, sign = self._position, self._position.to_move, 1 if value > 0 else -1
        certainty = Certainty.EXACT
        if abs(value) > PROVED:
            ply = WIN - abs(value)
            value = sign * win_score(position.game, ply)
            if ply - position.ply > (depth if root.complete else 2):
                if position.game.players > 2 or not value:  # two may choose who wins; the last disc
                    return Score.estimated(sign * (SURE - ply), mover)
                certainty = Certainty.AT_LEAST if value > 0 else Certainty.AT_MOST
        elif not root.complete or depth < self.remaining:
            return Score.estimated(value, mover)
        if not told:
            return Score(value, mover, Certainty.AT_MOST)
        return Score(value, mover, certainty, win_in(position, value))

    def _tell(self) -> None:
        if self._report is not None:
            self._report(self.info())


def _rank(found: Candidate) -> tuple[int, int]:
    return found.score.rank
