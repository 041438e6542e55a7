"""The console script ``flipfour``: the engine's commands and the web server."""

from __future__ import annotations

import sys

import click

from engine.cli import cli, run
from webapp.housekeeping import database

cli.add_command(database)


@cli.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=5000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--database", metavar="URL", help="SQLAlchemy URL; default: a file.")
def serve(host: str, port: int, database: str | None) -> None:
    """Serve the application to browsers."""
    from webapp.config import Config  # noqa: PLC0415 (the other commands start faster)
    from webapp.persistence.database import CannotOpen  # noqa: PLC0415
    from webapp.serving import CannotListen  # noqa: PLC0415
    from webapp.serving import serve as run_server  # noqa: PLC0415

    try:
        run_server(Config(database=database) if database else Config(), host, port)
    except (CannotOpen, CannotListen) as error:
        raise click.ClickException(str(error)) from None


def main() -> None:
    """Run the command line of this process."""
    sys.exit(run(cli))


if __name__ == "__main__":
    main()
