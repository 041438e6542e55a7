"""A family is checked when it is made: what is misspelt or missing is no silence."""

from __future__ import annotations

from dataclasses import fields, replace
from types import SimpleNamespace

import pytest

from engine import FAMILIES, UnsupportedGame
from engine.family import Family, Parameter
from engine.parts.kernels import Kernels

OTHELLO = FAMILIES["othello"]


def parts(family: Family) -> dict[str, object]:
    return {field.name: getattr(family, field.name) for field in fields(family)}


def test_a_misspelt_part_is_an_error() -> None:
    with pytest.raises(TypeError, match="knowlege"):
        Family(**parts(OTHELLO), knowlege=OTHELLO.knowledge)  # type: ignore[call-arg]


def test_a_part_that_lacks_something_is_named() -> None:
    with pytest.raises(TypeError, match=r"its remarks lack 'distance'\. its remarks lack 'note'\."):
        replace(OTHELLO, remarks=SimpleNamespace(summary=None))
    with pytest.raises(TypeError, match="its arrangements lack 'build'"):
        replace(OTHELLO, arrangements=SimpleNamespace())


def test_a_misspelt_module_of_kernels_is_named() -> None:
    kernels = Kernels(modules=("engine.games.othello.search.midgme",))
    with pytest.raises(TypeError, match=r"no module engine\.games\.othello\.search\.midgme"):
        replace(OTHELLO, kernels=kernels)


def test_kernels_come_with_a_searcher() -> None:
    with pytest.raises(TypeError, match="come together"):
        replace(OTHELLO, searcher=None)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"key": "reversi"}, "its games are called 'othello'"),
        ({"parameters": (Parameter("size", "Size", 6, 4, 16, 2),)}, "differs from that"),
    ],
)
def test_rules_must_fit_their_key_and_parameters(changed: dict[str, object], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        replace(OTHELLO, **changed)


def test_a_phrase_that_pages_need_is_asked_for() -> None:
    sentences = SimpleNamespace(**vars(OTHELLO.sentences))
    sentences.PHRASES = {k: v for k, v in sentences.PHRASES.items() if not k.endswith(".square")}
    with pytest.raises(TypeError, match=r"its phrases lack 'othello\.square'"):
        replace(OTHELLO, sentences=sentences)


def test_a_parameter_that_a_family_does_not_have_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedGame, match="Othello has no parameter 'columns'; it has size"):
        OTHELLO.of_parameters({"columns": 6})
    with pytest.raises(UnsupportedGame, match="it has columns, rows, connect and players"):
        FAMILIES["connectfour"].of_parameters({"size": 8})
    assert OTHELLO.of_parameters({"size": 6}).key == "othello:6"
