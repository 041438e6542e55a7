"""Another program: what it is told, what it answers, and how it fails."""

from __future__ import annotations

import os
import select
from functools import partial

import pytest

from engine import EngineError, game
from engine.contest.contest import Contest
from engine.contest.openings import openings
from engine.contest.players import Contestant, Speaking, contestant
from engine.contest.program import MOST, Program, ProgramFailure
from engine.search.control import SearchControl
from tests.engine.contest.programs import PROGRAM


def test_a_program_plays_on_a_board_that_it_knows():
    current = game("othello:6")
    found = contestant(current, f"gtp:{PROGRAM} --name Six --size 6 --game othello:6", 60)
    assert found.name == "Six"
    player, position = found.enter(), current.start()
    for _ in range(2):  # a second game begins anew
        player.begin("")
        move = position.legal_moves()[0]
        player.told(position, move)
        after = position.play(move)
        assert player.choose(after, SearchControl()) == after.legal_moves()[0]
    assert player.seconds is None or player.seconds > 0
    player.close()
    with pytest.raises(ProgramFailure, match=r"'\? unacceptable size' to 'boardsize 6'"):
        contestant(current, f"gtp:{PROGRAM}", 60)


def test_a_program_that_has_failed_is_started_again():
    position = game("othello").start()
    player = Speaking(position.game, f"{PROGRAM} --fail crash", 60)
    for _ in range(2):
        player.begin("")
        with pytest.raises(ProgramFailure, match="ends with status 3 at 'genmove b'") as failed:
            player.choose(position, SearchControl())
        assert failed.value.kind == "crash"


def test_what_does_not_answer_is_ended():
    program = Program("cat", patience=0.05)  # what it says is no answer
    with pytest.raises(ProgramFailure, match=r"does not answer 'name' within 0\.05 s") as failed:
        program.ask("name")
    assert failed.value.kind == "time"
    with pytest.raises(ProgramFailure, match="ends with status SIGKILL"):
        program.ask("name")


@pytest.mark.parametrize(
    ("command", "error", "message"),
    [
        ("", EngineError, "needs a command"),
        ("'open", EngineError, "no command"),
        ("/there/is/none", FileNotFoundError, "No such file"),
        ("true", ProgramFailure, "ends with status 0 at 'name'"),
    ],
)
def test_what_is_no_program_is_refused(command, error, message):
    with pytest.raises(error, match=message):
        contestant(game("othello"), f"gtp:{command}", 60)


@pytest.fixture
def script(tmp_path):
    """Makes a shell's program of lines, whose descriptor 9 is read as `held`."""
    pipe, file = tmp_path / "pipe", tmp_path / "program"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    def make(lines):
        file.write_text(f"exec 9>{pipe}\n{lines}")
        return f"sh {file}", held

    yield make
    os.close(held)


def heard(descriptor):
    """What is written, empty once nobody is left who could."""
    assert select.select([descriptor], [], [], 30)[0]
    return os.read(descriptor, 99)


def test_what_a_program_has_started_ends_with_it(script):
    command, held = script("(echo up >&9; exec sleep 600) >/dev/null &\nread line\nexit 3\n")
    program = Program(command, patience=60)
    assert heard(held) == b"up\n"
    with pytest.raises(ProgramFailure, match="ends with status 3 at 'name'"):
        program.ask("name")
    assert heard(held) == b""


def test_a_program_that_refuses_the_board_is_ended(script):
    command, held = script("echo up >&9\nread line\necho '? no'\nexec sleep 600\n")
    with pytest.raises(ProgramFailure, match=r"answers '\? no' to 'boardsize 6'"):
        contestant(game("othello:6"), f"gtp:{command}", 60)
    assert heard(held) == b"up\n"
    assert heard(held) == b""


def test_a_contest_ends_while_a_program_that_is_started_hangs(script):
    current, (command, held) = game("othello:6"), script("echo up >&9\nexec sleep 600\n")
    hangs = Contestant("Odd", partial(Speaking, current, command, 600))
    contest = Contest(
        current, [hangs, contestant(current, "random", 60)], openings(current, "random:0"), 1
    )

    def leave(_):
        assert heard(held) == b"up\n"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        next(contest.play(1, waiting=leave))
    assert heard(held) == b""


def test_a_flood_of_answers_ends():
    program = Program("yes =", patience=60)

    def ask_on():
        for _ in range(2 * MOST + 10):
            program.ask("name")

    with pytest.raises(ProgramFailure, match="ends with status SIG"):
        ask_on()


def test_a_name_steers_no_terminal(script):
    command, _ = script("read line\nprintf '= a\\033[2Jb\\n\\n'\n")
    assert contestant(game("othello"), f"gtp:{command}", 60).name == "a [2Jb"


def test_programs_know_two_colours():
    with pytest.raises(EngineError, match="two colours"):
        contestant(game("connectfour:7x6:4:3p"), f"gtp:{PROGRAM}", 60)
