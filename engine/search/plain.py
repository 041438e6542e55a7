"""A searcher in plain Python for every game, size and number of players.

It answers while the kernels compile on a machine's first start, and it is the reference
the kernels are tested against.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.parts.of_game import knowledge_of, proved_score
from engine.search.budget import Budget, Stopped
from engine.search.maxn import MaxN
from engine.search.negamax import Negamax
from engine.search.score import INFINITY, PROVED, Score, decided, score_of
from engine.search.searcher import Candidate, refuse_finished

if TYPE_CHECKING:
    from engine.game import Game, Move, Position
    from engine.search.control import SearchControl
    from engine.search.info import Info, Report
    from engine.search.limits import Limit

MAX_DEPTH = 400
"""More plies than any game of ours can last."""


class PlainSearcher:
    """Iterative deepening over `Negamax` (two players) or `MaxN` (more)."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def search(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> Info:
        """The best line within `limit`; see `Searcher.search`."""
        root = _Root(self._game, position, limit, control)
        info = root.info(root.moves[0])
        try:
            for depth in range(1, (limit.depth or MAX_DEPTH) + 1):
                info = root.info(root.deepen_best(depth))
                if report is not None:
                    report(info)
                if info.exact:
                    break
        except Stopped:
            info = root.info(root.best_so_far())
        return info

    def candidates(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> tuple[Candidate, ...]:
        """Every legal move with its score, best first; see `Searcher.candidates`."""
        root = _Root(self._game, position, limit, control)
        try:
            for depth in range(1, (limit.depth or MAX_DEPTH) + 1):
                root.deepen_all(depth)
                if report is not None:
                    report(root.info(root.moves[0]))
                if all(move.exact for move in root.moves):
                    break
        except Stopped:
            pass
        return tuple(move.candidate() for move in root.moves)


@dataclass(slots=True)
class _RootMove:
    """A move of the root, the position before it, and the last thing known about it."""

    before: Position
    move: Move
    after: Position
    value: int = 0
    depth: int = 0
    exact: bool = False
    pv: tuple[Move, ...] = ()

    @property
    def score(self) -> Score:
        score = score_of(self.value)
        if self.exact:
            return proved_score(self.before, score)
        return Score.estimated(100 * score if decided(self.value) else score, self.before.to_move)

    def candidate(self) -> Candidate:
        return Candidate(move=self.move, score=self.score, depth=self.depth, pv=self.pv)


class _Root:
    """The moves of one position, kept best first while they are searched deeper."""

    def __init__(
        self, game: Game, position: Position, limit: Limit, control: SearchControl
    ) -> None:
        refuse_finished(position)
        self._mover = position.to_move
        self._knowledge = knowledge_of(game)
        self._budget = Budget(limit, control)
        engine = Negamax if game.players == 2 else MaxN
        self._tree: Negamax | MaxN = engine(game, self._knowledge, self._budget)
        priorities = self._knowledge.priorities(game)
        order = sorted(position.legal_moves(), key=priorities.__getitem__, reverse=True)
        winning = self._knowledge.winning_move(position)
        order.sort(key=lambda move: move != winning)
        self.moves = [_RootMove(position, move, position.play(move), pv=(move,)) for move in order]

    def deepen_best(self, depth: int) -> _RootMove:
        """Search all moves `depth` plies deep for the best one.

        Only a move that beats those before it is known by more than a bound, so the order
        of the others is kept; of them it is remembered which are lost.
        """
        best: _RootMove | None = None
        horizon_before = self._tree.horizon
        for move in list(self.moves):
            floor = -INFINITY if best is None else best.value
            value = self._tree.value_for(self._mover, move.after, depth - 1, floor)
            if best is None or value > best.value:
                won = self._knowledge.WINS_BY_SPEED and value >= PROVED
                best = self._learn(move, value, depth, won)
                self.moves.remove(move)
                self.moves.insert(0, move)
            elif decided(value):
                move.value = value
        best = self.moves[0]
        best.exact = self._proves(best.value, horizon_before)
        return best

    def deepen_all(self, depth: int) -> None:
        """Give every move its own value `depth` plies deep.

        Moves searched to different depths do not compare, so an iteration that is cut
        short changes nothing but what it proved.
        """
        found = []
        for move in self.moves:
            if not move.exact:
                horizon_before = self._tree.horizon
                value = self._tree.value_for(self._mover, move.after, depth - 1, -INFINITY)
                exact = self._proves(value, horizon_before)
                found.append((move, value, exact))
                if exact:
                    self._learn(move, value, depth, exact)
        for move, value, exact in found:
            self._learn(move, value, depth, exact)
        self.moves.sort(key=lambda move: -move.value)

    def best_so_far(self) -> _RootMove:
        """The best move when the search is stopped inside an iteration.

        It is the one in front, unless that was just proved lost and another was not.
        """
        first = self.moves[0]
        if first.value >= 0 or not decided(first.value):
            return first
        return next((move for move in self.moves if not decided(move.value)), first)

    def info(self, move: _RootMove) -> Info:
        return move.candidate().info(self._budget.nodes, self._budget.elapsed)

    def _proves(self, value: int, horizon_before: int) -> bool:
        """Whether no estimate since `horizon_before` can have a part in `value`."""
        if self._knowledge.WINS_BY_SPEED and decided(value):
            return True
        return self._tree.horizon == horizon_before

    def _learn(self, move: _RootMove, value: int, depth: int, exact: bool) -> _RootMove:
        move.value, move.depth, move.exact = value, depth, exact
        move.pv = (move.move, *self._line(move.after, depth - 1))
        return move

    def _line(self, position: Position, length: int) -> list[Move]:
        """The best replies the tree remembers after `position`."""
        line: list[Move] = []
        while len(line) < length and position.outcome() is None:
            move = self._tree.best_reply(position)
            if move is None or move not in position.legal_moves():
                move = self._knowledge.winning_move(position)
                if move is None:
                    break
            line.append(move)
            position = position.play(move)
        return line
