"""Home, the list of games, and the form for a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, make_response, redirect, render_template, request

from engine import registry
from engine.errors import UnsupportedGame
from engine.registry import FAMILIES
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.errors import STATUSES
from webapp.extensions import services
from webapp.identity import current_player
from webapp.pages import view
from webapp.svg import draw_position

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from engine.game import Game
    from engine.registry import Family

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
"""The boards a start card offers; the form for a new game has them all."""


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/", view_func=home)
    blueprint.add_url_rule("/watch", view_func=watch)
    blueprint.add_url_rule("/new", view_func=new)
    blueprint.add_url_rule("/matches", view_func=create, methods=["POST"])
    blueprint.add_url_rule("/boards/<key>.svg", view_func=empty_board)


def home() -> str:
    return render_template(
        "pages/home.html",
        games=_games(12),
        connectfour_sizes=CONNECT_FOUR_SIZES,
        othello_sizes=OTHELLO_SIZES,
    )


def watch() -> str:
    return render_template("pages/watch.html", games=_games(48))


def new() -> str:
    return _form(request.args)


def create() -> BaseResponse | tuple[str, int]:
    """Start the match that a start card or the form orders."""
    fields = _order(request.form.to_dict())
    try:
        match_id = services().matches.create(
            wire.parse_new_match(fields, form=True), current_player()
        )
    except Refusal as error:
        return _form(request.form, error.message), STATUSES.get(error.code, 409)
    return redirect(f"/m/{match_id}", 303)


def empty_board(key: str) -> Response:
    """A picture of a game's first position; numbers in the query vary the game."""
    try:
        drawing = draw_position(_game(key).start())
    except UnsupportedGame as error:
        raise Refusal("unsupported_game", str(error)) from None
    response = make_response(render_template("boards/picture.svg", drawing=drawing))
    response.mimetype = "image/svg+xml"
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


def _game(key: str) -> Game:
    family = FAMILIES.get(key)
    if family is None or not request.args:
        return registry.game(key)
    wishes = {p.name: request.args.get(p.name, p.default, type=int) for p in family.parameters}
    return family.make(**wishes)


def _games(limit: int) -> list[tuple[dict[str, Any], Any]]:
    games = services().lobby.public_games(limit)
    return [(snapshot, view.drawing(snapshot)) for snapshot in games]


def _order(fields: dict[str, str]) -> dict[str, str]:
    """A start card's choice of opponent, written as seats like the form's."""
    opponent, level = fields.pop("opponent", None), fields.pop("level", "4")
    if opponent is None:
        return fields
    other = "friend" if opponent == "friend" else f"ai:{level}"
    return {"public": "1"} | fields | {"seat0": "me", "seat1": other}


def _form(wishes: Any, refusal: str = "") -> str:
    family = FAMILIES.get(wishes.get("game", "").partition(":")[0]) or next(iter(FAMILIES.values()))
    return render_template(
        "pages/new.html",
        family=family,
        families=FAMILIES.values(),
        seats=_most_seats(family),
        chosen=_chosen(family, wishes),
        wished=wishes.get,
        shown="public" in wishes or not refusal,
        refusal=refusal,
    )


def _chosen(family: Family, wishes: Any) -> dict[str, int]:
    """Each parameter as wished for, as far as the wish is a number."""
    return {
        parameter.name: wishes.get(parameter.name, parameter.default, type=int)
        for parameter in family.parameters
    }


def _most_seats(family: Family) -> tuple[str, ...]:
    """The colours of the game with the most players."""
    most = {p.name: p.maximum for p in family.parameters if p.name == "players"}
    return family.make(**most).player_names
