"""What is published beside an answer, held against answers that take a moment."""

from __future__ import annotations

import pytest

from engine.laboratory.answers import Verdict
from engine.laboratory.inquiry import Bounds
from engine.laboratory.published import _PUBLISHED, published, published_text
from engine.laboratory.report import answer_text
from tests.engine.laboratory.facts import ask

QUICK = [
    ("connectfour:4x3", "count ended"),
    ("connectfour:3x3:3", "under free placing: count draw"),
    *(("othello", f"count plies = {plies}") for plies in range(1, 7)),
]


@pytest.mark.parametrize(("key", "text"), QUICK)
def test_what_is_proved_here_is_what_is_published(key: str, text: str) -> None:
    answer, known = ask(key, text), published(key, text)
    assert known is not None
    assert known.said.partition(" ")[0] == f"{answer.value:,}"
    assert f"Published too: {known.said} (" in answer_text(answer)


@pytest.mark.parametrize("text", [text for key, text in _PUBLISHED if key == "connectfour:3x3:3"])
def test_questions_are_written_as_they_are_asked(text: str) -> None:
    assert ask("connectfour:3x3:3", text, Bounds(plies=2)).question.text == text


def test_what_is_not_proved_here_is_said_to_be_so() -> None:
    said = answer_text(ask("connectfour", "positions", Bounds(plies=3)))
    assert "Published, not proved here: 4,531,985,219,092 positions in all" in said
    assert published_text("connectfour:8x7", "positions", Verdict.PROVED) == ""
