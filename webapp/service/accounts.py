"""Names that are kept: a guest's id with a password, so that games, ratings and links stay.

Whoever knows the password always has the last word. A browser that is signed in may play, sign
others out and make private links, yet neither a new password, nor another name, nor the end of the
account comes about without the password, so a browser that was borrowed takes nothing over. There
is no e-mail: a lost password is helped by the rescue link alone, which was shown once; an operator
can make another one.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from webapp.domain.account import Account, Kept, checked_password, chosen_name, normal_password
from webapp.domain.errors import Refusal
from webapp.lookalikes import key, keys

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from webapp.domain.seat import Guest
    from webapp.service.passwords import Passwords
    from webapp.service.people_store import AccountStore

RENAMES = timedelta(days=30)
"""Between two changes of a name: others know people by it, and old ones stay theirs."""

FOUND = 20
"""Names of one search."""


class Accounts:
    """Every method may be called from any thread; those with a password take a tenth of a second,
    and are no matter of the loop's own thread."""

    def __init__(self, store: AccountStore, passwords: Passwords) -> None:
        self._store = store
        self._passwords = passwords

    def registered(self, guest_id: str) -> Account | None:
        """The account of a person, None of a guest."""
        kept = self._store.of(guest_id)
        return kept.account if kept else None

    def by_name(self, name: str) -> Account | None:
        """Whoever goes by a name, or went by it before, however it is written."""
        kept = self._by_name(name)
        return kept.account if kept else None

    def names_of(self, guest_ids: Collection[str]) -> Mapping[str, str]:
        """The names of those of some people who have an account, by their ids."""
        return self._store.names(guest_ids) if guest_ids else {}

    def find(self, text: str) -> Sequence[Account]:
        """People whose names begin so, in the order of their names."""
        return self._store.search(key(text), FOUND) if key(text) else ()

    def is_free(self, name: str, guest_id: str) -> bool:
        """Whether a guest may go by a name: it is nobody else's."""
        kept = self._by_name(name)
        return kept is None or kept.account.guest_id == guest_id

    def register(self, guest: Guest, name: str, password: str) -> tuple[Account, str]:
        """Keep a name for a guest; answers the secret of the rescue link, too.

        Raises:
            Refusal: the name or the password cannot be kept, or the guest has a name already.
        """
        name = chosen_name(name)
        password = checked_password(password, name)
        if self.registered(guest.id) is not None:
            raise Refusal("name_taken", "You keep a name already; “Name and password” changes it.")
        if not self._store.is_free(keys(name), guest.id):
            raise _taken(name)
        secret = secrets.token_urlsafe(24)
        hashed = self._passwords.hash(password)
        added = self._store.add(guest.id, name, keys(name), hashed, _digest(secret))
        if added is None:
            raise _taken(name)
        return added, secret

    def sign_in(self, name: str, password: str) -> Account:
        """Whose name and password these are. Raises `Refusal`: nobody's, whichever is wrong."""
        kept = self._by_name(name)
        if not self._passwords.fits(kept.password if kept else None, normal_password(password)):
            raise Refusal("wrong_password")
        assert kept is not None  # noqa: S101 (tells mypy)
        return kept.account

    def change_password(self, guest_id: str, password: str, new: str) -> str:
        """The secret of a new rescue link; the one before, which whoever knew the old password
        could have made, is worthless then. Raises `Refusal`: the old password is wrong, or the new
        one cannot be kept."""
        kept, secret = self._proved(guest_id, password), secrets.token_urlsafe(24)
        new = checked_password(new, kept.account.name)
        if not self._store.set_password(kept, self._passwords.hash(new), _digest(secret)):
            raise _changed_meanwhile()
        return secret

    def rename(self, guest_id: str, password: str, name: str) -> Account:
        """Take another name; the old one stays this person's, and leads to the new one.

        Raises:
            Refusal: the password is wrong, the name is not to be had, or it is too soon.
        """
        name = chosen_name(name)
        kept = self._proved(guest_id, password)
        mine = keys(name) <= keys(kept.account.name)  # only written otherwise
        moment = self._store.date()
        if kept.renamed_at is not None and not mine:
            wait = kept.renamed_at + RENAMES - moment
            if timedelta(0) < wait <= RENAMES:
                days = wait.days + 1
                when = "tomorrow" if days == 1 else f"in {days} days"
                raise Refusal("limit", f"You have changed your name lately; please wait: {when}.")
        if not self._store.rename(kept, name, keys(name), None if mine else moment):
            raise _taken(name) if self._store.of(guest_id) == kept else _changed_meanwhile()
        return Account(guest_id, name, kept.account.since)

    def hide(self, guest_id: str, *, hidden: bool) -> None:
        """Note whether a person wishes nobody to see that he or she is here. It takes no password:
        whoever borrows the browser gains nothing by it. Raises `Refusal`: there is no account."""
        if not self._store.hide(guest_id, hidden=hidden):
            raise Refusal("no_account")

    def new_rescue(self, guest_id: str, password: str) -> str:
        """The secret of a new rescue link; the one before is worthless then. Raises `Refusal`."""
        kept = self._proved(guest_id, password)
        secret = secrets.token_urlsafe(24)
        if not self._store.set_password(kept, kept.password, _digest(secret)):
            raise _changed_meanwhile()
        return secret

    def help(self, name: str) -> tuple[Account, str]:
        """The account of a name and the secret of a new rescue link for it, without the password:
        for an operator alone. Raises `Refusal`: nobody keeps that name."""
        kept, secret = self._by_name(name), secrets.token_urlsafe(24)
        if kept is None:
            raise Refusal("no_account", f"Nobody keeps the name {name}.")
        if not self._store.set_password(kept, kept.password, _digest(secret)):
            raise _changed_meanwhile()
        return kept.account, secret

    def of_rescue(self, secret: str) -> Account:
        """Whose rescue link it is. Raises `Refusal`: nobody's, or not any more."""
        kept = self._store.of_rescue(_digest(secret))
        if kept is None:
            raise Refusal("bad_link", "This rescue link is worth nothing, or not any more.")
        return kept.account

    def rescue(self, secret: str, new: str) -> tuple[Account, str]:
        """Set a new password by the rescue link, which is used up; answers the secret of the
        next one, too. Raises `Refusal`."""
        account, following = self.of_rescue(secret), secrets.token_urlsafe(24)
        new = checked_password(new, account.name)
        hashed = self._passwords.hash(new)
        if not self._store.rescue(_digest(secret), hashed, _digest(following)):
            raise Refusal("bad_link", "This rescue link has been used just now.")
        return account, following

    def prove(self, guest_id: str, password: str) -> Account:
        """The account of a person who gives its password. Raises `Refusal`."""
        return self._proved(guest_id, password).account

    def _by_name(self, name: str) -> Kept | None:
        found = keys(name[:200])
        return self._store.by_keys(found) if found else None

    def _proved(self, guest_id: str, password: str) -> Kept:
        kept = self._store.of(guest_id)
        if kept is None:
            raise Refusal("no_account")
        if not self._passwords.fits(kept.password, normal_password(password)):
            raise Refusal("wrong_password", "That is not your password.")
        return kept


def _taken(name: str) -> Refusal:
    said = f"{name}, or a name that looks like it, is somebody's already; please choose another."
    return Refusal("name_taken", said)


def _changed_meanwhile() -> Refusal:
    """What was proved by the password is no more, so nothing is done."""
    said = "Your account was changed elsewhere just now; please try again."
    return Refusal("wrong_password", said)


def _digest(secret: str) -> str:
    """What is kept of a link's secret, which nobody could guess anyhow."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
