"""What is answered where scores are known: one of all columns, or what is proved of a column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.board.layout import centre_first
from engine.games.connectfour.solver.scores import exact_score
from engine.search.score import Score, win_in
from engine.search.searcher import Candidate
from engine.search.solver import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move
    from engine.games.connectfour.position import ConnectFourGame, ConnectFourPosition


def answer_of_columns(
    game: ConnectFourGame, scores: Sequence[tuple[Move, int]], nodes: int
) -> Answer:
    """The answer with every move's score; of the best ones the most central is told."""
    told = dict(scores)
    best = max(told.values())
    central = (column for column in centre_first(game.columns) if column in told)
    move = next(column for column in central if told[column] == best)
    return Answer(best, nodes, move, tuple(scores))


def proved_candidate(
    position: ConnectFourPosition, score: int, line: tuple[Move, ...]
) -> Candidate:
    """The move that a line of best play begins with, its solver score being proved."""
    value = exact_score(position, score)
    worth = Score.proved(value, position.to_move, win_in(position, value))
    depth = position.game.columns * position.game.rows - position.ply
    return Candidate(move=line[0], score=worth, depth=depth, pv=line)
