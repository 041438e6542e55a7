"""What a search knows so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.game import Move


@dataclass(frozen=True, slots=True)
class Info:
    """A search's knowledge of a position.

    Attributes:
        depth: plies fully searched.
        score: from the mover's view. Exact: the game's final score (Connect Four: the
            solver community's, Othello: the final disc difference). Else the evaluation's
            units, hundredths of a disc.
        pv: the principal variation, the best line found, the best move first.
        nodes: positions visited.
        elapsed: seconds.
        exact: whether `score` is proved.
        confidence: percent, how sure the search was of each branch it cut on a shallower
            search's word; 100 where it cut none so.
    """

    depth: int
    score: int
    pv: tuple[Move, ...]
    nodes: int
    elapsed: float
    exact: bool = False
    confidence: int = 100


Report: TypeAlias = Callable[[Info], None]
"""Called from the searching thread each time a search knows more."""
