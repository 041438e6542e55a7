"""A score knows its unit, whose view it is, how sure it is, and how far the win is away."""

from __future__ import annotations

import pytest

from engine.formats.record import GameRecord
from engine.parts.of_game import proved_score
from engine.registry import game
from engine.search.score import Certainty, Score, win_in


@pytest.mark.parametrize(
    ("key", "moves", "score", "plies"),
    [
        ("connectfour", "", 1, 41),  # Red's 21st disc
        ("connectfour", "4", -1, 40),
        ("connectfour", "443535", 18, 1),
        ("connectfour", "44353", -18, 2),  # whatever Yellow does
        ("connectfour", "45", 0, None),
        ("connectfour:7x6:4:3p", "", 1, 40),  # the 14th disc of 14
        ("connectfour:7x6:4:3p", "4", -1, None),  # of one of two
    ],
)
def test_a_proved_score_tells_the_distance_to_the_win(key, moves, score, plies):
    position = GameRecord.from_moves(game(key), moves).final()
    assert win_in(position, score) == plies
    assert proved_score(position, score).win_in == plies


def test_where_discs_count_a_win_has_no_distance():
    assert proved_score(game("othello").start(), 12).win_in is None


def test_the_other_side_sees_the_opposite():
    proved = Score.proved(5, 0, win_in=7)
    assert (proved.seen_by(1).value, proved.seen_by(1).win_in) == (-5, 7)
    assert proved.seen_by(0) is proved
    bound = Score(5, 0, Certainty.AT_MOST)
    assert bound.seen_by(1) == Score(-5, 1, Certainty.AT_LEAST)
    assert bound.seen_by(1).seen_by(0) == bound


def test_scores_differ_in_a_common_unit_or_not_at_all():
    assert Score.proved(20, 0).ahead_of(Score.proved(14, 0)) == 6
    assert Score.estimated(500, 0).ahead_of(Score.estimated(-150, 0)) == 6
    assert Score.estimated(500, 0).ahead_of(Score.proved(1, 0)) is None
    assert Score.proved(3, 0).hundredths == 300 == Score.estimated(300, 0).hundredths


def test_a_score_beside_a_number_is_its_value():
    assert Score.proved(3, 0) == 3
    assert Score.estimated(-40, 1) < 0
    assert Score.proved(1, 0) > Score.estimated(900, 0)
    assert Score.proved(3, 0) != Score.estimated(3, 0)
    assert Score.proved(3, 0).to_json() == {"score": 3, "exact": True}
    told = {"score": 3, "exact": False}
    assert Score(3, 0, Certainty.AT_LEAST).to_json() == {**told, "bound": "at least"}
    assert Score.estimated(3, 0).to_json() == told


def test_a_bound_proves_who_wins_on_one_side_of_nothing_only():
    def results(certainty):
        return [Score(value, 0, certainty).result for value in (-3, 0, 3)]

    assert results(Certainty.AT_LEAST) == [0, 0, 1]
    assert results(Certainty.AT_MOST) == [-1, 0, 0]
    assert Score(3, 0, Certainty.AT_LEAST).certain
    assert not Score(3, 0, Certainty.AT_MOST).certain
    assert not Score.estimated(9000, 0).certain
    assert Score(3, 0, Certainty.AT_LEAST) > Score.estimated(9000, 0)
    assert Score(3, 0, Certainty.AT_LEAST).ahead_of(Score(1, 0, Certainty.AT_LEAST)) is None
