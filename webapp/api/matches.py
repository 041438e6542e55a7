"""Matches over HTTP: create, read, join, act."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from engine import registry
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.extensions import services
from webapp.identity import current_guest, current_player, known_guest
from webapp.listing import LISTED
from webapp.security import csrf_token
from webapp.wire.messages import Snapshot

blueprint = Blueprint("api", __name__, url_prefix="/api")


@blueprint.get("/games")
def games() -> dict[str, Any]:
    """The families of games and their parameters' limits."""
    return {
        "games": [
            {
                "key": family.key,
                "name": family.name,
                "parameters": [
                    {
                        "name": parameter.name,
                        "label": parameter.label,
                        "default": parameter.default,
                        "minimum": parameter.minimum,
                        "maximum": parameter.maximum,
                        "step": parameter.step,
                    }
                    for parameter in family.parameters
                ],
            }
            for family in registry.FAMILIES.values()
        ]
    }


@blueprint.get("/session")
def session() -> dict[str, Any]:
    """The caller's name, and the token that changing requests must carry."""
    return {"name": current_guest().name, "csrf_token": csrf_token()}


@blueprint.get("/matches")
def public() -> dict[str, Any]:
    """The public matches going on."""
    matches = services().listing.snapshots(LISTED)
    statuses = [Status(match["status"]) for match in matches]
    return {"matches": matches, "count": services().lobby.count(statuses, LISTED)}


@blueprint.get("/seeks")
def seeks() -> dict[str, Any]:
    """The matches that wait for strangers, those that have waited for longest."""
    return {"seeks": [wire.seek(match) for match in services().seeks.shown()]}


@blueprint.post("/pair")
def pair() -> dict[str, Any]:
    """Play a game and clock against whoever wants the same."""
    order = wire.parse_pairing(_json())
    return {"ok": True, "match": services().seeks.pair(order, current_player())}


@blueprint.get("/mine")
def mine() -> dict[str, Any]:
    """The caller's running matches, those in which it is the caller's turn first."""
    guest = known_guest()
    games = services().lobby.mine(guest.id) if guest else []
    return {"matches": [wire.snapshot(game) for game in games]}


@blueprint.post("/matches")
def create() -> tuple[dict[str, Any], int]:
    guest = current_player()
    match_id = services().matches.create(wire.parse_new_match(_json()), guest)
    return {"ok": True, **wire.snapshot(services().matches.view(match_id, guest.id))}, 201


@blueprint.get("/matches/<match_id>")
def read(match_id: str) -> Snapshot:
    guest = known_guest()
    services().matches.glance(match_id)
    seen = services().matches.view(match_id, guest.id if guest else None)
    return services().listing.describe(seen)


@blueprint.post("/matches/<match_id>/join")
def join(match_id: str) -> dict[str, Any]:
    return {"ok": True, "seat": services().matches.join(match_id, current_player())}


@blueprint.post("/matches/<match_id>/act")
def act(match_id: str) -> dict[str, Any]:
    action = wire.parse_act(_json())
    with services().metrics.acting():
        v = services().matches.act(match_id, current_guest(), action)
    return {"ok": True, "v": v}


def _json() -> object:
    """The request's JSON body."""
    try:
        body = request.get_json(silent=True)
    except RecursionError:  # brackets within brackets, thousands of them
        body = None
    if body is None:
        raise Refusal("malformed", "The body must be a JSON object.")
    return body
