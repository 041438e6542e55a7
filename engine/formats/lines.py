"""Many games, one a line. Those that are plainly spelt are played together where the family can;
by the rules, one after the other, a file of ten thousand would take half a minute."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.formats.draft import Draft, played_together
from engine.formats.record import GameRecord
from engine.formats.transcript import Problem, read_transcript
from engine.registry import family_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game

_PLAIN = re.compile(r"(?:[a-z][0-9])+|[0-9]+", re.IGNORECASE)

_SCORED = re.compile(
    r"\s*((?:[a-z][0-9])+|[0-9]+)[ \t]+([-+−]?[0-9]{1,2}(?:\.[0-9]+)?|[wdl]|win|draw|loss)\s*",
    re.IGNORECASE,
)
"""A game and what its last position is worth, as lists of positions to be solved have it."""

SHORT = 8
"""Characters that a game in a table has at least, so that years and counts are none."""


def of_table(lines: Mapping[int, str]) -> dict[int, str]:
    """The games of a table, whose columns are parted by tabs, each where it stood in its line;
    none where the first line has no game beside something else."""
    rows = {number: line.split("\t") for number, line in lines.items()}
    first = next(iter(rows.values()), [])
    games = [at for at, cell in enumerate(first) if _PLAIN.fullmatch(cell) and len(cell) >= SHORT]
    if len(first) < 2 or not games:
        return {}
    at = games[0]
    return {
        number: " " * len("\t".join([*row[:at], ""])) + row[at]
        for number, row in rows.items()
        if len(row) > at
    }


def of_list(lines: Mapping[int, str], columns: int) -> dict[int, str]:
    """The games of lines that each end in a score; none where these may be moves themselves, on
    boards of so many columns. A digit after few moves on a line of its own was mistyped."""
    found = {number: _SCORED.fullmatch(line) for number, line in lines.items()}
    fitting = {number: match for number, match in found.items() if match}
    digits, letters = (re.compile(given) for given in (f"[1-{min(columns, 9)}]+", "[a-z]+"))
    moves = [
        (letters if one[1][0].isalpha() else digits).fullmatch(one[2]) for one in fitting.values()
    ]
    if len(fitting) < len(found) or all(moves):
        return {}
    (first, *others) = fitting.values()
    if not others and len(first[1]) < SHORT and re.fullmatch("[0-9]", first[2]):
        return {}
    return {number: match.string[: match.end(1)] for number, match in fitting.items()}


def read_lines(game: Game, lines: Mapping[int, str]) -> tuple[list[GameRecord], list[Problem], int]:
    """The games of some lines, given by their numbers, as far as each can be read; what is wrong,
    and how many of the games end there."""
    records: list[GameRecord] = []
    problems: list[Problem] = []
    partly = 0
    plain = _plainly(game, lines)
    for number, line in lines.items():
        record, problem = (plain[number], None) if number in plain else read_transcript(game, line)
        if problem is not None:
            problems.append(replace(problem, line=number))
            partly += bool(record.moves)
        if record.moves:
            records.append(record)
    return records, problems, partly


def _plainly(game: Game, lines: Mapping[int, str]) -> dict[int, GameRecord]:
    """The games of the lines that are but moves and keep the rules, as far as the family can."""
    if family_of(game).drops and game.columns > 9:
        return {}
    spelt: dict[int, Draft] = {}
    for number, line in lines.items():
        if _PLAIN.fullmatch(line.strip()):
            try:
                written = GameRecord(game, game.parse_moves(line))
            except NotationError:  # is told beside the others
                continue
            spelt[number] = Draft.of(written, ended=True)
    numbers = list(spelt)
    played = played_together(list(spelt.values())).items()
    return {numbers[place]: record for place, record in played}
