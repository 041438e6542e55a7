"""An invitation that its host changes: a new one in its place, while nobody has come.

The old one is called off when the new one stands, so that an order that is refused costs nothing;
whoever opens the old link reads that the game was called off.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from webapp.domain.action import Action, ActionKind
from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.extensions import services
from webapp.identity import current_guest

if TYPE_CHECKING:
    from webapp.domain.match import Match
    from webapp.wire.messages import SeatFields, Snapshot


def change_path(snapshot: Snapshot) -> str:
    """The form of a new game filled with what an invitation offers; empty where others have come,
    or where the game begins on a board that the form would ask for again."""
    others = [seat for seat in snapshot["seats"] if seat["seat"] not in snapshot["you"]]
    people = any(seat["kind"] == "human" for seat in others)
    if not snapshot["you"] or snapshot["status"] != "waiting" or people or snapshot["opening"]:
        return ""
    wishes = {"game": snapshot["game"]["key"], "instead": snapshot["match"]}
    wishes |= {f"seat{seat['seat']}": _sitter(snapshot, seat) for seat in snapshot["seats"]}
    if snapshot["control"]:
        wishes["clock"] = snapshot["control"]["key"]
    if snapshot["rated"]:
        wishes["rated"] = "1"
    if services().matches.match(snapshot["match"]).near:
        wishes["near"] = "1"
    if snapshot["public"]:
        wishes["public"] = "1"
    return f"/new?{urlencode(wishes)}"


def came(match_id: str) -> bool:
    """Whether somebody has come to this invitation of the viewer's: it can be changed no more."""
    match = _own(match_id)
    return match is not None and match.status is Status.PLAYING


def call_off(match_id: str) -> None:
    """Call off an invitation of the viewer's to which nobody has come."""
    match = _own(match_id)
    if match is None or match.status is not Status.WAITING:
        return
    with suppress(Refusal):  # somebody has come and moved this very moment
        abort = Action(ActionKind.ABORT, id=secrets.token_urlsafe(9))
        services().matches.act(match_id, current_guest(), abort)


def _own(match_id: str) -> Match | None:
    guest = current_guest().id
    with suppress(Refusal):
        match = services().matches.seen(match_id, guest) if match_id else None
        return match if match and match.held_by(guest) else None
    return None


def _sitter(snapshot: Snapshot, seat: SeatFields) -> str:
    if seat["seat"] in snapshot["you"]:
        return "me"
    return f"ai:{seat['level']}" if seat["kind"] == "ai" else "friend"
