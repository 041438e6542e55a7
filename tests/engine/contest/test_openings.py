"""What the games of a contest begin with."""

from __future__ import annotations

import pytest

from engine import EngineError, game
from engine.contest.openings import opened, openings
from engine.formats.record import GameRecord
from tests.engine.positions import wins_at_once


def test_openings_differ_and_leave_the_game_open():
    for key in ("connectfour", "othello", "connectfour:7x6:4:3p"):
        starts = [opened(game(key), seed, 4) for seed in range(30)]
        assert len({position.key() for position in starts}) > 15
        assert not any(wins_at_once(position) for position in starts)


def test_random_openings_are_those_of_the_seed():
    current = game("othello")
    first, again, other = (openings(current, "random:6", seed) for seed in (1, 1, 2))
    assert [first(n) for n in range(5)] == [again(n) for n in range(5)]
    assert [first(n) for n in range(5)] != [other(n) for n in range(5)]
    assert {len(first(n)) for n in range(5)} == {6}


def test_the_lines_of_a_file_come_round(tmp_path):
    file = tmp_path / "openings"
    file.write_text("# three of them\n\nf5d6\nF5 f6 e6 f4 # with a comment\nf5f4\n")
    current = game("othello")
    found = openings(current, str(file))
    lines = [GameRecord.from_moves(current, text).moves for text in ("f5d6", "f5f6e6f4", "f5f4")]
    assert [found(number) for number in range(6)] == lines * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("44\n49\n", "line 2"),
        ("1\n1212121\n", "line 2: the game is over"),
        ("# nothing\n", "no opening"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, text, message):
    file = tmp_path / "openings"
    file.write_text(text)
    with pytest.raises(EngineError, match=message):
        openings(game("connectfour"), str(file))


def test_wrong_numbers_of_random_moves_are_refused():
    for text in ("random:", "random:31", "random:x", "random:-1", f"random:{'9' * 5000}"):
        with pytest.raises(EngineError, match="random:0 to random:30"):
            openings(game("connectfour"), text)
    everywhere_lost = openings(game("connectfour:2x2:2"), "random:2")
    with pytest.raises(EngineError, match="no open position"):
        everywhere_lost(0)
