"""What an analysis tells the socket that asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Move, Position
    from engine.judging.analysis import Analysis


@dataclass(frozen=True, slots=True)
class PositionNews:
    """What is known of the position looked at.

    Attributes:
        found: None for a finished position, and where the search failed.
        stand_in: whether by a search that only stands in for a better one.
        lines: moves whose lines are to be told.
    """

    token: int
    position: Position
    found: Analysis | None
    stand_in: bool = False
    failed: bool = False
    lines: int = 3


@dataclass(frozen=True, slots=True)
class ProgressNews:
    """How far the search of the position looked at has come, in plies, positions and seconds."""

    token: int
    depth: int
    nodes: int
    elapsed: float


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """What is known of one ply of a game; `played` is the move made there, if one was."""

    ply: int
    position: Position
    found: Analysis | None
    played: Move | None


@dataclass(frozen=True, slots=True)
class ReviewNews:
    """What is known of some plies of the game looked at.

    Attributes:
        proved: of how many of its moves the worth is proved, and that of the best one there.
        moves: how many moves the game has.
    """

    token: int
    plies: tuple[ReviewedPly, ...]
    proved: int
    moves: int
