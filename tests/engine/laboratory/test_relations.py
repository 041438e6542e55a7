"""Sets of squares and relations between them, against values counted by hand and a flood fill."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine.errors import UnsupportedGame
from engine.game import Game, Position
from engine.laboratory.language.evaluator import evaluate
from engine.laboratory.language.parser import QueryError, parse
from engine.laboratory.language.wording import question_words
from engine.laboratory.prove import Bounds
from engine.registry import game
from tests.engine.laboratory.facts import ask

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@pytest.mark.parametrize(
    ("key", "moves", "text", "value"),
    [
        ("connectfour:4x4", "", "#univ", 16),
        ("connectfour:4x4", "", "#none", 0),
        ("connectfour:4x4", "", "#corner", 4),
        ("connectfour:4x4", "", "#edge", 12),
        ("connectfour:4x3", "", "#row(2)", 4),
        ("connectfour:4x3", "", "#column(2)", 3),
        ("connectfour:4x4", "", "#a1_d1", 4),
        ("connectfour:4x4", "", "#b2.beside", 4),
        ("connectfour:4x4", "", "#b2.touching", 8),
        ("connectfour:4x4", "", "#a1.diagonal", 1),
        ("connectfour:4x4", "", "#b1.*right", 3),
        ("connectfour:4x4", "", "#b1.^right", 2),
        ("connectfour:4x4", "", "#right.b1", 1),
        ("connectfour:4x4", "", "#b1.~right", 1),
        ("connectfour:4x4", "", "#a1.(right.up)", 1),
        ("connectfour:4x4", "", "a1.up = a2 and a1.(right.up) = b2 and c1.left = b1", True),
        ("othello:4", "", "a1.down = a2 and b2.up_left = a1 and no a1.up", True),
        ("connectfour:4x4", "1122", "#red", 2),
        ("connectfour:4x4", "1122", "red in yellow.beside and yellow in red.up", True),
        ("connectfour:4x4", "1122", "row(1) & red = a1 + b1", True),
        ("connectfour:4x4", "1122", "one red & corner and lone yellow & a2", True),
        ("connectfour:4x4", "1122", "red -> red in *(right & red -> red)", False),
        ("connectfour:4x4", "1122", "#(univ - empty) + #empty", 16),
        ("connectfour:4x4", "1122", "every column c: lone c & red", True),
        ("connectfour:4x4", "1122", "some row r: r in empty", True),
        ("othello:4", "", "iden in touching.touching and no touching & iden", True),
    ],
)
def test_sets_on_a_board(key: str, moves: str, text: str, value: int | bool) -> None:
    subject = game(key)
    assert evaluate(subject, subject.parse_moves(moves), text) == value


def _hangs_together(position: Position, subject: Game, player: int) -> bool:
    """By a flood fill from one disc of the player."""
    own = {s for s in range(subject.columns * subject.rows) if position.cell(s) == player}
    reached, left = set[int](), [min(own)] if own else []
    while left:
        square = left.pop()
        if square in reached:
            continue
        reached.add(square)
        row, column = divmod(square, subject.columns)
        for right, up in STEPS:
            if 0 <= column + right < subject.columns and 0 <= row + up < subject.rows:
                there = (row + up) * subject.columns + column + right
                left += [there] if there in own else []
    return reached == own


@pytest.mark.parametrize("key", ["connectfour:4x4", "othello:4"])
def test_closure_is_a_flood_fill(key: str) -> None:
    subject, draw, seen = game(key), random.Random(3), set()
    first, second = (name.lower() for name in subject.player_names)
    for _ in range(12):
        position, moves = subject.start(), list[int]()
        while legal := position.legal_moves():
            moves.append(draw.choice(legal))
            position = position.play(moves[-1])
            for player, name in enumerate((first, second)):
                text = f"{name} -> {name} in *(beside & {name} -> {name})"
                wanted = _hangs_together(position, subject, player)
                assert evaluate(subject, moves, text) is wanted
                seen.add(wanted)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("connectfour:4x3", "eventually not red + yellow in row(1) + (red + yellow).up"),
        ("connectfour:3x3:3", "full and some empty"),
        ("othello:4", "eventually some a1.touching & a1"),
    ],
)
def test_nothing_breaks_it(key: str, text: str) -> None:
    assert ask(key, text).holds is False


def test_all_bits_of_a_large_board_are_counted() -> None:
    reached = "h8 in black.touching.*(touching & empty -> empty)"
    assert (
        ask("othello", f"count plies = 1 and #empty = 59 and {reached}", Bounds(plies=2)).value == 4
    )
    assert ask("othello", "count plies = 1 and h8 in black + white", Bounds(plies=2)).value == 0


def test_a_board_of_more_bits_is_too_large() -> None:
    with pytest.raises(UnsupportedGame, match="at most 8 × 8"):
        ask("othello:10", "some black & edge")


def test_the_greatest_of_a_set() -> None:
    assert ask("connectfour:4x4", "most #(red & corner)").value == 4


def test_edges_go_on_where_the_rules_say_so() -> None:
    answer = ask("connectfour:3x3:3", "under wrap around: a1.left & red = c1")
    assert answer.witness is not None
    assert answer.witness.notation == "3"


def test_sets_in_words() -> None:
    question = parse(game("othello:4"), "b2 in black and no white & corner and #empty = 3")
    assert question_words(question) == (
        "Is there a game of Othello 4 × 4 in which b2 is one of the discs of Black, and there are"
        " no squares in white & corner, and the number of empty squares is 3?"
    )


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("rde in edge", 1, "did you mean 'red'"),
        ("red", 1, "stand before a set"),
        ("red >= 2", 5, "'#' counts them"),
        ("height(1) in red", 1, "'height' is no set"),
        ("won & full", 1, "'and' joins conditions, '&' joins sets"),
        ("red + 1 in edge", 1, "a number is no set"),
        ("red = 2", 7, "a number is no set"),
        ("~red in red", 2, "takes a relation"),
        ("red.yellow = red", 1, "joins a set and a relation"),
        ("red + beside = red", 1, "two sets or two relations"),
        ("red -> beside in beside", 1, "a set on both sides"),
        ("red in beside", 1, "between two sets"),
        ("#beside = 3", 2, "this is a relation"),
        ("#red", 2, "'#red' is a number"),
        ("let a = a; a in red", 9, "defined by itself"),
        ("some red: won", 9, "says the kind first"),
        ("one square s: s in red", 1, "written 'exactly one'"),
        ("row(9) in red", 5, "the rows are 1 to 4"),
        ("some ~~~~~~~~~~~~~~beside", 6, "At most 12"),
        ("red !in edge", 5, "written not in"),
        ("every direction d: d in red", 20, "there is no set 'd'"),
    ],
)
def test_mistakes_are_told(text: str, column: int, says: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse(game("connectfour:4x4"), text)
    assert caught.value.column == column
    assert says in str(caught.value)


def test_definitions_name_sets_too() -> None:
    text = "let mine(p) = p & corner; some mine(red) and not some mine(yellow)"
    question = parse(game("connectfour:4x4"), text)
    assert question.text == "some red & corner and not some yellow & corner"


@pytest.mark.parametrize(("word", "base"), [("some ", "red"), ("", "won"), ("", "beside")])
def test_definitions_that_double_come_to_an_end(word: str, base: str) -> None:
    names = [f"x{number}" for number in range(26)]
    doubled = (f"let {name} = {of} + {of};" for of, name in pairwise([base, *names]))
    with pytest.raises(QueryError, match="more than 1,000 names"):
        parse(game("connectfour:4x4"), f"{''.join(doubled)} {word}{names[-1]}")


def test_a_definition_keeps_its_variable_apart_from_what_it_is_given() -> None:
    near = "let near(p) = some square s: p in s.right;"
    question = parse(
        game("connectfour:4x4"), f"{near} exactly one square s: near(s) and s in row(1)"
    )
    assert question.text == (
        "exactly one square s: (some square s_2: s in s_2.right) and s in row(1)"
    )
    assert ask("connectfour:4x4", f"{near} some square s: near(s)").holds is True
    assert ask("connectfour:4x4", f"{near} every square s: near(s)").holds is False
