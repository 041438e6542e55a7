"""Proves that a position is a puzzle: exact scores of all moves, and lines that bear them out."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.parts.of_game import solver_of
from engine.players.caution import winning_move
from engine.puzzles.puzzle import Goal, Puzzle, Stage, Weighed, goal_of
from engine.registry import family_of
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.score import final_score
from engine.search.solver import PositionSolver, Question, Wanted
from engine.warmup import strongest_searcher
from engine.workshop.puzzles.grade import ease

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Position
    from engine.search.searcher import Searcher
    from engine.workshop.puzzles.sources import Place

MOST_STAGES = 5
"""Moves to find, at most."""


def puzzle_at(place: Place) -> Puzzle | None:
    """The puzzle that a position is, without a number; None where it is none."""
    position, family = place.position, family_of(place.position.game)
    if family.drops and not _one_keeps(place):
        return None
    first = weighed(position)
    goal = goal_of([found.score for found in first], counted=family.counted)
    if goal is None or family.puzzles is None:
        return None
    stages = [Stage(position, first)]
    while goal is Goal.WIN and len(stages) < MOST_STAGES:
        following = _next(stages[-1])
        if following is None:
            break
        stages.append(following)
    kinds = family.puzzles.themes(stages)
    if not kinds:
        return None
    found = tuple(stages)
    return Puzzle(0, position.game, goal, kinds, ease(found), place.source, place.opening, found)


def _one_keeps(place: Place) -> bool:
    """Whether one move alone keeps the result, which is told without exact scores."""
    text = place.position.game.format_moves(place.opening)
    question = Question(Wanted.EVERY, wdl=True)
    (answer,) = _solver(place.position.game.key).answers([text], SearchControl(), question)
    results = [score for _, score in answer.scores]
    return max(results) >= 0 and results.count(max(results)) == 1


@lru_cache
def _solver(key: str) -> PositionSolver:
    return solver_of(game_of(key))


def weighed(position: Position) -> tuple[Weighed, ...]:
    """Every legal move with its exact score and a line of best play to the end, best first.

    Raises:
        EngineError: a line does not end as its score says.
    """
    searcher = _searcher(position.game)
    found = searcher.candidates(position, Limit(), SearchControl())
    if not all(candidate.exact for candidate in found):
        raise EngineError("The search did not prove every move.")
    told = []
    for candidate in found:
        line, end = _to_the_end(searcher, position, candidate.pv)
        score = candidate.score.value
        if final_score(end, position.to_move) != score:
            raise EngineError(f"A line ends with another score than {score}.")
        told.append(Weighed(candidate.move, score, line))
    return tuple(sorted(told, key=lambda one: -one.score))


def _to_the_end(
    searcher: Searcher, position: Position, line: Sequence[Move]
) -> tuple[tuple[Move, ...], Position]:
    """A line of best play until the game is over, and its last position."""
    moves = list(line)
    for move in moves:
        position = position.play(move)
    while position.outcome() is None:
        for move in searcher.search(position, Limit(), SearchControl()).pv:
            position = position.play(move)
            moves.append(move)
    return tuple(moves), position


def _next(stage: Stage) -> Stage | None:
    """What is to be found after the best reply; None where that is easy or not one move."""
    solution = stage.solution
    if len(solution.line) < 3:
        return None
    position = stage.position.play(solution.move).play(solution.line[1])
    if winning_move(position) is not None or len(position.legal_moves()) < 2:
        return None
    found = weighed(position)
    single = goal_of([one.score for one in found], counted=False) is Goal.WIN
    return Stage(position, found) if single else None


def _searcher(game: Game) -> Searcher:
    searcher = strongest_searcher(game)
    if searcher is None:
        raise EngineError(f"{game.name} has no compiled search.")
    return searcher
