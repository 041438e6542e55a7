"""``flipfour database``: backups, and moves from one database to another."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sqlalchemy import Engine


@click.group()
def database() -> None:
    """Back the games up, or move them to another database."""


@database.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy everything from one database into another, empty one; both are SQLAlchemy URLs.

    FROM may be in use, TO is made where it can be: a backup, a restore, or the move from one
    SQLite file to PostgreSQL.
    """
    _copy(source, target)


@database.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--database", "url", metavar="URL", help="What to back up; default: as serve does.")
def backup(file: Path, url: str | None) -> None:
    """Write everything into a new SQLite FILE, while the server runs or not.

    `flipfour serve --database sqlite:///FILE` serves it; `flipfour database copy` restores it.
    """
    from webapp.paths import default_database  # noqa: PLC0415

    if file.exists():
        raise click.ClickException(f"{file} is there already; name a new file.")
    _copy(url or default_database(), f"sqlite:///{file}")


def _copy(source: str, target: str) -> None:
    from webapp.persistence.copying import NotEmpty, copy_store  # noqa: PLC0415
    from webapp.persistence.database import CannotOpen, open_database  # noqa: PLC0415

    def opened(url: str) -> Engine:
        engine = open_database(url)
        stack.callback(engine.dispose)
        return engine

    if source == target:
        raise click.ClickException("Both are the same database.")
    with ExitStack() as stack:
        try:
            copied = copy_store(opened(source), opened(target))
        except (CannotOpen, NotEmpty) as error:
            raise click.ClickException(str(error)) from None
    click.echo(", ".join(f"{rows:,} {name.replace('_', ' ')}" for name, rows in copied.items()))
