"""Any arrangement of discs, legal or not, and what is wrong with it.

An `Arrangement` may break every rule: it is what a set-up editor, a file or a formal model
hands over. `engine.formal` explains which rules it breaks and turns a legal one into a
position. Squares are (column, row) pairs here, as they may lie off the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.formats.boardtext import parse_rows
from engine.game import EMPTY
from engine.violation import CommonRule, Violation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Player, Position
    from engine.violation import Place


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Discs on and off a board.

    Attributes:
        game: whose board it is.
        discs: player by place; the places need not be on the board, the players not exist.
        to_move: whose turn it is. None where the counts tell it (Connect Four).
    """

    game: Game
    discs: Mapping[Place, Player]
    to_move: Player | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "discs", MappingProxyType(dict(self.discs)))

    def __hash__(self) -> int:
        return hash((self.game, frozenset(self.discs.items()), self.to_move))

    @classmethod
    def of(cls, position: Position) -> Arrangement:
        """The discs of a position."""
        game = position.game
        squares = range(game.columns * game.rows)
        cells = ((square, position.cell(square)) for square in squares)
        discs = {place_of(game, square): owner for square, owner in cells if owner != EMPTY}
        return cls(game, discs, position.to_move)

    @classmethod
    def from_rows(
        cls, game: Game, rows: str | Sequence[str], to_move: Player | None = None
    ) -> Arrangement:
        """The discs of a board written as text, top row first.

        Raises:
            NotationError: the text is no board of this size; the row is named.
        """
        discs = parse_rows(game, rows)
        return cls(game, {place_of(game, s): player for s, player in discs.items()}, to_move)

    def count(self, player: Player) -> int:
        """The number of discs of `player`."""
        return sum(owner == player for owner in self.discs.values())


def place_of(game: Game, square: int) -> Place:
    """Where a square lies."""
    row, column = divmod(square, game.columns)
    return column, row


def stray_violations(arrangement: Arrangement) -> tuple[Violation, ...]:
    """Discs off the board and discs of nobody: what every game forbids."""
    game = arrangement.game
    violations = []
    for (column, row), player in arrangement.discs.items():
        if not (_below(column, game.columns) and _below(row, game.rows)):
            sentence = (
                f"There is a disc off the board, at column {_count(column)}, row {_count(row)};"
                f" the board has {game.columns} columns and {game.rows} rows."
            )
            violations.append(Violation(CommonRule.IN_BOUNDS, ((column, row),), sentence))
        if not _below(player, game.players):
            sentence = (
                f"The disc at column {_count(column)}, row {_count(row)} belongs to"
                f" player {player!r}; the players are 0 to {game.players - 1}."
            )
            violations.append(Violation(CommonRule.KNOWN_PLAYER, ((column, row),), sentence))
    return tuple(violations)


def places_on_board(arrangement: Arrangement) -> tuple[Place, ...]:
    """The places of the discs that lie on the board, ascending."""
    game = arrangement.game
    return tuple(
        (column, row)
        for column in range(game.columns)
        for row in range(game.rows)
        if (column, row) in arrangement.discs
    )


def turn_violations(arrangement: Arrangement) -> tuple[Violation, ...]:
    """A side to move that does not exist."""
    turn, players = arrangement.to_move, arrangement.game.players
    if turn is None or _below(turn, players):
        return ()
    sentence = f"It is the turn of player {turn!r}; the players are 0 to {players - 1}."
    return (Violation(CommonRule.TURN, (), sentence),)


def _below(value: object, end: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < end


def _count(value: object) -> object:
    """A coordinate as people count it, from 1."""
    return value + 1 if isinstance(value, int) else repr(value)
