"""What a played move was worth beside the moves that could have been played."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move
    from engine.search.searcher import Candidate

BLUNDER = 600
"""Hundredths of a disc: a move that gives away so much is a mistake, whoever wins."""


class Mark(StrEnum):
    """The signs that annotators of games use."""

    NONE = ""
    MISTAKE = "?"
    ONLY_MOVE = "!"


def mark_of(candidates: Sequence[Candidate], played: Move, *, counted: bool) -> Mark:
    """The sign of a move, by what a search found of all legal moves, the best one first.

    A mistake gives a proved win or draw away, or walks into a proved loss that could be put
    off the board; where discs are `counted`, also one that costs many of them. A single move
    that holds a proved result, while others are proved to spoil it, deserves praise.
    """
    chosen = next((candidate for candidate in candidates if candidate.move == played), None)
    if chosen is None or len(candidates) < 2:
        return Mark.NONE
    best = candidates[0]
    if _result(chosen) < _result(best):
        return Mark.MISTAKE
    if counted and chosen.exact == best.exact:
        lost = (best.score - chosen.score) * (100 if best.exact else 1)
        if lost >= BLUNDER:
            return Mark.MISTAKE
    if all(candidate.exact for candidate in candidates):
        others = [_result(candidate) for candidate in candidates if candidate.move != played]
        if max(others) < _result(chosen):
            return Mark.ONLY_MOVE
    return Mark.NONE


def _result(candidate: Candidate) -> int:
    """1 for a proved win, -1 for a proved loss, else 0."""
    return (candidate.score > 0) - (candidate.score < 0) if candidate.exact else 0
