"""What a search knows so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.game import Move
    from engine.search.score import Score
    from engine.search.statistics import Statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """A search's knowledge of a position.

    Attributes:
        depth: plies fully searched.
        score: from the mover's view.
        pv: the principal variation, the best line found, the best move first.
        nodes: positions visited.
        elapsed: seconds.
        confidence: percent, how sure the search was of each branch it cut on a shallower
            search's word; 100 where it cut none so.
        statistics: what it did with them, where whoever asked had that counted.
    """

    depth: int
    score: Score
    pv: tuple[Move, ...]
    nodes: int
    elapsed: float
    confidence: int = 100
    statistics: Statistics | None = None

    @property
    def exact(self) -> bool:
        """Whether the score is proved."""
        return self.score.exact


Report: TypeAlias = Callable[[Info], None]
"""Called from the searching thread each time a search knows more."""
