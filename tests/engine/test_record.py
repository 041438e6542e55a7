"""Records in every text form, and their replay."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import (
    ConnectFour,
    GameOver,
    GameRecord,
    IllegalMove,
    NotationError,
    Othello,
    Result,
    explain,
    format_ggf,
    format_obf,
    parse_ggf,
    parse_obf,
)
from engine.formats.reading import read
from engine.formats.record import Details
from engine.formats.sgf import format_sgf, parse_sgf
from tests.data import DATA

GGF = (DATA / "rules/ggf_samples.ggf").read_text(encoding="utf-8")
UNUSUAL = [
    line.split("\t")
    for line in (DATA / "rules/wthor_unusual_endings.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
PASSES = (DATA / "rules/pass_positions.txt").read_text(encoding="utf-8").splitlines()

TEXT = """\
Game: connectfour:9x7
Red: Mira
Yellow: Tomasz
Date: 2026-11-27
Result: Red wins

5 5 6 6 7 7 8
"""


def test_the_text_form() -> None:
    record = GameRecord.from_text(TEXT)
    assert record == GameRecord(
        ConnectFour(9, 7),
        (4, 4, 5, 5, 6, 6, 7),
        Result(0),
        ("Mira", "Tomasz"),
        date=date(2026, 11, 27),
    )
    assert record.to_text() == TEXT
    assert Result.of(record.final().outcome()) == record.result


GAMES = ["connectfour", "connectfour:16x4", "connectfour:5x5:3:3p", "othello:4", "othello:16"]


@given(
    key=st.sampled_from(GAMES),
    plies=st.integers(0, 60),
    random=st.randoms(use_true_random=False),
    names=st.lists(st.text(max_size=30), min_size=3, max_size=3),
    reason=st.sampled_from(["", "resignation", "time"]),
)
@settings(max_examples=100)
def test_text_reads_back(key, plies, random, names, reason) -> None:
    game = engine.game(key)
    position, moves = game.start(), []
    while len(moves) < plies and position.outcome() is None:
        moves.append(random.choice(position.legal_moves()))
        position = position.play(moves[-1])
    outcome = position.outcome()
    result = Result.of(outcome) if outcome else Result(1, None, reason) if reason else None
    record = GameRecord(game, tuple(moves), result, tuple(names[: game.players]))
    read = GameRecord.from_text(record.to_text())
    assert (read.game, read.moves, read.result) == (game, record.moves, result)
    assert read.final() == position
    assert GameRecord.from_text(read.to_text()) == read
    bare = record.transcript(passes=False)
    again = GameRecord.from_moves(game, bare)
    assert again.transcript(passes=False) == bare
    assert again.moves == record.moves[: len(again.moves)]


def test_a_name_cannot_break_out_of_its_header() -> None:
    record = GameRecord(Othello(), (), players=("x\nResult: White wins\x00", "\u202ey"))
    read = GameRecord.from_text(record.to_text())
    assert read.players == ("x Result: White wins", "y")
    assert read.result is None


def test_a_record_may_start_anywhere() -> None:
    start = parse_obf("-OX--XXX-XO-XXOO O").game  # a 4 × 4 board
    assert start == Othello(4)
    begun = GameRecord.from_moves(Othello(4), "a2a3b4c1").final()
    record = GameRecord(Othello(4), (12,), start=begun)
    read = GameRecord.from_text(record.to_text())
    assert read.start is not None
    assert read.start.key() == begun.key()
    assert read.final().key() == record.final().key()


@pytest.mark.parametrize(
    ("game", "moves", "error", "message"),
    [
        ("connectfour", (3, 3, 3, 3, 3, 3, 3), IllegalMove, "Ply 7: Column 4 is full."),
        ("connectfour", (0, 9), IllegalMove, "Ply 2: There is no column 10;"),
        ("connectfour", (0, 1) * 3 + (0, 1), GameOver, "Ply 8: The game is over; column 2 comes"),
        ("othello", (19, 19), IllegalMove, "Ply 2: There is a disc on d3 already."),
        ("othello", (64,), IllegalMove, "Ply 1: Black may not pass while it has a move."),
        ("othello", (0,), IllegalMove, "Ply 1: Black would flip nothing on a1."),
        ("othello", (True,), IllegalMove, "Ply 1: True is no move;"),
        ("othello:4", (4, 8, 13, 2, 12, 1), IllegalMove, "Ply 6: White has no move and must pass."),
        ("othello:4", (99,), IllegalMove, "Ply 1: There is no square 99; the squares are 0 to 15."),
    ],
)
def test_replay_names_the_ply_and_the_reason(game, moves, error, message) -> None:
    record = GameRecord(engine.game(game), moves)
    with pytest.raises(error) as raised:
        record.replay()
    assert type(raised.value) is error
    assert str(raised.value).startswith(message)
    assert raised.value.position.ply == int(message.split(":")[0].removeprefix("Ply ")) - 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The record does not begin with a line like 'Game: othello'."),
        ("4453", "Line 1, '4453', is no header like 'Red: Mira'."),
        ("Game: chess", "Header 'Game': There is no game 'chess';"),
        ("Game: othello\nGame: othello", "Line 2: there is a second header 'Game'."),
        ("Game: othello\nRed: Mira", "Othello records have no header 'red'."),
        ("Game: othello\nDate: yesterday", "Header 'Date': 'yesterday' is no day"),
        ("Game: othello\nResult: Red wins", "Header 'Result': 'Red wins' is no result"),
        ("Game: othello:4\nStart: ---- X", "Header 'Start': The board has 4 rows"),
        ("Game: othello:4\nStart: ----/----/----/---- X", "Header 'Start': b2, c2, b3, c3 are"),
        ("Game: othello:4\nStart: ----/-OX-/-XO-/---- Z", "Header 'Start': The board ends in 'Z'"),
        ("Game: connectfour\n\n4458", "Move 4: '8' is no column; the columns are 1 to 7."),
        ("Game: othello\n\nf5d6i9", "Move 3: 'i9' is no square; the squares are a1 to h8."),
        ("Game: othello\n\nf5!", "Move 2: '!' does not begin with a square."),
    ],
)
def test_text_that_cannot_be_read_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(NotationError) as raised:
        GameRecord.from_text(text)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize("written", ["2026-02-30", "2026-13-01", "2026-02", "2026"])
def test_of_an_impossible_day_the_year_is_kept(written: str) -> None:
    record = GameRecord.from_text(f"Game: othello\nDate: {written}\n\nf5d6")
    assert record.transcript() == "f5d6"
    assert record.day("-") == "2026"


@pytest.mark.parametrize("row", UNUSUAL, ids=lambda row: row[1][:12])
def test_unusual_endings_of_tournament_games(row: list[str]) -> None:
    _, transcript, plies, passes, black, _ = row
    record = GameRecord.from_moves(Othello(), transcript)
    assert len(record.moves) == int(plies) + int(passes)
    assert record.transcript(passes=False) == transcript
    assert record.result.score == 2 * int(black) - 64
    assert GameRecord.from_moves(Othello(), record.transcript()) == record


def test_passes_are_written_in_many_ways() -> None:
    for token in ("--", "pass", "PA", "ps", "@@"):
        record = GameRecord.from_moves(Othello(4), f"a2a3b4c1a4{token}b1")
        assert record.transcript() == "a2a3b4c1a4--b1"


def test_ggf_samples() -> None:
    draw, komi, random_start, with_pass = parse_ggf(GGF)
    assert draw.result == Result(None, 0)
    assert draw.players == ("Saio1200", "Saio3000")
    assert draw.date == date(2003, 12, 15)
    assert draw.transcript().endswith("g2--a1b1")
    assert komi.result == Result(0, 8)
    assert random_start.start is not None
    assert random_start.start.to_move == 1
    assert with_pass.result is None
    assert with_pass.game.is_pass(with_pass.moves[-1])
    for record in (draw, komi, random_start):
        assert Result.of(record.final().outcome()) == record.result
    for record in (draw, komi, random_start, with_pass):
        assert parse_ggf(format_ggf(record)) == (record,)
        assert GameRecord.from_text(record.to_text()) == record


def test_ggf_keeps_all_that_its_headers_and_moves_say() -> None:
    kept = re.compile(r"\b(PC|PB|PW|RB|RW|TI|TY|KM|RE|B|W)\[([^\]]*)\]")

    def said(text: str) -> list[tuple[str, str]]:
        found = [(name, re.sub("^pass", "pa", value.lower())) for name, value in kept.findall(text)]
        return sorted(
            found, key=lambda one: one[0] if len(one[0]) > 1 else ""
        )  # headers in any order

    for record, text in zip(parse_ggf(GGF), re.findall(r"\(;.*?;\)", GGF, re.DOTALL), strict=True):
        assert said(format_ggf(record)) == said(text)


@pytest.mark.parametrize("komi", ["-0.500", "5.9", "+3", "0"])
@pytest.mark.parametrize(
    "result", [Result(0, 8), Result(1, -8), Result(None, 0), Result(1), Result(0, reason="time")]
)
def test_a_result_is_the_same_with_any_komi(komi: str, result: Result) -> None:
    details = Details(komi=komi, kind="8k")
    record = GameRecord(Othello(), (), result, details=details)
    (back,) = parse_ggf(format_ggf(record))
    assert (back.result, back.details.komi, back.details.kind) == (result, komi, "8k")


def test_sgf_keeps_places_and_ratings() -> None:
    head = "PB[a]PW[b]BR[2100]WR[1900.5]PC[Paris]"
    assert head in format_sgf(parse_sgf(f"(;GM[2]{head};B[fe])"))


def test_ggf_keeps_a_reason_and_odd_names() -> None:
    record = GameRecord.from_moves(Othello(6), "e4")
    record = GameRecord(Othello(6), record.moves, Result(1, None, "time"), ("a]b\\", "[c"))
    assert parse_ggf(format_ggf(record)) == (record,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "There is no GGF game"),
        ("(;GM[Othello]", "The text ends within this game."),
        ("(;GM[Othello] ? ;)", "' ? ;)' is no property"),
        ("(;GM[Chess];)", "Game 1: GM[Chess] is not Othello."),
        ("(;GM[Othello]BO[8 --- *];)", "Game 1: BO[8 --- *] is no board"),
        ("(;GM[Othello];)", "Game 1: BO[] is no board"),
        ("(;GM[Othello]BO[8];)", "Game 1: BO[8] is no board"),
        (GGF.replace("W[F4]", "W[A1]"), "Game 4: Ply 2: White would flip nothing on a1."),
        (GGF.replace("W[F4]", "B[F4]"), "Game 4: Ply 2: B[F4], but it is White's turn."),
        (GGF.replace("B[F5]", "B[Z5]"), "Game 4: 'Z5' is no square"),
    ],
)
def test_bad_ggf_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_ggf(text)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize("line", PASSES)
def test_obf_positions_that_must_pass(line: str) -> None:
    position = parse_obf(line)
    assert format_obf(position) == line[:66] + ";"
    assert explain(position) == ()
    assert position.legal_moves() == (64,)
    squares = line.split("legal_for_opponent=")[1].split(";", maxsplit=1)[0].lower().split(",")
    moves = position.play(64).legal_moves()
    assert sorted(map(position.game.format_move, moves)) == sorted(squares)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The OBF line is empty."),
        ("-" * 64, "'--------------------' names no side to move"),
        ("-" * 63 + " X", "63 squares make no Othello board"),
        ("-" * 25 + " X", "25 squares make no Othello board"),
        ("-" * 64 + " Z", "'Z' is no side to move; write X or O."),
        ("-" * 64 + " -", "'-' is no side to move; write X or O."),
        ("-" * 63 + "? X", "'?' on h8 is none of X (black), O (white), -."),
    ],
)
def test_bad_obf_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_obf(text)
    assert str(raised.value).startswith(message)


REPORTS = {
    report["id"]: report for report in json.loads((DATA / "rules" / "reports2.json").read_text())
}
REPORTED = [report for report in REPORTS.values() if "ggf" in report]


@pytest.mark.parametrize("report", REPORTED, ids=lambda report: report["id"])
def test_reported_ggf_is_read(report):
    records = parse_ggf(report["ggf"])
    record, expected = records[0], report["expected"]
    if "date" in expected:
        day = date.fromisoformat(expected["date"]) if expected["date"] else None
        assert record.date == day
    if "result" in expected:
        assert record.result is None
    if "games" in expected:
        assert len(records) == expected["games"]
    if "winner" in expected:
        (again,) = parse_ggf(format_ggf(record))
        assert again.result is not None
        assert record.game.player_names[again.result.winner] == expected["winner"]
    if "plies" in expected:
        assert len(record.moves) == expected["plies"]
    for record in records:
        assert GameRecord.from_text(record.to_text()) == record
        assert parse_ggf(format_ggf(record)) == (record,)


@pytest.mark.parametrize("result", ["-127.000", f"+{'9' * 309}", "+1e5", "", ".", "+66.00"])
def test_a_result_that_no_board_can_have_is_unknown(result):
    board = "8 ---------------------------O*------*O--------------------------- *"
    (record,) = parse_ggf(f"(;GM[Othello]PB[a]PW[b]RE[{result}]BO[{board}];)")
    assert record.result is None


@pytest.mark.parametrize("name", ["message-2", "message-3"])
def test_what_comes_too_late_is_named_as_people_write_it(name):
    report = REPORTS[name]
    with pytest.raises(GameOver) as refused:
        GameRecord.from_moves(engine.game(report["game"]), report["moves"])
    assert report["expected"]["names"] in str(refused.value).partition("over;")[2]
    assert report["expected"]["must_not_say"] not in str(refused.value)


def test_hints_are_written_where_some_were_taken_and_read_back() -> None:
    record = GameRecord(Othello(), (19,), hints=(2, 0))
    assert "\nHints: Black 2, White 0\n" in record.to_text()
    assert GameRecord.from_text(record.to_text()) == record
    assert read(record.to_text()).records == (record,)
    assert "Hints" not in GameRecord(Othello(), (19,), hints=(0, 0)).to_text()


@pytest.mark.parametrize(
    "said", ["2", "Black 2", "White 0, Black 2", "Black 2, White x", "Black 2, White 0,"]
)
def test_hints_that_cannot_be_read_are_named(said: str) -> None:
    with pytest.raises(NotationError, match="Hints"):
        GameRecord.from_text(f"Game: othello\nHints: {said}\n\nd3")
