"""The console script ``flipfour``: the engine's commands and the web server."""

from __future__ import annotations

import sys

import click

from engine.cli import cli, run
from webapp.config import Config
from webapp.paths import default_database


@cli.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=5000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--database", metavar="URL", help="SQLAlchemy URL; default: a file.")
def serve(host: str, port: int, database: str | None) -> None:
    """Serve the application to browsers."""
    from webapp.serving import serve as run_server  # noqa: PLC0415 (the others start faster)

    run_server(Config(database=database or default_database()), host, port)


def main() -> None:
    """Run the command line of this process."""
    sys.exit(run(cli))


if __name__ == "__main__":
    main()
