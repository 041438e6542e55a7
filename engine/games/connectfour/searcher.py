"""The compiled search of Connect Four behind the engine's `Searcher` contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.deepening import Deepening
from engine.games.connectfour.trees import tree_of

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.players.base import Report
    from engine.search.control import SearchControl
    from engine.search.info import Info
    from engine.search.limits import Limit
    from engine.search.searcher import Candidate


def make(game: ConnectFour) -> ConnectFourSearcher:
    """A searcher of `game` with an empty table."""
    return ConnectFourSearcher(game)


class ConnectFourSearcher:
    """Searches positions of one game, see `engine.search.searcher.Searcher`."""

    def __init__(self, game: ConnectFour) -> None:
        self._tree = tree_of(game)

    def search(
        self,
        position: ConnectFourPosition,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> Info:
        deepening = Deepening(self._tree, position, limit, control, report)
        return deepening.info(deepening.run(every=False))

    def candidates(
        self,
        position: ConnectFourPosition,
        limit: Limit,
        control: SearchControl,
        report: Report | None = None,
    ) -> tuple[Candidate, ...]:
        return Deepening(self._tree, position, limit, control, report).run(every=True)
