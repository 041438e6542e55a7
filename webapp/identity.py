"""Who is asking: a guest id and a nickname in a signed, durable cookie."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from flask import current_app, session
from itsdangerous import BadSignature, URLSafeSerializer

from webapp.domain.errors import Refusal
from webapp.domain.seat import Guest
from webapp.names import clean_name, random_name

REFRESH = 30
"""Days after which the cookie is sent anew, so that it does not expire for a regular guest.

Not with every response: one that was long on its way would bring an old name back.
"""


def current_guest() -> Guest:
    """The person behind this request; a newcomer gets an id and a name."""
    if not isinstance(session.get("guest"), str):
        _remember(Guest(secrets.token_urlsafe(16), random_name()))
    guest = Guest(session["guest"], session["name"])
    if _today() - session.get("day", 0) > REFRESH:
        _remember(guest)
    return guest


def current_player() -> Guest:
    """The person behind this request, who from now on has a game to lose."""
    guest = current_guest()
    if not session.get("plays"):
        session["plays"] = True
    return guest


def has_played() -> bool:
    """Whether the person behind this request ever took a seat in this browser."""
    return bool(session.get("plays"))


def known_guest() -> Guest | None:
    """The person behind this request, if the cookie names one."""
    return current_guest() if isinstance(session.get("guest"), str) else None


def set_name(text: str) -> Guest:
    """Change the nickname; what cannot be shown is taken out of it."""
    name = clean_name(text)
    if not name:
        raise Refusal("malformed", "A name needs at least one letter.")
    guest = Guest(current_guest().id, name)
    _remember(guest)
    return guest


def resume_path(guest: Guest) -> str:
    """The private address that makes another browser this person."""
    return f"/resume/{_serializer().dumps([guest.id, guest.name])}"


def guest_of_link(token: str) -> Guest:
    """The person whose private link this is."""
    try:
        guest_id, name = _serializer().loads(token)
    except (BadSignature, ValueError, TypeError):
        raise Refusal("bad_link") from None
    return Guest(str(guest_id), clean_name(str(name)) or random_name())


def resume(token: str) -> Guest:
    """Become the person whose private link was opened."""
    guest = guest_of_link(token)
    _remember(guest)
    session["plays"] = True
    return guest


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="flipfour.resume")


def _remember(guest: Guest) -> None:
    session.permanent = True
    session["guest"], session["name"], session["day"] = guest.id, guest.name, _today()


def _today() -> int:
    return datetime.now(UTC).toordinal()
