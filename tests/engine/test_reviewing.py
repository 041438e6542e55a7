"""The signs of played moves, on moves whose worth is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.formats.record import GameRecord
from engine.games.othello.remarks import summary
from engine.judging.remarks import why
from engine.judging.review import Mark, judge
from engine.registry import game
from engine.search.score import Certainty, Score
from engine.search.searcher import Candidate
from tests.candidates import about, exactly

ZUGZWANG = "255235415174342645754422271133"
"""Red's 3 decides that the columns left fill up in its favour; any other move lets Yellow win."""


def candidates(*scores: int | float) -> list[Candidate]:
    """Moves 0, 1, ... with proved scores (ints) or estimates in discs (floats), best first."""
    return [
        about(move, round(100 * score)) if isinstance(score, float) else exactly(move, score)
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
        ((20, 16, 2), 1, True, Mark.INACCURACY),
        ((20, 18, 2), 1, True, Mark.NONE),
        ((2, -3), 1, True, Mark.BLUNDER),
        ((2, -1), 1, False, Mark.BLUNDER),
        ((5.0, -1.5), 1, True, Mark.MISTAKE),
        ((5.0, -0.5), 1, True, Mark.MISTAKE),
        ((5.0, 1.0), 1, True, Mark.INACCURACY),
        ((5.0, -3), 1, False, Mark.MISTAKE),  # into a proved loss
        ((5.0, 1.0), 0, False, Mark.NONE),
        ((3, 1.0), 0, False, Mark.NONE),  # the other may win as well
    ],
)
def test_signs(scores, played, counted, mark):
    judged = judge(candidates(*scores), played, counted=counted)
    assert judged is not None
    assert judged.mark is mark


def test_a_win_of_unknown_length_says_nothing_of_moves_that_are_open():
    known = Score(5, 0, Certainty.AT_LEAST)
    won, *others = candidates(5.0, 1.0, -3)
    found = [replace(won, score=known), *others]
    judged = [judge(found, move, counted=False) for move in range(3)]
    assert [one.mark for one in judged] == [Mark.NONE, Mark.NONE, Mark.BLUNDER]
    assert (judged[2].sure, judged[2].kept, judged[2].lost) == (True, False, None)


def test_a_move_that_was_not_searched_is_not_judged():
    assert judge(candidates(2, -1), 5, counted=False) is None


def test_othello_says_whether_one_move_alone_holds():
    start = game("othello").start()
    moves = start.legal_moves()
    found = [
        exactly(move, score, depth=60) for move, score in zip(moves, (4, -2, -2, -8), strict=True)
    ]
    assert summary(start, found) == (
        f"Only {start.game.format_move(moves[0])} wins.",
        "Black wins by 4 with best play.",
    )
    assert summary(start, found[1:]) == ("White wins by 2 with best play.",)
    assert summary(start) == ()


def test_a_judgement_says_what_was_kept_and_lost():
    found = candidates(20, 14, -2)
    judged = judge(found, 1, counted=True)
    assert (judged.best, judged.played) == (found[0], found[1])
    assert (judged.kept, judged.lost, judged.sure, judged.forced) == (True, 6, True, False)
    assert judge(found, 2, counted=True).kept is False
    assert judge(candidates(3.0, 1), 1, counted=True).kept is None
    assert judge(candidates(3), 0, counted=False).forced
    assert judge(found, 9, counted=True) is None


@pytest.mark.parametrize(
    ("key", "moves", "best", "played", "says"),
    [
        ("connectfour", "121212", 0, 6, "1 wins at once."),
        ("connectfour", "121212", 0, 6, "After 7, Yellow wins at once in column 2."),
        ("connectfour", "12121", 0, 6, "1 blocks Red"),
        ("connectfour", "4433", 4, 0, "5 threatens two columns at once"),
        ("connectfour", ZUGZWANG, 2, 5, "3 keeps the zugzwang (column 6, row 3) and wins"),
    ],
)
def test_why_a_column_was_better(key, moves, best, played, says):
    position = GameRecord.from_moves(game(key), moves).final()
    better, worse = (exactly(m, s, position.to_move) for m, s in ((best, 5), (played, -5)))
    assert any(text.startswith(says) for text in why(position, better, worse))


def test_why_a_square_was_better():
    """Of the diagonal opening's replies f6 leaves Black more moves than the others."""
    position = game("othello").start()
    for move in position.game.parse_moves("f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6"):
        position = position.play(move)
    texts = {
        (best, played): why(
            position,
            exactly(best, 4, position.to_move),
            exactly(played, -2, position.to_move),
        )
        for best in position.legal_moves()
        for played in position.legal_moves()
    }
    name = position.game.format_move
    for (best, played), said in texts.items():
        assert said[-1] == f"After {name(played)}, White wins by 2."
        left = [position.play(move).moves_of(1).bit_count() for move in (best, played)]  # type: ignore[attr-defined]
        if "leaves White" in said[0]:
            assert left[1] - left[0] >= 2
            assert said[0].endswith(f"leaves {left[1]}.")
    assert any("leaves White" in said[0] for said in texts.values())
