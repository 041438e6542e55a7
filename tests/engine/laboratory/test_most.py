"""The most that a game can have: what is proved by a ceiling, beside what all games show."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.othello.game import Othello
from engine.laboratory.answers import Verdict
from engine.laboratory.othello.long_games import LongGames, ceilings
from engine.laboratory.othello.predicates import most_flips
from engine.laboratory.prove import Bounds
from engine.laboratory.trace import Trace
from engine.registry import game
from engine.search.control import SearchControl
from tests.engine.laboratory.facts import ask

FOUR = 5
"""The most passes on 4 × 4: its longest games have 17 plies for twelve discs (`facts.json`)."""


def test_passes_of_four_by_four_are_those_of_its_longest_games() -> None:
    answer = ask("othello:4", "most passes")
    assert (answer.verdict, answer.value) == (Verdict.PROVED, FOUR)
    assert answer.witness is not None
    assert sum(map(answer.witness.game.is_pass, answer.witness.moves)) == FOUR
    assert ask("othello:4", "most plies").value == 12 + FOUR


@pytest.mark.parametrize("table_bits", [1, 8])
@pytest.mark.parametrize(("worth", "most"), [(0, FOUR), (1, 12 + FOUR)])
def test_a_small_table_loses_nothing(table_bits: int, worth: int, most: int) -> None:
    games = LongGames(Othello(4), SearchControl(), worth, table_bits)
    assert games.line(most) is not None
    assert games.line(most + 1) is None


def test_a_line_of_six_by_six_has_the_passes_asked_for() -> None:
    board = Othello(6)
    for wanted in (1, 8, 12):
        line = LongGames(board, SearchControl(), table_bits=16).line(wanted)
        assert line is not None
        assert board.is_pass(line[-1])
        assert sum(map(board.is_pass, Trace(board, line).moves)) == wanted


@settings(max_examples=40)
@given(st.data())
def test_a_ceiling_lies_above_what_comes(data: st.DataObject) -> None:
    """In games by the rules, from every position of theirs on."""
    board = data.draw(st.sampled_from([Othello(4), Othello(6)]))
    limits, position, seen = ceilings(board.size), board.start(), []
    while legal := position.legal_moves():
        passed = board.is_pass(legal[0])
        if not passed:
            own, other = (
                position.boards[side] for side in (position.to_move, 1 - position.to_move)
            )
            seen.append([int(limits[own.bit_count(), other.bit_count()]), 0])
        for entry in seen:
            entry[1] += passed
        position = position.play(data.draw(st.sampled_from(legal)))
    assert all(limit >= came for limit, came in seen)


@pytest.mark.hours
def test_six_by_six_has_no_game_with_more() -> None:
    """Passes by two programs: this one, and one that keeps the positions after ten discs."""
    for text, most in (("most passes", 17), ("most plies", 32 + 17)):
        answer = ask("othello:6", text)
        assert (answer.verdict, answer.value) == (Verdict.PROVED, most)


def test_a_bound_of_plies_is_kept() -> None:
    answer = ask("othello:4", "most passes", Bounds(plies=9))
    assert answer.verdict is Verdict.WITNESS or answer.bound == 9
    assert answer.value is not None
    assert answer.value < FOUR


def test_no_move_turns_more_than_there_is_room_for() -> None:
    assert [most_flips(game(f"othello:{size}")) for size in (4, 6, 8)] == [6, 12, 18]
    answer = ask("othello:4", "most flips")
    assert (answer.verdict, answer.value) == (Verdict.PROVED, 6)
