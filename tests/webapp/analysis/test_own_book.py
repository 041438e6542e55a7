"""A server that is told to play by a book of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.errors import EngineError
from engine.games.othello.books import openings
from webapp.cli import cli

if TYPE_CHECKING:
    from pathlib import Path


def test_a_book_that_cannot_be_read_is_said_before_anybody_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(openings.VARIABLE, str(tmp_path / "none"))
    monkeypatch.setattr(openings, "load", openings.load.__wrapped__)
    database = f"sqlite:///{tmp_path / 'x.db'}"
    with pytest.raises(EngineError, match="none cannot be read"):
        cli.main(["serve", "--port", "0", "--database", database], standalone_mode=False)
