"""The command that makes hard positions: which it keeps, and what it says of their moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.board import Board
from engine.games.othello.game import Othello
from engine.games.othello.search.compact import CompactSearch
from engine.games.othello.search.searcher import OthelloSearcher
from engine.workshop.bench import judgement
from engine.workshop.othello import hard_positions
from tests.engine.othello.obf import read
from tests.engine.othello.wthor_games import write_games

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_kept_moves_are_scored_best_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hard_positions, "DEPTHS", (1, 4))
    monkeypatch.setattr(hard_positions, "OPEN", 6400)
    write_games(tmp_path / "a.wtb", 2020, 40)
    out = tmp_path / "hard.obf"
    arguments = [str(tmp_path), str(out), "--left", "14", "--count", "2", "--confidence", "99"]
    done = CliRunner().invoke(hard_positions.main, arguments)
    assert done.output == f"2 positions with 14 empties in {out}.\n"
    cases = judgement.read_cases(out)
    for case in cases:
        assert 2 <= len(case.scores) <= hard_positions.MOST_SCORED + 2
        assert list(case.scores.values()) == sorted(case.scores.values(), reverse=True)
    searcher = OthelloSearcher(Othello())
    found = {judgement.judge(searcher, case, 10_000_000) for case in cases}
    assert found == {(True, 0.0)}, "the solver agrees"


def test_the_worth_of_a_board_is_nearly_exact_at_99_percent() -> None:
    search = CompactSearch(8)
    problems = [p for p in read("wthor_endgames_16_22_best.obf") if p.empties == 16][:8]
    boards = [Board(layout(8), *layout(8).pack(p.position)) for p in problems]
    found = [hard_positions.worth(board, search, 99) / 100 for board in boards]
    exact = [max(p.scores.values()) for p in problems]
    assert sum(abs(a - b) <= 2 for a, b in zip(found, exact, strict=True)) >= 7


def test_games_that_were_trained_on_are_refused(tmp_path: Path) -> None:
    write_games(tmp_path / "a.wtb", 2001, 1)
    done = CliRunner().invoke(hard_positions.main, [str(tmp_path), str(tmp_path / "b.obf")])
    assert done.exit_code == 2
    assert "holds no game of 2020 or 2021" in done.output
