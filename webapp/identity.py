"""Who is asking: a guest id and a nickname in a signed, durable cookie.

Whose name is kept goes by that, whatever the cookie says, so that it is the same in all browsers.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flask import current_app, g, request, session
from itsdangerous import BadSignature, URLSafeTimedSerializer

from webapp.audit import alias, note
from webapp.domain.errors import Refusal
from webapp.domain.seat import Guest
from webapp.extensions import services
from webapp.names import clean_name, random_name
from webapp.service.identities import LINK_LIFETIME
from webapp.sessions import is_expired

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webapp.service.identities import Identities

BEFORE, KNOWN = "before", "known"
"""In the cookie: what it said of the guest who has signed in since, and who has signed in here."""

REFRESH = 30
"""Days after which the cookie is sent anew, so that it does not expire for a regular guest.

Not with every response: one that was long on its way would bring an old name back.
"""


def current_guest() -> Guest:
    """The person behind this request; a newcomer gets an id and a name.

    Whoever was signed out elsewhere is the guest again who had signed in here.
    """
    guest = known_guest()
    if guest is None and BEFORE in session:
        step_back()
        guest = known_guest()
    if guest is None:
        guest = Guest(secrets.token_urlsafe(16), random_name())
        remember(guest, 0)
        services().identities.welcome(guest.id, guest.name)
    elif abs(_today() - session.get("day", 0)) > REFRESH:
        session["day"] = _today()
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
    """The person behind this request, if the cookie names one who has not signed it out."""
    return guest_of(session, services().identities, believed=g.get("cookie_believed", False))


def guest_of(
    said: Mapping[str, Any], identities: Identities, *, believed: bool = False
) -> Guest | None:
    """The person of whom a cookie says this, if it counts still or is believed anyhow."""
    guest_id = said.get("guest")
    if not isinstance(guest_id, str):
        return None
    nickname = said["name"]
    if believed:
        return Guest(guest_id, nickname)
    generation = said.get("generation", 0)
    standing = identities.standing(guest_id, nickname, generation)
    if generation != standing.generation:
        return None
    return standing.person(guest_id, nickname)


def believe_cookie() -> None:
    """For the rest of this request, which does nothing more, take the cookie's word: the store
    that knows who was signed out is away, and that is all the page says."""
    g.cookie_believed = True


def set_name(text: str) -> Guest:
    """Change a guest's nickname; what cannot be shown is taken out of it.

    Raises:
        Refusal: nothing is left, the name is kept for somebody else, or this person has one.
    """
    name, guest = clean_name(text), current_guest()
    if not name:
        raise Refusal("malformed", "A name needs at least one letter.")
    if guest.registered:
        raise Refusal("name_taken", "Your name is kept; to take another one takes the password.")
    if not services().accounts.is_free(name, guest.id):
        raise Refusal("name_taken", f"{name} is kept for somebody else, who has its password.")
    session["name"] = name
    return Guest(guest.id, name)


def resume_path(guest: Guest) -> str:
    """A private address that makes one other browser this person, within a day."""
    generation = services().identities.generation(guest.id)
    claim = [guest.id, guest.name, generation, secrets.token_urlsafe(12)]
    return f"/resume/{_serializer().dumps(claim)}"


def guest_of_link(token: str) -> Guest:
    """The person whose private link this is, used or not."""
    return _claim(token)[0]


def resume(token: str) -> Guest:
    """Become the person whose private link was opened, and use the link up."""
    guest, generation, link = _claim(token)
    services().identities.use_link(link)
    session.clear()
    remember(guest, generation)
    session["plays"] = True
    _note("signed_in", guest)
    return guest


def sign_out_others() -> Guest:
    """Stay who one is in this browser alone."""
    guest = current_guest()
    session["generation"] = services().identities.sign_out(guest.id)
    _note("signed_out_elsewhere", guest)
    return guest


def forget(guest: Guest) -> None:
    """Be nobody any more, or the guest who had signed in here: this browser knows nothing of a
    person who has left."""
    session.pop(KNOWN, None)
    step_back()
    _note("forgotten", guest)


def step_back() -> None:
    """Be the guest again who had signed in here, or a newcomer."""
    before, known = session.get(BEFORE), session.get(KNOWN)
    session.clear()
    if before:
        session.permanent = True
        session.update(before)
    if known:
        session.permanent = True
        session[KNOWN] = known


def _note(event: str, guest: Guest) -> None:
    note(event, guest=alias(guest.id), address=request.remote_addr)


def _claim(token: str) -> tuple[Guest, int, str]:
    """(whom, of which generation, the link's own id); raises `Refusal`."""
    try:
        (guest_id, name, generation, link), signed = _serializer().loads(
            token, return_timestamp=True
        )
    except (BadSignature, ValueError, TypeError):
        raise Refusal("bad_link") from None
    if is_expired(signed, LINK_LIFETIME.total_seconds()):
        raise Refusal("bad_link", "This link is too old; each one works for a day.")
    if generation != services().identities.generation(guest_id):
        raise Refusal("bad_link", "This link has been revoked.")
    return Guest(guest_id, clean_name(name) or random_name()), generation, link


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(str(current_app.secret_key), salt="flipfour.resume")


def remember(guest: Guest, generation: int) -> None:
    """Have the cookie say that this browser is a person, for as long as a generation counts."""
    session.permanent = True
    session["guest"], session["name"], session["day"] = guest.id, guest.name, _today()
    session["generation"] = generation


def _today() -> int:
    return datetime.now(UTC).toordinal()
