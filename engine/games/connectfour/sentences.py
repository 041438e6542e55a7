"""Connect Four in words: its phrases, and what a move and an ending say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.lines import completed_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.game import Move, Outcome, Square
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition

PHRASES: Mapping[str, str] = {
    "connectfour.move": "{player} drops in column {column}, row {row}.",
    "connectfour.your_turn": "Your turn. Drop a disc.",
    "connectfour.target": "Drop in column {column}, row {row}.",
    "connectfour.square": "Column {column}, row {row}, {disc}",
    "connectfour.full": "Column {column} is full.",
    "connectfour.no_column": "There is no column {column}; the columns are 1 to {last}.",
    "connectfour.horizontal": "{number} in a row.",
    "connectfour.vertical": "{number} in a column.",
    "connectfour.diagonal": "{number} on a diagonal.",
    "connectfour.lines": "{number} lines at once.",
    "connectfour.full_board": "The board is full.",
    "connectfour.win_now": "{player} wins at once in column {either}.",
    "connectfour.must_block": "{player} must block column {columns}.",
    "connectfour.block_fails": "The block opens column {column}, row {row} to {player}.",
    "connectfour.cannot_block": "{player} cannot block columns {columns} at once.",
    "connectfour.share_block": "{player} must block one of columns {columns} and leave the other.",
    "connectfour.double_threat": "{player} threatens columns {columns} at the same time.",
    "connectfour.fork": "{player} can make a double threat: column {either}.",
    "connectfour.squeezed": "Zugzwang: wherever {player} plays, the square above loses.",
    "connectfour.threat": "{player} threatens {places}.",
    "connectfour.stacked": "A block in column {column}, row {row} opens row {above} to {player}.",
    "connectfour.poisoned": "{player} must not play column {columns}, below a winning square.",
    "connectfour.poisoned.many": "{player} must not play columns {columns}, below winning squares.",
    "connectfour.zugzwang": "Zugzwang favours {player}: as columns fill up, column {column},"
    " row {row} is theirs.",
    "connectfour.only_move": "Only column {columns} holds the result.",
    "connectfour.only_move.wins": "Only column {columns} wins.",
    "connectfour.only_move.draws": "Only column {columns} draws.",
    "connectfour.wins_in.1": "{player} wins with the next disc.",
    "connectfour.wins_in": "{player} wins in {discs} moves.",
    "connectfour.draw": "A draw with best play.",
    "connectfour.draw_or_last": "A draw with best play, or {player} wins with the very last disc.",
}

NUMBERS = (
    *("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"),
    *("Nine", "Ten", "Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen"),
)


def describe_move(before: ConnectFourPosition, move: Move, player: str) -> str:
    row = before.lowest_empty(move)
    assert row is not None  # noqa: S101 (`move` is legal in `before`)
    return PHRASES["connectfour.move"].format(player=player, column=move + 1, row=row + 1)


def describe_target(position: ConnectFourPosition, move: Move) -> str:
    row = position.lowest_empty(move)
    if row is None:
        return PHRASES["connectfour.full"].format(column=move + 1)
    return PHRASES["connectfour.target"].format(column=move + 1, row=row + 1)


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
