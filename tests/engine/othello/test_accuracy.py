"""The report on the evaluation's errors: which positions it takes and what it compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.formats import wthor
from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.board import Board
from engine.games.othello.search.compact import CompactSearch
from engine.workshop.othello import accuracy
from tests.engine.othello.obf import read
from tests.engine.othello.wthor_games import write_games

if TYPE_CHECKING:
    from pathlib import Path


def test_examples_are_positions_of_games_with_their_scores(tmp_path: Path) -> None:
    played = write_games(tmp_path / "a.wtb", 2020, 12)
    found = list(accuracy.examples([wthor.read(tmp_path / "a.wtb")], 30, 5, seed=1))
    assert len(found) == 5
    assert all(example.board.left == 30 for example in found)
    # The file's theoretical scores are here the games' results.
    assert {abs(example.theoretical) for example in found} <= {abs(lead) for _, lead in played}


def test_few_empties_are_measured_by_their_exact_scores() -> None:
    search = CompactSearch(8)
    for problem in [p for p in read("wthor_endgames_16_22_best.obf") if p.empties == 16][:6]:
        board = Board(layout(8), *layout(8).pack(problem.position))
        example = accuracy.Example(board, theoretical=0)
        assert accuracy.best_known(example, search) == max(problem.scores.values())


def test_errors_are_the_distances_from_the_best_known(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = [p for p in read("wthor_endgames_16_22_best.obf") if p.empties == 18][:4]
    boards = [Board(layout(8), *layout(8).pack(p.position)) for p in problems]
    found = [accuracy.Example(board, 0) for board in boards]
    monkeypatch.setattr(accuracy, "best_known", lambda *_: 200.0)
    error, bias = accuracy.measure(found)
    assert error == -bias
    assert 130 < error < 270, "evaluations lie between -64 and 64"
