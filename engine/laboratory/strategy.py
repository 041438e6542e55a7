"""What a player can force, whatever the others play, by the rules and the game's solver.

*can force P* means: that player has an answer to everything such that a board of which P is
true comes up sooner or later, and it counts as reached at once where P is true already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UnsupportedGame
from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.predicates import PLY
from engine.laboratory.language.tree import Condition, Forces, Node, Term, temporal, terms_of
from engine.parts.of_game import searcher_for
from engine.search.control import SearchControl
from engine.search.limits import Limit

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from engine.game import Game, Move
    from engine.laboratory.language.predicates import Predicate
    from engine.laboratory.trace import Trace

    Reading: TypeAlias = Callable[[Node, Trace, int], bool]
    """Whether a condition is true at a board of a line: `language.meaning.holds_at`."""

MAX_BOARDS = 2_000_000
"""Boards looked at before the game is called too large."""


def can_force(node: Forces, trace: Trace, holds_at: Reading) -> bool:
    """Whether the player of `node` can force its condition from the last board of `trace`."""
    if _is_win(node) and trace.game.players == 2 and changes_of(trace.game) is None:
        return _wins(node, trace)
    return Play(node, holds_at).forced(trace)


def forced_line(node: Forces, trace: Trace, holds_at: Reading) -> tuple[Move, ...]:
    """A line on which the player forces it, the others playing their first moves."""
    play, line = Play(node, holds_at), trace
    while not play.reached(line):
        mover, moves = line.final.to_move, line.final.legal_moves()
        better = (move for move in moves if play.forced(line.after(move)))
        line = line.after(next(better) if mover == node.player else moves[0])
    return line.moves


def _is_win(node: Forces) -> bool:
    """Whether the game's own solver knows the answer."""
    return node.player is not None and node.operand == Condition(
        Term("won", (node.player,)), ">=", 1
    )


def _wins(node: Forces, trace: Trace) -> bool:
    outcome = trace.outcome
    assert node.player is not None  # noqa: S101 (the caller asks of a player's win)
    if outcome is not None:
        return outcome.winner == node.player
    info = searcher_for(trace.game).search(trace.final, Limit(), SearchControl())
    return info.score.seen_by(node.player).sign > 0


class Play:
    """Exhausts the play from a board, each board once where its past does not matter."""

    def __init__(self, node: Forces, holds_at: Reading) -> None:
        self._node, self._holds_at = node, holds_at
        self._known: dict[object, bool] = {}
        self._boards = 0

    def reached(self, trace: Trace) -> bool:
        return self._holds_at(self._node.operand, trace, trace.plies)

    def forced(self, trace: Trace) -> bool:
        """Whether it can be forced from the last board of `trace`.

        Raises:
            UnsupportedGame: there are too many boards to look at.
        """
        key: object = trace.moves
        if not looks_back(self._node.operand, trace.game):
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
        if self.reached(trace):
            return True
        moves = trace.final.legal_moves()
        after = (self.forced(trace.after(move)) for move in moves)
        if trace.final.to_move == self._node.player:
            return any(after)
        return bool(moves) and all(after)


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
