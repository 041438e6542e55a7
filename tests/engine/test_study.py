"""Studies: trees of variations, and their way through JSON and SGF."""

from __future__ import annotations

import json
import random

import pytest

from engine.errors import NotationError
from engine.formats.jsonrecord import parse_json
from engine.formats.sgf import parse_sgf
from engine.formats.study import GLYPHS, Note, Study, format_study, parse_study
from engine.formats.studysgf import format_study_sgf, parse_study_sgf
from engine.registry import game as game_of

OTHELLO = game_of("othello")


def grown(key: str, seed: int) -> Study:
    """A random tree of legal lines, with notes on some of its positions."""
    game, chance = game_of(key), random.Random(seed)
    lines: list[tuple[int, ...]] = []
    for _ in range(8):
        base = chance.choice(lines) if lines else ()
        path = base[: chance.randint(0, len(base))]
        position = game.start()
        for move in path:
            position = position.play(move)
        for _ in range(chance.randint(1, 14)):
            if position.outcome():
                break
            move = chance.choice(position.legal_moves())
            path, position = (*path, move), position.play(move)
        lines.append(path)
    squares = range(game.columns * game.rows)
    notes = {
        line[: chance.randint(0, len(line))]: Note(
            chance.choice(["", "a ] \\ (;B[aa]) b", "Zürich: 5"]),
            chance.choice(GLYPHS),
            tuple(chance.sample(squares, chance.randint(0, 3))),
            tuple(tuple(chance.sample(squares, 2)) for _ in range(chance.randint(0, 1))),  # type: ignore[misc]
        )
        for line in lines
    }
    return Study.of(game, lines, notes, chance.choice(["", "Tamenori ] opening"]))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_written_is_read_again(seed: int) -> None:
    for key in ("connectfour", "connectfour:7x6:4:3p", "othello", "othello:4"):
        study = grown(key, seed)
        assert parse_study(format_study(study)) == study
        assert parse_json(format_study(study)).moves == study.moves
        if study.game.key.startswith("othello"):
            written = format_study_sgf(study)
            assert parse_study_sgf(written) == study
            assert parse_sgf(written).moves == study.moves


def test_a_line_is_written_where_it_leaves_the_one_it_goes_with_longest() -> None:
    moves = OTHELLO.parse_moves
    lines = [moves("f5d6c3d3"), moves("f5f6e6f4"), moves("f5d6c5f4"), moves("f5d6c5b4")]
    tree = Study.of(OTHELLO, lines).tree
    assert tree.moves == lines[0]
    near, far = tree.sides
    assert (near.start, near.moves) == (moves("f5"), moves("f6e6f4"))
    assert (far.start, far.moves) == (moves("f5d6"), moves("c5f4"))
    assert [(side.start, side.moves) for side in far.sides] == [(moves("f5d6c5"), moves("b4"))]


def test_a_note_without_a_position_is_dropped_and_one_that_is_reached_stays() -> None:
    moves = OTHELLO.parse_moves
    notes = {moves("f5f4"): Note("here"), moves("d3"): Note("gone"), (): Note("start")}
    study = Study.of(OTHELLO, [moves("f5d6"), moves("f5f4e3")], notes)
    assert list(study.notes.values()) == [Note("here"), Note("start")]


def test_trees_of_other_programs_are_read() -> None:
    """FF[3] spells names out, breaks lines, and marks with crosses and triangles."""
    text = """(;GaMe[2]FileFormat[3]SZ[8]
      C[two\nlines];B[F5](;W[d6]TE[1];B[c3])(;W[f4]BM[];B[e3]TR[c4][d3]MA[e6])
      (;W[f6];B[e6];))  trailing"""
    # Only capitals count: GaMe is GM, FileFormat is FF.
    study = parse_study_sgf(text)
    assert [study.game.format_moves(line) for line in study.lines] == ["f5d6c3", "f5f4e3", "f5f6e6"]
    moves = study.game.parse_moves
    assert study.notes[()].text == "two\nlines"
    assert study.notes[moves("f5d6")].glyph == "!"
    assert study.notes[moves("f5f4")].glyph == "?"
    assert len(study.notes[moves("f5f4e3")].marks) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "object with a"),
        ('{"game": "othello", "moves": 7}', "moves of a line are text"),
        ('{"game": "othello", "moves": "f5f5"}', "The line 'f5f5' breaks off. Ply 2"),
        ('{"game": "othello", "notes": [{"glyph": "#"}]}', "a sign out of"),
        ('{"game": "othello", "notes": [{"marks": [64]}]}', "64 is no square; they are 0 to 63"),
        ('{"game": "othello", "notes": [{"marks": [true]}]}', "True is no square"),
        ('{"game": "othello", "notes": [{"arrows": [[1]]}]}', "An arrow leads"),
        ('{"game": "othello", "notes": {}}', "are a list"),
    ],
)
def test_what_is_no_study_is_named(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_study(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("f5d6", "no SGF"),
        ("(;GM[1])", "not Othello"),
        ("(;GM[2];B[a1])", "a1"),
        ("(;GM[2];B[zz])", "is no move"),
        ("(;GM[2]CR[])", "is no square"),
    ],
)
def test_what_is_no_tree_of_othello_is_named(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_study_sgf(text)


def test_a_name_without_a_value_says_nothing() -> None:
    assert parse_study_sgf("(;GM[2] CR\n;Black [fe] C )") == parse_study_sgf("(;GM[2];B[fe])")


def test_a_tree_without_end_is_not_read_to_its_end() -> None:
    for text in (
        "(;GM[2]" + ";C[x]" * 21_000 + ")",
        "(;GM[2]" + "(;B[fe])(;B[ef])" * 600 + ")",
    ):
        with pytest.raises(NotationError, match="more than 1000 lines or 20000 moves"):
            parse_study_sgf(text)
    with pytest.raises(NotationError, match="at most 1000"):
        parse_study(json.dumps({"game": "othello", "variations": ["f5"] * 1001}))


def test_the_deepest_parentheses_do_not_exhaust_the_stack() -> None:
    deep = "(;GM[2]" + "(;B[fe]" * 5000
    with pytest.raises(NotationError):
        parse_study_sgf(deep)
    assert json.loads(format_study(Study.of(OTHELLO, [()])))["moves"] == ""
