"""``flipfour solve`` on Connect Four."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli import cli, run
from engine.errors import EngineError
from engine.formats.record import GameRecord
from engine.game import Position
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.solver import sign, solver_of

DATA = Path(__file__).parents[2] / "data" / "connectfour"


def solve(text: str, *arguments: str):
    return CliRunner().invoke(cli, ["solve", *arguments, "--input", "-"], input=text)


def test_prints_position_score_nodes_and_microseconds():
    result = solve("32164625 11\n\n52753311433677442422121 8\n", "connectfour")
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [row[:2] for row in rows] == [["32164625", "11"], ["52753311433677442422121", "8"]]
    assert all(len(row) == 4 and int(row[2]) > 0 and int(row[3]) >= 0 for row in rows)


def test_prints_one_json_object():
    result = json.loads(solve("271713432331713132\n", "connectfour", "--json").stdout)
    assert result["game"] == "connectfour"
    (solved,) = result["results"]
    assert (solved["position"], solved["score"]) == ("271713432331713132", -11)
    assert solved["best"] in set("1234567")


def test_easy_and_hard_positions_keep_their_order():
    """Easy ones are solved together, hard ones and those near the book by themselves."""
    cases = [
        line.split()
        for name in ("L3_R1", "L2_R1", "L2_R2", "L1_R1")
        for line in (DATA / f"Test_{name}.txt").read_text(encoding="ascii").splitlines()[:60]
    ]
    random.Random(5).shuffle(cases)
    text = "".join(f"{moves} {score}\r\n \n" for moves, score in cases)
    rows = [line.split() for line in solve(text, "connectfour").stdout.splitlines()]
    assert [row[:2] for row in rows] == cases
    results = [line.split()[1] for line in solve(text, "connectfour", "--wdl").stdout.splitlines()]
    assert results == [str(sign(int(score))) for _, score in cases]


def test_scores_told_together_are_those_told_one_by_one():
    """On a board with an odd number of squares too, where both kinds of score differ."""
    for key in ("connectfour:5x5:3", "connectfour:4x5"):
        source, lines = random.Random(key), list[str]()
        while len(lines) < 60:
            text = "".join(source.choices("12345"[: game(key).columns], k=source.randint(8, 16)))
            try:
                GameRecord.from_moves(game(key), text)
            except EngineError:
                continue
            lines.append(text)
        told = [line.split()[:2] for line in solve("\n".join(lines), key).stdout.splitlines()]
        results = json.loads(solve("\n".join(lines), key, "--json").stdout)["results"]
        assert told == [[row["position"], str(row["score"])] for row in results]


def test_what_precedes_a_wrong_line_is_told(capsys, tmp_path):
    file = tmp_path / "positions"
    file.write_text("271713432331713132\n" * 9 + "12345678\n" + "271713432331713132\n")
    assert run(cli, ["solve", "connectfour", "--input", str(file)]) == 2
    output, errors = capsys.readouterr()
    assert [line.split()[1] for line in output.splitlines()] == ["-11"] * 9
    assert errors.startswith("flipfour: Line 10: Move 8: '8' is no column")


def test_answers_come_as_soon_as_a_line_is_there():
    """Another program may write a position and wait for its score before it goes on."""
    command = [sys.executable, "-m", "engine.cli", "solve", "connectfour", "--input", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text, score in (("271713432331713132", "-11"), ("52753311433677442422121", "8")):
            process.stdin.write(text + "\n")
            process.stdin.flush()
            assert process.stdout.readline().split()[:2] == [text, score]
        process.stdin.close()


def test_solves_other_sizes_three_players_and_finished_games():
    assert solve("1122\n", "connectfour:4x4:3").stdout.split()[1] == "6"
    assert solve("11223\n", "connectfour:4x4:3").stdout.split()[1] == "-6"
    assert int(solve("112233441122\n", "connectfour:4x4:4:3p").stdout.split()[1]) == 0


def test_bad_input_is_one_line_and_status_2(capsys, tmp_path):
    file = tmp_path / "positions"
    file.write_text("271713432331713132\n12129\n")
    assert run(cli, ["solve", "connectfour", "--input", str(file)]) == 2
    assert capsys.readouterr().err == (
        "flipfour: Line 2: Move 5: '9' is no column; the columns are 1 to 7.\n"
    )
    file.write_text("1111111\n")
    assert run(cli, ["solve", "connectfour", "--input", str(file)]) == 2
    assert "Line 1: Move 7: Column 1 is full." in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_input_without_positions_is_refused(text, capsys, tmp_path):
    file = tmp_path / "positions"
    file.write_text(text)
    for arguments in (), ("--json",):
        assert run(cli, ["solve", "connectfour", "--input", str(file), *arguments]) == 2
        output, errors = capsys.readouterr()
        assert (output, errors) == ("", "flipfour: There is no position in the input.\n")


def test_files_of_other_systems_are_read(tmp_path):
    file = tmp_path / "positions"
    file.write_bytes(b"\xef\xbb\xbf32164625\r\n52753311433677442422121 8\r\n")
    result = CliRunner().invoke(cli, ["solve", "connectfour", "--input", str(file)])
    assert [line.split()[1] for line in result.stdout.splitlines()] == ["11", "8"]


def outcome_of(position: Position) -> int:
    """1, 0 or -1 for the side to move, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
    return max(-outcome_of(position.play(move)) for move in position.legal_moves())


def test_who_wins_is_told_where_a_late_win_scores_0():
    solver, scores = solver_of(game("connectfour:3x3:3")), set()
    for columns in product("123", repeat=6):
        try:
            position = solver.read("".join(columns))
        except EngineError:  # a full column, or the game is over
            continue
        text = "".join(columns)
        outcome = outcome_of(position)
        wdl, exact = (s(position, SearchControl()) for s in (solver.solve_wdl, solver.solve))
        assert wdl is not None
        assert exact is not None
        assert wdl.score == outcome, text
        if wdl.best is not None:
            assert -outcome_of(position.play(wdl.best)) == outcome, text
        scores.add((wdl.score, exact.score))
    assert {(-1, -1), (0, 0), (1, 0)} <= scores


def test_who_wins_on_the_command_line():
    text = "32164625\n52753311433677442422121\n271713432331713132\n"
    rows = solve(text, "connectfour", "--wdl").stdout.splitlines()
    assert [row.split()[1] for row in rows] == ["1", "1", "-1"]
    assert solve("112233441122\n", "connectfour:4x4:4:3p", "--wdl").stdout.split()[1] == "0"
