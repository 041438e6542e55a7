"""Small boards as the markup of pages, so that one is drawn once for all pages that show it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import current_app
from markupsafe import Markup

from webapp.domain.opening import positions
from webapp.svg import draw_position

if TYPE_CHECKING:
    from engine.game import Game, Move
    from webapp.svg import Drawing


def macros() -> Any:
    """The macros that draw boards."""
    return current_app.jinja_env.get_template("partials/boards.html").module


def thumbnail(drawing: Drawing) -> Markup:
    return Markup(macros().thumbnail(drawing))  # noqa: S704


@lru_cache(maxsize=500)
def last_board(game: Game, moves: tuple[Move, ...]) -> Markup:
    """The board with which a game ends. To play its moves and to draw where they lead was half of
    what a page of the library took; the boards of twenty pages are 2 MB."""
    return thumbnail(draw_position(positions(game, moves)[-1]))
