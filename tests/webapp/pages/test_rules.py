"""The pages of rules: every small board is one that a game leads to, and says what comes of it."""

from __future__ import annotations

import pytest

from engine import registry
from engine.game import Position
from engine.parts.presentation import Lesson
from webapp.pages.rules import card, chapters


@pytest.mark.parametrize("key", chapters())
def test_every_lesson_can_be_played(key: str) -> None:
    chapter = chapters()[key]
    for lesson in (*chapter.lessons, *chapter.plans):
        game = registry.game(lesson.game)
        moves = [*game.parse_moves(lesson.moves), *game.parse_moves(lesson.touch)]
        position = game.start()
        for move in moves:
            assert move in position.legal_moves()
            position = position.play(move)
        drawn = card(lesson)
        assert drawn.seen, lesson.title
        owners = [cell.owner for cell in drawn.after.cells]
        assert (
            sum(owner >= 0 for owner in owners) == sum(c.owner >= 0 for c in drawn.before.cells) + 1
        )


@pytest.mark.parametrize(
    ("title", "seen"),
    [
        ("Line up four", "Red wins. Four in a column."),
        ("Slanting counts", "Red wins. Four on a diagonal."),
        ("Full, and no four", "It is a draw. The board is full."),
        ("Most discs win", "Black wins 9–7. The board is full."),
    ],
)
def test_what_comes_of_it_is_the_engines_word(title: str, seen: str) -> None:
    assert card(lesson(title)).seen == seen


def lesson(title: str) -> Lesson:
    """The one of that title."""
    every = [one for chapter in chapters().values() for one in (*chapter.lessons, *chapter.plans)]
    return next(one for one in every if one.title == title)


def shown(title: str) -> Position:
    """The board after the touch."""
    one = lesson(title)
    game = registry.game(one.game)
    position = game.start()
    for move in (*game.parse_moves(one.moves), *game.parse_moves(one.touch)):
        position = position.play(move)
    return position


def wins(position: Position) -> list[int]:
    """The moves by which whoever is to move wins at once."""
    won = [(move, position.play(move).outcome()) for move in position.legal_moves()]
    return [move for move, outcome in won if outcome and outcome.winner == position.to_move]


def test_plans_are_as_good_as_they_say() -> None:
    threatened = shown("Two threats at once")
    replies = [threatened.play(move) for move in threatened.legal_moves()]
    assert all(map(wins, replies))
    assert not wins(threatened)
    lifted = shown("Look one higher").outcome()
    assert lifted
    assert lifted.winner == 1
    (forced,) = shown("Odd and even").legal_moves()
    assert wins(shown("Odd and even")) == [forced]
    assert len(shown("Keep your moves").legal_moves()) == 1
    corner = shown("Corners stay")
    assert len(corner.last_changes) == 1 + 7
    assert corner.cell(35) == 0
    taken = shown("Not beside the corner")
    assert (taken.cell(0), taken.cell(7)) == (1, 1)
