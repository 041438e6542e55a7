"""Exact scores of single positions, as ``flipfour solve`` needs them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from engine.errors import GameOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move, Position
    from engine.search.control import SearchControl
    from engine.search.searcher import Candidate


class Wanted(Enum):
    """What is asked of a position, the cheapest first."""

    SCORE = "score"
    BEST = "score and a best move"
    EVERY = "the score of every move"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of positions.

    Attributes:
        wanted: how much of each.
        wdl: win, draw or loss only: scores are 1, 0 or -1, which may be quicker.
        threads: how many work on a hard position, where the solver can share the work.
    """

    wanted: Wanted = Wanted.SCORE
    wdl: bool = False
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Solved:
    """A position's exact score from the mover's view, and a best move (None at the end)."""

    score: int
    best: Move | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What was asked of a position, and its cost.

    Attributes:
        score: from the mover's view.
        nodes: positions visited.
        best: a best move, None where that was not asked for or the game is over.
        scores: the score of every move from the view of the side that plays it, ascending by
            move; empty where that was not asked for.
    """

    score: int
    nodes: int
    best: Move | None = None
    scores: tuple[tuple[Move, int], ...] = ()


class Solves(Protocol):
    """Solves positions of one game."""

    def solve(self, position: Position, control: SearchControl) -> Solved | None:
        """The solution, None if `control` ended the search before there was one."""

    def solve_wdl(self, position: Position, control: SearchControl) -> Solved | None:
        """Like `solve`, asking for win, draw or loss only: the score is 1, 0 or -1.

        It may be quicker; the best move keeps the outcome, not the score.
        """


class PositionSolver(Solves, Protocol):
    """Reads positions of one game too, and solves many."""

    def prepare(self) -> None:
        """Load what the searches need, so that the first one's time is its own."""

    def position_text(self, line: str) -> str | None:
        """The part of a line of input that is the position; None if the line has none."""

    def read(self, text: str) -> Position:
        """The position that a `position_text` spells; raises `EngineError`."""

    def answers(
        self, texts: Sequence[str], control: SearchControl, question: Question
    ) -> Sequence[Answer]:
        """The answers on the first of some positions, at least on one of them.

        As many as are soon found together; none if `control` ended the search.

        Raises:
            EngineError: the first is no position, or one that somebody has won.
        """

    def row(self, answer: Answer) -> str:
        """The scores of every move as the family's programs print them, on one line."""


def one_answer(
    solver: Solves, position: Position, control: SearchControl, question: Question
) -> tuple[Answer, ...]:
    """`PositionSolver.answers` on one position, by `solve` or `solve_wdl`, but not every move."""
    before = control.nodes
    solve = solver.solve_wdl if question.wdl else solver.solve
    solved = solve(position, control)
    return () if solved is None else (Answer(solved.score, control.nodes - before, solved.best),)


def answer_of(found: Sequence[Candidate], nodes: int) -> tuple[Answer, ...]:
    """The answer that every move's candidate, best first, makes; none if one is not proved."""
    if not all(candidate.exact for candidate in found):
        return ()
    scores = sorted((candidate.move, candidate.score.value) for candidate in found)
    return (Answer(found[0].score.value, nodes, found[0].move, tuple(scores)),)


def refuse_won(position: Position) -> None:
    """Refuse a position in which somebody has won, as solvers of Connect Four do.

    Raises:
        GameOver: somebody has won.
    """
    outcome = position.outcome()
    if outcome is not None and outcome.winner is not None:
        winner = position.game.player_names[outcome.winner]
        message = f"The game is over. {winner} wins. There is nothing to solve."
        raise GameOver(message, None, position)
