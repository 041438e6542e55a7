"""Exact scores of single positions, as ``flipfour solve`` needs them.

A family of games that can be solved has a module
``engine.games.<family>.solver.position_solver`` with ``make(game) -> PositionSolver``.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, cast

from engine.errors import UnsupportedGame
from engine.registry import family_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Position
    from engine.search.control import SearchControl


@dataclass(frozen=True, slots=True)
class Solved:
    """A position's exact score from the mover's view, and a best move (None at the end)."""

    score: int
    best: Move | None


@dataclass(frozen=True, slots=True)
class Score:
    """A position's exact score (of `solve_wdl` where only that is asked for), and its cost."""

    score: int
    nodes: int


class PositionSolver(Protocol):
    """Reads and solves positions of one game."""

    def position_text(self, line: str) -> str:
        """The part of a line of input that is the position, without what follows it."""

    def read(self, text: str) -> Position:
        """The position that a `position_text` spells; raises `EngineError`."""

    def solve(self, position: Position, control: SearchControl) -> Solved | None:
        """The solution, None if `control` ended the search before there was one."""

    def solve_wdl(self, position: Position, control: SearchControl) -> Solved | None:
        """Like `solve`, asking for win, draw or loss only: the score is 1, 0 or -1.

        It may be quicker; the best move keeps the outcome, not the score.
        """

    def scores(self, texts: Sequence[str], control: SearchControl, *, wdl: bool) -> Sequence[Score]:
        """The scores alone of the first of some positions, at least of one of them.

        As many as are soon solved together; none if `control` ended the search.

        Raises:
            EngineError: the first is no position.
        """


def one_score(
    solver: PositionSolver, text: str, control: SearchControl, *, wdl: bool
) -> tuple[Score, ...]:
    """`PositionSolver.scores` of one position, by `solve` or `solve_wdl`."""
    position, before = solver.read(text), control.nodes
    solved = solver.solve_wdl(position, control) if wdl else solver.solve(position, control)
    return () if solved is None else (Score(solved.score, control.nodes - before),)


def sign(score: int) -> int:
    """1, 0 or -1: the outcome a score says."""
    return (score > 0) - (score < 0)


def solver_of(game: Game) -> PositionSolver:
    """A new solver of `game`.

    Raises:
        UnsupportedGame: its family has no solver.
    """
    name = f"engine.games.{family_of(game).key}.solver"
    if find_spec(name) is None:
        raise UnsupportedGame(f"{game.name} has no solver.")
    return cast("PositionSolver", import_module(f"{name}.position_solver").make(game))
