"""Perft against published and independently computed tables."""

from __future__ import annotations

import csv
import json

import pytest

import engine
from engine import ConnectFour, EngineError, Finished, Othello, perft
from engine.parts.counting import Convention
from engine.perft import count_slowly
from tests.data import DATA

PERFT_CSV = (DATA / "rules/connectfour_perft.csv").read_text(encoding="utf-8")
CONNECT_FOUR_ROWS = [tuple(map(int, row)) for row in list(csv.reader(PERFT_CSV.splitlines()))[1:]]
SLOW_ROWS = [
    (columns, rows, *rest, sequences)
    for columns, rows, *rest, sequences in CONNECT_FOUR_ROWS
    if columns * (rows + 1) > 64 and sequences > 100_000
]
OTHELLO = json.loads((DATA / "rules/othello_perft.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("columns", "rows", "connect", "depth", "expected"),
    [
        pytest.param(*row, marks=pytest.mark.long if row in SLOW_ROWS else ())
        for row in CONNECT_FOUR_ROWS
    ],
)
def test_connect_four(columns: int, rows: int, connect: int, depth: int, expected: int) -> None:
    assert perft(ConnectFour(columns, rows, connect), depth) == expected


@pytest.mark.parametrize(
    ("key", "depth", "sequences", "wins"),
    [
        ("connectfour:4x4:3", 5, 1_020, 108),
        ("connectfour:4x4:3", 6, 3_588, 184),
        ("connectfour:4x4:3", 7, 13_148, 2_292),
        ("connectfour:4x4:3", 8, 40_520, 6_206),
        ("connectfour:4x4:3", 9, 122_884, 34_748),
        ("connectfour:4x4:3", 10, 293_850, 77_274),
        ("connectfour:4x4:3:3p", 5, 1_020, 0),
        ("connectfour:4x4:3:3p", 6, 4_020, 0),
        ("connectfour:4x4:3:3p", 7, 15_540, 832),
        ("connectfour:4x4:3:3p", 8, 55_156, 2_722),
        ("connectfour:4x4:3:3p", 9, 188_958, 10_528),
        ("connectfour:4x4:3:3p", 10, 609_470, 73_432),
        ("connectfour:5x4:3:3p", 6, 15_500, 0),
        ("connectfour:5x4:3:3p", 7, 76_300, 4_034),
        ("connectfour:5x4:3:3p", 8, 350_378, 14_148),
        ("connectfour:5x4:3:3p", 9, 1_598_104, 64_250),
    ],
)
def test_sequences_and_wins(key: str, depth: int, sequences: int, wins: int) -> None:
    game = engine.game(key)
    assert perft(game, depth) == sequences

    def ended_before(plies: int) -> int:
        return perft(game, plies, Finished.KEPT) - perft(game, plies)

    assert ended_before(depth + 1) - ended_before(depth) == wins


@pytest.mark.parametrize("depth", range(1, 12))
def test_othello(depth: int) -> None:
    expected = OTHELLO["8x8_pass_is_a_ply_finished_games_kept"][str(depth)]
    assert perft(Othello(), depth) == expected


@pytest.mark.long
def test_othello_to_depth_12() -> None:
    assert perft(Othello(), 12) == 1_939_886_636


@pytest.mark.parametrize("depth", ["9", "10", "11"])
def test_othello_conventions(depth: str) -> None:
    dropped = OTHELLO["8x8_pass_is_a_ply_finished_games_dropped"]
    no_ply = OTHELLO["8x8_pass_is_no_ply_finished_games_dropped"]
    if depth in dropped:
        assert perft(Othello(), int(depth), Finished.DROPPED) == dropped[depth]
    assert perft(Othello(), int(depth), Finished.DROPPED, pass_is_ply=False) == no_ply[depth]


def test_othello_on_4_by_4_to_the_end() -> None:
    for depth, expected in OTHELLO["4x4_pass_is_a_ply_finished_games_dropped"].items():
        assert perft(Othello(4), int(depth), Finished.DROPPED) == expected
    assert perft(Othello(4), 18, Finished.DROPPED) == 0
    assert perft(Othello(4), 18) == perft(Othello(4), 10**30) == 60_060


CONVENTIONS = [Convention(finished, ply) for finished in Finished for ply in (True, False)]
SMALL = [
    ("connectfour:4x4:3", 7),
    ("connectfour:3x3:2", 9),
    ("connectfour:2x2:2", 5),
    ("connectfour:5x3:3:3p", 6),
    ("connectfour:3x15:3", 6),
    ("connectfour:7x8:4", 4),
    ("connectfour:16x3:3", 3),
    ("connectfour:15x2:3:3p", 3),
    ("othello:4", 9),
    ("othello:6", 6),
    ("othello", 5),
]


@pytest.mark.parametrize("convention", CONVENTIONS, ids=str)
@pytest.mark.parametrize(("key", "depth"), SMALL)
def test_compiled_counts_equal_the_rules(key: str, depth: int, convention: Convention) -> None:
    position = engine.game(key).start()
    expected = count_slowly(position, depth, convention)
    assert perft(position, depth, convention.finished, convention.pass_is_ply) == expected


def test_a_line_longer_than_the_board_is_wide_is_no_line() -> None:
    """Eight in a row on four columns: nothing can end within eight plies."""
    assert perft(ConnectFour(4, 15, 8), 8) == 4**8


@pytest.mark.parametrize("key", ["connectfour:5x4:3", "connectfour:4x4:3:3p", "othello:6"])
def test_the_first_moves_counts_add_up(key: str) -> None:
    start = engine.game(key).start()
    assert sum(perft(start.play(move), 5) for move in start.legal_moves()) == perft(start, 6)


def test_boards_beyond_64_bits_are_counted_by_the_rules() -> None:
    assert perft(Othello(10), 3) == 56
    assert perft(ConnectFour(16, 16), 3) == 16**3


def test_from_the_end_nothing_follows() -> None:
    position = ConnectFour().start()
    for move in (0, 1, 0, 1, 0, 1, 0):
        position = position.play(move)
    assert perft(position, 0) == 1
    assert perft(position, 3) == 0
    assert perft(position, 3, Finished.KEPT) == 1


@pytest.mark.parametrize("depth", [-1, 1.5, "3", True, None])
def test_a_depth_is_a_whole_number(depth: object) -> None:
    with pytest.raises(EngineError, match="is no depth"):
        perft(Othello(), depth)


def test_a_depth_longer_than_any_game_is_fine() -> None:
    assert perft(ConnectFour(4, 2), 10**30) == 0
    kept = perft(ConnectFour(4, 2), 8, Finished.KEPT)
    assert perft(ConnectFour(4, 2), 10**30, Finished.KEPT) == kept
