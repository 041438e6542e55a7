"""Pictures of any position and game, at addresses that stay and may be cached.

``/board.svg`` and ``/board.png`` show what ``game`` and ``moves`` lead to, or the arrangement
that ``rows`` spell; ``/game.gif`` plays a game. ``width`` is in pixels; ``theme`` is light or dark,
``coordinates`` 0 leaves them out, ``marks`` (``3,5``) and ``arrows`` (``3-5,4-6``) name squares row
by row from 0.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from flask import Response, request

from engine.arrangement import Arrangement
from engine.errors import EngineError
from engine.registry import game as game_of
from engine.registry import usual_game
from engine.sentences import describe_outcome, describe_turn
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.extensions import services
from webapp.pages.picture import picture_of
from webapp.pages.picture_style import styled
from webapp.rationing import client_address
from webapp.svg import Drawing, draw_arrangement, draw_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Blueprint

    from engine.game import Position

NARROWEST, WIDEST, USUAL = 64, 1600, 640

WIDEST_GIF = 480
"""Pixels."""

SQUARES = 4200
"""Squares of all boards of a GIF, some seconds' work: 65 boards of 8×8, or 16 of 16×16."""

A_DAY = 24 * 3600


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/board.svg", view_func=board_svg)
    blueprint.add_url_rule("/board.png", view_func=board_png)
    blueprint.add_url_rule("/game.gif", view_func=game_gif)


def board_svg() -> Response:
    return _answer(_styled().encode(), "image/svg+xml")


def board_png() -> Response:
    drawn = services().painter.png(_styled(), _width(WIDEST), client_address())
    return _answer(drawn, "image/png")


def game_gif() -> Response:
    line = wire.parse_line(request.args)
    drawings = [_picture(draw_position(position, "")) for position in _filmed(line.positions)]
    drawn = services().painter.gif(drawings, _width(WIDEST_GIF), client_address())
    return _answer(drawn, "image/gif")


def _filmed(boards: Sequence[Position]) -> list[Position]:
    """The boards of a GIF: all of them, or every so many-th where they would be too much to draw;
    the first and the last in any case."""
    squares = boards[0].game.columns * boards[0].game.rows
    step = -(-len(boards) * squares // SQUARES)
    shown = list(boards[::-step][::-1])
    return shown if shown[0] is boards[0] else [boards[0], *shown]


def _drawing() -> Drawing:
    if rows := request.args.get("rows"):
        return _arrangement(rows)
    position = wire.parse_line(request.args).position
    return draw_position(position, _title(position))


def _title(position: Position) -> str:
    outcome = position.outcome()
    said = describe_outcome(position.game, outcome) if outcome else describe_turn(position)
    return f"{position.game.name}. {said}"


def _arrangement(rows: str) -> Drawing:
    try:
        game = game_of(request.args.get("game", usual_game().key))
        board = Arrangement.from_rows(game, rows.replace("/", "\n"), None)
    except EngineError as error:
        raise Refusal("malformed", str(error)) from None
    return draw_arrangement(board, f"{game.name}, an arrangement")


def _styled() -> str:
    drawing, style = styled(_drawing(), request.args.to_dict())
    return _picture(drawing, style)


def _picture(drawing: Drawing, style: str = "") -> str:
    return picture_of("boards/picture.svg", drawing=drawing, style=style).get_data(as_text=True)


def _width(widest: int) -> int:
    asked = request.args.get("width", min(USUAL, widest), type=int)
    return max(NARROWEST, min(asked, widest))


def _answer(body: bytes, mimetype: str) -> Response:
    response = Response(body, mimetype=mimetype)
    response.set_etag(sha256(body).hexdigest()[:20])
    response.headers["Cache-Control"] = f"public, max-age={A_DAY}"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # other sites show them
    response.make_conditional(request)
    return response
