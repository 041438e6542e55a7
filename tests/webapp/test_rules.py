"""The pages of rules: every small board is one that a game leads to, and says what comes of it."""

from __future__ import annotations

import pytest

from engine import registry
from webapp.pages.rules import card, chapters


@pytest.mark.parametrize("key", chapters())
def test_every_lesson_can_be_played(key: str) -> None:
    for lesson in chapters()[key].lessons:
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
    lessons = [lesson for chapter in chapters().values() for lesson in chapter.lessons]
    assert next(card(lesson).seen for lesson in lessons if lesson.title == title) == seen
