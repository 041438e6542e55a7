"""What each player can force from a position, by going through all play once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Move, Position

LOOK = 1024
"""Boards between two looks at whether to go on."""


class Worth:
    """Values of positions, one number a player: 1 it can force a win whatever the others do
    together, 0 not to lose, -1 neither."""

    def __init__(self, look: Callable[[int], bool]) -> None:
        """`look` is told the number of boards now and then, and says whether to stop."""
        self._look, self._stopped = look, False
        self._known: dict[object, tuple[int, ...]] = {}

    def of(self, position: Position) -> tuple[int, ...]:
        """The values of a position; of no meaning once it was stopped."""
        key = position.key()
        known = self._known.get(key)
        if known is not None:
            return known
        if len(self._known) % LOOK == 0:
            self._stopped = self._stopped or self._look(len(self._known))
        worth = self._worked_out(position)
        self._known[key] = worth
        return worth

    def _worked_out(self, position: Position) -> tuple[int, ...]:
        players, outcome = range(position.game.players), position.outcome()
        if outcome is not None:
            winner = outcome.winner
            return tuple(0 if winner is None else 1 if p == winner else -1 for p in players)
        after = [] if self._stopped else [self.of(position.play(m)) for m in position.legal_moves()]
        if self._stopped:
            return (0,) * len(players)
        mover = position.to_move
        return tuple((max if p == mover else min)(worth[p] for worth in after) for p in players)

    def best_line(self, position: Position) -> tuple[Move, ...]:
        """Play in which everybody keeps what they can force, from a position already looked at."""
        line: list[Move] = []
        while moves := position.legal_moves():
            best = self.of(position)[position.to_move]
            move = next(m for m in moves if self.of(position.play(m))[position.to_move] == best)
            line, position = [*line, move], position.play(move)
        return tuple(line)
