"""``flipfour database``: backups, and moves from one database to another."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.wholefile import drafted
from webapp.commands.options import database_option, option

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.group()
def command() -> None:
    """Back the games up, or move them to another database."""


@command.command(short_help="Copy everything into another, empty database.")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy everything from one database into another, empty one; both are SQLAlchemy URLs.

    FROM may be in use, TO is made where it can be: a backup, a restore, or the move from one
    SQLite file to PostgreSQL.
    """
    _copy(source, target)


@command.command(short_help="Write everything into a new SQLite file.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option("What to back up")
def backup(file: Path, url: str | None) -> None:
    """Write everything into a new SQLite FILE, while the server runs or not.

    `flipfour serve --database sqlite:///FILE` serves it; `flipfour database copy` restores it.
    """
    from webapp.paths import default_database  # noqa: PLC0415

    if file.exists():
        raise click.ClickException(f"{file} is there already; name a new file.")
    _copy(url or default_database(), f"sqlite:///{file}")


class Kept(click.ParamType):  # type: ignore[type-arg]
    """``chat=30``: a kind and for how many days it is kept."""

    name = "kind=days"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, int]:
        from webapp.persistence.retention import DAYS  # noqa: PLC0415

        kind, _, days = value.partition("=")
        if kind not in DAYS or not days.isdecimal():
            self.fail(f"{value!r} is not like chat=30; there are {', '.join(DAYS)}.", param, ctx)
        return kind, int(days)


@command.command(short_help="Pack old matches and delete what nobody needs.")
@database_option("What to tidy")
@option(
    "--archive-after",
    default=30,
    show_default=True,
    type=click.IntRange(1),
    help="Days of rest after which finished matches are packed; they stay as they are to see.",
)
@option(
    "--keep",
    type=Kept(),
    multiple=True,
    metavar="KIND=DAYS",
    help="How long invitations that nobody took, chat, reviews, laboratory answers, used links "
    "and tries of puzzles are kept; 0: for ever. Several times.",
)
@option("--vacuum/--no-vacuum", default=True, show_default=True, help="Give room back.")
def tidy(
    url: str | None, archive_after: int, keep: tuple[tuple[str, int], ...], **then: bool
) -> None:
    """Pack old matches and delete what nobody needs, while the server runs or not; once a night."""
    from webapp.paths import default_database  # noqa: PLC0415
    from webapp.persistence.archive import BeingPacked, pack  # noqa: PLC0415
    from webapp.persistence.database import CannotOpen, date_of, opened  # noqa: PLC0415
    from webapp.persistence.retention import DAYS, drop, vacuum  # noqa: PLC0415
    from webapp.service.ports import StoreAway  # noqa: PLC0415

    try:
        with opened(url or default_database()) as engine:
            now = date_of(engine)  # a wrong clock here is to delete nothing there
            dropped = drop(engine, now, DAYS | dict(keep))
            packed = pack(engine, now - timedelta(days=archive_after))
            if then["vacuum"]:
                vacuum(engine)
    except (CannotOpen, StoreAway, BeingPacked) as error:
        raise click.ClickException(str(error)) from None
    deleted = ", ".join(f"{rows:,} {kind}" for kind, rows in dropped.items())
    click.echo(f"{packed:,} matches packed; deleted: {deleted}")


@contextmanager
def _made(target: str) -> Iterator[str]:
    """The URL to write to: a file that is not there yet is one only once it is whole."""
    from sqlalchemy.engine import make_url  # noqa: PLC0415

    name = (make_url(target).database or "") if target.startswith("sqlite:///") else ""
    if not name or name.startswith((":memory:", "file:")) or Path(name).exists():
        yield target
        return
    with drafted(Path(name)) as draft:
        beside = [Path(f"{draft}{more}") for more in ("-wal", "-shm", "-journal")]
        try:
            yield f"{make_url(target).set(database=str(draft))}"
            if beside[0].exists():  # SQLite closes in silence what it could not bring home
                raise click.ClickException("Nothing was copied: the disk takes no more.")
        finally:
            for file in beside:
                file.unlink(missing_ok=True)


def _copy(source: str, target: str) -> None:
    from webapp.persistence.copying import NotEmpty, copy_store  # noqa: PLC0415
    from webapp.persistence.database import CannotOpen, opened  # noqa: PLC0415
    from webapp.service.ports import StoreAway  # noqa: PLC0415

    if source == target:
        raise click.ClickException("Both are the same database.")
    try:
        with opened(source) as full, _made(target) as url, opened(url, new=True) as empty:
            copied = copy_store(full, empty)
    except (CannotOpen, NotEmpty) as error:
        raise click.ClickException(str(error)) from None
    except StoreAway as error:
        raise click.ClickException(f"Nothing was copied: {error.__cause__}.") from None
    click.echo(", ".join(f"{rows:,} {name.replace('_', ' ')}" for name, rows in copied.items()))
