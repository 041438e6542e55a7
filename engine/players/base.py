"""What chooses moves: the `Chooser` protocol and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.game import Move, Position
    from engine.search.control import SearchControl
    from engine.search.info import Info, Report


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and what the search that chose it knew (None: nothing was searched)."""

    move: Move
    info: Info | None = None


class Chooser(Protocol):
    """Chooses a move in any unfinished position of the game it was made for."""

    def choose(
        self, position: Position, control: SearchControl, report: Report | None = None
    ) -> Choice:
        """A legal move; after ``control.stop()`` the best one so far, within 50 ms.

        Raises:
            GameOver: the position has ended.
        """
