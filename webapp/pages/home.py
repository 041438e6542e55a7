"""Home, and the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app, render_template
from markupsafe import Markup

from webapp.extensions import services
from webapp.pages import view

if TYPE_CHECKING:
    from flask import Blueprint

    from webapp.wire.messages import Snapshot

CONNECT_FOUR_SIZES = (
    ("connectfour", "7 × 6"),
    ("connectfour:8x7", "8 × 7"),
    ("connectfour:9x7", "9 × 7"),
    ("connectfour:6x5", "6 × 5"),
    ("connectfour:9x9:5", "9 × 9, five in a row"),
)
OTHELLO_SIZES = (
    ("othello", "8 × 8"),
    ("othello:6", "6 × 6"),
    ("othello:4", "4 × 4"),
    ("othello:10", "10 × 10"),
)
THREE_SIZES = (
    ("connectfour:7x6:4:3p", "7 × 6"),
    ("connectfour:8x7:4:3p", "8 × 7"),
    ("connectfour:9x7:4:3p", "9 × 7"),
)
"""The boards a start card offers; the form for a new game has them all."""

WAYS = (
    ("computer", "Computer", "chip"),
    ("friend", "Friend", "link"),
    ("screen", "One screen", "screen"),
)
"""The ways to begin: what the order calls them, what people read, and the icon."""


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/", view_func=home)
    blueprint.add_url_rule("/watch", view_func=watch)


def home() -> str:
    return render_template(
        "pages/home.html",
        games=_games(12),
        connectfour_sizes=CONNECT_FOUR_SIZES,
        othello_sizes=OTHELLO_SIZES,
        three_sizes=THREE_SIZES,
        ways=WAYS,
    )


def watch() -> str:
    return render_template("pages/watch.html", games=_games(48))


def _games(limit: int) -> list[tuple[Snapshot, Markup]]:
    return [(game, _thumbnail(game)) for game in services().listing.snapshots(limit)]


def _thumbnail(game: Snapshot) -> Markup:
    """A match's small board, drawn once for each version."""

    def draw() -> Markup:
        boards = current_app.jinja_env.get_template("partials/boards.html").module
        return Markup(boards.thumbnail(view.drawing(game)))  # type: ignore[attr-defined]  # noqa: S704

    return services().listing.pictures.get((game["match"], game["v"]), draw)
