"""The service's `AccountStore` over SQLAlchemy; the keys of names let one of two people win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.domain.account import Account, Kept
from webapp.persistence.database import aware, date_of
from webapp.persistence.models import AccountNameRow, AccountRow

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Connection, Engine, Select, Update

    Query: TypeAlias = Select[*tuple[Any, ...]]

_KEPT = (
    AccountRow.guest,
    AccountRow.name,
    AccountRow.since,
    AccountRow.password,
    AccountRow.renamed_at,
)

_LAST = "\U0010ffff"
"""Comes after every sign that a key has."""


class AccountRows:
    """Every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def date(self) -> datetime:
        return date_of(self._engine)

    def of(self, guest: str) -> Kept | None:
        return self._one(select(*_KEPT).where(AccountRow.guest == guest))

    def by_keys(self, keys: Collection[str]) -> Kept | None:
        of_name = AccountNameRow.guest == AccountRow.guest
        named = select(*_KEPT).join(AccountNameRow, of_name).where(AccountNameRow.key.in_(keys))
        looks = AccountNameRow.key.startswith("=")
        return self._one(named.order_by(looks, AccountNameRow.key).limit(1))

    def is_free(self, keys: Collection[str], guest: str) -> bool:
        with self._engine.connect() as connection:
            return _fresh(connection, keys, guest) is not None

    def names(self, guests: Collection[str]) -> Mapping[str, str]:
        query = select(AccountRow.guest, AccountRow.name).where(AccountRow.guest.in_(guests))
        with self._engine.connect() as connection:
            return {row.guest: row.name for row in connection.execute(query)}

    def search(self, beginning: str, most: int) -> Sequence[Account]:
        query = beginning_with(beginning, most)
        with self._engine.connect() as connection:
            found = [_kept(row).account for row in connection.execute(query)]
        return list(dict.fromkeys(found))[:most]

    def add(
        self, guest: str, name: str, keys: Collection[str], password: str, rescue: str
    ) -> Account | None:
        since = self.date()
        row = {"guest": guest, "name": name, "password": password, "rescue": rescue}
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(AccountRow), row | {"since": since, "renamed_at": None})
                _take(connection, keys, guest)
        except IntegrityError:
            return None
        return Account(guest, name, since)

    def rename(self, of: Kept, name: str, keys: Collection[str], moment: datetime | None) -> bool:
        changed: dict[str, Any] = {"name": name} | ({"renamed_at": moment} if moment else {})
        try:
            with self._engine.begin() as connection:
                if not connection.execute(_still(of).values(**changed)).rowcount:
                    return False
                _take(connection, keys, of.account.guest_id)
        except IntegrityError:
            return False
        return True

    def set_password(self, of: Kept, password: str, rescue: str | None) -> bool:
        values = {"password": password} | ({"rescue": rescue} if rescue else {})
        with self._engine.begin() as connection:
            return connection.execute(_still(of).values(**values)).rowcount > 0

    def hide(self, guest: str, *, hidden: bool) -> bool:
        of_guest = update(AccountRow).where(AccountRow.guest == guest)
        with self._engine.begin() as connection:
            return connection.execute(of_guest.values(hidden=hidden)).rowcount > 0

    def of_rescue(self, rescue: str) -> Kept | None:
        return self._one(select(*_KEPT).where(AccountRow.rescue == rescue))

    def rescue(self, rescue: str, password: str, following: str) -> bool:
        one = update(AccountRow).where(AccountRow.rescue == rescue)
        with self._engine.begin() as connection:
            done = connection.execute(one.values(password=password, rescue=following))
            return done.rowcount > 0

    def _one(self, query: Query) -> Kept | None:
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return _kept(row) if row else None


def beginning_with(beginning: str, most: int) -> Query:
    """Accounts with names whose keys begin so, as a range, which either database reads off its
    index; twice as many as are wanted, since old names count as well."""
    key = AccountNameRow.key
    return (
        select(*_KEPT)
        .join(AccountNameRow, AccountNameRow.guest == AccountRow.guest)
        .where(key >= beginning, key < beginning + _LAST)
        .order_by(key)
        .limit(2 * most)
    )


def _still(of: Kept) -> Update:
    """A change of an account that is as it was read: its password and name are no others."""
    as_read = update(AccountRow).where(AccountRow.guest == of.account.guest_id)
    return as_read.where(AccountRow.password == of.password, AccountRow.name == of.account.name)


def _fresh(connection: Connection, keys: Collection[str], guest: str) -> set[str] | None:
    """Those of a name's keys that are nobody's yet; None where one is somebody else's."""
    query = select(AccountNameRow.key, AccountNameRow.guest).where(AccountNameRow.key.in_(keys))
    owners = {row.key: row.guest for row in connection.execute(query)}
    return None if set(owners.values()) - {guest} else set(keys) - owners.keys()


def _take(connection: Connection, keys: Collection[str], guest: str) -> None:
    """Make a name somebody's. Raises `IntegrityError`: it is somebody else's."""
    fresh = _fresh(connection, keys, guest)
    for key in sorted(keys if fresh is None else fresh):  # in one order, so that two never lock
        connection.execute(insert(AccountNameRow), {"key": key, "guest": guest})


def _kept(row: Any) -> Kept:
    guest, name, since, password, renamed_at = row
    return Kept(Account(guest, name, aware(since)), password, renamed_at and aware(renamed_at))
