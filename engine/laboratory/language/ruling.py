"""Reads the rules that a question changes: ``under no passes, start "-OX-/..." white:``."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

from lark import Token

from engine.errors import EngineError, NotationError
from engine.formats.boardtext import parse_rows
from engine.laboratory.language.catalogue import vocabulary_of
from engine.laboratory.language.changes import Change, Changes, Start, changes_of
from engine.laboratory.language.grammar import at, first
from engine.laboratory.language.predicates import PLAYER

if TYPE_CHECKING:
    from engine.game import Game

START = "start"

_PREFIX = re.compile(r"\s*under\s[^:]*:", re.IGNORECASE)


def parted(text: str) -> tuple[str, str]:
    """The rules that stand in front of a text, with their colon, and the rest of it."""
    found = _PREFIX.match(text)
    return (found[0], text[found.end() :]) if found else ("", text)


def ruled(game: Game, rules: list[Any]) -> Game:
    """`game` under the rules of a parse tree.

    Raises:
        QueryError: a rule is unknown, given twice, or does not go with the others or the board.
    """
    beginning = first(rules[0])
    if changes_of(game) is not None:
        raise at(beginning, "the rules of this game are changed already.")
    known = {change.name: change for change in vocabulary_of(game).changes}
    asked: dict[str, Change] = {}
    start: Start | None = None
    for rule in rules:
        words = [token for token in rule.children if token is not None]
        strings = [token for token in words if token.type == "STRING"]
        name = " ".join(token.lower() for token in words if token not in strings)
        if name.split()[0] == START and strings:
            if start is not None:
                raise at(words[0], "a game has one start.")
            start = _start(game, words)
        elif name in known and not strings and name not in asked:
            asked[name] = known[name]
        elif name in asked:
            raise at(words[0], f"{name!r} is there twice.")
        else:
            raise at(words[0], _unknown(name, [*known, START]))
    changes = Changes(tuple(change for change in known.values() if change.name in asked), start)
    try:
        return vocabulary_of(game).varied(game, changes)
    except EngineError as error:
        raise at(beginning, str(error)) from None


def _start(game: Game, words: list[Token]) -> Start:
    _, text, *turn = words
    if text.type != "STRING":
        raise at(text, 'after start comes a board in quotes, as in start "---/-X-/---".')
    rows = [row.strip() for row in text[1:-1].split("/")]
    try:
        discs = parse_rows(game, rows)
        mover = PLAYER.read(game, turn[0].lower()) if turn else None
    except NotationError as error:
        raise at(turn[0] if turn and "player" in str(error) else text, str(error)) from None
    return Start(_rows(game, discs), mover)


def _rows(game: Game, discs: dict[int, int]) -> tuple[str, ...]:
    """Rows of a board, top row first, as boards are written."""
    rows = [
        "".join(game.symbols[discs.get(row * game.columns + c, -1)] for c in range(game.columns))
        for row in range(game.rows)
    ]
    return tuple(reversed(rows) if game.bottom_up else rows)


def _unknown(name: str, known: list[str]) -> str:
    if name == START:
        return 'after start comes a board in quotes, as in start "---/-X-/---".'
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"the rules are {', '.join(known)}."
    return f"there is no rule {name!r} to change here; {hint}"
