"""Othello for ``flipfour solve``: a line is an OBF board or a move string."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from engine.errors import NotationError
from engine.formats.obf import parse_obf
from engine.games.othello.search.searcher import OthelloSearcher
from engine.replay import with_forced_passes
from engine.search.limits import Limit
from engine.search.score import final_score, sign
from engine.search.solver import Answer, Solved, Wanted, answer_of, one_answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Position
    from engine.games.othello.game import Othello
    from engine.search.control import SearchControl
    from engine.search.solver import Question

_MOVES = re.compile(r"(--|[a-z][0-9]{1,2})+", re.IGNORECASE)


def make(game: Game) -> OthelloSolver:
    """A solver of `game`, which must be an `Othello`."""
    return OthelloSolver(cast("Othello", game))


class OthelloSolver:
    """Solves positions of one size; see `engine.search.solver.PositionSolver`."""

    def __init__(self, game: Othello) -> None:
        self._game = game
        self._searcher = OthelloSearcher(game)
        self._limit = Limit()

    def prepare(self) -> None:
        """Nothing to do: the kernels are loaded when the solver is made."""

    def position_text(self, line: str) -> str | None:
        """What precedes the line's first ``;``; blank lines part the problems of a file."""
        return line.partition(";")[0].strip() if line.strip() else None

    def read(self, text: str) -> Position:
        if _MOVES.fullmatch(text):
            return with_forced_passes(self._game.start(), self._game.parse_moves(text))[1]
        position = parse_obf(text)
        if position.game != self._game:
            raise NotationError(f"The board has {position.game.size} squares a side.")
        return position

    def solve(self, position: Position, control: SearchControl) -> Solved | None:
        if position.outcome() is not None:
            return Solved(final_score(position, position.to_move), None)
        info = self._searcher.search(position, self._limit, control)
        return Solved(info.score.value, info.pv[0]) if info.exact else None

    def solve_wdl(self, position: Position, control: SearchControl) -> Solved | None:
        if position.outcome() is not None:
            return Solved(sign(final_score(position, position.to_move)), None)
        found = self._searcher.wins(position, self._limit, control)
        return None if found is None else Solved(*found)

    def answers(
        self, texts: Sequence[str], control: SearchControl, question: Question
    ) -> tuple[Answer, ...]:
        position = self.read(texts[0])
        self._limit = Limit(threads=question.threads)
        if question.wanted is not Wanted.EVERY or position.outcome() is not None:
            return one_answer(self, position, control, question)
        before = control.nodes
        if not question.wdl:
            found = self._searcher.candidates(position, self._limit, control)
            return answer_of(found, control.nodes - before)
        scores = []
        for move in position.legal_moves():
            solved = self.solve_wdl(position.play(move), control)
            if solved is None:
                return ()
            scores.append((move, -solved.score))
        best, score = max(scores, key=itemgetter(1))
        return (Answer(score, control.nodes - before, best, tuple(scores)),)

    def row(self, answer: Answer) -> str:
        """Every move with its score, the best first: ``f5:+2 d3:0``."""
        scores = sorted(answer.scores, key=lambda scored: -scored[1])
        return " ".join(f"{self._game.format_move(move)}:{score:+d}" for move, score in scores)
