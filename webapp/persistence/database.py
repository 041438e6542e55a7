"""Opens the database: SQLite in WAL mode by default, brought to the newest schema."""

from __future__ import annotations

import logging
import platform
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import (
    Connection,
    Engine,
    ExceptionContext,
    create_engine,
    event,
    func,
    select,
    text,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, SQLAlchemyError

from webapp.audit import Ration
from webapp.database_file import database_file
from webapp.paths import make_private
from webapp.persistence.in_place import stay_in_place
from webapp.persistence.one_writer import take_turns
from webapp.service.ports import StoreAway

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger(__name__)

_ration = Ration()
"""Of what is said where every query fails."""

MIGRATIONS = Path(__file__).parent / "migrations"


MIGRATING = 20_041
"""The number of PostgreSQL's lock that lets one server at a time change the schema."""

BUSY_TIMEOUT = 2.5
"""Seconds that one waits for what another program has locked, a backup for example."""

STATEMENT_TIMEOUT = 5.0
"""Seconds that PostgreSQL has for one statement of a server's, and for a transaction in which
nothing is said any more."""


class CannotOpen(Exception):
    """The database's URL is wrong, or there is no database where it points."""


def open_database(url: str) -> Engine:
    """An engine for `url` with all migrations applied.

    Raises:
        CannotOpen: with a sentence for the person who chose the URL.
    """
    try:
        if _in_memory(url):
            raise CannotOpen("A database in memory is another one for each thread; name a file.")
        engine = create_engine(url, **_options(url))
        try:
            _prepare(engine)
        except BaseException:
            engine.dispose()
            raise
    except CommandError as error:
        raise CannotOpen(
            "The database was written by a newer version of Flipfour; please install that one."
        ) from error
    except (SQLAlchemyError, ImportError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise CannotOpen(f"The database cannot be opened: {reason}") from error
    return engine


def _in_memory(url: str) -> bool:
    """Whether SQLite would keep it nowhere."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return False
    return ":memory:" in (address.database or ":memory:") or "mode=memory" in url


@contextmanager
def opened(url: str, *, new: bool = False) -> Iterator[Engine]:
    """The database for as long as a command takes; raises as `open_database` does.

    One that is not there is made only where it may be `new`: an empty backup helps nobody.
    """
    path = database_file(url) if url.startswith("sqlite:///") else None
    if path and not new and not path.exists():
        raise CannotOpen(f"There is no database at {path}.")
    engine = open_database(url)
    try:
        yield engine
    finally:
        engine.dispose()


def let_go(engine: Engine) -> None:
    """Close the database for good, though threads still use it: what they have out, or open after
    this, is closed when they give it back. `Engine.dispose` alone forgets what is out."""
    event.listen(engine, "checkin", lambda _connection, entry: entry.close())
    engine.dispose()


def identity(database: Engine) -> str:
    """What no other database has, whatever name leads to it; empty where that cannot be known."""
    if database.dialect.name == "postgresql":
        asked = text(
            "SELECT system_identifier, oid FROM pg_control_system(), pg_database"
            " WHERE datname = current_database()"
        )
        with suppress(SQLAlchemyError, StoreAway), database.connect() as connection:
            return "{} {}".format(*connection.execute(asked).one())
        return ""
    return f"{platform.node()} {(database_file(database.url) or Path()).resolve()}"


def date_of(database: Engine) -> datetime:
    """The date and time by PostgreSQL's clock, or by this machine's for a file on it."""
    if database.dialect.name != "postgresql":
        return datetime.now(UTC)
    with database.connect() as connection:
        return connection.execute(select(func.now())).scalar_one()


def aware(moment: datetime) -> datetime:
    """A time that was read, with its zone, without which SQLite gives it back."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def answers(database: Engine) -> bool:
    """Whether the database can be asked something that it has to look for."""
    try:
        with database.connect() as connection:
            connection.execute(text("SELECT version_num FROM alembic_version"))
    except (SQLAlchemyError, StoreAway):
        return False
    return True


def _prepare(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        if path := database_file(engine.url):
            path.parent.mkdir(parents=True, exist_ok=True)
            make_private(path)  # SQLite gives its other files the same mode
        event.listen(engine, "connect", _prepare_sqlite)
        take_turns(engine, BUSY_TIMEOUT)
    migrate(engine)
    if engine.dialect.name == "sqlite":
        stay_in_place(engine)
    event.listen(engine, "handle_error", _tell_away)


def _options(url: str) -> dict[str, Any]:
    """Of the pool: every thread of a server may need a connection at once, and a database that
    is not there is to be known soon."""
    if make_url(url).get_backend_name() != "postgresql":
        return {}
    return {
        "pool_size": 10,
        "max_overflow": 40,
        "pool_timeout": 5,
        "connect_args": {
            "connect_timeout": 3,
            "tcp_user_timeout": int(1000 * STATEMENT_TIMEOUT),
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 2,
        },
    }


def migrate(engine: Engine) -> None:
    """Bring the schema to the newest revision."""
    with migrating(engine) as config:
        command.upgrade(config, "head")


@contextmanager
def migrating(engine: Engine) -> Iterator[Config]:
    """Alembic's configuration, for steps of which all or none take effect.

    SQLite alters a table by copying it and dropping the old one, which the rows that refer
    to it would forbid: its foreign keys rest meanwhile and are checked at the end. Python's
    driver would commit each step by itself unless the transaction is begun by hand.

    Raises:
        IntegrityError: the migrated rows refer to rows that are not there.
    """
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":  # servers that start at once take turns
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
            yield migration_config(connection)
        return
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.commit()
        try:
            with connection.begin():
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield migration_config(connection)
                if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    reason = ValueError(f"{broken[0]} has orphans")
                    raise IntegrityError("migration", broken, reason)
        finally:
            connection.exec_driver_sql("PRAGMA foreign_keys=ON")
            connection.commit()


def migration_config(connection: Connection) -> Config:
    """Alembic's configuration for migrations over an open connection."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Readers beside one writer. With NORMAL a killed process loses nothing committed;
    only a power cut could take the last moments."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute(f"PRAGMA busy_timeout={int(1000 * BUSY_TIMEOUT)}")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _tell_away(context: ExceptionContext) -> None:
    """A locked file, a full disk or a lost connection may pass, and a damaged file be replaced;
    whoever asks is told so."""
    wrong = context.sqlalchemy_exception
    damaged = type(wrong) is DatabaseError  # its subclasses are about what was asked
    if context.is_disconnect or damaged or isinstance(wrong, OperationalError):
        error = context.original_exception
        if (left_out := _ration.left_out(type(error))) is not None:
            more = f" ({left_out} more since then)" if left_out else ""
            log.warning("The database: %s%s", error, more)
        raise StoreAway from context.original_exception
