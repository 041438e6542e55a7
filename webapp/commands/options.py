"""Options of commands that environment variables may give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def option(flag: str, *names: str, **settings: Any) -> Callable[[F], F]:
    """An option that a variable may give, ``FLIPFOUR_PORT`` for ``--port``; ``FLIPFOUR_CHAT`` for
    ``--chat/--no-chat``."""
    variable = f"FLIPFOUR_{flag.partition('/')[0].strip('-').replace('-', '_').upper()}"
    return click.option(flag, *names, envvar=variable, show_envvar=True, **settings)


def database_option(help_text: str) -> Callable[[F], F]:
    """Which database a command is about: the server's, where both have the same variables."""
    return option("--database", "url", metavar="URL", help=f"{help_text}; default: as serve does.")
