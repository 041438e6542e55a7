"""What ``flipfour solve othello`` reads and answers."""

from __future__ import annotations

import pytest

from engine.errors import EngineError, NotationError
from engine.formats.obf import format_obf
from engine.games.othello.game import Othello
from engine.games.othello.solver.position_solver import make
from engine.search.control import SearchControl
from engine.search.score import sign
from engine.search.solver import Question, Solved, Wanted
from tests.engine.othello.obf import DATA, read

SOLVER = make(Othello())


def test_obf_lines_are_solved() -> None:
    for line in (DATA / "fforum-1-19.obf").read_text().splitlines()[:5]:
        position = SOLVER.read(SOLVER.position_text(line))
        solved = SOLVER.solve(position, SearchControl())
        move, _, score = line.split(";")[1].partition(":")
        assert solved is not None
        assert solved.score == int(score)
        assert solved.best is not None
        if position.game.format_move(solved.best) != move.strip().lower():
            # Another move that is as good.
            after = SOLVER.solve(position.play(solved.best), SearchControl())
            assert after is not None
            assert after.score == -solved.score


def test_a_move_string_is_a_position() -> None:
    assert SOLVER.read("f5d6").ply == 2


def test_a_finished_game_has_a_score_and_no_move() -> None:
    solved = SOLVER.solve(SOLVER.read("X" * 63 + "O O"), SearchControl())
    assert solved is not None
    assert (solved.score, solved.best) == (-62, None)


def test_a_stopped_search_has_no_score() -> None:
    control = SearchControl()
    control.stop()
    assert SOLVER.solve(Othello().start(), control) is None


def test_who_wins_is_the_sign_of_the_score() -> None:
    game = Othello()
    outcomes = set()
    for problem in [*read("flippy_endgames_13_14.obf")][::4]:
        solved = SOLVER.solve_wdl(problem.position, SearchControl())
        assert solved is not None
        assert solved.score == sign(problem.best), problem.name
        outcomes.add(solved.score)
    assert outcomes == {-1, 0, 1}
    for problem in [*read("wthor_endgames_01_14_allmoves.obf")][::3]:
        solved = SOLVER.solve_wdl(problem.position, SearchControl())
        assert solved is not None
        assert sign(problem.scores[solved.best or 0]) == solved.score == sign(problem.best)
    finished = SOLVER.solve_wdl(SOLVER.read("X" * 63 + "O O"), SearchControl())
    assert finished == Solved(-1, None)
    assert make(Othello(4)).solve_wdl(Othello(4).start(), SearchControl()) == Solved(-1, 1)
    control = SearchControl()
    control.stop()
    assert SOLVER.solve_wdl(game.start(), control) is None


def test_every_move_of_an_endgame_is_told() -> None:
    for problem in [*read("wthor_endgames_01_14_allmoves.obf")][::6]:
        texts = [format_obf(problem.position)]
        (answer,) = SOLVER.answers(texts, SearchControl(), Question(Wanted.EVERY))
        assert dict(answer.scores) == problem.scores, problem.name
        assert problem.scores[answer.best or 0] == answer.score == problem.best
        (outcome,) = SOLVER.answers(texts, SearchControl(), Question(Wanted.EVERY, wdl=True))
        assert dict(outcome.scores) == {m: sign(score) for m, score in problem.scores.items()}


def test_blank_lines_part_problems() -> None:
    assert SOLVER.position_text("  ") is None


@pytest.mark.parametrize("text", ["XO X", "f5f5", "-" * 36 + " X", "hello world"])
def test_other_lines_are_refused(text: str) -> None:
    with pytest.raises((NotationError, EngineError)):
        SOLVER.read(text)
