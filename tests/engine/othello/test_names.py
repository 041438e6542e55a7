"""Names of openings: those of the published list, however the board is turned."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from click.testing import CliRunner

from engine.cli import cli
from engine.formats.record import GameRecord
from engine.formats.sgf import format_sgf, parse_sgf
from engine.games.connectfour.game import ConnectFour
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition
from engine.openings import named, opening_name, opening_of

GAME = Othello()


def listed() -> dict[str, str]:
    """Boards of the published list and their names."""
    text = files("tests.data").joinpath("othello/openings_english_names.txt").read_text("utf-8")
    return dict(line.split(" ", 1) for line in text.splitlines())


def of_board(board: str) -> OthelloPosition:
    black, white = (sum(1 << i for i, c in enumerate(board) if c == disc) for disc in "01")
    return OthelloPosition.set_up(GAME, (black, white), len(board.replace(".", "")) % 2)


def images(board: str) -> set[str]:
    """The eight ways to look at a board."""
    rows = [board[i : i + 8] for i in range(0, 64, 8)]
    found = set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        found |= {"".join(rows), "".join(row[::-1] for row in rows)}
    return found


def test_every_listed_board_has_its_name_from_all_sides() -> None:
    boards = listed()
    assert len(boards) == len(named(GAME)) == 71
    for board, name in boards.items():
        turned = images(board)
        assert len(turned) >= 4
        assert {opening_name(of_board(image)) for image in turned} == {name}


def test_lines_with_their_squares_exchanged_lead_to_the_same_name() -> None:
    tiger = GameRecord.from_moves(GAME, "f5d6c3d3c4")
    mirrored = GameRecord.from_moves(GAME, "e6f4c3c4d3")  # along the diagonal
    other_way_round = GameRecord.from_moves(GAME, "c4e3f6e6f5")  # half a turn
    for record in (tiger, mirrored, other_way_round):
        assert opening_of(record.replay()) == "Tiger"
    one, another = "f5f6e6f4e3c5", "f5f4e3f6e6c5"
    assert (
        GameRecord.from_moves(GAME, one).final().key()[:2]
        == (GameRecord.from_moves(GAME, another).final().key()[:2])
    )
    assert opening_of(GameRecord.from_moves(GAME, one + "c4").replay()) == "Rose-v-Toth"
    assert opening_of(GameRecord.from_moves(GAME, another + "c4").replay()) == "Rose-v-Toth"


def test_a_game_is_called_by_the_last_name_it_came_through() -> None:
    record = GameRecord.from_moves(GAME, "f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7")
    replay = record.replay()
    assert opening_name(replay[-1]) == ""
    assert opening_of(replay) == "Rotating Flat"
    assert opening_of(replay[:11]) == "Rose"
    assert opening_of(replay[:2]) == ""


@pytest.mark.parametrize("game", [Othello(6), Othello(10), ConnectFour()])
def test_other_games_have_no_names(game) -> None:
    position = game.start()
    assert opening_of((position, position.play(position.legal_moves()[0]))) == ""


def test_the_terminal_and_sgf_tell_the_name() -> None:
    run = CliRunner().invoke
    said = run(cli, ["analyze", "othello", "f5d6c3d3c4", "--depth", "1"]).output
    assert "Opening: Tiger." in said
    found = json.loads(run(cli, ["analyze", "othello", "f5", "--depth", "1", "--json"]).output)
    assert found["opening"] == ""
    record = GameRecord.from_moves(GAME, "f5d6c3d3c4")
    assert "ON[Tiger]" in format_sgf(record)
    assert parse_sgf(format_sgf(record)).moves == record.moves
