"""The claims and predicates of two formal models, as sources in `docs/models`, with their truth."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.engine.laboratory.facts import ask

MODELS = Path(__file__).parents[3] / "docs" / "models"


def _claims(sources: str = "*.lab") -> list[dict[str, str]]:
    found = []
    for source in sorted(MODELS.glob(sources)):
        lines = [line for line in source.read_text().splitlines() if not line.startswith("#")]
        for block in "\n".join(lines).strip().split("\n\n"):
            words = (re.split(r"\s+", line, maxsplit=1) for line in block.splitlines())
            found.append(dict(words))
    return found


def test_there_are_twelve() -> None:
    assert len(_claims("connectfour.lab") + _claims("othello.lab")) == 12


@pytest.mark.parametrize("claim", _claims(), ids=lambda claim: claim["claim"])
def test_truth(claim: dict[str, str]) -> None:
    assert ask(claim["game"], claim["ask"]).holds is (claim["truth"] == "yes")


@pytest.mark.parametrize(
    "claim", [c for c in _claims() if "model" in c], ids=lambda claim: claim["claim"]
)
def test_as_the_model_read_it(claim: dict[str, str]) -> None:
    text = f"({claim.get('wrote', claim['ask'])}) and full and passes = 0"
    assert ask(claim["game"], text).holds is (claim["model"] == "yes")
