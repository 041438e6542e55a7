"""``flipfour review``: what it says of games is what the solver says of them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from engine.errors import EngineError
from tests.data import DATA
from webapp.commands.review import command

TURNING = "444443131162211633755533455571777722"
"""Of which a solver says that moves 7, 12, 13, 14 and 15 change the result, and no other."""

FLOATING = "e6f4e3f6g5d6e7f5c5"
"""Othello's shortest game, which Black wins by all 64 squares."""


def review(*arguments: str, text: str | None = None):
    return CliRunner().invoke(command, [*arguments], input=text, catch_exceptions=False)


def test_the_moves_that_turned_a_game_are_told_with_their_reasons() -> None:
    found = json.loads(review("-", "--json", text=TURNING).stdout)
    assert (found["proved"], found["plies"]) == (36, 36)
    assert [one["ply"] + 1 for one in found["mistakes"]] == [7, 12, 13, 14, 15]
    assert all(one["proved"] and one["why"] for one in found["mistakes"])
    assert [(side["kept"], side["judged"]) for side in found["sides"]] == [(15, 18), (16, 18)]
    assert (found["mistakes"][0]["move"], found["mistakes"][0]["worth"]) == (
        "1",
        "win 18 → loss 17",
    )


def test_games_are_told_one_after_the_other_with_what_is_known_of_them() -> None:
    record = f"Game: othello\nBlack: Ann\nDate: 1980\nPlace: Paris\n\n{FLOATING}\n"
    run = review("-", "--time", "0.2", text=record + record.replace("Ann", "Bob"))
    first, second = run.stdout.split("\n\n")
    assert first.splitlines()[:2] == ["Ann, Paris, 1980", second.splitlines()[1]]
    assert second.startswith("Bob, Paris, 1980\nBlack wins 64–0. It ")
    assert "Black: " in first
    assert " of 9 plies proved, " in first


def test_names_steer_no_terminal_and_a_time_is_a_number() -> None:
    evil = "(;GM[2]PB[\x1b[31m\\]Ann\nBob]PW[\x07Cid];B[f5];W[d6])"
    head = review("-", "--time", "0.01", text=evil).stdout.splitlines()[0]
    assert head.isprintable()
    for seconds in ("nan", "inf"):
        with pytest.raises(EngineError, match="time is"):
            review("-", "--time", seconds, text=TURNING)


def test_what_cannot_be_read_is_told_and_the_rest_is_reviewed(tmp_path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("5 5 4 4 8", encoding="utf-8")
    run = review(str(file), "--time", "0.1")
    assert run.exit_code == 2
    assert run.stderr.startswith("Line 1, column 9: '8' is no column here.")
    assert " of 4 plies proved, " in run.stdout
    boards = review(str(DATA / "othello" / "fforum-1-19.obf"))
    assert (boards.exit_code, boards.stdout) == (2, "")
    assert boards.stderr == "There is no game with moves in this.\n"
