"""An answer back from its plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.language.parser import parse
from engine.laboratory.trace import Trace
from engine.registry import game as game_of

if TYPE_CHECKING:
    from collections.abc import Mapping


def answer_from(data: Mapping[str, Any]) -> Answer:
    """The answer whose `Answer.to_json` is `data`.

    Raises:
        QueryError: its question has no text that could be typed, as one about a single board.
    """
    question = parse(game_of(data["game"]), data["property"])
    game = question.game
    moves, told = data["witness"], dict(data)
    for name in ("game", "property", "verdict", "witness", "plies"):
        del told[name]
    return Answer(
        question,
        Verdict(data["verdict"]),
        witness=None if moves is None else Trace(game, game.parse_moves(moves)),
        **told
        | {
            "forced": tuple(data["forced"]),
            "reason": tuple(data["reason"]),
            "columns": tuple(data["columns"]),
            "by_ply": tuple(map(tuple, data["by_ply"])),
        },
    )
