"""The console script ``flipfour``: the engine's commands and the web server."""

from __future__ import annotations

import click

from webapp.config import Config
from webapp.paths import default_database


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="flipfour")
def main() -> None:
    """Play, watch and understand Connect Four and Othello."""


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=5000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--database", metavar="URL", help="SQLAlchemy URL; default: a file.")
def serve(host: str, port: int, database: str | None) -> None:
    """Serve the application to browsers."""
    from webapp.serving import serve as run  # noqa: PLC0415 (the other commands start faster)

    run(Config(database=database or default_database()), host, port)


if __name__ == "__main__":
    main()
