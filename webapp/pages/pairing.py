"""Quick pairing by a form: one press from the first page to a game with a stranger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import redirect, request

from webapp import wire
from webapp.extensions import services
from webapp.identity import current_player

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/pair", view_func=pair, methods=["POST"])


def pair() -> BaseResponse:
    """Play what the form names (`game`, `clock`, `rated`) against whoever wants the same."""
    fields = request.form.to_dict()
    if fields.get("rated") == "near":  # one choice of three is easier than two that depend
        fields |= {"rated": "1", "near": "1"}
    order = wire.parse_pairing(fields, form=True)
    return redirect(f"/m/{services().seeks.pair(order, current_player())}", 303)
