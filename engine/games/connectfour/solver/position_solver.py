"""Connect Four for ``flipfour solve``: a line is a move string, then whatever follows.

The book and a search in plain Python answer single questions; kernels, which take longer to
load than those to answer, come with the first that is hard or with many at once.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from engine.errors import EngineError, NotationError
from engine.games.connectfour.board.layout import centre_first, fits
from engine.games.connectfour.kernels import takes_two_words
from engine.games.connectfour.solver.answering import answer_of_columns
from engine.games.connectfour.solver.plain import GivenUp, PlainSolver
from engine.games.connectfour.solver.scores import exact_score
from engine.search.score import sign
from engine.search.solver import Answer, Wanted, refuse_won

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Position
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.connectfour.solver.kernel_solver import KernelSolver
    from engine.search.control import SearchControl
    from engine.search.solver import Question, Solved

PLAIN_NODES, PLAIN_NODES_ALONE = 2_000, 10_000
"""Positions that plain Python may visit before kernels are loaded, and then once more where these
would first have to be compiled: some hundredths of a second and a tenth."""

FULL_COLUMN = "-1000"
"""What stands for the score of a full column where every column's is told in turn, as in Pascal
Pons's solver."""


def make(game: Game) -> ConnectFourSolver:
    """A solver of `game`, which must be a `ConnectFour`."""
    return ConnectFourSolver(cast("ConnectFour", game))


class ConnectFourSolver:
    """Solves positions of one game; see `engine.search.solver.PositionSolver`."""

    def __init__(self, game: ConnectFour) -> None:
        self._game = game
        self._plain = PlainSolver(game, PLAIN_NODES) if fits(game) else None
        self._patient = False

    def prepare(self) -> None:
        _ = self._kernels

    def position_text(self, line: str) -> str:
        """The line's first word, nothing for the empty board; test files have a score after it.

        A number there that no score reaches are more moves, and so are digits that stand alone, as
        in ``4 4 5 3``: the whole line, which `read` refuses.
        """
        words = line.split(maxsplit=2)
        most = self._game.columns * self._game.rows // 2
        if len(words) > 1 and words[1].isdecimal() and int(words[1]) > most:
            return line.strip()
        if len(words) > 2 and len(words[0]) == len(words[1]) == 1 and _stand_alone(line):
            return line.strip()
        return words[0] if words else ""

    def read(self, text: str) -> Position:
        if " " in text:
            raise NotationError("Moves stand together, without blanks: what follows is a score.")
        position: Position = self._game.start()
        for move in self._game.parse_moves(text):
            try:
                position = position.play(move)
            except EngineError as error:
                raise type(error)(f"Move {position.ply + 1}: {error}") from None
        return position

    def solve(self, position: Position, control: SearchControl) -> Solved | None:
        return self._kernels.solve(position, control)

    def solve_wdl(self, position: Position, control: SearchControl) -> Solved | None:
        return self._kernels.solve_wdl(position, control)

    def answers(
        self, texts: Sequence[str], control: SearchControl, question: Question
    ) -> Sequence[Answer]:
        while len(texts) == 1 and self._plain is not None and self._plain.left > 0:
            position = self.read(texts[0])
            refuse_won(position)
            self._plain.begin(control)
            try:
                return (_plainly(self._plain, cast("ConnectFourPosition", position), question),)
            except GivenUp:
                if control.stopped:
                    return ()
                self._plain = self._once_more()
        self._plain = None
        return self._kernels.answers(texts, control, question)

    def row(self, answer: Answer) -> str:
        """The score of every column in turn."""
        scores = dict(answer.scores)
        return " ".join(
            str(scores[column]) if column in scores else FULL_COLUMN
            for column in range(self._game.columns)
        )

    def _once_more(self) -> PlainSolver | None:
        """What goes on in plain Python where kernels would first have to be compiled."""
        from engine._native import is_kept  # noqa: PLC0415 (takes longer than an easy question)
        from engine.games.connectfour.solver.solver import SEARCHES  # noqa: PLC0415

        if self._patient or is_kept(SEARCHES[takes_two_words(self._game)], "scores_of"):
            return None
        self._patient = True
        return PlainSolver(self._game, PLAIN_NODES_ALONE)

    @cached_property
    def _kernels(self) -> KernelSolver:
        from engine.games.connectfour.solver.kernel_solver import (  # noqa: PLC0415 (loads kernels)
            KernelSolver,
        )

        return KernelSolver(self._game, self.read)


def _stand_alone(line: str) -> bool:
    """Whether its words are digits of which none is 0, which would be what a row of ours has."""
    return all(len(word) == 1 and word.isdecimal() and word != "0" for word in line.split())


def _plainly(plain: PlainSolver, position: ConnectFourPosition, question: Question) -> Answer:
    """The answer on a position that nobody has won.

    Raises:
        GivenUp: that would take too long.
    """
    before, game = plain.left, position.game
    bounds = (-1, 1) if question.wdl else (None, None)
    legal = position.legal_moves()
    if question.wanted is Wanted.EVERY and legal:
        found = [(move, -plain.score(position.play(move), *bounds)) for move in legal]
        scores = [
            (move, sign(score) if question.wdl else exact_score(position, score))
            for move, score in found
        ]
        return answer_of_columns(game, scores, before - plain.left)
    score = plain.score(position, *bounds)
    target = sign(score) if question.wdl else score
    best = None
    if question.wanted is Wanted.BEST and legal:
        best = next(
            column
            for column in centre_first(game.columns)
            if column in legal
            and ((question.wdl and target < 0) or _keeps(plain, position.play(column), target))
        )
    told = target if question.wdl else exact_score(position, score)
    return Answer(told, before - plain.left, best)


def _keeps(plain: PlainSolver, child: ConnectFourPosition, target: int) -> bool:
    """Whether a move that leads to `child` is worth `target` at least."""
    return plain.score(child, -target, 1 - target) <= -target
