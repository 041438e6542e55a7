"""What there is to say about a position, in sentences, where its family has words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.parts.of_game import remarks_of
from engine.registry import family_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move, Position
    from engine.search.searcher import Candidate


def summary(position: Position, candidates: Sequence[Candidate] = ()) -> tuple[str, ...]:
    """What matters in a position, the most urgent first; nothing of families without words."""
    remarks = remarks_of(position.game)
    return remarks.summary(position, candidates) if remarks else ()


def merit(position: Position, move: Move) -> str:
    """What a move does at once: ``blocks Yellow``; empty where there is no word for it."""
    say = family_of(position.game).merit
    return say(position, move) if say else ""


def why(position: Position, best: Candidate, played: Candidate) -> tuple[str, ...]:
    """Why `best` was better than `played`; nothing of families without words for it."""
    say = family_of(position.game).why
    return tuple(text for text in say(position, best, played) if text) if say else ()
