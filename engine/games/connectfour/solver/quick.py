"""Every move's proved score without compiled code, where the book or little search tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.games.connectfour.board.layout import centre_first, fits
from engine.games.connectfour.solver.answering import proved_candidate
from engine.games.connectfour.solver.plain import GivenUp, PlainSolver
from engine.search.control import NODES

if TYPE_CHECKING:
    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.control import SearchControl
    from engine.search.searcher import Candidate

SCORE_NODES, LINE_NODES = 5_000, 2_000
"""Positions that the scores, and the best line, may take: some hundredths of a second each."""


def proved(position: ConnectFourPosition, control: SearchControl) -> tuple[Candidate, ...]:
    """The moves of an unfinished position, best first; none if that would take long.

    Only the first has a line, as far as that is soon found.
    """
    game = cast("ConnectFour", position.game)
    if game.players != 2 or not fits(game):
        return ()
    solver = PlainSolver(game, SCORE_NODES)
    solver.begin(control)
    legal = position.legal_moves()
    columns = [column for column in centre_first(game.columns) if column in legal]
    try:
        scores = {column: -solver.score(position.play(column)) for column in columns}
    except GivenUp:
        return ()
    finally:
        control.count(NODES, SCORE_NODES - max(solver.left, 0))
    columns.sort(key=lambda column: -scores[column])
    best = columns[0]
    solver = PlainSolver(game, LINE_NODES)
    solver.begin(control)
    lines = {best: _line(solver, position, best, scores[best])}
    return tuple(
        proved_candidate(position, scores[column], lines.get(column, (column,)))
        for column in columns
    )


def _line(
    solver: PlainSolver, position: ConnectFourPosition, move: Move, score: int
) -> tuple[Move, ...]:
    """Best play that begins with `move`, whose score is known, as far as it is soon found."""
    line = [move]
    position, score = position.play(move), -score
    try:
        while (following := _following(solver, position, score)) is not None:
            line.append(following)
            position, score = position.play(following), -score
    except GivenUp:
        pass
    return tuple(line)


def _following(solver: PlainSolver, position: ConnectFourPosition, score: int) -> Move | None:
    """The most central move that keeps the score; None at the end of the game."""
    if position.outcome() is not None:
        return None
    legal = position.legal_moves()
    columns = [column for column in centre_first(position.game.columns) if column in legal]
    return next(
        column
        for column in columns
        if len(columns) == 1 or solver.score(position.play(column), -score, 1 - score) <= -score
    )
