"""The service's `IdentityStore` over SQLAlchemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.persistence.models import AccountNameRow, AccountRow, IdentityRow, SpentLinkRow, now
from webapp.service.people_store import Standing

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import timedelta

    from sqlalchemy import Engine


class Identities:
    """Every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def standing(self, guest: str, keys: Collection[str]) -> Standing:
        generation = select(IdentityRow.generation).where(IdentityRow.id == guest)
        name, hidden = (
            select(column).where(AccountRow.guest == guest).scalar_subquery()
            for column in (AccountRow.name, AccountRow.hidden)
        )
        others = exists().where(AccountNameRow.key.in_(keys), AccountNameRow.guest != guest)
        query = select(generation.scalar_subquery(), name, others, hidden)
        with self._engine.connect() as connection:
            found = connection.execute(query).one()
        taken = bool(found[2]) and found[1] is None
        return Standing(found[0] or 0, found[1], taken, bool(found[3]))

    def standings(self, guests: Collection[str]) -> dict[str, Standing]:
        signed_out = select(IdentityRow.id, IdentityRow.generation).where(
            IdentityRow.id.in_(guests)
        )
        kept = select(AccountRow.guest, AccountRow.name, AccountRow.hidden).where(
            AccountRow.guest.in_(guests)
        )
        with self._engine.connect() as connection:
            generations: dict[str, int] = {row[0]: row[1] for row in connection.execute(signed_out)}
            accounts = {row[0]: (row[1], row[2]) for row in connection.execute(kept)}
        standings = {}
        for guest in {*generations, *accounts}:
            name, hidden = accounts.get(guest, (None, False))
            standings[guest] = Standing(generations.get(guest, 0), name, hidden=bool(hidden))
        return standings

    def advance(self, guest: str) -> int:
        try:
            return self._advance(guest)
        except IntegrityError:  # the first time, at two servers at once
            return self._advance(guest)

    def _advance(self, guest: str) -> int:
        grown = (
            update(IdentityRow)
            .where(IdentityRow.id == guest)
            .values(generation=IdentityRow.generation + 1)
        )
        with self._engine.begin() as connection:
            if not connection.execute(grown).rowcount:
                connection.execute(insert(IdentityRow), {"id": guest, "generation": 1})
            found = select(IdentityRow.generation).where(IdentityRow.id == guest)
            return connection.execute(found).scalar_one()

    def spend(self, link: str, lifetime: timedelta) -> bool:
        moment = now()
        try:
            with self._engine.begin() as connection:
                old = SpentLinkRow.spent_at < moment - 2 * lifetime
                connection.execute(delete(SpentLinkRow).where(old))
                connection.execute(insert(SpentLinkRow), {"id": link, "spent_at": moment})
        except IntegrityError:
            return False
        return True
