"""The event table, full: what a move costs then, how a match is read, and the room it takes.

``python -m tests.benchmarks.events [sqlite|postgresql] [MILLIONS ...]`` fills the table of either
store, by default of both and to 1 and 10 million events, and measures at each size

- moves a second that are stored, from one thread and from sixteen;
- the reading of one match of 40 events, whichever it is, from its rows to its position;
- the number of its newest event;
- bytes an event with its index, and vacuumed.

Matches have random ids, as in use. PostgreSQL is the tests' own, with ``fsync`` as it is in use.
"""

from __future__ import annotations

import random
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select, text, true, update

from tests.benchmarks.machines import SEATS, measure_store
from tests.webapp.postgres import postgres_server, programs
from webapp.domain.events import Created, Moved
from webapp.domain.history import Recorded, fold
from webapp.persistence.database import open_database
from webapp.persistence.models import EventRow, MatchRow, now
from webapp.persistence.repository import Repository, event_row

EVENTS = 40
"""Of a match."""

PART = 12_500
"""Matches that are filled in by one transaction: half a million events."""

READ = 1000
"""Matches that are read at each size."""

FILLING = "filling"
"""The status of matches whose events are still to come."""

COLUMNS = ("v", "t", "data", "seat", "act", "clock", "at")


def game() -> list[Recorded]:
    """The events of a match that can be played."""
    created = Recorded(1, Created("filled", "connectfour:16x16", SEATS))
    moves = [Recorded(p + 2, Moved(p % 2, p % 16), p % 2, f"{p}:act") for p in range(EVENTS - 1)]
    return [created, *moves]


def fill(engine: Engine, matches: int, ids: list[str]) -> None:
    """Have so many matches in the store, of which the ids are known."""
    while len(ids) < matches:
        part = [secrets.token_hex(6) for _ in range(min(PART, matches - len(ids)))]
        with engine.begin() as connection:
            _fill_part(connection, part)
        ids += part


def _fill_part(connection: Connection, ids: Sequence[str]) -> None:
    moment = now()
    row = {"game": "connectfour:16x16", "status": FILLING, "public": True, "ai_to_move": False,
           "clocked": False, "created_at": moment, "updated_at": moment}  # fmt: skip
    connection.execute(insert(MatchRow), [row | {"id": name} for name in ids])
    first = ids[0]
    events = [event_row(first, record, moment) for record in game()]
    connection.execute(insert(EventRow), events)
    copied = (getattr(EventRow, name) for name in COLUMNS)
    others = (MatchRow.status == FILLING) & (MatchRow.id != first)
    pairs = select(MatchRow.id, *copied).join_from(MatchRow, EventRow, true())
    rows = pairs.where(EventRow.match_id == first, others)
    connection.execute(insert(EventRow).from_select(["match_id", *COLUMNS], rows))
    done = update(MatchRow).where(MatchRow.status == FILLING).values(status="finished")
    connection.execute(done)


def measure(name: str, engine: Engine, ids: Sequence[str], size: Callable[[], int]) -> None:
    """All figures at one size."""
    with engine.connect() as connection:
        count = connection.scalar(select(func.count()).select_from(EventRow)) or 0
    print(f"{name}: {count:,} events, {size() / count:.0f} bytes each", flush=True)
    measure_store(f"{name}, {count / 1e6:.0f} million", engine)
    store, dice = Repository(engine), random.Random(1)
    chosen = dice.sample(ids, READ)
    report(f"{name}, a match read", chosen, lambda match: fold(store.load(match)))
    report(f"{name}, its newest event", chosen, lambda match: store.versions([match]))


def report(what: str, matches: Sequence[str], read: Callable[[str], Any]) -> None:
    times = []
    for match in matches:
        began = time.perf_counter()
        read(match)
        times.append(1000 * (time.perf_counter() - began))
    cuts = statistics.quantiles(times, n=100)
    print(f"{what}: median {cuts[49]:.2f}, p95 {cuts[94]:.2f} ms", flush=True)


def sqlite(millions: Sequence[float]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file, ids = Path(folder) / "events.db", list[str]()
        engine = open_database(f"sqlite:///{file}")
        for size in millions:
            fill(engine, int(size * 1e6 / EVENTS), ids)
            with engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            measure("SQLite", engine, ids, lambda: file.stat().st_size)
        engine.dispose()


def postgresql(millions: Sequence[float]) -> None:
    found, ids = programs(), list[str]()
    assert found is not None
    with postgres_server(found) as server:
        engine = open_database(server.url)

        def size() -> int:
            with engine.connect() as connection:
                asked = "SELECT pg_total_relation_size('events')"
                return int(connection.scalar(text(asked)) or 0)

        for wanted in millions:
            fill(engine, int(wanted * 1e6 / EVENTS), ids)
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("ALTER SYSTEM SET fsync = on")
                connection.exec_driver_sql("SELECT pg_reload_conf()")
                connection.exec_driver_sql("VACUUM ANALYZE")
            measure("PostgreSQL", engine, ids, size)
        engine.dispose()


STORES: dict[str, Callable[[Sequence[float]], None]] = {"sqlite": sqlite, "postgresql": postgresql}

if __name__ == "__main__":
    sizes = [float(word) for word in sys.argv[1:] if word not in STORES] or [1.0, 10.0]
    for word in [word for word in sys.argv[1:] if word in STORES] or STORES:
        STORES[word](sizes)
