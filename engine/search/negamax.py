"""Two-player search: negamax with alpha-beta pruning and a transposition table."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from engine.search.control import CUTS, FIRST_CUTS, HITS
from engine.search.score import INFINITY, final_value

if TYPE_CHECKING:
    from engine.game import Game, Move, Player, Position
    from engine.search.budget import Budget
    from engine.search.knowledge import Knowledge

TABLE_LIMIT = 400_000
"""Entries kept before the table starts afresh (about 150 MB)."""


class Bound(Enum):
    """What a stored value says about the true one."""

    EXACT = "exact"
    LOWER = "at least"
    UPPER = "at most"


class Entry(NamedTuple):
    """A searched position: `proved` values rest on finished games alone, at any depth."""

    depth: int
    value: int
    bound: Bound
    move: Move
    proved: bool


class Negamax:
    """Searches the positions of one root; `horizon` counts the estimates it relied on."""

    def __init__(self, game: Game, knowledge: Knowledge, budget: Budget) -> None:
        self.horizon = 0
        self._knowledge = knowledge
        self._priorities = knowledge.priorities(game)
        self._budget = budget
        self._table: dict[tuple[int, ...], Entry] = {}

    def value_for(self, player: Player, position: Position, depth: int, floor: int) -> int:
        """The value from `player`'s view, `depth` plies deep; at most `floor` if no better."""
        if player == position.to_move:
            return self._value(position, depth, floor, INFINITY)
        return -self._value(position, depth, -INFINITY, -floor)

    def best_reply(self, position: Position) -> Move | None:
        """The move the table holds for `position`."""
        entry = self._table.get(position.key())
        return entry.move if entry else None

    def _value(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """The value from the mover's view.

        Postcondition: ``v <= alpha`` is an upper bound, ``alpha < v < beta`` is the value,
        ``v >= beta`` is a lower bound.
        """
        self._budget.spend()
        # 1. A finished game has its value whatever the depth.
        if position.outcome() is not None:
            return final_value(position, position.to_move)
        # 2. Beyond the horizon: an estimate.
        if depth <= 0:
            return self._leaf(position)
        # 3. The table.
        key = position.key()
        entry = self._table.get(key)
        if entry is not None and _settles(entry, depth, alpha, beta):
            self._budget.count(HITS)
            self.horizon += not entry.proved
            return entry.value
        # 4. Every move, the likeliest first.
        horizon_before, floor = self.horizon, alpha
        best, best_move = -INFINITY, -1
        for move in self._ordered(position, entry):
            value = -self._value(position.play(move), depth - 1, -beta, -max(alpha, best))
            if value > best:
                if value >= beta:
                    self._budget.count(CUTS)
                    if best_move < 0:
                        self._budget.count(FIRST_CUTS)
                best, best_move = value, move
                if best >= beta:
                    break
        # 5. Remember.
        bound = Bound.LOWER if best >= beta else Bound.EXACT if best > floor else Bound.UPPER
        if len(self._table) >= TABLE_LIMIT:
            self._table.clear()
        proved = self.horizon == horizon_before
        self._table[key] = Entry(depth, best, bound, best_move, proved)
        return best

    def _leaf(self, position: Position) -> int:
        """The estimate at the horizon.

        It looks at whose turn it is: a side that can win at once has won. An estimate that
        counts discs and lines only takes a lost position for a good one whenever the last
        ply searched is one's own, which is why such programs blunder at odd depths.
        """
        winning = self._knowledge.winning_move(position)
        if winning is None:
            self.horizon += 1
            return self._knowledge.evaluate(position, position.to_move)
        return final_value(position.play(winning), position.to_move)

    def _ordered(self, position: Position, entry: Entry | None) -> list[Move]:
        moves = sorted(position.legal_moves(), key=self._priorities.__getitem__, reverse=True)
        if entry is not None and entry.move in moves:
            moves.remove(entry.move)
            moves.insert(0, entry.move)
        return moves


def _settles(entry: Entry, depth: int, alpha: int, beta: int) -> bool:
    """Whether a stored value is deep enough and answers what the window asks."""
    if not entry.proved and entry.depth < depth:
        return False
    if entry.bound is Bound.LOWER:
        return entry.value >= beta
    if entry.bound is Bound.UPPER:
        return entry.value <= alpha
    return True
