"""The console script ``flipfour``: the engine's commands and those of the web server."""

from __future__ import annotations

import sys

from engine.cli import Commands, cli, run
from webapp.commands.database import database
from webapp.commands.library import library
from webapp.commands.serve import serve
from webapp.commands.worker import worker

__all__ = ["cli", "main"]

for name in ("play", "review"):
    Commands.elsewhere[name] = f"webapp.commands.{name}"
for command in (database, library, serve, worker):
    cli.add_command(command)


def main() -> None:
    """Run the command line of this process."""
    sys.exit(run(cli))


if __name__ == "__main__":
    main()
