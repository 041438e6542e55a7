"""The form for a new game, and the orders that start one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Response, redirect, render_template, request

from engine import registry
from engine.errors import UnsupportedGame
from engine.players.levels import NEWCOMERS
from engine.registry import FAMILIES, family_key
from engine.sentences import describe_turn
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.opening import positions
from webapp.domain.rated import ladder
from webapp.errors import status_of
from webapp.extensions import services
from webapp.identity import current_player
from webapp.pages import inviting
from webapp.pages.picture import picture_of
from webapp.svg import draw_position

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from engine.family import Family
    from engine.game import Game, Move, Position

CLOCKS = (
    ("", "None"),
    *((key, key) for key in ("1+0", "2+1", "3+2", "5+3", "10+5")),
    ("30/move", "30 s a move"),
)
"""The time controls to choose from: as the order writes them, and as people read them."""


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/new", view_func=new)
    blueprint.add_url_rule("/matches", view_func=create, methods=["POST"])
    blueprint.add_url_rule("/boards/<key>.svg", view_func=empty_board)


@dataclass(frozen=True, slots=True)
class Opening:
    """The board a game is to start with, when it is not the first one.

    Attributes:
        moves: what leads there from the first one.
    """

    moves: tuple[Move, ...]
    position: Position

    @property
    def game(self) -> Game:
        return self.position.game


def new() -> str | tuple[str, int]:
    """The form; ``game`` and ``moves`` in the address are the board to start from."""
    try:
        opening = _opening(request.args)
    except Refusal as error:
        return _form(request.args, None, error.message), status_of(error)
    return _form(request.args, opening)


def create() -> BaseResponse | tuple[str, int]:
    """Start the match that a start card or the form orders."""
    fields = _order(request.form.to_dict())
    instead = fields.pop("instead", "")
    if inviting.came(instead):
        return redirect(f"/m/{instead}", 303)
    try:
        match_id = services().matches.create(
            wire.parse_new_match(fields, form=True), current_player()
        )
    except Refusal as error:
        try:
            opening = _opening(request.form)
        except Refusal:  # the opening itself is what was refused
            opening = None
        return _form(request.form, opening, error.message), status_of(error)
    inviting.call_off(instead)
    return redirect(f"/m/{match_id}", 303)


def empty_board(key: str) -> Response:
    """A picture of a game's first position; numbers in the query vary the game."""
    try:
        drawing = draw_position(_game(key).start())
    except UnsupportedGame as error:
        raise Refusal("unsupported_game", str(error)) from None
    response = picture_of("boards/picture.svg", drawing=drawing)
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


def _game(key: str) -> Game:
    family = FAMILIES.get(key)
    if family is None or not request.args:
        return registry.game(key)
    wishes = {p.name: request.args.get(p.name, p.default, type=int) for p in family.parameters}
    return family.make(**wishes)


def _opening(fields: Any) -> Opening | None:
    """The board that the fields ask to start from, None for the first; raises `Refusal`."""
    names = {p.name for family in FAMILIES.values() for p in family.parameters} | {"game", "moves"}
    order = wire.parse_new_match({n: v for n, v in fields.items() if n in names}, form=True)
    if not order.opening:
        return None
    return Opening(order.opening, positions(order.game, order.opening)[-1])


def _order(fields: dict[str, str]) -> dict[str, str]:
    """A start card's choice of opponent, written as seats like the form's."""
    opponent, level = fields.pop("opponent", None), fields.pop("level", NEWCOMERS)
    if opponent is None:
        return fields
    others = {"friend": "friend", "screen": "me"}.get(opponent, f"ai:{level}")
    shown = {} if opponent == "friend" else {"public": "1"}
    return shown | fields | {"seat0": "me", "seat1": others, "seat2": others}


def _form(wishes: Any, opening: Opening | None, refusal: str = "") -> str:
    key = wishes.get("game", "")
    family = FAMILIES.get(family_key(key)) or next(iter(FAMILIES.values()))
    return render_template(
        "pages/new.html",
        family=family,
        families=FAMILIES.values(),
        seats=opening.game.player_names if opening else _most_seats(family),
        chosen=_chosen(family, wishes),
        wished=wishes.get,
        opening=opening,
        describe_turn=describe_turn,
        draw_position=draw_position,
        clocks=CLOCKS,
        first=opening.position.to_move if opening else 0,
        shown="public" in wishes,
        ladder=ladder(family.make()),
        refusal=refusal,
    )


def _chosen(family: Family, wishes: Any) -> dict[str, int]:
    """Each parameter as wished for, as far as the wish is a number; else as the key says."""
    try:
        game = registry.game(wishes.get("game", ""))
    except UnsupportedGame:
        game = family.make()
    return {
        parameter.name: wishes.get(
            parameter.name, getattr(game, parameter.name, parameter.default), type=int
        )
        for parameter in family.parameters
    }


def _most_seats(family: Family) -> tuple[str, ...]:
    """The colours of the game with the most players."""
    most = {p.name: p.maximum for p in family.parameters if p.name == "players"}
    return family.make(**most).player_names
