"""Scores in words: right numbers, right side, and a lead that grows with the score."""

from __future__ import annotations

import pytest

from engine.judging.appraisal import OPEN, SMALLEST_WIN, appraise, appraise_end, lead
from engine.registry import game
from engine.search.score import Score
from tests.engine.positions import after


@pytest.mark.parametrize(
    ("key", "moves", "score", "label", "note", "sentence"),
    [
        # a win by the 21st own disc is worth 1, one disc sooner 2, and so on
        ("connectfour", "", 1, "+1", "win 21", "Red wins in 21 moves."),
        ("connectfour", "44", 1, "+1", "win 20", "Red wins in 20 moves."),
        ("connectfour", "4", -1, "−1", "loss 20", "Red wins in 20 moves."),
        ("connectfour", "443535", 18, "+18", "win 1", "Red wins with the next disc."),
        ("connectfour", "45", 0, "0", "draw", "A draw with best play."),
        ("othello", "f5", 4, "+4", "", "White wins by 4 with best play."),
        ("othello", "f5d6", -12, "−12", "", "White wins by 12 with best play."),
        ("othello:6", "", 0, "0", "", "A draw with best play."),
    ],
)
def test_a_proved_score_tells_who_wins_and_when(key, moves, score, label, note, sentence):
    position = after(key, moves)
    found = appraise(position, Score.proved(score, position.to_move))
    assert (found.label, found.note, found.sentence) == (label, note, sentence)


@pytest.mark.parametrize(
    ("key", "moves", "score", "label", "sentence"),
    [
        ("othello", "f5", 153, "+1.5", "White is ahead by about 2."),
        ("othello", "f5", -1204, "−12.0", "Black is ahead by about 12."),
        ("othello", "f5", 30, "+0.3", "About even."),
        ("othello", "f5", -3, "0.0", "About even."),
        ("othello", "f5", 3, "0.0", "About even."),
        ("connectfour:9x7", "4", -80, "−0.8", "Red stands better."),
    ],
)
def test_an_estimate_tells_who_stands_better(key, moves, score, label, sentence):
    position = after(key, moves)
    found = appraise(position, Score.estimated(score, position.to_move))
    assert (found.label, found.note, found.sentence) == (label, "", sentence)


@pytest.mark.parametrize("key", ["connectfour", "othello", "connectfour:5x5"])
def test_the_lead_grows_with_the_score_and_turns_with_the_mover(key):
    start = game(key).start()
    after = start.play(start.legal_moves()[0])

    def proved(position, score):
        return lead(position, Score.proved(score, position.to_move))

    leads = [proved(start, score) for score in range(-13, 14)]
    assert leads == sorted(leads)
    assert len(set(leads)) == len(leads)
    for score in range(1, 14):
        assert SMALLEST_WIN < proved(start, score) <= 1
        assert proved(start, -score) == -proved(start, score)
        assert proved(after, score) == -proved(start, score)
        assert 0 < lead(start, Score.estimated(100 * score, 0)) <= OPEN
    assert proved(start, 0) == 0


def test_three_players_have_no_lead_but_a_turn():
    position = after("connectfour:7x6:4:3p", "44")
    found = appraise(position, Score.estimated(80, 2))
    assert found.lead is None
    assert found.sentence == "Blue to move."
    assert appraise(position, Score.proved(3, 2)).note == ""


def test_the_end_says_how_it_came():
    end = appraise_end(after("connectfour", "1212121"))
    assert (end.sentence, end.lead) == ("Red wins. Four in a column.", 1.0)
    assert appraise_end(after("connectfour", "71212121")).lead == -1.0
    with pytest.raises(ValueError, match="goes on"):
        appraise_end(game("othello").start())
