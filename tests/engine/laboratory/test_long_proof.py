"""The value of a board by a proof that is interrupted and goes on from its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.laboratory.answers import Verdict
from engine.laboratory.language.parser import parse
from engine.laboratory.othello.backend import OthelloBackend
from engine.laboratory.prove import Bounds, Investigation, Progress
from engine.registry import game
from engine.search.control import SearchControl
from tests.engine.laboratory.facts import ask

VALUE = -10
"""The score of 4 × 4 for Black: White has 11 discs, Black 3, two squares stay empty."""


@pytest.fixture
def long_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat 4 × 4 like 6 × 6, which takes minutes."""
    monkeypatch.setattr(OthelloBackend, "long_values", frozenset({"othello:4"}))


def investigate(folder: Path, control: SearchControl) -> tuple[Investigation, list[Progress]]:
    heard: list[Progress] = []
    question = parse(game("othello:4"), "value")
    return Investigation(question, control, Bounds(folder=folder), heard.append), heard


def test_the_proof_says_what_the_solver_says(long_value: None, tmp_path: Path) -> None:
    search, heard = investigate(tmp_path, SearchControl())
    answer = search.answer()
    assert answer.verdict is Verdict.PROVED
    assert answer.method == "proof from the start, in steps"
    assert answer.value == ask("othello:4", "value").value == VALUE
    assert answer.witness is not None
    assert answer.witness.outcome is not None
    assert answer.witness.outcome.score == answer.value
    assert heard[-1].done == heard[-1].of
    assert [step.done for step in heard] == sorted(step.done for step in heard)


def test_a_stopped_proof_goes_on_where_it_was(long_value: None, tmp_path: Path) -> None:
    control = SearchControl()
    control.stop()
    search, heard = investigate(tmp_path, control)
    assert search.answer().verdict is Verdict.STOPPED
    assert heard == []
    whole, _ = investigate(tmp_path, SearchControl())
    first = whole.answer()
    again, _ = investigate(tmp_path, SearchControl())
    second = again.answer()
    assert (second.value, second.figures) == (first.value, first.figures)


def test_an_unreadable_file_is_put_aside(long_value: None, tmp_path: Path) -> None:
    path = tmp_path / "othello-4.txt"
    path.write_text("nonsense\n")
    search, _ = investigate(tmp_path, SearchControl())
    assert search.answer().verdict is Verdict.PROVED
    assert path.with_suffix(".unreadable").read_text() == "nonsense\n"


def test_only_the_value_of_six_by_six_takes_long() -> None:
    assert parse(game("othello:6"), "value").takes_long
    assert not parse(game("othello:6"), "positions").takes_long
    assert not parse(game("othello:4"), "value").takes_long
