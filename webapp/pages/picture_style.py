"""How a picture is to look: light or dark, with coordinates or without, marks and arrows on it.

The sheets of the pages are the one place that names the dark colours: what they say of a drawing's
classes is written into the picture.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from webapp.domain.errors import Refusal
from webapp.paths import resource
from webapp.svg import Drawing, annotated
from webapp.wire.inbound import Message, parse

PATTERN_OF_MARKS = r"[0-9]+(,[0-9]+){0,63}"
PATTERN_OF_ARROWS = r"[0-9]+-[0-9]+(,[0-9]+-[0-9]+){0,31}"
SAYS_MARKS = "'marks' must be up to 64 squares by their numbers, such as 3,10."
SAYS_ARROWS = "'arrows' must be up to 32 pairs of squares by their numbers, such as 3-10,4-11."

DARK = re.compile(r":root\[data-theme=\"dark\"\] \{(.*?)\}", re.DOTALL)
LIGHT = re.compile(r":root \{(.*?)\}", re.DOTALL)
VALUE = re.compile(r"(--[a-z0-9-]+): ([^;]+);")
USED = re.compile(r"var\((--[a-z0-9-]+)\)")
PAINTED = re.compile(
    r"^(\.[a-z-]+(?:, \.[a-z-]+)*) \{ ((?:fill|stroke|stop)[^}\n]*)\}$", re.MULTILINE
)


class _Look(Message):
    theme: Literal["light", "dark"] = "light"
    coordinates: bool = True
    marks: Annotated[str, Field(max_length=400)] = ""
    arrows: Annotated[str, Field(max_length=400)] = ""


def styled(drawing: Drawing, query: dict[str, str]) -> tuple[Drawing, str]:
    """The drawing with the query's marks and arrows, and the style of its picture.

    Raises:
        Refusal: a parameter makes no sense, or names a square that is not on the board.
    """
    look = parse(_Look, {name: value for name, value in query.items() if value}, strict=False)
    if look.marks and not re.fullmatch(PATTERN_OF_MARKS, look.marks):
        raise Refusal("malformed", SAYS_MARKS)
    if look.arrows and not re.fullmatch(PATTERN_OF_ARROWS, look.arrows):
        raise Refusal("malformed", SAYS_ARROWS)
    marks = tuple(int(square) for square in look.marks.split(",") if square)
    pairs = [arrow.split("-") for arrow in look.arrows.split(",") if arrow]
    arrows = tuple((int(start), int(end)) for start, end in pairs)
    count = drawing.columns * drawing.rows
    for square in (*marks, *(square for arrow in arrows for square in arrow)):
        if square >= count:
            raise Refusal("malformed", f"{square} is no square; they are 0 to {count - 1}.")
    hidden = "" if look.coordinates else ".labels,.coordinates{display:none}"
    return annotated(drawing, marks, arrows), hidden + (dark() if look.theme == "dark" else "")


@lru_cache
def dark() -> str:
    """What the sheets say of a drawing's classes, with the dark colours in it."""
    tokens = _sheet("tokens")
    (bright,), (dim,) = LIGHT.findall(tokens)[:1], DARK.findall(tokens)
    values = dict(VALUE.findall(bright)) | dict(VALUE.findall(dim))

    def value(match: re.Match[str]) -> str:
        return str(values[match[1]])

    rules = PAINTED.findall(_sheet("board"))
    painted = [(classes, USED.sub(value, said).strip()) for classes, said in rules]
    return "".join(f"{classes}{{{said}}}" for classes, said in painted)


def _sheet(name: str) -> str:
    return str(resource("static").joinpath("css", f"{name}.css").read_text())
