"""Boards are named in full, so that two boards never share a name."""

from __future__ import annotations

import pytest

from engine.laboratory.language.naming import board_name
from engine.registry import game


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("othello:4", "Othello 4 × 4"),
        ("connectfour", "Connect Four 7 × 6"),
        ("connectfour:4x4:3", "Connect Four 4 × 4, 3 in a row"),
        ("connectfour:4x4:3:3p", "Connect Four 4 × 4, 3 in a row, 3 players"),
    ],
)
def test_name(key: str, name: str) -> None:
    assert board_name(game(key)) == name


def test_no_two_boards_share_a_name() -> None:
    tails = [f"{c}x{r}:{n}:{p}p" for c in (4, 5) for r in (4, 5) for n in (3, 4) for p in (2, 3)]
    names = {board_name(game(f"connectfour:{tail}")) for tail in tails}
    assert len(names) == len(tails)
