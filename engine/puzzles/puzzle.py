"""A puzzle: positions in which one move alone does what is asked, with all that is proved of them.

Scores are exact, the mover's view, in the game's own unit (`engine.search.score`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.errors import IllegalMove
from engine.search.score import sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Player, Position

MARGIN = 4
"""Discs by which the move that wins by most must be ahead of every other."""


class Goal(StrEnum):
    """What the one move does that no other does."""

    WIN = "win"
    DRAW = "draw"
    MOST = "most"
    """Several moves win; it wins by `MARGIN` discs more than any other."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move, its exact score, and a line of best play that begins with it and ends the game."""

    move: Move
    score: int
    line: tuple[Move, ...]

    @property
    def reply(self) -> Move | None:
        """The best answer, None where the move ends the game."""
        return self.line[1] if len(self.line) > 1 else None


@dataclass(frozen=True, slots=True)
class Stage:
    """A position to solve, and every legal move in it, the solution first."""

    position: Position
    moves: tuple[Weighed, ...]

    @property
    def solution(self) -> Weighed:
        return self.moves[0]

    def weighed(self, move: Move) -> Weighed:
        """What is known of a move; raises `IllegalMove` where it may not be played."""
        for found in self.moves:
            if found.move == move:
                return found
        self.position.play(move)  # says what is wrong with it
        raise IllegalMove("That move is not possible here.", move, self.position)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle of the collection.

    Attributes:
        number: its name, from 1.
        themes: keys of the family's themes (`engine.family.Puzzles`), the plainest first.
        ease: of a hundred tries by our levels 1 to 10, how many found the whole solution.
        source: where the position is from.
        opening: the moves that lead to it.
        stages: one for each move to find; after each the other side's best reply is played.
    """

    number: int
    game: Game
    goal: Goal
    themes: tuple[str, ...]
    ease: int
    source: str
    opening: tuple[Move, ...]
    stages: tuple[Stage, ...]

    @property
    def position(self) -> Position:
        return self.stages[0].position

    @property
    def solver(self) -> Player:
        """Whose move is looked for."""
        return self.position.to_move

    @property
    def solution(self) -> tuple[Move, ...]:
        """The moves to find."""
        return tuple(stage.solution.move for stage in self.stages)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a try has come.

    Attributes:
        stage: the position that was reached; after a wrong move the one it was played in.
        found: how many of the moves were right.
        wrong: the last move, if it was wrong.
        solved: whether every move is found.
    """

    stage: Stage
    found: int
    wrong: Weighed | None = None
    solved: bool = False


def standing(puzzle: Puzzle, tried: Sequence[Move]) -> Standing:
    """How far the solver's moves lead, the replies left out.

    Raises:
        IllegalMove: one is not possible, or comes after a wrong one or the last.
    """
    for found, move in enumerate(tried):
        stage = puzzle.stages[found] if found < len(puzzle.stages) else None
        if stage is None:
            raise IllegalMove("The puzzle is solved; nothing is left to find.", move)
        weighed = stage.weighed(move)
        if weighed is not stage.solution:
            if found + 1 < len(tried):
                raise IllegalMove("That was wrong already; begin the try again.", move)
            return Standing(stage, found, wrong=weighed)
    found = len(tried)
    solved = found == len(puzzle.stages)
    return Standing(puzzle.stages[found - 1 if solved else found], found, solved=solved)


def goal_of(scores: Sequence[int], *, counted: bool) -> Goal | None:
    """What the best of some exact scores alone does; None where another does it too.

    `counted`: whether scores are discs, so that one win may be better than another.
    """
    if len(scores) < 2:
        return None
    best, second = sorted(scores, reverse=True)[:2]
    if sign(best) > sign(second):
        return {1: Goal.WIN, 0: Goal.DRAW}.get(sign(best))
    if counted and second > 0 and best - second >= MARGIN:
        return Goal.MOST
    return None
