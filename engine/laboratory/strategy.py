"""What a player can force, whatever the others play, by the rules and the game's solver.

*can force P* means: that player has an answer to everything such that a board of which P is
true comes up sooner or later, and it counts as reached at once where P is true already. Where
P reads on (`always`, `at the end`, `next`, ...), it means that the finished game satisfies P, read
from the board at which this is asked: conditions outside of every operator at its last board.
What P says that somebody can force is asked of single boards, and reads on only within.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.errors import UnsupportedGame
from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.predicates import PLY
from engine.laboratory.language.tree import (
    FORWARD,
    Always,
    AtEnd,
    AtPly,
    Condition,
    Eventually,
    Forces,
    Next,
    Node,
    Not,
    Term,
    Until,
    WeakNext,
    children,
    said_of_end,
    temporal,
    terms_of,
)
from engine.parts.of_game import searcher_for
from engine.search.limits import Limit

if TYPE_CHECKING:
    from engine.game import Game, Move
    from engine.laboratory.language.predicates import Predicate
    from engine.laboratory.trace import Trace
    from engine.search.control import SearchControl

MAX_BOARDS = 2_000_000
"""Boards looked at before the game is called too large."""


class Reading(Protocol):
    """How conditions are read on lines, see `language.meaning`, and what stops it."""

    control: SearchControl

    def at(self, node: Node, trace: Trace, at: int, /) -> bool: ...


class Stopped(Exception):
    """The search was stopped before it knew what can be forced."""


def can_force(node: Forces, trace: Trace, reading: Reading) -> bool:
    """Whether the player of `node` can force its condition from the last board of `trace`.

    Raises:
        Stopped: the control of `reading` was stopped.
        UnsupportedGame: there are too many boards to look at.
    """
    if solver_knows(node, trace.game):
        return _wins(node, trace, reading.control)
    return Play(node, reading, trace.plies).forced(trace)


def forced_line(node: Forces, trace: Trace, reading: Reading) -> tuple[Move, ...]:
    """A line on which the player forces it, the others playing their first moves.

    Raises:
        Stopped: the control of `reading` was stopped.
    """
    if solver_knows(node, trace.game):
        return _winning_line(node, trace, reading.control)
    play, line = Play(node, reading, trace.plies), trace
    while play.decided(line) is None:
        mover, moves = line.final.to_move, line.final.legal_moves()
        better = (move for move in moves if play.forced(line.after(move)))
        line = line.after(next(better) if mover == node.player else moves[0])
    return line.moves


def _winning_line(node: Forces, line: Trace, control: SearchControl) -> tuple[Move, ...]:
    """The same of a win that the solver knows, on boards with too many others to look at."""
    searcher = searcher_for(line.game)
    while moves := line.final.legal_moves():
        best = moves[0]
        if line.final.to_move == node.player:
            best = searcher.search(line.final, Limit(), control).pv[0]
            if control.stopped:
                raise Stopped
        line = line.after(best)
    return line.moves


def solver_knows(node: Forces, game: Game) -> bool:
    """Whether it asks for a win, and of a game that the family's own solver plays."""
    if node.player is None or game.players != 2 or changes_of(game) is not None:
        return False
    goal = node.operand
    inner = goal.operand if isinstance(goal, Eventually | AtEnd) else goal
    return inner == Condition(Term("won", (node.player,)), ">=", 1)


def _wins(node: Forces, trace: Trace, control: SearchControl) -> bool:
    outcome = trace.outcome
    assert isinstance(node.player, int)  # noqa: S101 (the caller asks of a player's win)
    if outcome is not None:
        return outcome.winner == node.player
    info = searcher_for(trace.game).search(trace.final, Limit(), control)
    if control.stopped:
        raise Stopped
    return info.score.seen_by(node.player).sign > 0


class Play:
    """Exhausts the play from a board, each board once where its past does not matter."""

    def __init__(self, node: Forces, reading: Reading, start: int = 0) -> None:
        """`start`: the plies of the line at whose last board the question is asked."""
        goal = node.operand
        self._goal = said_of_end(goal) if _reads_on(goal) else Eventually(goal)
        self._player, self._reading, self._start = node.player, reading, start
        self._comes, self._stays = _settles(self._goal, True), _settles(self._goal, False)
        self._known: dict[object, bool] = {}
        self._boards = 0

    def decided(self, trace: Trace) -> bool | None:
        """What the goal comes to on a line, whatever is played on; None while that is open."""
        board = _on_board(self._goal)
        if board is None:
            true = self._reading.at(self._goal, trace, self._start)
        else:  # what earlier boards said of it has been found undecided
            true = self._reading.at(board, trace, trace.plies)
        if self._comes if true else self._stays:
            return true
        return None if trace.final.legal_moves() else true

    def forced(self, trace: Trace) -> bool:
        """Whether it can be forced from the last board of `trace`.

        Raises:
            Stopped: the control of the reading was stopped.
            UnsupportedGame: there are too many boards to look at.
        """
        if self._reading.control.stopped:
            raise Stopped
        key: object = trace.moves
        if not looks_back(_on_board(self._goal) or self._goal, trace.game):
            key = (trace.final.key(), trace.plies)
        if key not in self._known:
            self._boards += 1
            if self._boards > MAX_BOARDS:
                raise UnsupportedGame(
                    f"{trace.game.key} has too many boards to look at for what can be forced."
                )
            self._known[key] = self._worked_out(trace)
        return self._known[key]

    def _worked_out(self, trace: Trace) -> bool:
        decided = self.decided(trace)
        if decided is not None:
            return decided
        after = (self.forced(trace.after(move)) for move in trace.final.legal_moves())
        return any(after) if trace.final.to_move == self._player else all(after)


def _reads_on(node: Node) -> bool:
    """Whether it speaks of boards to come; what somebody can force is asked of one board."""
    if isinstance(node, Forces):
        return False
    return isinstance(node, FORWARD) or any(map(_reads_on, children(node)))


def _on_board(goal: Node) -> Node | None:
    """The condition on single boards that is to come, to stay or to be true last, if one is."""
    if isinstance(goal, Eventually | Always | AtEnd) and not _reads_on(goal.operand):
        return goal.operand
    return None


def _settles(node: Node, value: bool) -> bool:
    """Whether what a line says of `node`, if that is `value`, is said of all longer ones, too."""
    match node:
        case Forces():
            return True
        case Not():
            return _settles(node.operand, not value)
        case Eventually() | Next() | Until() | AtPly():
            able = value
        case Always() | WeakNext():
            able = not value
        case AtEnd():
            able = False
        case _:
            able = True  # read at one board and back from there
    return able and all(_settles(child, value) for child in children(node))


def looks_back(node: Node, game: Game) -> bool:
    """Whether the condition needs more of a line than its last board."""
    if temporal(node):
        return True
    return any(_past(predicate_named(game, term.name), term) for term in terms_of(node))


def _past(predicate: Predicate, term: Term) -> bool:
    """Whether a term needs more than the last board: where it may name a ply, if it does."""
    if PLY in predicate.parameters:
        return len(term.arguments) == len(predicate.parameters)
    return predicate.past
