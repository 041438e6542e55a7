"""What there is to say about a position, in sentences, where its family has words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.parts.of_game import remarks_of
from engine.registry import family_of
from engine.sentences import name_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move, Position
    from engine.search.searcher import Candidate


def summary(position: Position, candidates: Sequence[Candidate] = ()) -> tuple[str, ...]:
    """What matters in a position, the most urgent first; nothing of families without words."""
    remarks = remarks_of(position.game)
    return remarks.summary(position, candidates) if remarks else ()


def advice(position: Position, move: Move) -> str:
    """A move for somebody who asks: ``Column 4 blocks Red.``, where there is no word for what it
    does at once ``Try column 4.``"""
    family, name = family_of(position.game), name_move(position.game, move)
    does = family.merit(position, move) if family.merit else ""
    if family.drops:
        return f"Column {name} {does}." if does else f"Try column {name}."
    return f"{name} {does}." if does else f"Try {name}."


def why(position: Position, best: Candidate, played: Candidate) -> tuple[str, ...]:
    """Why `best` was better than `played`; nothing of families without words for it."""
    say = family_of(position.game).why
    return tuple(text for text in say(position, best, played) if text) if say else ()
