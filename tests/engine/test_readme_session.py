"""The sessions in the README run as they stand there."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import engine

README = Path(__file__).parents[2] / "README.md"


def test_the_readmes_sessions() -> None:
    failed, tried = doctest.testfile(
        str(README),
        module_relative=False,
        encoding="utf-8",
        optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE,
    )
    assert tried > 10
    assert failed == 0


def test_its_refusal_is_worded_as_there() -> None:
    """Doctest compares no more than the exception's name, as notes follow its sentence."""
    record = engine.GameRecord.from_moves(engine.game("connectfour"), "4455667")
    with pytest.raises(engine.GameOver) as refused:
        record.final().play(0)
    assert f"GameOver: {refused.value}\n" in README.read_text("utf-8")
