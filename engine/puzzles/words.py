"""What is said of a puzzle: the task, the solution, why it is one, and what other moves meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.judging.remarks import why
from engine.parts.of_game import proved_score, remarks_of
from engine.puzzles.puzzle import Goal
from engine.puzzles.themes import Rebuttal
from engine.registry import family_of
from engine.search.searcher import Candidate
from engine.sentences import name_move

if TYPE_CHECKING:
    from engine.game import Game, Move, Position
    from engine.puzzles.puzzle import Puzzle, Stage, Weighed
    from engine.puzzles.themes import Theme

TASKS = {
    Goal.WIN: "{player} to move and win.",
    Goal.DRAW: "{player} to move. One move holds the draw.",
    Goal.MOST: "{player} to move. One move wins by the most.",
}

ONLY = {Goal.WIN: "wins", Goal.DRAW: "draws", Goal.MOST: "wins by the most"}


def task(puzzle: Puzzle) -> str:
    """What is to be found."""
    return TASKS[puzzle.goal].format(player=puzzle.game.player_names[puzzle.solver])


def theme_of(puzzle: Puzzle) -> Theme:
    """The theme that a puzzle is shown under: its plainest."""
    part = family_of(puzzle.game).puzzles
    return part.THEMES[puzzle.themes[0]] if part else Theme("", "")


def named(game: Game, move: Move) -> str:
    """A move within a sentence: "column 4", "g8"."""
    name = name_move(game, move)
    return f"column {name}" if family_of(game).drops else name


def answer(puzzle: Puzzle, stage: Stage) -> str:
    """The solution of a stage: "Only g8 wins."."""
    goal = puzzle.goal
    if stage.position.ply != puzzle.position.ply:
        goal = Goal.WIN
    return f"Only {named(puzzle.game, stage.solution.move)} {ONLY[goal]}."


def reason(stage: Stage) -> tuple[str, ...]:
    """Why the solution is better than the next best move, and by how much it wins in discs."""
    position, game = stage.position, stage.position.game
    best, second = (candidate(position, found) for found in stage.moves[:2])
    reasons = why(position, best, second)
    remarks = remarks_of(game) if family_of(game).counted else None
    return (*reasons, remarks.distance(position, best.score)) if remarks else reasons


def refutation(stage: Stage, wrong: Weighed) -> Rebuttal:
    """What comes of a wrong move."""
    part = family_of(stage.position.game).puzzles
    return part.rebuttal(stage.position, wrong) if part else Rebuttal(())


def candidate(position: Position, found: Weighed) -> Candidate:
    """A proved move as a search would tell it."""
    score = proved_score(position, found.score)
    return Candidate(move=found.move, score=score, depth=len(found.line), pv=found.line)


def _themes(puzzle: Puzzle) -> tuple[Theme, ...]:
    part = family_of(puzzle.game).puzzles
    return tuple(part.THEMES[key] for key in puzzle.themes) if part else ()
