"""The cookie of somebody who signs in; whom it names, `identity` says.

A browser that signs in keeps in its cookie which guest it was, and is that guest again once it
has signed out: no game that goes on is lost by it.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from flask import request, session

from webapp.audit import alias, note
from webapp.domain.errors import Refusal
from webapp.domain.seat import Guest
from webapp.extensions import services
from webapp.identity import BEFORE, KNOWN, known_guest, remember
from webapp.service.limits import IPV6_PLACE, RETRY, address_key, refusal
from webapp.service.turns import Visitor

if TYPE_CHECKING:
    from webapp.domain.account import Account

MOST_KNOWN = 4
"""Names that a browser is known by, each with a sign of its own that its guesses are counted by:
it comes with the password alone, so that a kept copy of the cookie buys no more of them."""

_OF_GUEST = ("guest", "name", "generation", "plays", "day")


def keep_name(account: Account) -> Guest:
    """This browser alone stays the guest whose name is kept from now on. Whoever had the guest's
    cookie, or slipped it in here, needs the password."""
    session["generation"] = services().identities.sign_out(account.guest_id)
    session["name"] = account.name
    _known(account)
    _note("registered", account)
    return Guest(account.guest_id, account.name, registered=True)


def sign_in(account: Account) -> Guest:
    """Be somebody whose name is kept, in this browser too."""
    kept = _kept(account)
    session.clear()
    session.update(kept)
    guest = Guest(account.guest_id, account.name, registered=True)
    services().identities.forget(guest.id)  # a server beside this one may have signed all out
    remember(guest, services().identities.generation(guest.id))
    session["plays"] = True
    _known(account)
    _note("signed_in", account)
    return guest


def spend_guess(name_key: str, guest_id: str | None) -> None:
    """Count a try at the password of a name. Raises `Refusal`: one too many."""
    try:
        services().limits.spend("guesses", guesser(name_key, guest_id))
    except Refusal as error:
        said = "Too many passwords were tried for this name"
        raise refusal(error.retry or RETRY, said) from None


def guesser(name_key: str, guest_id: str | None) -> Visitor:
    """Whose tries at a password are counted together: those from one place, and all at one name
    from anywhere. A browser that was signed in by it before is counted by itself alone, so that no
    strangers' guesses keep a person out."""
    ours = f"{alias(guest_id)}."
    mark = next((one for one in session.get(KNOWN, ()) if one.startswith(ours)), "")
    if mark:
        return Visitor("", f"name:{name_key}:{mark}")
    place = address_key(request.remote_addr, IPV6_PLACE)
    return Visitor(f"name:{name_key}", f"name:{name_key}:{place}")


def _kept(account: Account) -> dict[str, Any]:
    """What stays in the cookie of a browser that signs in."""
    kept = {name: session[name] for name in (BEFORE, KNOWN) if name in session}
    guest = known_guest()
    if guest and not guest.registered and guest.id != account.guest_id and session.get("plays"):
        kept[BEFORE] = {name: session[name] for name in _OF_GUEST if name in session}
    return kept


def _known(account: Account) -> None:
    mine = f"{alias(account.guest_id)}."
    others = [one for one in session.get(KNOWN, ()) if not one.startswith(mine)]
    session[KNOWN] = [mine + secrets.token_urlsafe(6), *others][:MOST_KNOWN]


def _note(event: str, account: Account) -> None:
    note(event, guest=alias(account.guest_id), address=request.remote_addr)
