"""What a person chooses for this browser: how boards look, sounds, how moves are made.

How boards look is kept in cookies, so that the server can write it into the page, and can be
chosen without script; the rest only scripts know, and they keep it in the browser's storage.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from flask import redirect, render_template, request

from engine.registry import FAMILIES
from webapp.pages import look
from webapp.pages.rules import card

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response

    from webapp.svg import Drawing

SWITCHES = (
    ("sound", "sound", "Sound", "Drop, flip, low clock"),
    ("vibration", "screen", "Vibration", "When it is your turn"),
    ("confirm", "check", "Confirm each move", "A second press sends it"),
    ("premove", "clock", "Premove", "Plan while you wait"),
    ("keys", "keys", "Single keys", "Letters act at once"),
)
"""What scripts keep: the name in ``static/js/settings.js``, the icon, and what people read."""


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/settings", view_func=settings)
    blueprint.add_url_rule("/settings", view_func=keep_settings, methods=["POST"])


def settings() -> str:
    return render_template(
        "pages/settings.html",
        switches=SWITCHES,
        choices=look,
        look=look.look_of_request(),
        samples=_samples(),
    )


def keep_settings() -> Response:
    """Without script what was chosen is a form; the cookies are those that the script sets."""
    response = redirect("/settings", 303)
    look.keep(response, look.look_of_form(request.form))
    return response


@lru_cache(maxsize=1)
def _samples() -> tuple[Drawing, ...]:
    """A small board of every game: the first that its rules show."""
    return tuple(
        card(family.chapters[0].lessons[0]).before
        for family in FAMILIES.values()
        if family.chapters
    )
