"""Rules that a question changes, and the game that is played under them.

``under free placing, misere: value`` asks about a game of its own, which only the laboratory
plays. A family's vocabulary says which rules may be changed and makes that game of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Player, Position


@dataclass(frozen=True, slots=True)
class Change:
    """A rule that a question may change.

    Attributes:
        name: its words in the language.
        summary: what it means, a sentence.
        said: how a title names it.
        without: predicates that mean nothing under it.
    """

    name: str
    summary: str
    said: str
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Start:
    """Another board to start from: its rows, top row first, and who moves first.

    `to_move` is None where the discs tell it.
    """

    rows: tuple[str, ...]
    to_move: Player | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """The rules changed, in the vocabulary's order, and the board to start from if another."""

    rules: tuple[Change, ...]
    start: Start | None = None

    def __contains__(self, name: str) -> bool:
        return any(rule.name == name for rule in self.rules)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(rule.name for rule in self.rules)

    @property
    def said(self) -> tuple[str, ...]:
        """How a title names them, one by one."""
        start = () if self.start is None else (f"from the board {'/'.join(self.start.rows)}",)
        return (*(rule.said for rule in self.rules), *start)


@dataclass(frozen=True)
class VariedGame(ABC):
    """A game under changed rules. Its key is the unchanged game's; nothing else plays it."""

    base: Game
    changes: Changes

    @abstractmethod
    def start(self) -> Position: ...

    @property
    def around(self) -> bool:
        """Whether the board goes on over its left and its right edge."""
        return False

    @property
    def key(self) -> str:
        return self.base.key

    @property
    def name(self) -> str:
        return self.base.name

    @property
    def columns(self) -> int:
        return self.base.columns

    @property
    def rows(self) -> int:
        return self.base.rows

    @property
    def players(self) -> int:
        return self.base.players

    @property
    def player_names(self) -> tuple[str, ...]:
        return self.base.player_names

    @property
    def symbols(self) -> str:
        return self.base.symbols

    @property
    def bottom_up(self) -> bool:
        return self.base.bottom_up

    def is_pass(self, move: Move) -> bool:
        return self.base.is_pass(move)

    def format_move(self, move: Move) -> str:
        return self.base.format_move(move)

    def parse_move(self, text: str) -> Move:
        return self.base.parse_move(text)

    def format_moves(self, moves: Sequence[Move]) -> str:
        return self.base.format_moves(moves)

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        return self.base.parse_moves(text)


def changes_of(game: Game) -> Changes | None:
    """The rules that are changed in `game`; None under the usual ones."""
    return game.changes if isinstance(game, VariedGame) else None


def goes_around(game: Game) -> bool:
    """Whether its board goes on over the left and the right edge."""
    return isinstance(game, VariedGame) and game.around


def start_text(game: Game, start: Start) -> str:
    """``start "---/-X-/---" white``, as the language writes it."""
    turn = "" if start.to_move is None else f" {game.player_names[start.to_move].lower()}"
    return f'start "{"/".join(start.rows)}"{turn}'


def rules_text(game: Game) -> str:
    """What stands in front of a question about `game`: ``under misere:``, or nothing."""
    changes = changes_of(game)
    if changes is None:
        return ""
    start = () if changes.start is None else (start_text(game, changes.start),)
    return f"under {', '.join([*changes.names, *start])}: "
