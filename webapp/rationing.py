"""Counts HTTP requests, and refuses those that are too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request, session

from webapp.extensions import services
from webapp.service.limits import address_key
from webapp.service.turns import Visitor

if TYPE_CHECKING:
    from flask import Flask

COUNTED = {
    "pages.create": "matches",
    "api.create": "matches",
    "pages.pair": "matches",
    "pages.challenge": "matches",
    "api.pair": "matches",
    "pages.keep_name": "renames",
    "pages.forget_me": "renames",
    "pages.sign_out": "renames",
    "pages.open_link": "links",
    "pages.open_rescue": "links",
    "pages.set_password": "signins",
    "pages.register_name": "registrations",
    "pages.sign_in": "signins",
    "pages.change_account": "signins",
    "pages.become": "links",
    "operator_in": "links",
    "pages.act": "messages",
    "api.act": "messages",
    "pages.join": "messages",
    "api.join": "messages",
    "pages.ask": "laboratory",
    "pages.start_position": "laboratory",
    "pages.try_puzzle": "puzzles",
    "pages.help_with_puzzle": "puzzles",
    "pages.begin_study": "studies",
    "pages.copy_study": "studies",
    "pages.bring_games": "imports",
    "pages.delete_brought": "messages",
    "pages.edit_study": "messages",
    "pages.delete_study": "messages",
}
"""What the view functions that do something cost, besides a request; only a POST costs it."""

FREE = frozenset({"assets.file", "healthz", "readyz", "metrics"})

PICTURES = (".svg", ".png", ".gif", "/overlays.json")
"""Addresses that are the same for everybody: who asks for them is not looked at, or a cache
would have to keep them for each person apart."""


def ration(app: Flask) -> None:
    """Count every request before anything else is done for it."""
    app.before_request(_count)


def visitor() -> Visitor:
    """Who sends this request, over HTTP or a socket; a newcomer is no guest yet."""
    guest = session.get("guest")
    return Visitor(client_address(), guest if isinstance(guest, str) else "")


def client_address() -> str:
    """The address that a request comes from, as limits know it."""
    return address_key(request.remote_addr)


def _count() -> None:
    if request.endpoint in FREE:
        return
    limits = services().limits
    if request.path.endswith(PICTURES):
        limits.spend("requests", Visitor(client_address(), ""))
        return
    who = visitor()
    limits.spend("requests", who)
    services().guest_addresses.saw(who)
    name = COUNTED.get(request.endpoint or "")
    if name and (request.method == "POST" or name == "links"):
        limits.spend(name, who)
