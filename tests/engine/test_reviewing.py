"""The signs of played moves, on moves whose worth is known."""

from __future__ import annotations

import pytest

from engine.games.othello.remarks import summary
from engine.judging.review import Mark, mark_of
from engine.registry import game
from engine.search.searcher import Candidate


def candidates(*scores: int | float) -> list[Candidate]:
    """Moves 0, 1, ... with proved scores (ints) or estimates in discs (floats), best first."""
    return [
        Candidate(move, round(100 * score), exact=False, depth=9, pv=(move,))
        if isinstance(score, float)
        else Candidate(move, score, exact=True, depth=9, pv=(move,))
        for move, score in enumerate(scores)
    ]


@pytest.mark.parametrize(
    ("scores", "played", "counted", "mark"),
    [
        ((2, 2, -1), 1, False, Mark.NONE),
        ((2, 0, -1), 1, False, Mark.MISTAKE),  # a win becomes a draw
        ((0, 0, -1), 2, False, Mark.MISTAKE),
        ((9, 1, -1), 1, False, Mark.NONE),  # a slower win is a win
        ((2, 0, -1), 0, False, Mark.ONLY_MOVE),
        ((-1, -3), 0, False, Mark.NONE),  # lost anyway
        ((2,), 0, False, Mark.NONE),  # no choice
        ((20, 14, 2), 1, True, Mark.MISTAKE),  # six discs, though it still wins
        ((20, 16, 2), 1, True, Mark.NONE),
        ((5.0, -1.5), 1, True, Mark.MISTAKE),
        ((5.0, -0.5), 1, True, Mark.NONE),
        ((5.0, -3), 1, False, Mark.MISTAKE),  # into a proved loss
        ((5.0, 1.0), 0, False, Mark.NONE),
        ((3, 1.0), 0, False, Mark.NONE),  # the other may win as well
    ],
)
def test_signs(scores, played, counted, mark):
    assert mark_of(candidates(*scores), played, counted=counted) is mark


def test_a_move_that_was_not_searched_has_no_sign():
    assert mark_of(candidates(2, -1), 5, counted=False) is Mark.NONE


def test_othello_says_whether_one_move_alone_holds():
    start = game("othello").start()
    moves = start.legal_moves()
    found = [
        Candidate(move, score, exact=True, depth=60, pv=(move,))
        for move, score in zip(moves, (4, -2, -2, -8), strict=True)
    ]
    assert summary(start, found) == (
        f"Only {start.game.format_move(moves[0])} wins.",
        "Black wins by 4 with best play.",
    )
    assert summary(start, found[1:]) == ("White wins by 2 with best play.",)
    assert summary(start) == ()
