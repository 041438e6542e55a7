"""Boards that no reader takes: what is wrong with them, and where."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.arrangement import Arrangement
from engine.errors import EngineError, IllFormed
from engine.formal import position_of
from engine.formats.boards import row_of, spelt, turns_of
from engine.formats.obf import parse_obf
from engine.formats.transcript import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game

_ONE_LINE = re.compile(r"\s*([-.*_XOxo0BWbw]{14,}(?:\s+\S{1,2})?)\s*(?:[;%].*)?")
"""More squares in a row than a pass has dashes."""

_FEWEST = 3
"""Rows that make a board."""


def misdrawn(text: str, games: Sequence[Game]) -> Problem | None:
    """What is wrong with a board of one of `games`; None where the text is no board at all."""
    lines = dict(enumerate(text.splitlines(), start=1))
    filled = [number for number, line in lines.items() if line.strip()]
    if filled and all(_ONE_LINE.fullmatch(lines[number]) for number in filled):
        return _of_line(lines[filled[0]], filled[0])
    rows = {number: row for number in filled if len(row := row_of(lines[number])) >= _FEWEST}
    if len(rows) < _FEWEST or not any(sign in "-._" for row in rows.values() for sign in row):
        return None
    width = len(next(iter(rows.values())))
    game = min(games, key=lambda one: (one.columns != width, one.rows != len(rows)))
    line, sentence = _of_rows(text, game, rows)
    return Problem(line, 1, len(lines[line]), sentence)


def _of_line(line: str, number: int) -> Problem | None:
    try:
        parse_obf(line.partition("%")[0])
    except EngineError as error:
        return Problem(number, 1, len(line), str(error))
    return None


def _of_rows(text: str, game: Game, rows: dict[int, str]) -> tuple[int, str]:
    """The line that is to blame, the first if none is, and what is wrong."""
    numbers = list(rows)
    try:
        plain = [spelt(row, game) for row in rows.values()]
        position_of(Arrangement.from_rows(game, plain, turns_of(text, game)[0]))
    except IllFormed as error:
        broken = error.violations[0]
        row = broken.places[0][1] if broken.places else None
        if row is None:
            return numbers[0], broken.sentence
        return numbers[game.rows - 1 - row if game.bottom_up else row], broken.sentence
    except EngineError as error:
        return numbers[0], str(error)
    return numbers[0], "Between the rows of this board stands something else."
