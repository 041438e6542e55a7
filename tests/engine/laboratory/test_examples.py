"""Every example of the language page runs, and is answered."""

from __future__ import annotations

import pytest

from engine.laboratory.language.catalogue import vocabularies
from engine.laboratory.ready import Example
from tests.engine.laboratory.facts import ask

EXAMPLES = [example for known in vocabularies() for example in known.examples]
NEVER = {
    "Well-formed boards",
    "Turn",
    "Gravity",
    "Gravity, by relations",
    "Guard of a move",
    "Traces",
    "Valid transition",
    "In one piece",
}
"""Examples that state what no line of play does."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_example(example: Example) -> None:
    answer = ask(example.game, example.text)
    if answer.question.term is None:
        assert answer.holds is (example.title not in NEVER)
    else:
        assert answer.exact
