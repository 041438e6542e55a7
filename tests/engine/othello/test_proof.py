"""The start of a small board proved in steps: the published score, and interruptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import NotationError
from engine.games.othello.board.board import start
from engine.games.othello.solver.proof import Interrupted, Proof
from engine.search.control import SearchControl

SCORE_OF_4X4 = -10
"""White wins 11-3 with two squares empty (J. Feinstein)."""


def proof(path: Path, control: SearchControl | None = None) -> Proof:
    return Proof(4, path, control, split=6)


def test_the_start_of_4x4(tmp_path: Path) -> None:
    found = proof(tmp_path / "progress")
    fractions = [step.fraction for step in found.steps()]
    assert (found.step.low, found.step.high) == (SCORE_OF_4X4, SCORE_OF_4X4)
    assert len(fractions) > 10
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1


def test_a_proof_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path, control = tmp_path / "progress", SearchControl()
    first = proof(path, control)
    steps = first.steps()
    for _ in range(5):
        next(steps)
    control.stop()
    with pytest.raises(Interrupted):
        list(steps)
    with path.open("a") as file:  # a line cut off as by a kill
        file.write("XO--")
    second = proof(path)
    assert second.step.proved == first.step.proved >= 5
    assert second.step.nodes == first.step.nodes > 0
    *_, last = second.steps()
    assert (last.low, last.high) == (SCORE_OF_4X4, SCORE_OF_4X4)
    assert len(list(proof(path).steps())) == 1, "nothing is left to do"


@pytest.mark.parametrize("text", ["othello:6\n", "othello:4\nXO-- 3 4 5\n", "hello\n"])
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "progress"
    path.write_text(text)
    with pytest.raises(NotationError, match="progress"):
        proof(path)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_symmetric_boards_have_one_canonical_image(size: int) -> None:
    board = start(size)
    images = {board.after(square).canonical()[:2] for square in board.squares()}
    assert len(images) == 1, "the four first moves are symmetric"
    reply = {
        board.after(s).after(t).canonical()[:2]
        for s in board.squares()
        for t in board.after(s).squares()
    }
    assert len(reply) == 3, "parallel, diagonal, perpendicular"
