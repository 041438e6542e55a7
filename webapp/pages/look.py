"""How boards look in one browser: words in a cookie, which the root of every page repeats.

The server writes them into the first bytes of a page, so that nothing flashes, and the style sheet
``look.css`` gives them their meaning. What is not said there is as usual.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import request

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response

COOKIE = "look"
A_YEAR = 365 * 24 * 3600

THEMES = (("", "Device"), ("light", "Light"), ("dark", "Dark"))
BOARDS = (("classic", "Classic"), ("graphite", "Graphite"), ("contrast", "Contrast"))
MARKS = (("fine", "Fine"), ("bold", "Bold"))
"""What there is to choose, the usual first: as the cookie says it, and as people read it."""

BARE = "bare"
"""Without coordinates."""
STILL = "still"
"""With less motion."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a browser has chosen; `theme` is empty where the device decides."""

    theme: str = ""
    board: str = BOARDS[0][0]
    marks: str = MARKS[0][0]
    bare: bool = False
    still: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """What differs from the usual."""
        said = [word for word in (self.board, self.marks) if word not in _USUAL]
        return (*said, *([BARE] if self.bare else []), *([STILL] if self.still else []))


_USUAL = frozenset({BOARDS[0][0], MARKS[0][0]})


def look_of_request() -> Look:
    """What the browser's cookies say; words that are unknown here say nothing."""
    said = request.cookies.get(COOKIE, "").split(".")
    return Look(
        theme=_known(request.cookies.get("theme", ""), THEMES),
        board=next((word for word, _ in BOARDS if word in said and word not in _USUAL), "classic"),
        marks="bold" if "bold" in said else "fine",
        bare=BARE in said,
        still=STILL in said,
    )


def look_of_form(fields: Mapping[str, str]) -> Look:
    """What the form of the settings asks for; what makes no sense there is as usual."""
    return Look(
        theme=_known(fields.get("theme", ""), THEMES),
        board=_known(fields.get("board", ""), BOARDS),
        marks=_known(fields.get("marks", ""), MARKS),
        bare="coordinates" not in fields,
        still="still" in fields,
    )


def keep(response: Response, look: Look) -> None:
    """Have the browser remember; what is as usual needs no cookie."""
    for name, value in (("theme", look.theme), (COOKIE, ".".join(look.words))):
        if value:
            response.set_cookie(
                name, value, max_age=A_YEAR, samesite="Lax", secure=request.is_secure
            )
        else:
            forget(response, name)


def forget(response: Response, *names: str) -> None:
    """Have the browser forget what it chose."""
    for name in names or ("theme", COOKIE):
        response.delete_cookie(name, samesite="Lax", secure=request.is_secure)


def _known(value: str, choices: tuple[tuple[str, str], ...]) -> str:
    return value if value in dict(choices) else choices[0][0]
