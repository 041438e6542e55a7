"""The answer that the scores of all columns make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.search.windows import centre_first
from engine.search.solver import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move
    from engine.games.connectfour.position import ConnectFourGame


def answer_of_columns(
    game: ConnectFourGame, scores: Sequence[tuple[Move, int]], nodes: int
) -> Answer:
    """The answer with every move's score; of the best ones the most central is told."""
    told = dict(scores)
    best = max(told.values())
    central = (column for column in centre_first(game.columns) if column in told)
    move = next(column for column in central if told[column] == best)
    return Answer(best, nodes, move, tuple(scores))
