"""The service's `DepartureStore` over SQLAlchemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.persistence.models import AccountNameRow, AccountRow, DepartureRow
from webapp.service.people_store import Departure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Engine


class DepartureRows:
    """Every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def note(self, guest: str, *, everywhere: bool) -> Departure:
        row = {"guest": guest, "everywhere": everywhere, "reached": ""}
        names = update(AccountNameRow).where(AccountNameRow.guest == guest)
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(DepartureRow), row)
                connection.execute(names.values(guest=None))
                connection.execute(delete(AccountRow).where(AccountRow.guest == guest))
        except IntegrityError:  # pressed twice, in two tabs: the first says how much is forgotten
            with self._engine.connect() as connection:
                found = connection.execute(_SELECT.where(DepartureRow.guest == guest)).first()
            return Departure(*found) if found else Departure(guest, everywhere)
        return Departure(guest, everywhere)

    def all(self) -> Sequence[Departure]:
        with self._engine.connect() as connection:
            return [Departure(*row) for row in connection.execute(_SELECT)]

    def reach(self, guest: str, match_id: str) -> None:
        one = update(DepartureRow).where(DepartureRow.guest == guest)
        with self._engine.begin() as connection:
            connection.execute(one.values(reached=match_id))

    def done(self, guest: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(DepartureRow).where(DepartureRow.guest == guest))


_SELECT = select(DepartureRow.guest, DepartureRow.everywhere, DepartureRow.reached)
