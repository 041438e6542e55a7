"""What the drawing of a game, `templates/boards/<family>.svg`, owes the pages.

Macros: ``defs()``, with the symbols ``<family>-<player>`` and the same ending in ``-small``,
``-token`` and ``-landing``; ``view_box(drawing)`` and ``full(drawing)``, a ``disc`` for every
square with its ``data-disc``, a mark ``last`` and, where lines win, a group ``lines`` with one
path each; ``small_view_box(drawing)`` and ``small(drawing)``, with a ``data-square`` each;
``card()``, the picture of the start card. Whatever moves is found by these names.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from jinja2 import DictLoader, Environment, FileSystemLoader, select_autoescape

import engine
from engine import FAMILIES
from tests.contracts.conftest import GAMES
from tests.contracts.playouts import playout
from webapp.paths import resource
from webapp.svg import draw_position


def art(family: str) -> object:
    """The macros of a family's drawing."""
    own = GAMES / family / f"{family}.svg"
    loader = (
        DictLoader({f"boards/{family}.svg": own.read_text(encoding="utf-8")})
        if own.exists()
        else FileSystemLoader(resource("templates"))
    )
    environment = Environment(loader=loader, autoescape=select_autoescape(["svg"]))
    environment.trim_blocks = True
    return environment.get_template(f"boards/{family}.svg").module


def parsed(text: object) -> ElementTree.Element:
    """A piece of a drawing, which must be well-formed."""
    return ElementTree.fromstring(f"<svg>{text}</svg>")  # noqa: S314 (our own)


def check(game: engine.Game) -> None:
    family = game.key.partition(":")[0]
    module = art(family)
    defs = {element.get("id") for element in parsed(module.defs()).iter()}  # type: ignore[attr-defined]
    for player in range(game.players):
        for kind in ("", "-small", "-token", "-landing"):
            assert f"{family}-{player}{kind}" in defs
    ended = draw_position(playout(game)[-1])
    squares = {str(square) for square in range(game.columns * game.rows)}
    full, small = parsed(module.full(ended)), parsed(module.small(ended))  # type: ignore[attr-defined]
    assert {disc.get("data-disc") for disc in full.iter() if disc.get("data-disc")} == squares
    assert {one.get("data-square") for one in small.iter() if one.get("data-square")} == squares
    assert [one for one in full.iter() if "last" in (one.get("class") or "").split()]
    if FAMILIES[family].lines is not None:
        for drawn in (full, small):
            groups = [one for one in drawn.iter() if one.get("class") == "lines"]
            assert sum(len(group) for group in groups) == len(ended.lines)
    for box in (module.view_box(ended), module.small_view_box(ended)):  # type: ignore[attr-defined]
        assert re.fullmatch(r"(-?[0-9.]+ ){3}[0-9.]+", str(box).strip())
    assert parsed(module.card()).find("svg") is not None  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", ["connectfour", "connectfour:9x7:4:3p", "othello", "othello:4"])
def test_a_drawing_has_what_pages_look_for(key: str) -> None:
    check(engine.game(key))


def test_so_has_the_third_game(noughts: engine.Game) -> None:
    check(noughts)
