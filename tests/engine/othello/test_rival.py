"""Games against another program: it is told all moves, and both have as much time."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from engine.errors import EngineError
from engine.games.othello.game import Othello
from engine.workshop.bench.rival import Bout, opening, run

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = f"{sys.executable} -m tests.engine.othello.gtp_rival"


def test_games_are_played_from_both_sides_and_written_down(tmp_path: Path) -> None:
    openings, keep = tmp_path / "openings", tmp_path / "keep"
    openings.write_text("f5d6c3d3c4\nf5f6e6f4e3\n")
    said: list[str] = []
    settings = {"command": COMMAND, "openings": str(openings), "keep": str(keep)}
    first = run(said.append, games=2, hundredths=4, **settings)
    bouts = [Bout(**json.loads(line)) for line in keep.read_text().splitlines()]
    assert [bout.game for bout in bouts] == [0, 1]
    # A side that looks ahead at all beats one that does not.
    assert all(bout.lead > 0 for bout in bouts)
    assert first["won"] == 2
    assert all(bout.ours > 0 and bout.theirs >= 0 for bout in bouts)
    # What was played counts, and is not played again.
    assert run(said.append, games=2, **settings) == first
    assert "2 won 0 drawn 0 lost" in said[1]


def test_both_games_of_a_pair_begin_alike() -> None:
    game = Othello()
    assert opening(3, ["f5d6", "f5f4"]) == game.parse_moves("f5f4")
    first, second = opening(1, []), opening(2, [])
    assert first == opening(1, []) != second
    assert len(first) == len(second) == 8
    position = game.start()
    for move in first:
        position = position.play(move)


def test_a_rival_must_speak() -> None:
    with pytest.raises(EngineError, match="Name the rival"):
        run(str)
    with pytest.raises(EngineError, match="ends with status 0 at 'clear_board'"):
        run(str, command="true", games=1)
