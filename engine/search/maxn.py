"""Search for any number of players: max^n, in which everybody looks after themselves.

Source: Luckhardt and Irani, "An algorithmic solution of N-person games" (AAAI 1986).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.search.control import HITS
from engine.search.negamax import TABLE_LIMIT
from engine.search.score import final_value

if TYPE_CHECKING:
    from engine.game import Game, Move, Player, Position
    from engine.search.budget import Budget
    from engine.search.knowledge import Knowledge

Values: TypeAlias = tuple[int, ...]
"""One search value for each player, in turn order."""


class Entry(NamedTuple):
    """A searched position: `proved` values rest on finished games alone, at any depth."""

    depth: int
    values: Values
    move: Move
    proved: bool


class MaxN:
    """Searches the positions of one root; `horizon` counts the estimates it relied on."""

    def __init__(self, game: Game, knowledge: Knowledge, budget: Budget) -> None:
        self.horizon = 0
        self._players = range(game.players)
        self._knowledge = knowledge
        self._priorities = knowledge.priorities(game)
        self._budget = budget
        self._table: dict[tuple[int, ...], Entry] = {}

    def value_for(self, player: Player, position: Position, depth: int, floor: int) -> int:
        """The value for `player`, `depth` plies deep (`floor` cannot prune max^n)."""
        return self._values(position, depth)[player]

    def best_reply(self, position: Position) -> Move | None:
        """The move the table holds for `position`."""
        entry = self._table.get(position.key())
        return entry.move if entry else None

    def _values(self, position: Position, depth: int) -> Values:
        self._budget.spend()
        if position.outcome() is not None:
            return self._final(position)
        # Nothing is better than winning now, so no other move need be looked at.
        winning = self._knowledge.winning_move(position)
        if winning is not None:
            return self._final(position.play(winning))
        if depth <= 0:
            self.horizon += 1
            return tuple(self._knowledge.evaluate(position, player) for player in self._players)
        key = position.key()
        entry = self._table.get(key)
        if entry is not None and (entry.proved or entry.depth >= depth):
            self._budget.count(HITS)
            self.horizon += not entry.proved
            return entry.values
        return self._search(position, key, depth)

    def _search(self, position: Position, key: tuple[int, ...], depth: int) -> Values:
        mover, horizon_before = position.to_move, self.horizon
        best: Values = ()
        best_rank: tuple[int, int] | None = None
        best_move = -1
        for move in sorted(position.legal_moves(), key=self._priorities.__getitem__, reverse=True):
            values = self._values(position.play(move), depth - 1)
            rank = _rank(values, mover)
            if best_rank is None or rank > best_rank:
                best, best_rank, best_move = values, rank, move
        if len(self._table) >= TABLE_LIMIT:
            self._table.clear()
        self._table[key] = Entry(depth, best, best_move, self.horizon == horizon_before)
        return best

    def _final(self, position: Position) -> Values:
        return tuple(final_value(position, player) for player in self._players)


def _rank(values: Values, mover: Player) -> tuple[int, int]:
    """The mover's value first; where that is equal, keep the strongest opponent small."""
    return values[mover], -max(value for p, value in enumerate(values) if p != mover)
