"""Puzzles: what is shipped, what a try leads to, and how hard a puzzle is called."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random

import pytest

from engine.errors import IllegalMove
from engine.games.connectfour.threats import playable_threats
from engine.parts.of_game import solver_of
from engine.puzzles import words
from engine.puzzles.collection import collection, format_puzzle, parse_puzzle
from engine.puzzles.grading import HARDEST, WORTH, difficulty
from engine.puzzles.puzzle import Goal, Puzzle, Stage, goal_of, standing
from engine.registry import FAMILIES, family_of
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.score import final_score, sign
from engine.search.solver import Question, Wanted
from engine.workshop.puzzles.choose import symmetry_key
from engine.workshop.puzzles.forcing import forced_win
from tests.naive.best_play import score

PUZZLES = [collection().get(number) for number in collection().numbers]


def sample(count: int, puzzles: list[Puzzle]) -> list[Puzzle]:
    return Random(20).sample(puzzles, min(count, len(puzzles)))


def empties(stage: Stage) -> int:
    game = stage.position.game
    return sum(stage.position.cell(square) < 0 for square in range(game.columns * game.rows))


@lru_cache
def _solver(key: str):
    game = next(puzzle.game for puzzle in PUZZLES if puzzle.game.key == key)
    return solver_of(game)


def prove(puzzle: Puzzle) -> None:
    """Every score of every stage is that of the game's solver, asked anew."""
    game = puzzle.game
    opening = list(puzzle.opening)
    for stage in puzzle.stages:
        solver, question = _solver(game.key), Question(Wanted.EVERY)
        (answer,) = solver.answers([game.format_moves(opening)], SearchControl(), question)
        assert dict(answer.scores) == {found.move: found.score for found in stage.moves}
        opening += stage.solution.line[:2]


def test_there_are_many_of_both_games_and_no_two_alike() -> None:
    games = Counter(family_of(puzzle.game).key for puzzle in PUZZLES)
    assert sum(games.values()) >= 500
    assert min(games["connectfour"], games["othello"]) >= 200
    assert len({puzzle.number for puzzle in PUZZLES}) == len(PUZZLES)  # of those that went none
    assert [puzzle.ease for puzzle in PUZZLES] == sorted((p.ease for p in PUZZLES), reverse=True)
    longer = [puzzle for puzzle in PUZZLES if len(puzzle.stages) > 2]
    assert min(Counter(family_of(puzzle.game).key for puzzle in longer).values()) >= 30
    alike = Counter((puzzle.game.key, symmetry_key(puzzle.position)) for puzzle in PUZZLES)
    assert max(alike.values()) == 1
    grades = Counter(difficulty(puzzle.ease) for puzzle in PUZZLES)
    assert set(grades) == set(range(1, HARDEST + 1))
    assert min(grades.values()) >= 20


def test_every_theme_has_enough_to_be_offered_and_all_are_from_games() -> None:
    themes = Counter(
        (family_of(puzzle.game).key, theme) for puzzle in PUZZLES for theme in puzzle.themes
    )
    for key in ("connectfour", "othello"):
        part = FAMILIES[key].puzzles
        assert part is not None
        assert min(themes[key, theme] for theme in part.THEMES) >= 15
    assert themes["connectfour", "forced_line"] >= 20
    assert {puzzle.source.split(" ")[0] for puzzle in PUZZLES} == {"Level", "A"}
    assert all("game" in puzzle.source or "against" in puzzle.source for puzzle in PUZZLES)


def test_one_move_alone_solves_each_stage() -> None:
    for puzzle in PUZZLES:
        counted = family_of(puzzle.game).counted
        for number, stage in enumerate(puzzle.stages):
            scores = [found.score for found in stage.moves]
            assert goal_of(scores, counted=counted) is (Goal.WIN if number else puzzle.goal)
            assert stage.solution.score == max(scores)
            assert sorted(found.move for found in stage.moves) == list(stage.position.legal_moves())


def test_lines_end_the_game_with_the_score_they_promise() -> None:
    for puzzle in sample(60, PUZZLES):
        for stage in puzzle.stages:
            for found in stage.moves:
                end = stage.position
                for move in found.line:
                    end = end.play(move)
                assert end.outcome() is not None
                assert final_score(end, stage.position.to_move) == found.score


def test_every_theme_is_found_again() -> None:
    for puzzle in PUZZLES:
        part = family_of(puzzle.game).puzzles
        assert part is not None
        assert part.themes(puzzle.stages) == puzzle.themes
        assert puzzle.themes
        assert words.theme_of(puzzle).hint


def test_a_line_of_the_file_comes_back_unchanged() -> None:
    for puzzle in sample(40, PUZZLES):
        assert parse_puzzle(format_puzzle(puzzle)) == puzzle


def forces(position, discs: int) -> bool:
    """Whether the mover wins with so many discs if each but the last leaves one reply or none."""
    mover = position.to_move
    for column in position.legal_moves():
        after = position.play(column)
        if after.outcome() is not None:
            if after.outcome().winner == mover:
                return True
            continue
        mine, yours = playable_threats(after, mover), playable_threats(after, 1 - mover)
        if discs == 1 or not mine or yours:
            continue
        if len(mine) > 1 or forces(after.play(mine[0] % position.game.columns), discs - 1):
            return True
    return False


def test_threats_alone_win_where_trying_them_does() -> None:
    game, rng, found = game_of("connectfour"), Random(3), Counter()
    while min(found[discs] for discs in (None, 1, 2, 3)) < 5:
        position = game.start()
        for _ in range(rng.randrange(8, 24)):
            if position.legal_moves():
                position = position.play(rng.choice(position.legal_moves()))
        if position.outcome() is not None:
            continue
        told = forced_win(position)
        fewest = next((discs for discs in (1, 2, 3) if forces(position, discs)), None)
        assert fewest == (told if (told or 4) < 4 else None)
        found[fewest] += 1
    for puzzle in PUZZLES:
        if puzzle.game.key == "connectfour" and "forced_line" in puzzle.themes:
            assert (forced_win(puzzle.position) or 99) >= len(puzzle.stages)


def test_trying_everything_finds_the_same_scores() -> None:
    """Proved without the search: no pruning, no table of ours, the rules alone."""
    late = [puzzle for puzzle in PUZZLES if empties(puzzle.stages[-1]) <= 8]
    assert {family_of(puzzle.game).key for puzzle in late} == {"connectfour", "othello"}
    for puzzle in [*late[:1], *sample(5, late)]:
        stage = puzzle.stages[-1]
        for found in stage.moves:
            assert -score(stage.position.play(found.move), {}) == found.score


def test_a_few_are_proved_anew() -> None:
    late = [puzzle for puzzle in PUZZLES if empties(puzzle.stages[0]) <= 12]
    for puzzle in sample(4, late):
        prove(puzzle)


@pytest.mark.long
def test_all_are_proved_anew() -> None:
    for puzzle in PUZZLES:
        prove(puzzle)


def test_the_right_moves_lead_through_all_stages() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if len(puzzle.stages) >= 3)
    for found in range(len(puzzle.stages)):
        reached = standing(puzzle, puzzle.solution[:found])
        assert (reached.stage, reached.found) == (puzzle.stages[found], found)
        assert not reached.solved
    assert standing(puzzle, puzzle.solution).solved
    with pytest.raises(IllegalMove, match="solved"):
        standing(puzzle, (*puzzle.solution, 0))


def test_a_wrong_move_is_known_and_ends_the_try() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if len(puzzle.stages) >= 3)
    worst = puzzle.stages[1].moves[-1]
    reached = standing(puzzle, (puzzle.solution[0], worst.move))
    assert (reached.wrong, reached.found, reached.solved) == (worst, 1, False)
    with pytest.raises(IllegalMove, match="wrong already"):
        standing(puzzle, (puzzle.stages[0].moves[-1].move, 3))


def test_an_impossible_move_says_why() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if family_of(puzzle.game).counted)
    taken = next(sq for sq in range(64) if puzzle.position.cell(sq) >= 0)
    with pytest.raises(IllegalMove, match="There is a disc on"):
        standing(puzzle, (taken,))


@pytest.mark.parametrize(
    ("scores", "counted", "goal"),
    [
        ((3, -1, 0), False, Goal.WIN),
        ((3, 1, 0), False, None),
        ((0, -1, -2), False, Goal.DRAW),
        ((0, 0, -2), True, None),
        ((10, 6, -2), True, Goal.MOST),
        ((10, 8), True, None),
        ((10, 6), False, None),
        ((-2, -8), True, None),
        ((4,), True, None),
    ],
)
def test_what_one_move_alone_does(
    scores: tuple[int, ...], counted: bool, goal: Goal | None
) -> None:
    assert goal_of(scores, counted=counted) is goal


def test_difficulty_follows_the_levels_and_then_people() -> None:
    assert [difficulty(ease) for ease in (100, 85, 84, 55, 39, 0)] == [1, 1, 2, 3, 5, 5]
    assert difficulty(100, tries=1, solved=0) == 1
    assert difficulty(100, tries=10 * WORTH, solved=0) == HARDEST
    assert difficulty(0, tries=10 * WORTH, solved=10 * WORTH) == 1


def test_what_is_said_never_names_the_solution_before_it_is_found() -> None:
    for puzzle in PUZZLES:
        stage = puzzle.stages[0]
        solution = words.named(puzzle.game, stage.solution.move)
        assert solution not in words.task(puzzle)
        for wrong in stage.moves[1:3]:
            said = words.refutation(stage, wrong)
            assert said.sentences
            if wrong.reply != stage.solution.move and stage.solution.move not in wrong.line[:2]:
                assert solution not in said.sentences[0]


def test_the_answer_and_its_reason_name_the_move() -> None:
    for puzzle in sample(30, PUZZLES):
        stage = puzzle.stages[0]
        assert words.named(puzzle.game, stage.solution.move) in words.answer(puzzle, stage)
        said = words.reason(stage)
        assert said
        if family_of(puzzle.game).counted and stage.solution.score:
            winner = puzzle.game.player_names[puzzle.solver]
            assert said[-1] == f"{winner} wins by {stage.solution.score} with best play."


def test_a_refutation_says_how_the_game_ends() -> None:
    for puzzle in sample(60, PUZZLES):
        stage = puzzle.stages[0]
        for wrong in stage.moves[1:]:
            last = words.refutation(stage, wrong).sentences[-1]
            names = puzzle.game.player_names
            winner = {1: names[puzzle.solver], -1: names[1 - puzzle.solver], 0: "draw"}
            assert winner[sign(wrong.score)] in last or last == "That is four in a row."
