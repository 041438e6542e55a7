"""What people read and hear: every sentence, asserted."""

import pytest

from engine import (
    FAMILIES,
    PHRASES,
    describe_move,
    describe_outcome,
    describe_square,
    describe_target,
    describe_turn,
)
from engine.judging.remarks import advice, why
from engine.sentences import name_move
from tests.candidates import about, exactly
from tests.engine.positions import after


def verdict(key: str, moves: str, **whom: object) -> str:
    position = after(key, moves)
    outcome = position.outcome()
    assert outcome is not None
    return str(describe_outcome(position.game, outcome, **whom))


def test_a_drop_names_colour_column_and_row() -> None:
    assert describe_move(after("connectfour", "4"), 3) == "Yellow drops in column 4, row 2."


@pytest.mark.parametrize(
    ("key", "moves", "move", "said"),
    [
        ("connectfour", "121212", "1", "Column 1 wins at once."),
        ("connectfour", "12121", "1", "Column 1 blocks Red."),
        ("connectfour", "3344", "5", "Column 5 threatens two columns at once."),
        ("connectfour", "12131", "7", "Try column 7."),
        ("connectfour", "", "4", "Try column 4."),
        ("connectfour:4x4", "223411432243431", "1", "Try column 1."),
        ("othello", "f5d6c3d3c4", "f4", "Try f4."),
        ("othello:6", "c2b2e4d2d1e1f1e3e2f5b3e5a2f4f3f2", "f6", "f6 takes the corner."),
        ("othello:6", "c2b4a5c1b1e2", "d1", "d1 leaves White 1 move."),
    ],
)
def test_advice_says_what_a_move_does_at_once(key: str, moves: str, move: str, said: str) -> None:
    position = after(key, moves)
    asked = position.game.parse_moves(move)[0]
    assert advice(position, asked) == said


def test_columns_are_numbers_where_the_notation_has_letters() -> None:
    start = after("connectfour:12x6", "")
    assert describe_move(start, 11) == "Red drops in column 12, row 1."
    assert name_move(start.game, 11) == "12"
    assert start.game.format_move(11) == "c"
    better = about(10, 0)
    worse = exactly(11, -5, pv=(9,))
    said = why(start, better, worse)
    assert said[0].startswith("11 ")
    assert said[1].startswith("After 12, Yellow plays 10")


@pytest.mark.parametrize(("key", "name"), [("connectfour", "4"), ("othello", "d1")])
def test_a_move_is_named_as_people_say_it(key: str, name: str) -> None:
    assert name_move(after(key, "").game, 3) == name


def test_a_pass_is_named_in_words() -> None:
    assert name_move(after("othello", "").game, 64) == "pass"


@pytest.mark.parametrize(
    ("moves", "move", "sentence"),
    [
        ("", "d3", "Black plays d3 and flips 1 disc."),
        ("d3c3c4", "e3", "White plays e3 and flips 2 discs."),
    ],
)
def test_a_placement_counts_its_flips(moves: str, move: str, sentence: str) -> None:
    position = after("othello", moves)
    assert describe_move(position, position.game.parse_move(move)) == sentence


def test_a_pass_is_said() -> None:
    position = after("othello:4", "a2a3b4c1a4")
    assert describe_target(position, 16) == "No move: pass."
    assert describe_move(position, 16) == "White has no move and passes."
    assert describe_turn(position.play(16)) == "Black to move."


def test_names_replace_colours() -> None:
    position = after("connectfour", "4")
    assert describe_move(position, 3, ["Mira", "{x}"]) == "{x} drops in column 4, row 2."
    assert describe_turn(position, ["Mira", "Tomasz"]) == "Tomasz to move."


def test_the_viewer_is_addressed() -> None:
    assert describe_turn(after("connectfour", ""), viewer=0) == "Your turn. Drop a disc."
    assert describe_turn(after("othello", ""), viewer=0) == "Your turn. Place a disc."
    assert describe_turn(after("othello", ""), viewer=1) == "Black to move."


@pytest.mark.parametrize(
    ("key", "moves", "said"),
    [
        ("connectfour", "1122334", "Red wins. Four in a row."),
        ("connectfour", "1212121", "Red wins. Four in a column."),
        ("connectfour", "12233434474", "Red wins. Four on a diagonal."),
        ("connectfour", "76655454414", "Red wins. Four on a diagonal."),
        ("connectfour", "11223355664", "Red wins. Six in a row."),
        ("connectfour:8x8:5", "112233445", "Red wins. Five in a row."),
        ("connectfour:7x6:4:3p", "7127127137", "Red wins. Four in a column."),
        ("connectfour:4x4", "3324324131424121", "Yellow wins. Two lines at once."),
        ("connectfour:3x3:3", "213312123", "It is a draw. The board is full."),
        (
            "othello:6",
            "e4e5e6d2b2d5c2f3d6c6f5f6e2f4--b1c1b4e3f2a5a4a1a2b3a3b5a6b6c5d1",
            "White wins 28–8. Neither side can move. Empty squares count for White.",
        ),
        ("othello", "e6f4e3f6g5d6e7f5c5", "Black wins 64–0. White has no disc left."),
    ],
)
def test_the_verdict_says_who_won_and_how(key: str, moves: str, said: str) -> None:
    assert verdict(key, moves) == said


def test_the_verdict_for_a_viewer_is_kind() -> None:
    names = ["Mira", "Tomasz"]
    assert verdict("connectfour", "1212121", names=names, viewer=0).startswith("You win.")
    assert verdict("connectfour", "1212121", names=names, viewer=1).startswith(
        "Mira wins. Good game."
    )


def test_squares_and_targets_are_named() -> None:
    position = after("connectfour", "4")
    assert describe_square(position, 3) == "Column 4, row 1, red"
    assert describe_square(position, 3, ["Mira", "Tomasz"]) == "Column 4, row 1, Mira"
    assert describe_square(position, 10) == "Column 4, row 2, empty"
    assert describe_target(position, 3) == "Drop in column 4, row 2."
    assert describe_target(after("connectfour", "444444"), 3) == "Column 4 is full."
    othello = after("othello", "d3c3c4")
    assert describe_square(othello, 27) == "d4, black"
    assert describe_target(othello, 20) == "e3 flips 2 discs."


def test_a_finished_game_has_no_turn() -> None:
    assert describe_turn(after("connectfour", "1212121")) == "The game is over. Red wins."


def test_every_phrase_belongs_to_a_family_or_to_all() -> None:
    families = {key.partition(".")[0] for key in PHRASES if "." in key} - {"wins"}
    assert families == set(FAMILIES)
