"""A line of play replayed by the rules: what every laboratory answer is made of."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.game import EMPTY, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Player, Position, Square


class Trace:
    """A legal line of play, finished or not, with every position on the way.

    Raises:
        IllegalMove: a move is not legal where it is played.
    """

    def __init__(self, game: Game, moves: Sequence[Move]) -> None:
        self.game = game
        self.moves = tuple(moves)
        positions = [game.start()]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        self.positions: tuple[Position, ...] = tuple(positions)
        self._prefixes: dict[int, Trace] = {}

    def after(self, move: Move) -> Trace:
        """The line with one more move."""
        return self._other((*self.moves, move), (*self.positions, self.final.play(move)))

    def prefix(self, plies: int) -> Trace:
        """The line up to its first `plies` moves."""
        if plies == self.plies:
            return self
        if plies not in self._prefixes:
            positions = self.positions[: plies + 1]
            self._prefixes[plies] = self._other(self.moves[:plies], positions)
        return self._prefixes[plies]

    def _other(self, moves: tuple[Move, ...], positions: tuple[Position, ...]) -> Trace:
        """A line of the same game whose moves need not be played again."""
        made = Trace.__new__(Trace)
        made.game, made.moves, made.positions, made._prefixes = self.game, moves, positions, {}
        return made

    @property
    def plies(self) -> int:
        return len(self.moves)

    @property
    def final(self) -> Position:
        return self.positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        return self.final.outcome()

    @cached_property
    def movers(self) -> tuple[Player, ...]:
        """Who made each move."""
        return tuple(position.to_move for position in self.positions[:-1])

    @property
    def last_square(self) -> Square | None:
        """Where the last disc was placed; None before the first move and after a pass."""
        changes = self.final.last_changes
        return changes[0] if changes else None

    @property
    def notation(self) -> str:
        """The moves as one word, as records and URLs write them."""
        return self.game.format_moves(self.moves)

    def discs(self, player: Player | None = None) -> int:
        """Discs of `player`, or of all players, on the final board."""
        cells = [self.final.cell(square) for square in range(self.game.columns * self.game.rows)]
        return sum(cell != EMPTY if player is None else cell == player for cell in cells)


class Glimpse(Trace):
    """The last board of a line by itself, for conditions that ask for no more: no `moves`."""

    def __init__(self, position: Position) -> None:
        self.game, self.moves, self.positions = position.game, (), (position,)
        self._prefixes = {}

    @property
    def plies(self) -> int:
        return self.final.ply

    def after(self, move: Move) -> Glimpse:
        return Glimpse(self.final.play(move))
