"""Connect Four in words: what a move, a square and an ending say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.lines import completed_lines
from engine.games.connectfour.phrases import PHRASES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move, Outcome, Square
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition

NUMBERS = (
    *("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"),
    *("Nine", "Ten", "Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen"),
)

__all__ = [
    "PHRASES",
    "describe_ending",
    "describe_move",
    "describe_score",
    "describe_square",
]


def describe_move(before: ConnectFourPosition, move: Move, player: str) -> str:
    row = before.lowest_empty(move)
    assert row is not None  # noqa: S101 (`move` is legal in `before`)
    return PHRASES["connectfour.move"].format(player=player, column=move + 1, row=row + 1)


def describe_square(game: ConnectFour, square: Square, disc: str) -> str:
    row, column = divmod(square, game.columns)
    return PHRASES["connectfour.square"].format(column=column + 1, row=row + 1, disc=disc)


def describe_score(_game: ConnectFour, _score: int) -> str:
    """Empty: Connect Four has no score."""
    return ""


def describe_ending(game: ConnectFour, outcome: Outcome, _names: Sequence[str]) -> str:
    lines = completed_lines(game, outcome.squares)
    if not lines:
        return PHRASES["connectfour.full_board"]
    if len(lines) > 1:
        return PHRASES["connectfour.lines"].format(number=_number(len(lines)))
    (line,) = lines
    kind = "diagonal" if line.direction.diagonal else line.direction.name.lower()
    return PHRASES[f"connectfour.{kind}"].format(number=_number(len(line.squares)))


def _number(value: int) -> str:
    return NUMBERS[value] if value < len(NUMBERS) else str(value)
