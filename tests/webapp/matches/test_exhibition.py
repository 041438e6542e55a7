"""What home and the list of games show while nobody plays in public."""

from __future__ import annotations

from typing import Any

import pytest

from engine import registry
from engine.registry import FAMILIES
from webapp.domain.opening import positions
from webapp.pages.exhibition import _shown

PLAYED = [f.offered.exhibition for f in FAMILIES.values() if f.offered.exhibition]


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: played.board)
def test_the_steps_lead_from_the_first_board_to_the_end(played: Any) -> None:
    shown, game = _shown(played), registry.game(played.board)
    cells = dict(shown.given)
    for owner, *squares in shown.steps:
        cells |= dict.fromkeys(squares, owner)
    last = positions(game, game.parse_moves(played.moves))[-1]
    assert last.outcome() is not None
    seen = {cell.square: cell.owner for cell in shown.drawing.cells if cell.owner >= 0}
    assert cells == seen
    assert len(shown.names) == game.players


@pytest.mark.parametrize("path", ["/", "/watch"])
def test_a_game_of_people_takes_the_place_of_the_exhibition(visitor: Any, path: str) -> None:
    ann = visitor()

    def page() -> str:
        return str(ann.client.get(path).get_data(as_text=True))

    assert "data-exhibition" in page()
    ann.create(seat0="me", seat1="ai:1")
    assert "data-exhibition" not in page()
