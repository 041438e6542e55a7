"""The verified facts of `tests/data/laboratory`, by kind of question."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.laboratory.language.parser import parse
from engine.laboratory.prove import Bounds, Investigation
from engine.registry import game
from engine.search.control import SearchControl
from tests.data import DATA

if TYPE_CHECKING:
    from engine.laboratory.answers import Answer

DIRECTIONS = {"h": "horizontal", "v": "vertical", "/": "rising", "\\": "falling"}


@lru_cache(maxsize=1)
def facts() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads((DATA / "laboratory" / "facts.json").read_text())["facts"])


@lru_cache(maxsize=1)
def facts_4x4() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "laboratory" / "othello_4x4.json").read_text())
    return found


def matching(pattern: str) -> list[dict[str, Any]]:
    """The facts whose question fits a pattern."""
    return [fact for fact in facts() if re.match(pattern, fact["question"])]


def ask(key: str, text: str, bounds: Bounds | None = None) -> Answer:
    return Investigation(parse(game(key), text), SearchControl(), bounds).answer()


def player(question: str, key: str) -> str:
    """The colour of the ``P0`` that a question speaks of."""
    match = re.search(r"\bP(\d)\b", question)
    assert match is not None
    return game(key).player_names[int(match[1])].lower()
