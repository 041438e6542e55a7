"""Games in every format: real, broken and quirky ones."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cli import cli, run
from engine.commands.convert import command
from engine.formats.boardtext import board_text
from engine.formats.ggf import brief_thought, format_ggf
from engine.formats.jsonrecord import format_json, parse_json
from engine.formats.reading import read
from engine.formats.record import GameRecord, Result
from engine.formats.sgf import format_sgf, parse_sgf
from engine.formats.studysgf import format_noted_sgf
from engine.formats.transcript import Places
from engine.registry import game
from tests.data import DATA
from tests.engine.records import YEAR, played

REPORTS = json.loads((DATA / "rules" / "reports2.json").read_text())
FORMATS = [r for r in REPORTS if r["kind"] == "format" and "moves" in r["expected"]]
KEYS = ["connectfour", "connectfour:12x8", "connectfour:7x6:4:3p", "othello", "othello:6"]


@pytest.mark.parametrize("report", FORMATS, ids=lambda report: report["id"])
def test_what_people_paste_is_read(report):
    wanted = game(report["game"])
    for found in (read(report["text"], wanted), read(report["text"])):
        assert not found.problems
        assert found.records[0].game == wanted
        assert found.records[0].transcript() == report["expected"]["moves"]


@pytest.mark.parametrize(
    ("key", "text", "moves"),
    [
        ("othello", "\ufeffF5D6C3", "f5d6c3"),
        ("othello", "f5\r\nd6\r\nc3\r\n", "f5d6c3"),
        ("othello", "ｆ５ｄ６ｃ３", "f5d6c3"),
        ("othello", "1. F5 d6 2. c3! d3? {a comment} 33-31", "f5d6c3d3"),
        ("othello", "f5-d6-c3 – d3", "f5d6c3d3"),
        ("connectfour", "1. 4 4 2. 5 5 3. 6 6 1-0", "445566"),
        ("connectfour", "ddee", "4455"),
        ("connectfour", "4,4;5 5", "4455"),
        ("connectfour", "D1, D2", "44"),
        ("connectfour:12x8", "4abc", "4abc"),
        ("connectfour", "4-4-3-3", "4433"),
        ("connectfour", "44531234 -12", "44531234"),
        ("connectfour", "11117172 w", "11117172"),
        ("connectfour", "6146 18", "6146"),
        ("connectfour", "4453 12", "445312"),
        ("othello", "f5d6c3 12", "f5d6c3"),
        ("othello:4", "b1c1d3a1a3a2b4a4d2d1c4d4", "b1c1d3a1--a3a2b4a4d2d1--c4d4"),
    ],
)
def test_spellings_of_a_transcript(key, text, moves):
    found = read(text, game(key))
    assert not found.problems
    assert found.records[0].transcript() == moves


def test_positions_with_their_scores_are_read_as_lists_of_solvers_have_them():
    found = read("32164625 11\n6146 18\n445 -2\n7 7\n")
    assert not found.problems
    assert [record.transcript() for record in found.records] == ["32164625", "6146", "445", "7"]


def test_a_mistyped_column_is_no_score():
    for text, kept in (("4 9", "4"), ("44 8", "44"), ("4433 0", "4433")):
        found = read(text, game("connectfour"))
        assert [record.transcript() for record in found.records] == [kept]
        assert "is no column here" in found.problems[0].sentence
    assert not read("44531234 8", game("connectfour")).problems


def test_what_a_transcript_says_of_moves_is_kept():
    text = "{Once\nupon} f5! d6 ！？ {two} {words} c3?!? {Ünder} d3"
    (record,) = read(text, game("othello")).records
    assert record.transcript() == "f5d6c3d3"
    assert record.study is not None
    assert record.study.lines == (record.moves,)
    assert [(len(path), note.text, note.glyph) for path, note in record.study.notes.items()] == [
        (0, "Once upon", ""),
        (1, "", "!"),
        (2, "two\nwords", "!?"),
        (3, "Ünder", ""),
    ]
    assert read("f5d6 {} c3", game("othello")).records[0].study is None
    lines = read("f5 d6 {tiger?}\nf5 f6\n", game("othello")).records
    assert [bool(found.study) for found in lines] == [True, False]


def test_a_value_ends_at_the_first_bracket_that_is_not_escaped():
    """A backslash that is escaped itself escapes nothing."""
    for said in ("one \\\\", "two \\]", "three (;B[f6\\]", "four \\\\\\]"):
        (record,) = read(f"(;GM[2]PB[{said}];B[f5](;W[d6])(;W[f6]))").records
        assert record.transcript() == "f5d6"
        assert record.players[0] == re.sub(r"\\(.)", r"\1", said)


@pytest.mark.parametrize(
    ("text", "key", "kept"),
    [
        ("(;GM[2]PB[ida];B[f5];W[d6]" + "C[" * 40_000, "othello", "f5d6"),
        ("(;GM[2]PB[ida];B[f5];W[d6]" + "C[" * 40_000 + "\\", "othello", "f5d6"),
        ("4453" + "{" * 80_000, "connectfour", "4453"),
        ("1{" + "1" * 80_000, "connectfour", "1"),
    ],
    ids=["brackets", "an escape at last", "braces", "digits"],
)
def test_what_nothing_ends_takes_no_longer_than_it_is_long(text: str, key: str, kept: str):
    """With the square of its length a file of a megabyte would take hours, and these minutes."""
    assert read(text, game(key)).records[0].transcript() == kept


def test_a_value_that_is_cut_off_is_no_move():
    assert read("(;GM[2]PB[ida];B[f5];W[d6];B[c").records[0].transcript() == "f5d6"


def test_the_readable_part_is_kept_and_the_place_told():
    """The example of a pasted game whose 26th move is none."""
    text = "f5d6c3d3c4f4c5b3c2e6\nc6b4b5d2f7c7b6a6d8a7\na3a5b2e3d1h8g4c1e7"
    found = read(text, game("othello"))
    (problem,) = found.problems
    assert (problem.line, problem.column, problem.length) == (3, 11, 2)
    assert problem.sentence == "White cannot play h8 here."
    assert problem.advice.endswith("The 25 moves before it are good.")
    assert "could play b1, c1, e1, e2, g5, f6, d7, e7, b8, c8, g8." in problem.advice
    assert len(found.records[0].moves) == 25


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            "(;GM[Othello]PC[x]PB[Ann]PW[Ben]RE[+2]TY[8]BO[8 {board} *]B[f5/1.2/3]W[d6]\nB[a1];)",
            (2, 3),
        ),
        ("(;GM[2]SZ[8]PB[Ann]PW[Ben];B[fe]\n;W[df]\n;B[aa])", (3, 4)),
        ('{"game": "othello", "players": ["Ann", "Ben"], "moves": "f5 d6 a1 c3"}', (1, 64)),
        (
            "Game: othello\nBlack: Ann\nWhite: Ben\nResult: Black wins 40-24\n\nf5 d6\na1 c3\n",
            (7, 1),
        ),
    ],
)
def test_a_game_that_breaks_off_is_kept_up_to_there(text, place):
    board = "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27
    found = read(text.replace("{board}", board))
    (record,), (problem,) = found.records, found.problems
    assert (record.transcript(), record.players, record.result) == ("f5d6", ("Ann", "Ben"), None)
    assert (problem.line, problem.column) == place
    assert (found.partly, found.refused) == (1, 0)
    assert problem.sentence == "Black cannot play a1 here."
    assert "The 2 moves before it are good." in problem.advice


@pytest.mark.parametrize(
    "text", ["", "   \n", "hello", "(;", "{", "Game: chess\n\n44", "\0\0", "(" * 9]
)
def test_nothing_is_raised_whatever_comes(text):
    found = read(text)
    assert found.problems or not any(record.moves for record in found.records)
    assert read(text.encode()).problems == found.problems


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_no_file_raises(content):
    read(content)


@settings(max_examples=40)
@given(st.sampled_from(KEYS), st.integers(0, 2**32))
def test_what_a_format_can_hold_comes_back(key, seed):
    record = played(key, seed, seed % 80)
    spaced = " ".join(record.game.format_move(move) for move in record.moves)
    names, day = ("Ann [1]", "Bob \\ é")[:2], date(1994, 7, 3)
    named = GameRecord(record.game, record.moves, record.result, names, date=day)
    for text in (record.transcript(), spaced, spaced.upper()):
        if record.moves:
            again = read(text, record.game).records[0]
            assert again.moves[: len(record.moves)] == record.moves
    if record.moves:  # a pass that nothing follows is not seen where none is written
        told = record.moves[:-1] if record.game.is_pass(record.moves[-1]) else record.moves
        again = read(record.transcript(passes=False), record.game).records[0]
        assert again.moves[: len(told)] == told
    if record.game.players == 2:
        assert read(named.to_text()).records == (named,)
        assert parse_json(format_json(named)) == named
        assert read(format_json(named)).records == (named,)
    if key.startswith("othello"):
        assert read(format_ggf(named)).records == (named,)
        assert parse_sgf(format_sgf(named)) == named
        assert read(board_text(record.final()), record.game).format == "Board"


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("B+12", Result(0, 12)),
        ("w+R", Result(1, None, "resignation")),
        ("W+Time", Result(1, None, "time")),
        ("B+", Result(0)),
        ("0", Result(None)),
        ("Draw", Result(None)),
        ("Void", None),
        ("B+1234", None),
        ("W+80", Result(1)),
    ],
)
def test_results_that_the_rules_do_not_give_are_read_from_sgf(written, result):
    (record,) = read(f"(;GM[2]RE[{written}]DT[1994-07];B[f5])").records
    assert (record.result, record.day("-")) == (result, "1994")
    assert parse_sgf(format_sgf(record)) == record


def test_every_game_of_an_sgf_is_read_with_its_notes():
    told = "(;GM[2]C[A (;look]PB[Ann];B[f5];W[d6](;B[c3]C[usual])(;B[c4]TE[1])) \n"
    found = read("\ufeff" + told + "(;GM[1];B[aa]) junk (;GM[2]DT[2001-02-03];B[d3])")
    (first, last), (wrong,) = found.records, found.problems
    assert "GM[1" in wrong.sentence
    assert (wrong.line, wrong.column) == (2, 1)
    assert (first.transcript(), last.date) == ("f5d6c3", date(2001, 2, 3))
    assert first.study is not None
    assert first.study.words == "A (;look\nusual"
    assert [len(line) for line in first.study.lines] == [3, 3]
    for text in (format_noted_sgf(first), format_json(first)):
        assert read(text).records == (first,)


def test_one_bad_game_does_not_lose_the_archive():
    good = format_ggf(played("othello", 1))
    found = read("\n".join([good, good.replace("]B[", "]B[z9 ", 1), "(;GM[Othello]PB[a", good]))
    assert len(found.records) == 2
    assert [problem.line for problem in found.problems] == [2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *",
        "  a b c d e f g h\n"
        + "\n".join(
            f"{n} {row}"
            for n, row in enumerate(
                ["- " * 8] * 3 + ["- - - O X - - -", "- - - X O - - -"] + ["- " * 8] * 3, start=1
            )
        ),
    ],
)
def test_boards_are_positions(text):
    found = read(text)
    assert found.format == "Board"
    assert found.records[0].start is not None
    assert found.records[0].start.game == game("othello")


@pytest.mark.parametrize("empty", [". ", "_", "|-"])
def test_boards_of_connect_four_are_written_with_x_and_o_too(empty):
    rows = [empty * 7] * 5 + [empty * 3 + "X" + " O" + " " + empty * 2]
    found = read("\n".join(rows))
    assert found.records[0].start == game("connectfour").start().play(3).play(4)


@pytest.mark.parametrize(
    "path", sorted((DATA / "othello").glob("*.obf")), ids=lambda path: path.name
)
def test_files_of_positions_load(path: Path):
    found = read(path.read_bytes())
    lines = [line for line in path.read_text().splitlines() if line.strip()]
    assert not found.problems
    assert len(found.records) == len(lines)


def test_a_place_in_json_makes_no_other_header():
    record = parse_json('{"game": "othello", "place": "x\\nResult: draw", "moves": "f5"}')
    assert (record.result, record.details.place) == (None, "x Result: draw")


def test_sgf_reads_the_main_line():
    text = "(;FF[4]GM[2]PB[Ann]PW[B\\]ob](;B[fe];W[f6](;B[e6])(;B[d3]))(;B[dc]))"
    record = parse_sgf(text)
    assert record.transcript() == "f5f6e6"
    assert record.players == ("Ann", "B]ob")
    assert read("(;GM[1];B[dd])").problems


def test_convert_reads_writes_and_says_what_is_wrong(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("1. f5 d6 2. c3 xx", encoding="utf-8")
    run = CliRunner().invoke(command, [str(file), "--to", "moves"])
    assert run.exit_code == 2
    assert run.stdout == "f5d6c3\n"
    assert "Line 1, column 16: 'xx' is no square here." in run.stderr
    run = CliRunner().invoke(command, [str(YEAR), "--to", "ggf", "--json", "--output", str(file)])
    assert json.loads(run.stdout) == {
        "format": "WTHOR",
        "games": len(read(file.read_bytes()).records),
        "problems": [],
    }
    before = file.read_bytes()
    run = CliRunner().invoke(command, ["-", "--to", "sgf", "--output", str(file)], input="4455")
    assert run.exit_code == 2
    assert "SGF holds games of Othello, not of Connect Four." in run.stderr
    assert file.read_bytes() == before
    run = CliRunner().invoke(command, ["-", "--to", "board"], input="(;GM[2];B[f5])(;GM[2];B[d3])")
    assert [block.count("\n") for block in run.stdout.split("\n\n")] == [8, 9]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--output", "{folder}/none/game.txt"], "flipfour: {folder}/none/game.txt: No such file"),
        (["--game", "chess"], "flipfour: There is no game 'chess'"),
        ([], "flipfour: There is no game in an empty text."),
    ],
)
def test_convert_refuses_in_one_line(tmp_path, capsys, options, said):
    file = tmp_path / "game.txt"
    file.write_text("f5d6" if options else " \n", encoding="utf-8")
    given = [option.format(folder=tmp_path) for option in options]
    assert run(cli, ["convert", str(file), *given]) == 2
    error = capsys.readouterr().err
    assert error.startswith(said.format(folder=tmp_path))
    assert error.count("\n") == 1


def test_what_programs_thought_of_their_moves_becomes_notes() -> None:
    """GGF: square, the mover's evaluation, seconds; each may be missing."""
    head = "(;GM[Othello]PC[GGS]PB[a]PW[b]RE[?]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27
    moves = " *]B[f5//0.01]W[d6/-2.50/12.5]B[c3/0.00]W[d3];)"
    (record,) = read(head + moves).records
    assert record.study is not None
    texts = {len(path): note.text for path, note in record.study.notes.items()}
    assert texts == {1: "0.01 s", 2: "White’s score −2.5, 12.5 s", 3: "Black’s score 0"}
    assert [*map(brief_thought, texts.values())] == ["0.01 s", "−2.5, 12.5 s", "0"]
    assert brief_thought("White’s score −2.5, 12.5 s. Too fast") == ""
    assert record.study.lines == (record.moves,)
    assert "White’s score −2.5" in format_noted_sgf(record)
    (bare,) = read(head + re.sub(r"/[^\]]*", "", moves)).records
    assert bare.study is None


@pytest.mark.parametrize(
    ("thought", "said"),
    [
        ("9999.999/0.00001", "Black’s score +10000, 0 s"),
        ("-0.001/-3", "Black’s score 0"),
        ("-64", "Black’s score −64"),
        ("nan/inf", None),
        ("1e9/123456", None),
        ("+2.25/", "Black’s score +2.25"),
    ],
)
def test_thoughts_that_are_no_sensible_numbers_are_left_out(thought, said) -> None:
    head = "(;GM[Othello]PC[GGS]PB[a]PW[b]RE[?]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27
    (record,) = read(f"{head} *]B[f5/{thought}];)").records
    notes = record.study.notes.values() if record.study else ()
    assert [note.text for note in notes] == ([said] if said else [])


@given(st.text("a\n", max_size=30))
def test_places_counted_once_are_those_counted_one_by_one(text: str) -> None:
    places = Places(text)
    assert [places(at) for at in range(len(text) + 1)] == [
        (text[:at].count("\n") + 1, at - text[:at].rfind("\n")) for at in range(len(text) + 1)
    ]
