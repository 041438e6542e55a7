"""``flipfour match``: games, their count, and whatever players do."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys

import pytest

from engine import cli
from engine.formats.reading import read
from engine.warmup import PREPARING
from tests.engine.contest.programs import PROGRAM


@pytest.fixture
def match(capsys):
    """Runs a match in this process; answers (status, output, errors)."""

    def run(*arguments):
        status = cli.run(cli.cli, ["match", *map(str, arguments)])
        output, errors = capsys.readouterr()
        return status, output, errors

    return run


def test_every_opening_is_played_from_both_sides_and_counted(match, tmp_path):
    kept = tmp_path / "games.txt"
    status, output, errors = match(
        "connectfour:5x4", "depth:6", "random", "--games", 6, "--seed", 3, "--save", kept
    )
    assert (status, errors.removeprefix(f"{PREPARING}\n")) == (0, "")
    records = read(kept.read_bytes()).records
    names = [record.players for record in records]
    assert names == [("Depth 6", "Random"), ("Random", "Depth 6")] * 3
    assert all(record.final().outcome() is not None for record in records)
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first.moves[:4] == second.moves[:4]
    assert len({record.moves[:4] for record in records}) == 3
    winners = [r.result.winner for r in records]
    won = sum(w is not None and n[w] == "Depth 6" for w, n in zip(winners, names, strict=True))
    drawn = winners.count(None)
    *games, total, elo, times, seed = output.splitlines()
    assert [line.split(":")[0] for line in games] == [f"Game {n} of 6" for n in range(1, 7)]
    counted = f"{won} won {drawn} drawn {6 - won - drawn} lost"
    assert games[-1].endswith(f"; {counted}.")
    assert total.startswith(f"Depth 6 against Random: {counted}, ")
    assert elo.startswith("Elo: +")
    assert times.startswith("Processor time a game: Depth 6 ")
    assert seed == "Seed: 3"


def test_a_seed_makes_the_same_games_on_any_number_of_threads(match, tmp_path):
    played = []
    for threads in (1, 2):
        kept = tmp_path / f"{threads}.json"
        arguments = ("connectfour:5x4", "nodes:50", "4", "--games", 4, "--seed", 9)
        status, output, _ = match(
            *arguments, "--threads", threads, "--save", kept, "--own-openings", "--json"
        )
        assert status == 0
        played.append(sorted(kept.read_text().splitlines()))
        found = json.loads(output)
        assert (found["games"], found["seed"], found["stopped"]) == (4, 9, False)
    assert played[0] == played[1]
    assert len({json.loads(line)["moves"][:4] for line in played[0]}) == 4


@pytest.mark.parametrize(
    ("how", "told", "failed"),
    [
        ("crash", "ends with status 3 at 'genmove", 2),
        ("cheat", "plays 'z9', which is not legal", 2),
        ("resign", "by resignation", 0),
    ],
)
def test_a_program_that_fails_loses_and_the_match_goes_on(match, how, told, failed):
    arguments = ("othello", f"gtp:{PROGRAM} --fail {how} --name Odd", "random", "--games", 2)
    status, output, _ = match(*arguments)
    assert status == 0
    games = output.splitlines()[:2]
    assert games[0].startswith("Game 1 of 2: Random (White) beats Odd (Black)")
    assert games[1].startswith("Game 2 of 2: Random (Black) beats Odd (White)")
    assert all(told in line for line in games)
    assert ("Odd failed in 2 of 2 games." in output) is bool(failed)


def test_three_players_share_the_points(match):
    _, output, _ = match(
        "connectfour:5x4:3:3p", "random", "random", "depth:3", "--games", 3, "--json"
    )
    found = json.loads(output)
    assert [one["name"] for one in found["players"]] == ["Random #1", "Random #2", "Depth 3"]
    assert sum(one["share"] for one in found["players"]) == pytest.approx(1, abs=1e-3)
    assert "elo" not in found


def test_a_match_ends_once_the_test_knows(match):
    arguments = ("connectfour:5x4", "depth:8", "random", "--games", 200, "--json")
    status, output, _ = match(*arguments, "--sprt", 0, 200)
    found = json.loads(output)
    assert (status, found["sprt"]["accepted"]) == (0, "elo1")
    assert found["games"] < 200
    _, output, _ = match("connectfour:5x4", "random", "random", "--games", 1, "--sprt", 0, 200)
    assert re.search(r"^SPRT of 0 and 200 Elo: [-+][0-9.]+, not decided$", output, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("connectfour", "5"), "needs 2 players"),
        (("connectfour", "5", "6", "7"), "needs 2 players"),
        (("connectfour", "5", "11"), "no level '11'"),
        (("connectfour", "5", "nodes:0"), "no limit 'nodes:0'"),
        (("connectfour", "5", "nodes:x"), "no limit 'nodes:x'"),
        (("connectfour", "5", "time:nan"), "no limit 'time:nan'"),
        (("connectfour", "5", "gtp:"), "needs a command"),
        (("connectfour", "5", "gtp:/no/such"), "/no/such: No such file"),
        (("connectfour", "5", "5", "--openings", "/no/such"), "/no/such: No such file"),
        (("connectfour", "5", "5", "--save", "a.sgf"), "SGF holds games of Othello"),
        (("connectfour", "5", "5", "--save", "/no/such/a.txt"), "No such file"),
        (("connectfour", "5", "5", "--sprt", "5", "0"), "Elo numbers that rise"),
        (("connectfour:4x4:3:3p", "1", "1", "1", "--sprt", "0", "5"), "for two players"),
        (("connectfour", "5", "5", "--patience", "nan"), "a number of seconds"),
        (("chess", "5", "5"), "no game 'chess'"),
    ],
)
def test_bad_input_is_one_line(match, arguments, message):
    status, output, errors = match(*arguments)
    assert (status, output) == (2, "")
    assert message in errors
    assert errors.count("\n") == 1


def test_ctrl_c_tells_what_is_counted():
    command = [sys.executable, "-m", "engine.cli", "match", "othello:6", "random", "random"]
    with subprocess.Popen(
        [*command, "--games", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate()
    assert (process.returncode, errors) == (cli.INTERRUPTED, "")
    lines = output.splitlines()
    games = 1 + sum(line.startswith("Game ") for line in lines)
    won, drawn, lost = (int(word) for word in lines[-4].split(": ")[1].split() if word.isdigit())
    assert won + drawn + lost == games, "what is counted is told"
    assert lines[-1].startswith("Seed: ")


def test_games_begin_from_the_lines_of_a_file(match, tmp_path):
    lines, kept = tmp_path / "lines", tmp_path / "games.ggf"
    lines.write_text("f5d6c3d3c4\nf5f6e6f4e3\n")
    options = ("--openings", lines, "--games", 4, "--save", kept)
    assert match("othello", "random", "1", *options)[0] == 0
    found = [record.transcript()[:10] for record in read(kept.read_bytes()).records]
    assert found == ["f5d6c3d3c4"] * 2 + ["f5f6e6f4e3"] * 2
