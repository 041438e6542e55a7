"""A record as one JSON object: what `GameRecord.to_text` says, with names for its parts.

``{"game": "othello", "moves": "f5d6c3", "players": ["Mira", "Tomasz"], "date": "2026-11-27"}``
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from engine.errors import NotationError
from engine.formats.record import GameRecord, one_line
from engine.formats.signs import strip_meaningless
from engine.formats.study import object_of, study_fields

_FIELDS = ("date", "place", "start", "result")


def format_json(record: GameRecord) -> str:
    """The record on one line, with its variations and notes."""
    headers = dict(
        line.split(": ", 1) for line in record.to_text().partition("\n\n")[0].splitlines()
    )
    data: dict[str, Any] = {"game": record.game.key, "moves": record.transcript()}
    if record.players:
        data["players"] = list(record.players)
    data |= {name: headers[name.title()] for name in _FIELDS if name.title() in headers}
    if record.study:
        data |= study_fields(record.study)
    return json.dumps(data, ensure_ascii=False)


def parse_json(text: str) -> GameRecord:
    """The record of a JSON object, its game alone; moves may be text or numbers. They are not
    checked against the rules.

    Raises:
        NotationError: it is no such object, or a part of it cannot be read.
    """
    data = object_of(text, "A JSON game")
    lines = [f"Game: {data['game']}"]
    lines += [f"{name.title()}: {one_line(str(data[name]))}" for name in _FIELDS if data.get(name)]
    record = GameRecord.from_text("\n".join([*lines, "", ""]))
    moves, names = data.get("moves", ""), data.get("players", ())
    if not isinstance(moves, str | list) or not isinstance(names, list | tuple):
        raise NotationError('"moves" are text or a list, "players" a list of names.')
    played = record.game.parse_moves(moves) if isinstance(moves, str) else _numbers(moves)
    players = tuple(strip_meaningless(str(name)) for name in names)
    return replace(record, moves=played, players=players)


def _numbers(moves: list[Any]) -> tuple[int, ...]:
    if not all(isinstance(move, int) and not isinstance(move, bool) for move in moves):
        raise NotationError('A list of "moves" has whole numbers only.')
    return tuple(moves)
