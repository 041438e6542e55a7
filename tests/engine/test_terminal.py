"""Games in the terminal: drawn, said in words, taken back, and recorded."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys

import pexpect
import pytest

from engine import EngineError, cli, game
from engine.formats.record import GameRecord, Result
from engine.terminal.screen import counts, draw
from engine.terminal.seats import Seating

KINDS = (
    "connectfour",
    "connectfour:5x4:3",
    "connectfour:16x3:4",
    "connectfour:5x4:3:3p",
    "othello",
    "othello:4",
    "othello:10",
)


@pytest.fixture
def play(monkeypatch, capsys):
    """Plays a game over standard input in this process; answers the output."""

    def run(key, lines, *options):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert cli.run(cli.cli, ["play", key, *options]) == 0
        output, errors = capsys.readouterr()
        assert errors == ""
        return output

    return run


def humans(number):
    return ("--seat", "human") * number


def random_game(key, seed):
    """The texts of a random game's moves, passes left out, and its last position."""
    rng, position, moves = random.Random(seed), game(key).start(), []
    while position.outcome() is None:
        move = rng.choice(position.legal_moves())
        if not position.game.is_pass(move):
            moves.append(position.game.format_move(move))
        position = position.play(move)
    return moves, position


def record_of(output):
    """The record at the end of the output."""
    return GameRecord.from_text(output[output.rindex("\nGame: ") :])


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("key", KINDS)
def test_people_play_a_whole_game_line_by_line(play, key, seed):
    moves, end = random_game(key, seed)
    output = play(key, moves, *humans(game(key).players))
    record = record_of(output)
    assert record.game == game(key)
    assert record.final().key() == end.key()
    assert record.result == Result.of(end.outcome())
    assert draw(end) in output
    names = game(key).player_names
    winner = end.outcome().winner
    assert ("draw" if winner is None else f"{names[winner]} wins") in output
    assert all(f"{name} to move." in output for name in names)


def test_a_pass_is_played_and_said(play):
    """A game of 4 × 4 with a pass, found among random ones."""
    for seed in range(100):
        moves, end = random_game("othello:4", seed)
        if end.ply > len(moves):
            break
    output = play("othello:4", moves, *humans(2))
    assert "has no move and passes." in output
    assert any(game("othello:4").is_pass(move) for move in record_of(output).moves)


@pytest.mark.parametrize("key", ["connectfour:4x4:3", "connectfour:4x4:3:3p", "othello:4"])
def test_the_engine_plays_itself_to_the_end(play, key):
    output = play(key, [], *("--seat", "2") * game(key).players)
    assert record_of(output).final().outcome() is not None


def test_engine_games_repeat_with_a_seed(play):
    options = ("--seat", "2", "--seat", "depth:2", "--seed", "5")
    assert play("connectfour:5x4", [], *options) == play("connectfour:5x4", [], *options)


def test_a_wrong_move_is_explained_and_asked_again(play):
    output = play("connectfour:4x2:3", ["9", "x", "1", "1", "1", "2"], *humans(2))
    assert "'9' is no column; the columns are 1 to 4." in output
    assert "Column 1 is full." in output
    assert record_of(output).transcript() == "112"
    output = play("othello", ["a1", "d4", "f5"], *humans(2))
    assert "Black would flip nothing on a1." in output
    assert "There is a disc on d4 already." in output
    assert record_of(output).transcript() == "f5"


def test_the_end_of_the_input_ends_cleanly_with_the_record(play):
    output = play("connectfour", ["4", "", "4"], *humans(2))
    assert record_of(output).transcript() == "44"
    assert record_of(output).result is None


def test_quitting_prints_the_record(play):
    assert record_of(play("othello", ["f5", "quit", "d6"], *humans(2))).transcript() == "f5"


def test_resigning_gives_the_game_to_the_other(play):
    output = play("connectfour", ["4", "resign"], *humans(2))
    assert "Yellow resigns." in output
    assert "Red wins." in output
    assert record_of(output).result == Result(0, reason="resignation")


def test_among_three_nobody_wins_by_a_resignation(play):
    output = play("connectfour:5x4:3:3p", ["4", "resign"], *humans(3))
    assert "Yellow resigns." in output
    assert record_of(output).result is None


def test_undo_between_people_takes_back_one_move(play):
    output = play("connectfour", ["undo", "4", "3", "undo", "5"], *humans(2))
    assert "There is no move of yours to take back." in output
    assert record_of(output).transcript() == "45"


def test_undo_against_the_engine_goes_back_to_my_turn(play):
    output = play("connectfour", ["4", "undo", "3", "quit"], "--seat", "human", "--seat", "2")
    record = record_of(output)
    assert record.transcript()[0] == "3"
    assert len(record.moves) == 2


def test_a_hint_is_a_legal_move(play):
    output = play("connectfour:4x4:3", ["hint", "quit"], *humans(2))
    line = next(line for line in output.splitlines() if line.startswith("Hint: "))
    assert line.split()[1].rstrip(".") in "1234"


def test_help_lists_the_commands(play):
    output = play("othello", ["help"], *humans(2))
    assert output.count("undo ") == 2


def test_the_first_seat_to_move_can_be_chosen(play):
    options = ("--seat", "human", "--seat", "2", "--first", "2")
    output = play("connectfour", ["quit"], *options)
    assert "Red: level 2 (Learner). Yellow: human." in output
    assert len(record_of(output).moves) == 1


def test_missing_seats_are_a_person_and_then_the_engine():
    three = game("connectfour:7x6:4:3p")
    assert Seating.parse(three, (), 1).names == ("Human", "Level 1", "Level 1")
    assert Seating.parse(three, ("2", "depth:5"), 2).names == ("Depth 5", "Level 1", "Level 2")
    with pytest.raises(EngineError, match="A seat is 'human' or a level"):
        Seating.parse(three, ("robot",), 1)


def test_marks_do_not_need_colour():
    position = GameRecord.from_moves(game("connectfour"), "4141414").final()
    assert draw(position).splitlines()[2:] == [
        " .  .  . [R] .  .  .",
        " Y  .  . [R] .  .  .",
        " Y  .  . [R] .  .  .",
        " Y  .  . [R] .  .  .",
        " 1  2  3  4  5  6  7",
    ]
    assert "\x1b[1;31mR\x1b[0m" in draw(position, colour=True)
    position = GameRecord.from_moves(game("othello:4"), "a2").final()
    assert draw(position, hints=True).splitlines() == [
        "  a  b  c  d",
        "1 *  -  *  -",
        "2(X)(X) X  -",
        "3 *  X  O  -",
        "4 -  -  -  -",
    ]
    assert counts(position) == "Black 4, White 1"


def test_a_whole_game_over_a_real_pipe():
    moves, end = random_game("othello:6", 3)
    done = subprocess.run(
        [sys.executable, "-m", "engine.cli", "play", "othello:6", *humans(2)],
        input="\n".join(moves).encode() + b"\n\xff\xfe\n",
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert done.stderr == b""
    assert record_of(done.stdout.decode()).final().key() == end.key()


def test_a_game_at_a_pseudo_terminal():
    child = pexpect.spawn(
        sys.executable,
        ["-m", "engine.cli", "play", "connectfour:4x4:3", "--seat", "human", "--seat", "human"],
        env=os.environ | {"TERM": "xterm"},
        encoding="utf-8",
        timeout=120,
    )
    for line in ("2", "oops", "3", "2", "3"):
        child.expect("(Red|Yellow)> ")
        child.sendline(line)
    child.expect("Red> ")
    child.sendline("undo")
    child.expect("Taken back.")
    child.expect("Yellow> ")
    child.sendline("4")
    child.expect("\x1b\\[1;31mR")  # colour, at a terminal
    child.expect("Red> ")
    child.sendline("2")
    child.expect("Red wins. Three in a column.")
    child.expect("2 3 2 4 2")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize(("key_press", "status"), [("eof", 0), ("intr", 130)])
def test_leaving_a_pseudo_terminal_prints_the_record(key_press, status):
    child = pexpect.spawn(
        sys.executable,
        ["-m", "engine.cli", "play", "othello", "--seat", "human", "--seat", "human"],
        env=os.environ | {"TERM": "dumb"},
        encoding="utf-8",
        timeout=120,
    )
    child.expect("Black> ")
    child.sendline("f5")
    child.expect("White> ")
    for _ in range(12):  # readline may miss a signal that comes just before it waits
        getattr(child, f"send{key_press}")()
        if child.expect(["Game: othello", pexpect.TIMEOUT], timeout=10) == 0:
            break
    child.expect("f5")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == status


def test_an_interrupt_stops_the_engine_while_it_thinks():
    child = pexpect.spawn(
        sys.executable,
        ["-m", "engine.cli", "play", "othello:10", "--seat", "8", "--seat", "8"],
        env=os.environ | {"TERM": "dumb"},
        encoding="utf-8",
        timeout=120,
    )
    child.expect("Black to move.")
    child.sendintr()
    child.expect("Game: othello:10")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
