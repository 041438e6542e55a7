"""The templates of what Connect Four says, by key; `engine.sentences` holds every game's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PHRASES: Mapping[str, str] = {
    "connectfour.move": "{player} drops in column {column}, row {row}.",
    "connectfour.move.you": "You drop in column {column}, row {row}.",
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
    "connectfour.wins_within": "{player} wins within {discs} moves, perhaps sooner.",
    "connectfour.draw": "A draw with best play.",
    "connectfour.draw_or_last": "A draw with best play, or {player} wins with the very last disc.",
}
