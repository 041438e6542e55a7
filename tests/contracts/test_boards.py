"""What the drawing of a game, `templates/boards/<family>.svg`, owes the pages.

Macros: ``defs()``, with the symbols ``<family>-<player>`` and the same ending in ``-small``,
``-token`` and ``-landing``; ``view_box(drawing)`` and ``full(drawing)``, a ``disc`` for every
square with its ``data-disc``, a mark ``last`` and, where lines win, a group ``lines`` with one
path each; ``small_view_box(drawing)`` and ``small(drawing)``, with a ``data-square`` each;
``card()``, the picture of the start card. Whatever moves is found by these names. No two players'
discs differ in hue alone (scenario 29): in shape too, or else as light and dark do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product
from xml.etree import ElementTree

import pytest
from jinja2 import DictLoader, Environment, FileSystemLoader, select_autoescape

import engine
from engine import FAMILIES
from tests.contracts.conftest import GAMES
from tests.contracts.playouts import playout
from tests.webapp.contrast import contrast
from webapp.paths import resource
from webapp.svg import draw_position

Defs = dict[str, ElementTree.Element]

GEOMETRY = {"cx", "cy", "d", "height", "points", "r", "rx", "ry", "width", "x", "y"}


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


def drawn(element: ElementTree.Element, defs: Defs) -> Iterator[ElementTree.Element]:
    """What an element consists of when it is drawn, the topmost last."""
    if element.tag == "use":
        yield from drawn(defs[str(element.get("href"))[1:]], defs)
    elif len(element):
        for part in element:
            yield from drawn(part, defs)
    else:
        yield element


def outline(element: ElementTree.Element, defs: Defs) -> list[tuple[str, dict[str, str]]]:
    """An element's shapes without their colours."""
    parts = drawn(element, defs)
    return [(part.tag, {k: v for k, v in part.items() if k in GEOMETRY}) for part in parts]


def top_colours(element: ElementTree.Element, defs: Defs) -> list[str]:
    """The colours of the topmost filled shape, or of its gradient."""
    fills = [str(part.get("fill")) for part in drawn(element, defs)]
    top = [fill for fill in fills if fill.startswith(("#", "url"))][-1]
    return [top] if top[0] == "#" else [str(stop.get("stop-color")) for stop in defs[top[5:-1]]]


def check(game: engine.Game) -> None:
    family = game.key.partition(":")[0]
    module = art(family)
    defs = {str(one.get("id")): one for one in parsed(module.defs()).iter()}  # type: ignore[attr-defined]
    for kind in ("", "-small", "-token", "-landing"):
        discs = [defs[f"{family}-{player}{kind}"] for player in range(game.players)]
        for one, other in combinations(discs, 2):
            if outline(one, defs) == outline(other, defs):
                pairs = product(top_colours(one, defs), top_colours(other, defs))
                assert min(contrast(*pair) for pair in pairs) >= 3
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
