"""What every game of the engine offers: the `Game` and `Position` protocols.

A *player* is an int from 0 in turn order, a *move* an int whose meaning belongs to the
game, a *square* an int ``row * columns + column``. Rows count from the bottom in Connect
Four, where discs fall, and from the top in Othello, as its notation does.
"""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self, TypeAlias, runtime_checkable

Player: TypeAlias = int
Move: TypeAlias = int
Square: TypeAlias = int

EMPTY: int = -1
"""What `Position.cell` answers for a square without a disc."""


class Termination(StrEnum):
    """Why a game ended by its own rules; each game lists its endings in an enum of this kind."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        termination: the rule that ended it, of the game's own enum of `Termination`.
        winner: the player who won, or None for a draw.
        squares: every square of every completed line (Connect Four), ascending.
        score: final disc difference from player 0's view with the empty squares given to
            the winner (Othello), else None.
    """

    termination: str
    winner: Player | None
    squares: tuple[Square, ...] = ()
    score: int | None = None


def whole_number(value: object) -> int | None:
    """`value` as an int if it is one (NumPy's count, booleans do not), else None."""
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return int(value)
    return None


@runtime_checkable
class Position(Protocol):
    """An immutable state of a game; playing returns a new one."""

    @property
    def game(self) -> Game: ...
    @property
    def ply(self) -> int:
        """Moves played so far, passes included."""

    @property
    def to_move(self) -> Player:
        """Whose turn it is (after the end: whose turn it would be)."""

    @property
    def last_changes(self) -> tuple[Square, ...]:
        """Squares the last move placed (first) or flipped; empty after a pass."""

    def legal_moves(self) -> Sequence[Move]:
        """Legal moves, ascending; empty exactly when the game is over."""

    def play(self, move: Move) -> Self:
        """The position after `move`; raises `IllegalMove` or `GameOver`."""

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def cell(self, square: Square) -> int:
        """The player whose disc lies on `square`, or `EMPTY`."""

    def key(self) -> tuple[int, ...]:
        """Equal for two positions of one game exactly when the same play can follow."""

    def __hash__(self) -> int:
        """Positions are compared by what they are, and may be keys."""


@runtime_checkable
class Game(Protocol):
    """One parameterised game, for example Connect Four on 9 × 7."""

    def __hash__(self) -> int:
        """Games are compared by what they are, and may be keys."""

    @property
    def key(self) -> str:
        """The canonical key string, such as ``connectfour:9x7``."""

    @property
    def name(self) -> str:
        """The name a person reads: ``Connect Four``."""

    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def player_names(self) -> tuple[str, ...]:
        """Colour names in turn order: ``("Red", "Yellow")``."""

    def start(self) -> Position: ...
    def format_move(self, move: Move) -> str:
        """Text of one move: ``4`` or ``f5``; a pass is ``--``."""

    def parse_move(self, text: str) -> Move:
        """The move `text` spells; raises `NotationError`. Legality is not checked."""

    def format_moves(self, moves: Sequence[Move]) -> str:
        """A whole game as one word: ``4453``, ``f5d6--``."""

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        """The moves of `text`, in order; raises `NotationError` naming the place."""

    def is_pass(self, move: Move) -> bool: ...

    @property
    def symbols(self) -> str:
        """One letter per player, then the one of an empty square, as boards are written."""

    @property
    def bottom_up(self) -> bool:
        """Whether row 0 is the bottom row."""
