"""Positions whose side to move must pass, and positions turned over."""

from __future__ import annotations

from pathlib import Path

from engine.formats.obf import parse_obf
from engine.games.othello.evaluation.patterns import SYMMETRIES
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition
from engine.games.othello.search.searcher import make
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.othello.obf import read

PASSES = Path(__file__).parents[2] / "data" / "rules" / "pass_positions.txt"
SEARCHER = make(Othello())


def turned(position: OthelloPosition, symmetry: int) -> OthelloPosition:
    boards = [0, 0]
    for square in range(64):
        owner = position.cell(square)
        if owner >= 0:
            row, column = SYMMETRIES[symmetry](*divmod(square, 8))
            boards[owner] |= 1 << (8 * row + column)
    return OthelloPosition(position.game, (boards[0], boards[1]), position.to_move, position.ply)


def test_positions_with_a_forced_pass_have_their_exact_scores() -> None:
    checked = 0
    for line in PASSES.read_text(encoding="utf-8").splitlines():
        board, _, facts = line.partition(";")
        if "score:" in facts:
            info = SEARCHER.search(parse_obf(board), Limit(), SearchControl())
            assert (info.score, info.exact) == (int(facts.split("score:")[1].strip(" ;")), True)
            assert info.pv[0] == Othello().pass_move
            checked += 1
    assert checked > 50


def test_turned_positions_have_the_same_exact_score() -> None:
    for problem in list(read("wthor_endgames_01_14_allmoves.obf"))[::25]:
        for symmetry in range(8):
            position = turned(problem.position, symmetry)
            info = SEARCHER.search(position, Limit(), SearchControl())
            assert info.score == problem.best, problem.name


def test_turned_positions_have_the_same_score_at_a_fixed_depth() -> None:
    """Whatever order the moves come in; a fresh searcher each, without selective cuts."""
    for problem in list(read("fforum-40-59.obf"))[:3]:
        scores = set()
        for symmetry in range(8):
            searcher = make(Othello())
            position = turned(problem.position, symmetry)
            scores.add(searcher.search(position, Limit(depth=2), SearchControl()).score)
        assert len(scores) == 1, problem.name
