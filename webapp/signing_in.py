"""The cookie of somebody who signs in or out; whom it names, `identity` says.

A browser that signs in keeps in its cookie which guest it was, and is that guest again once it
has signed out: no game that goes on is lost by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import request, session

from webapp.audit import alias, note
from webapp.domain.seat import Guest
from webapp.extensions import services
from webapp.identity import known_guest, remember
from webapp.service.turns import Visitor

if TYPE_CHECKING:
    from webapp.domain.account import Account

BEFORE, KNOWN = "before", "known"
"""In the cookie: what it said of the guest who has signed in since, and who has signed in here."""

MOST_KNOWN = 4

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
    remember(guest, services().identities.generation(account.guest_id))
    session["plays"] = True
    _known(account)
    _note("signed_in", account)
    return guest


def sign_out() -> None:
    """Be the guest again who had signed in here, or a newcomer."""
    before, known = session.get(BEFORE), session.get(KNOWN)
    session.clear()
    if before:
        session.permanent = True
        session.update(before)
    if known:
        session.permanent = True
        session[KNOWN] = known


def guesser(name_key: str, guest_id: str | None) -> Visitor:
    """Whose tries at a password are counted together: all at one name, but a browser's by
    themselves that was signed in by it before, so that no stranger's guesses keep a person out."""
    if guest_id is not None and alias(guest_id) in session.get(KNOWN, ()):
        return Visitor("", f"name:{name_key}:{session.get('guest')}")
    return Visitor("", f"name:{name_key}")


def _kept(account: Account) -> dict[str, Any]:
    """What stays in the cookie of a browser that signs in."""
    kept = {name: session[name] for name in (BEFORE, KNOWN) if name in session}
    guest = known_guest()
    if guest and not guest.registered and guest.id != account.guest_id and session.get("plays"):
        kept[BEFORE] = {name: session[name] for name in _OF_GUEST if name in session}
    return kept


def _known(account: Account) -> None:
    mine = str(alias(account.guest_id))
    others = [one for one in session.get(KNOWN, ()) if one != mine]
    session[KNOWN] = [mine, *others][:MOST_KNOWN]


def _note(event: str, account: Account) -> None:
    note(event, guest=alias(account.guest_id), address=request.remote_addr)
