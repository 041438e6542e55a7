"""What can be shown over a position, as JSON that any cache may keep."""

from __future__ import annotations

from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import Response, jsonify, request

from engine.registry import family_of
from webapp import wire

if TYPE_CHECKING:
    from flask import Blueprint

    from engine.game import Game
    from engine.parts.overlay import Overlay

A_DAY = 24 * 3600


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/analysis/overlays.json", view_func=overlays)


def overlays() -> Response:
    """Every overlay of the position that ``game`` and ``moves`` lead to."""
    position = wire.parse_line(request.args).position
    shown = family_of(position.game).overlays
    response = jsonify(overlays=[asdict(overlay) for overlay in shown(position)] if shown else [])
    response.set_etag(sha256(response.get_data()).hexdigest()[:20])
    response.headers["Cache-Control"] = f"public, max-age={A_DAY}"
    response.make_conditional(request)
    return response


def kinds_of(game: Game) -> tuple[Overlay, ...]:
    """The kinds of overlays of a game, as its first board has them."""
    shown = family_of(game).overlays
    return shown(game.start()) if shown else ()
