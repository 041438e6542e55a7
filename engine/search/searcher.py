"""What a game's search offers: the best line, and the worth of every move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.errors import GameOver
from engine.search.info import Info

if TYPE_CHECKING:
    from engine.game import Move, Position
    from engine.search.control import SearchControl
    from engine.search.info import Report
    from engine.search.limits import Limit
    from engine.search.score import Score
    from engine.search.statistics import Statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One legal move and its worth.

    Attributes:
        move: the move.
        score: of the position after it, from the view of the side that plays it.
        depth: plies searched, this move included.
        pv: the best line found, `move` first.
        confidence: percent, as in `Info`.
    """

    move: Move
    score: Score
    depth: int
    pv: tuple[Move, ...]
    confidence: int = 100

    @property
    def exact(self) -> bool:
        """Whether the score is proved."""
        return self.score.exact

    def info(self, nodes: int, elapsed: float, statistics: Statistics | None = None) -> Info:
        """What a search knows whose best move it is, after so many positions and seconds."""
        return Info(
            depth=self.depth,
            score=self.score,
            pv=self.pv,
            nodes=nodes,
            elapsed=elapsed,
            confidence=self.confidence,
            statistics=statistics,
        )


class Searcher(Protocol):
    """Searches positions of one game. Keeps its table between calls; one thread at a time."""

    def search(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> Info:
        """The best line within `limit`; stopped early it answers what it has, legal always."""

    def candidates(
        self,
        position: Position,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> tuple[Candidate, ...]:
        """Every legal move with its score, best first, within `limit`."""


def refuse_finished(position: Position) -> None:
    """Refuse a finished game, as every searcher does before it begins.

    Raises:
        GameOver: the game is over.
    """
    if position.outcome() is not None:
        raise GameOver("The game is over; there is nothing to search.", None, position)
