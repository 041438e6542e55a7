"""Flipfour as a program that speaks GTP."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine import EngineError, game
from engine.contest.players import Bounded, Ours, Speaking
from engine.contest.speaker import Speaker
from engine.players import RandomPlayer
from engine.search.control import SearchControl
from engine.search.limits import Limit


def speaker(key="othello", player=RandomPlayer):
    return Speaker(game(key), Ours(player), "1.2", seed=4)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2"),
        ("name", "= Flipfour"),
        ("version", "= 1.2"),
        ("7 name", "=7 Flipfour"),
        ("known_command genmove", "= true"),
        ("known_command dance", "= false"),
        ("boardsize 8", "="),
        ("boardsize 6", "? unacceptable size"),
        (f"boardsize {'9' * 5000}", "? unacceptable size"),
        ("rectangular_boardsize 8 6", "? unacceptable size"),
        ("clear_board", "="),
        ("play b F5", "="),
        ("play BLACK d3", "="),
        ("3 play b a1", "?3 illegal move"),
        ("play b pass", "? illegal move"),
        ("play w f5", "? it is the other colour's turn"),
        ("play x f5", "? syntax error"),
        ("play b", "? syntax error"),
        ("undo", "? cannot undo"),
        ("dance", "? unknown command"),
        ("", ""),
        ("# a comment", ""),
    ],
)
def test_what_is_answered(line, answer):
    assert speaker().answer(line) == answer


def test_a_game_is_played_to_its_end_with_passes_said_or_not():
    """4 × 4 Othello has passes in most games."""
    passed = 0
    for seed in range(8):
        one = Speaker(game("othello:4"), Ours(RandomPlayer), "1", seed)
        position = game("othello:4").start()
        while position.outcome() is None:
            said = one.answer(f"genmove {'bw'[position.to_move]}").removeprefix("= ")
            legal = position.legal_moves()
            skips = position.game.is_pass(legal[0])
            passed += skips
            assert (said == "pass") == skips
            position = position.play(legal[0] if skips else position.game.parse_move(said))
        assert one.answer("genmove b") == "? the game is over"
        assert one.answer("undo") == "="
    assert passed


def test_a_pass_may_be_left_out():
    current = game("othello:4")
    for seed in range(20):
        one = Speaker(current, Ours(RandomPlayer), "1", seed)
        position = current.start()
        while position.outcome() is None:
            legal = position.legal_moves()
            if not current.is_pass(legal[0]):
                said = f"play {'bw'[position.to_move]} {current.format_move(legal[-1])}"
                assert one.answer(said) == "="
            position = position.play(legal[-1])


def test_moves_can_be_taken_back_and_the_board_is_shown():
    one = speaker("connectfour:5x4")
    assert one.answer("play b 3") == "="
    assert "R" in one.answer("showboard")
    assert one.answer("undo") == "="
    assert "R" not in one.answer("showboard")
    assert one.answer("list_commands").startswith("= protocol_version\nname\n")


def test_three_players_are_refused():
    with pytest.raises(EngineError, match="two colours"):
        speaker("connectfour:5x4:3:3p")


def test_it_plays_through_a_pipe_what_it_plays_at_home():
    position = game("connectfour:5x4").start()
    command = f"{sys.executable} -m engine.cli gtp connectfour:5x4 nodes:500"
    player = Speaking(position.game, command, 600)
    player.begin("")
    own = Bounded(position.game, Limit(nodes=500))
    for _ in range(3):
        move = player.choose(position, SearchControl())
        assert move == own.choose(position, SearchControl()).move
        position = position.play(move)
        reply = position.legal_moves()[0]
        player.told(position, reply)
        position = position.play(reply)
    player.close()


def test_it_ends_with_quit_and_with_its_input():
    command = [sys.executable, "-m", "engine.cli", "gtp", "othello:6", "random"]
    for text, answers in (("1 quit\nname\n", "=1\n\n"), ("name\n", "= Flipfour\n\n")):
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        assert (done.stdout, done.stderr) == (answers, "")
