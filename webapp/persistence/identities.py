"""The service's `IdentityStore` over SQLAlchemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.persistence.models import IdentityRow, SpentLinkRow, now

if TYPE_CHECKING:
    from datetime import timedelta

    from sqlalchemy import Engine


class Identities:
    """Every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def generation(self, guest: str) -> int:
        with self._engine.connect() as connection:
            found = select(IdentityRow.generation).where(IdentityRow.id == guest)
            return connection.execute(found).scalar() or 0

    def advance(self, guest: str) -> int:
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
