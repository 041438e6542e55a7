"""What can be forced: against minimax written for obviousness, and against the solver."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.game import Position
from engine.laboratory.answers import Verdict
from engine.laboratory.language.meaning import Reading, holds
from engine.laboratory.language.parser import parse
from engine.laboratory.language.plain import plain
from engine.laboratory.language.tree import Condition, Forces, Term
from engine.laboratory.prove import Investigation
from engine.laboratory.strategy import Play, can_force
from engine.laboratory.trace import Trace
from engine.registry import game
from engine.search.control import SearchControl
from tests.engine.laboratory.facts import ask, facts_4x4


def _naive(position: Position, player: int) -> bool:
    """Whether `player` can force a win, by the rules alone."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner == player
    after = [_remembered(position.play(move), player) for move in position.legal_moves()]
    return any(after) if position.to_move == player else all(after)


_remembered = lru_cache(maxsize=None)(_naive)


@pytest.mark.parametrize("key", ["connectfour:3x3:3", "connectfour:4x3:3", "connectfour:3x3:3:3p"])
def test_guaranteed_win_is_a_case_of_what_can_be_forced(key: str) -> None:
    subject = game(key)
    for player, name in enumerate(subject.player_names):
        expected = _naive(subject.start(), player)
        answer = ask(key, f"{name.lower()} can force won({name.lower()})")
        assert (answer.verdict, answer.holds) == (Verdict.PROVED, expected)
        assert answer.witness is None or answer.witness.outcome is not None
        node = Forces(player, Condition(Term("won", (player,)), ">=", 1))
        assert (
            Play(node, Reading()).forced(Trace(subject, ())) is expected
        )  # exhaustion, not the solver


def test_a_win_that_the_solver_proved_has_its_line_however_many_boards_there_are() -> None:
    answer = ask("connectfour", "red can force won(red)")
    assert (answer.holds, answer.method) == (True, "the game's solver")
    assert answer.witness is not None
    line = answer.witness
    assert line.outcome is not None
    assert line.outcome.winner == 0
    replies = [line.positions[ply].legal_moves()[0] for ply in range(1, line.plies, 2)]
    assert list(line.moves[1::2]) == replies  # yellow's first moves


def test_four_by_four_othello() -> None:
    value = facts_4x4()["game_value"]["with_empties_given_to_the_winner"]
    assert value < 0  # White wins
    assert ask("othello:4", "white can force won(white)").holds is True
    assert ask("othello:4", "black can force won(black)").holds is False
    assert ask("othello:4", "nobody can prevent ended").holds is True
    assert ask("othello:4", "nobody can prevent won(white)").holds is False


def test_from_a_position() -> None:
    answer = ask("connectfour", 'from "1212121": red can force won(red)')
    assert answer.holds is True  # Red has won there
    assert ask("connectfour", 'from "121212": red can force won(red)').holds is True
    assert ask("connectfour", 'from "121212": yellow can force won(yellow)').holds is False
    found = ask("connectfour", 'from "4433": won(red)')
    assert found.witness is not None
    assert found.witness.notation.startswith("4433")


def test_a_game_in_which_a_forced_win_is_given_away() -> None:
    text = "(red can force won(red)) and ended and not won(red)"
    answer = ask("connectfour:3x3:3", text)
    expected = _naive(game("connectfour:3x3:3").start(), 0)
    assert answer.holds is expected or answer.holds is False
    if answer.witness is not None:
        assert holds(answer.question.node, answer.witness)


GOALS = (
    "never threats(red) >= 2",
    "always discs(red) = discs(yellow) or discs(red) = discs(yellow) + 1",
    "eventually (threats(yellow) >= 1 and next threats(yellow) = 0)",
    "at the end height(2) = 3",
    "next next next disc(b2, yellow)",
    "at ply 5 height(1) <= 2",
    "(threats(red) = 0) until (height(2) = 3)",
    "won(red) and never threats(yellow) >= 1",
    "not won and always (height(1) >= height(3) or ended)",
    "(once threats(red) >= 1) implies eventually won(red)",
)


def _forced(goal: str, player: int | None, line: Trace, start: int) -> bool:
    """By whole games alone: what each says of `goal`, from the board after `start` plies."""
    moves = line.final.legal_moves()
    if not moves:
        begins = line.game.format_moves(line.moves[:start])
        return holds(parse(line.game, f'from "{begins}": {goal}').node, line)
    after = [_forced(goal, player, line.after(move), start) for move in moves]
    return any(after) if line.final.to_move == player else all(after)


@pytest.mark.parametrize("goal", GOALS)
def test_what_reads_on_is_forced_for_finished_games(goal: str) -> None:
    subject, begins = game("connectfour:3x3:3"), "2213"
    start = Trace(subject, subject.parse_moves(begins))
    for player in (0, 1, None):
        node = Forces(player, plain(subject, parse(subject, goal).node))
        expected = _forced(goal, player, start, start.plies)
        assert can_force(node, start, Reading()) is expected
        who = "nobody can prevent" if player is None else f"{('red', 'yellow')[player]} can force"
        answer = ask("connectfour:3x3:3", f'from "{begins}": {who} ({goal})')
        assert answer.holds is expected


@pytest.mark.parametrize("goal", ["threats(red) >= 2", "disc(d3, red)", "draw", "won(red)"])
def test_one_forces_it_or_the_other_that_it_never_comes(goal: str) -> None:
    key = "connectfour:4x3:3"
    comes = ask(key, f"red can force {goal}").holds
    never = ask(key, f"yellow can force never {goal}").holds
    assert comes is not never
    assert ask(key, f"some player p: p can force eventually {goal}").holds is (
        comes or ask(key, f"yellow can force {goal}").holds
    )


def test_what_another_can_force_is_asked_of_each_board_that_comes() -> None:
    """Red can blunder, so that yellow can force what it cannot force from the start."""
    for goal in ("won(yellow)", "eventually won(yellow)", "at the end won(yellow)"):
        assert ask("connectfour:3x3:3", f"yellow can force {goal}").holds is False
        assert ask("connectfour:3x3:3", f"red can force (yellow can force {goal})").holds
        assert ask("connectfour:3x3:3", f"red can force never (yellow can force {goal})").holds


def test_what_is_forced_at_the_start_is_settled_before_games_are_looked_at() -> None:
    draws = ask("connectfour:3x3:3:3p", "(red can force won(red)) or draw")
    assert draws.witness is not None
    assert draws.witness.plies == 9  # nobody wins a full board of 3 x 3
    assert draws.question.text == "(red can force won(red)) or draw"
    lost = ask("othello:4", "(white can force won(white)) and won(black)")
    assert lost.witness is not None
    assert lost.witness.plies == 7
    assert ask("othello:4", "(black can force won(black)) and won(white)").holds is False


@pytest.mark.parametrize(
    "text",
    ["red can force won(red)", "red can force height(2) = 3", "(red can force draw) and not full"],
)
def test_a_stop_reaches_what_is_forced(text: str) -> None:
    control = SearchControl()
    control.stop()
    question = parse(game("connectfour:8x8"), text)
    assert Investigation(question, control).answer().verdict is Verdict.STOPPED
