"""Golden traces: what the rules say about whole games stays as it is, word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine import GameRecord, game
from tests.contracts.playthrough import trace
from tests.data import DATA

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "path", sorted((DATA / "playthroughs").glob("*.txt")), ids=lambda path: path.stem
)
def test_the_trace_is_as_recorded(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    key, moves = (line.partition(": ")[2] for line in text.splitlines()[:2])
    assert trace(GameRecord.from_moves(game(key), moves)) == text
