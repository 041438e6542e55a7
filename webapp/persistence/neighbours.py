"""Notices servers that have the same PostgreSQL and are not heard: with another Redis or none.

Nothing would be lost between them, as the store lets one of two writers win, but their people would
see each other's moves only when they ask. Each server names its connections, so that PostgreSQL can
tell all of them from whom they are.
"""

from __future__ import annotations

import logging
import secrets
import threading
from typing import TYPE_CHECKING, Any

from sqlalchemy import event, text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sqlalchemy import Engine

log = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds between two looks; who is met at both neither just begins nor just ends."""

_NAME = "flipfour "
"""Begins the names of our connections."""

_OTHERS = text(
    """
    SELECT application_name, MIN(COALESCE(host(client_addr), 'a socket')) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE :ours
    GROUP BY application_name
    """
)

UNHEARD = (
    "Another server, at %s, has this database and is not heard; give all the same FLIPFOUR_REDIS."
)


class Neighbours:
    """Looks on a thread of its own, where the database can have other servers."""

    def __init__(
        self, engine: Engine, me: str = "", heard: Callable[[], Collection[str] | None] = lambda: ()
    ) -> None:
        """`me`: this server's id among those `heard`; None while that cannot be known."""
        self._engine = engine
        self._me = me or secrets.token_hex(6)
        self._heard = heard
        self._met: frozenset[str] = frozenset()
        self._said: set[str] = set()
        self._closed = threading.Event()
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", self._name)
            engine.dispose()  # of connections that have no name

    @property
    def unheard(self) -> int:
        """Servers that have this database and are not heard."""
        return len(self._said & self._met)

    def start(self) -> None:
        """Look from now on."""
        if self._engine.dialect.name == "postgresql":
            threading.Thread(target=self._run, name="flipfour-neighbours", daemon=True).start()

    def close(self) -> None:
        """Look no more."""
        self._closed.set()

    def look(self) -> None:
        """See who has the database, and say who is not heard."""
        heard = self._heard()
        if heard is None:
            return
        with self._engine.connect() as connection:
            rows = connection.execute(_OTHERS, {"ours": f"{_NAME}%"}).all()
        places = {name.removeprefix(_NAME): place for name, place in rows}
        met = frozenset(places) - {self._me, *heard}
        for server in (met & self._met) - self._said:
            self._said.add(server)
            log.warning(UNHEARD, places[server])
        self._met = met

    def _name(self, driver: Any, _record: object) -> None:
        with driver.cursor() as cursor:
            cursor.execute(f"SET application_name = '{_NAME}{self._me}'")
        driver.commit()

    def _run(self) -> None:
        while not self._closed.wait(EVERY):
            try:
                self.look()
            except Exception as error:  # the database is away, which others say
                log.debug("Other servers could not be looked for: %s", error)
