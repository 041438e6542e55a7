"""Texts and files that are damaged: what can be read of them is kept, and what is wrong is told."""

from __future__ import annotations

import json

import pytest

from engine.formats.reading import CUT_OFF, NO_TEXT, read

GGF_END = ";)"
GGF_HEAD = f"(;GM[Othello]PB[Ann]PW[Ben]RE[+2]BO[8 {'-' * 27}O*{'-' * 6}*O{'-' * 27} *]"


@pytest.mark.parametrize(
    ("moves", "kept", "place", "sentence"),
    [
        ("B[f5]\nW[d6]B[c", "f5d6", (2, 6), "The game breaks off here."),
        ("B[f5]\nW[d6]", "f5d6", (2, 6), "The game breaks off here."),
        ("B[f5]\nW[d6] ??? B[c3];)", "f5d6", (2, 6), "The game breaks off here."),
        ("B[f5]\nW[d6]W[c3];)", "f5d6", (2, 8), "Ply 3: W[c3], but it is Black's turn."),
    ],
)
def test_a_ggf_that_breaks_off_otherwise_is_kept_up_to_there(moves, kept, place, sentence):
    found = read(f"{GGF_HEAD}{GGF_END}\n{GGF_HEAD}{moves}")
    (whole, record), (problem,) = found.records, found.problems
    assert (whole.transcript(), record.transcript(), record.players) == ("", kept, ("Ann", "Ben"))
    assert (problem.line, problem.column, problem.sentence) == (place[0] + 1, place[1], sentence)
    assert (found.partly, found.refused, record.result) == (1, 0, None)


@pytest.mark.parametrize(
    ("text", "kept", "place"),
    [
        ("(;GM[2];B[f5];W[d6]\n;B[c3]\n", "f5d6c3", (2, 7)),
        ("(;GM[2];B[f5];W[d6];B[c3", "f5d6", (1, 25)),
        ("(;GM[2];B[f5](;W[d6])(;W[f6])", "f5d6", (1, 30)),
        ("(;GM[2];B[f5])\n(;GM[2];B[f5];W[d6]", "f5d6", (2, 20)),
    ],
)
def test_an_sgf_that_is_cut_off_is_kept_and_says_so(text, kept, place):
    found = read(text)
    (problem,) = found.problems
    assert (found.records[-1].transcript(), problem.line, problem.column) == (kept, *place)
    assert (problem.sentence, found.partly, found.refused) == (CUT_OFF, 1, 0)
    assert not read(text + (")" if text.count("[") == text.count("]") else "])")).problems


def test_a_first_move_that_is_wrong_is_told_with_its_place():
    found = read(f"{GGF_HEAD}\nB[a1];)")
    (problem,) = found.problems
    assert (problem.line, problem.column, found.records, found.refused) == (2, 3, (), 1)


def test_objects_of_json_are_read_from_lists_too():
    games = [{"game": "othello", "moves": "f5"}, {"game": "connectfour", "place": "a { b"}]
    for text in (json.dumps(games), json.dumps(games, indent=1), "\n".join(map(json.dumps, games))):
        found = read(text)
        assert [record.transcript() for record in found.records] == ["f5", ""]
        assert not found.problems
    found = read('{"game": "othello", "moves": "f5"\n{"game": "othello", "moves": "f5d6"}')
    assert [record.transcript() for record in found.records] == ["f5d6"]
    assert [problem.line for problem in found.problems] == [1]


def test_an_object_of_json_that_holds_all_that_follow_is_not_tried_for_each_of_them():
    """It took 14 s a megabyte; single ones that are wrong cost no game that follows."""
    nested = '{"a":\n' * 100 + "[" + "1," * 10_000
    assert len(read(nested).problems) < 20
    wrong = '{"game": "othello", "moves": "f5"\n' * 100 + '{"game": "othello", "moves": "f5d6"}'
    found = read(wrong)
    assert (len(found.problems), len(found.records)) == (100, 1)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8", "latin-1"])
def test_a_text_is_read_as_it_was_saved(encoding):
    assert read("(;GM[2]PB[Bj\xf6rn];B[f5])".encode(encoding)).records[0].players[0] == "Bj\xf6rn"


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", bytes(range(1, 256)) * 9])
def test_a_file_that_is_no_text_is_told_so(content):
    assert [str(problem) for problem in read(content).problems] == [NO_TEXT]


EMPTY_ROWS = "\n".join([". " * 7] * 4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            f". . . R . . .\n{EMPTY_ROWS}\n. . Y . . . .",
            "Line 1, column 1: The disc at column 4, row 6",
        ),
        (f"{EMPTY_ROWS}\n. . R . . . .\n. . R . . . .", "Line 1, column 1: Red has 2 discs"),
        ("\n\n" + "--------\n" * 7, "Line 3, column 1: The board has 8 rows, the text has 7."),
        ("-" * 63 + " X", "Line 1, column 1: 63 squares make no Othello board; 8 × 8 has 64."),
        ("-" * 27 + "OX------XO" + "-" * 27, "names no side to move, X or O"),
    ],
)
def test_of_a_board_that_is_none_the_fault_is_told(text, said):
    """Its first square is no wrong column."""
    found = read(text)
    assert not found.records
    assert said in str(found.problems[0])
