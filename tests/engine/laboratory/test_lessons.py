"""Every example of the language page runs, and is answered."""

from __future__ import annotations

import pytest

from engine.laboratory.catalogue import vocabularies
from engine.laboratory.ready import Lesson
from tests.engine.laboratory.facts import ask

LESSONS = [lesson for known in vocabularies() for lesson in known.lessons]
NEVER = {"Well-formed boards", "Turn", "Gravity", "Guard of a move", "Traces", "Valid transition"}
"""Examples that state what no line of play does."""


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
def test_lesson(lesson: Lesson) -> None:
    answer = ask(lesson.game, lesson.text)
    if answer.question.term is None:
        assert answer.holds is (lesson.title not in NEVER)
    else:
        assert answer.exact
