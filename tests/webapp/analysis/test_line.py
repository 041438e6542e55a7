"""A game looked at: steps along it, beside it, and what cannot be one."""

from __future__ import annotations

from random import Random

import pytest

from engine.registry import game
from webapp.domain.errors import Refusal
from webapp.domain.line import Line, Variation

FOUR = game("connectfour")


def test_a_line_is_looked_at_from_its_end_unless_a_ply_is_named():
    line = Line.of(FOUR, "4453")
    assert (line.ply, line.shown) == (4, (3, 3, 4, 2))
    assert Line.of(FOUR, "4453", 1).shown == (3,)
    assert Line.of(FOUR, [3, 3], 0, "77").shown == (6, 6)
    assert Line.of(FOUR, "4453", 1, "7").position.boards == Line.of(FOUR, "47").position.boards  # type: ignore[attr-defined]


def test_a_move_goes_along_the_game_on_from_its_end_or_beside_it():
    line = Line.of(FOUR, "4453", 2)
    assert line.after(4) == line.at(3)
    assert line.after(6) == Line.of(FOUR, "4453", 2, "7")
    assert line.after(6).after(4) == Line.of(FOUR, "4453", 2, "75")
    assert Line.of(FOUR, "44").after(6) == Line.of(FOUR, "447")


def test_steps_end_where_the_game_does():
    line = Line.of(FOUR, "4453", 4)
    assert line.forward == line
    assert line.back == line.at(3)
    assert line.at(0).back == line.at(0)
    side = Line.of(FOUR, "4453", 1, "77")
    assert side.forward == side
    assert side.back == Line.of(FOUR, "4453", 1, "7", "7")
    assert side.back.forward == side
    assert side.back.back == Line.of(FOUR, "4453", 1, "", "77")
    assert side.back.back.forward.forward == side
    assert side.back.back.back == Line.of(FOUR, "4453", 0, kept=[(1, "77")])


def test_lines_that_were_tried_are_kept_taken_up_promoted_and_forgotten():
    line = Line.of(FOUR, "44132211", 4).after(0).after(1).after(6)
    other = line.back.back.after(2)
    assert other.variations == (Variation(4, (0, 1, 6)), Variation(4, (0, 2)))
    again = other.back.after(1)
    assert (again.side, again.rest) == ((0, 1), (6,))
    assert again.kept == (Variation(4, (0, 2)),)
    away = again.at(7)
    assert (away.shown, len(away.kept)) == (away.moves[:7], 2)
    assert away.within(Variation(4, (0, 2)), 2).shown == (*line.moves[:4], 0, 2)
    assert other.without.variations == (Variation(4, (0, 1, 6)),)
    promoted = other.promoted
    assert promoted.shown == other.shown
    assert promoted.moves == (*line.moves[:4], 0, 2)
    assert Variation(4, line.moves[4:]) in promoted.kept


def test_the_same_moves_after_another_board_are_another_line():
    line = Line.of(FOUR, "4453", 1, "77", kept=[(2, "77")])
    assert line.at(0).kept == (Variation(2, (6, 6)), Variation(1, (6, 6)))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("44x",), "The game breaks off."),
        (("4444444",), "Column 4 is full."),
        (("44", 3), "There is no ply 3; the game has 2."),
        (("44", 1, "9"), "The variation breaks off."),
        (("1212121", 7, "3"), "The game is over"),
        (([0] * 900,), "no game has 900 moves"),
    ],
)
def test_what_is_no_line_is_refused_in_a_sentence(arguments, says):
    with pytest.raises(Refusal, match=says.replace(".", r"\.")):
        Line.of(FOUR, *arguments)


def test_passes_that_the_rules_force_are_put_in():
    othello, chance = game("othello:4"), Random(1)
    passes = 0
    for _ in range(10):
        line = Line.of(othello, "")
        while line.position.outcome() is None:
            legal = line.position.legal_moves()
            assert not othello.is_pass(legal[0])  # it has been made already
            line = line.after(chance.choice(legal))
        passes += sum(othello.is_pass(move) for move in line.moves)
        assert Line.of(othello, othello.format_moves(line.moves)) == line
    assert passes > 0
