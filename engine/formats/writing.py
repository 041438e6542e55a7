"""Writes a record in a format by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.formats.boardtext import board_text
from engine.formats.ggf import format_ggf
from engine.formats.jsonrecord import format_json
from engine.formats.obf import format_obf
from engine.formats.studysgf import format_noted_sgf
from engine.registry import family_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.formats.record import GameRecord
    from engine.game import Game

WRITERS: dict[str, Callable[[GameRecord], str]] = {
    "text": lambda record: record.to_text(),
    "moves": lambda record: record.transcript(passes=False),
    "json": format_json,
    "ggf": format_ggf,
    "sgf": format_noted_sgf,
    "obf": lambda record: format_obf(record.final()),  # type: ignore[arg-type]
    "board": lambda record: board_text(record.final()),
}
"""What a record can be written as; a board and OBF show its last position."""

OTHELLO_ONLY = ("ggf", "sgf", "obf")


def write(record: GameRecord, target: str, opening: str | None = None) -> str:
    """The record as one of `WRITERS`.

    `opening`: what it is called, where that is known already.

    Raises:
        EngineError: the format cannot hold its game.
    """
    refuse_unfit(record.game, target)
    if target == "sgf":
        return format_noted_sgf(record, opening)
    return WRITERS[target](record)


def fits(game: Game, target: str) -> bool:
    """Whether a format can hold a game."""
    return target not in OTHELLO_ONLY or family_key(game.key) == "othello"


def refuse_unfit(game: Game, target: str) -> None:
    """Refuse a format that cannot hold a game.

    Raises:
        EngineError: it cannot.
    """
    if not fits(game, target):
        raise EngineError(f"{target.upper()} holds games of Othello, not of {game.name}.")
