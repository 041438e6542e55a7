"""What a played move was worth beside the moves that could have been played."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move
    from engine.search.searcher import Candidate

INACCURACY, MISTAKE = 4, 6
"""Discs that such a move gives away at least, whoever wins."""


class Mark(StrEnum):
    """The signs that annotators of games use."""

    NONE = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"
    ONLY_MOVE = "!"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A played move beside the best one.

    Attributes:
        forced: whether there was no other.
        lost: discs given away, where discs are counted and both scores compare; else None.
    """

    played: Candidate
    best: Candidate
    mark: Mark
    forced: bool
    lost: int | None

    @property
    def sure(self) -> bool:
        """Whether it is proved what both come to."""
        return self.played.score.certain and self.best.score.certain

    @property
    def kept(self) -> bool | None:
        """Whether the result stayed what it was with best play; None while that is open."""
        return self.played.score.sign == self.best.score.sign if self.sure else None


def judge(candidates: Sequence[Candidate], played: Move, *, counted: bool) -> Judgement | None:
    """What a move was worth, by what a search found of all legal moves, the best one first.

    A mistake gives a proved win or draw away, or walks into a proved loss that could be put
    off the board; a blunder turns a proved win into a proved loss. Where discs are `counted`
    a move that costs many of them has a sign too. A single move that holds a proved result,
    while others are proved to spoil it, deserves praise.

    None if the search did not weigh it.
    """
    chosen = next((candidate for candidate in candidates if candidate.move == played), None)
    if chosen is None:
        return None
    best = candidates[0]
    ahead = best.score.ahead_of(chosen.score) if counted else None
    lost = None if ahead is None else max(ahead, 0)
    mark = _mark(candidates, chosen, lost)
    return Judgement(chosen, best, mark, len(candidates) == 1, lost)


def _mark(candidates: Sequence[Candidate], chosen: Candidate, lost: int | None) -> Mark:
    if len(candidates) < 2:
        return Mark.NONE
    best = candidates[0].score
    if best.certain and not (best.exact or chosen.score.certain):
        return Mark.NONE  # what else wins, but more slowly, is not looked for
    before, after = best.result, chosen.score.result
    if before > 0 > after:
        return Mark.BLUNDER
    if after < before or (lost or 0) >= MISTAKE:
        return Mark.MISTAKE
    if (lost or 0) >= INACCURACY:
        return Mark.INACCURACY
    if all(candidate.exact for candidate in candidates):
        others = (other.score.result for other in candidates if other.move != chosen.move)
        if max(others) < after:
            return Mark.ONLY_MOVE
    return Mark.NONE
