"""The console script ``flipfour``: the engine's commands and those of the web server."""

from __future__ import annotations

import sys

from engine.cli import Commands, cli, run

__all__ = ["cli", "main"]

for name in ("account", "database", "library", "play", "review", "serve", "worker"):
    Commands.elsewhere[name] = f"webapp.commands.{name}"


def main() -> None:
    """Run the command line of this process."""
    sys.exit(run(cli))


if __name__ == "__main__":
    main()
