"""``flipfour serve``: the web server."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import click

from webapp.commands.options import option

SECRET = 16
"""Signs at the least."""


class Origin(click.ParamType):  # type: ignore[type-arg]
    """``https://play.example``, and nothing behind it."""

    name = "url"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        try:
            parts = urlsplit(value)
            whole = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
        except ValueError:
            whole = False
        if not whole or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
            self.fail(f"{value!r} is not like https://play.example.", param, ctx)
        return f"{parts.scheme}://{parts.netloc.lower()}"


def _long_enough(
    _context: click.Context, _option: click.Parameter, given: str | None
) -> str | None:
    """Whoever guesses the secret can be anybody."""
    if given and len(given) < SECRET:
        raise click.BadParameter(
            f"a secret has {SECRET} signs or more, or strangers guess it; "
            "`openssl rand -hex 32` makes one."
        )
    return given


@click.command()
@option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@option(
    "--port",
    default=5000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0: one that is free.",
)
@option("--database", metavar="URL", help="SQLAlchemy URL; default: a file.")
@option(
    "--origin",
    type=Origin(),
    multiple=True,
    help="Where people find the server, https://play.example; may be given several times. "
    "It answers to these names, to localhost and to the addresses that it prints.",
)
@option(
    "--proxies",
    default=0,
    show_default=True,
    type=click.IntRange(0, 10),
    help="Proxies before the server that set X-Forwarded-For and X-Forwarded-Proto.",
)
@option(
    "--operator-token",
    default="",
    metavar="TEXT",
    help="Opens /operator, and /metrics over the network. Better given as the variable.",
)
@option(
    "--limit",
    metavar="NAME.WHO=RATE",
    multiple=True,
    help="Change what one guest or address may do, matches.guest=5/minute; several times.",
)
@option(
    "--limit-store",
    metavar="URL",
    default="",
    help="Where that is counted, redis://HOST:6379 or memory://; default: in --redis, or here.",
)
@option(
    "--redis",
    metavar="URL",
    default="",
    help="Redis or Valkey, redis://HOST:6379, over which several servers and workers agree.",
)
@option(
    "--secret",
    metavar="TEXT",
    callback=_long_enough,
    help="Signs cookies and has to be the same at all servers; better given as the variable. "
    "Default: made once, and kept beside the games.",
)
@option(
    "--chat/--no-chat",
    default=True,
    show_default=True,
    help="Whether people may talk beside their games.",
)
def command(host: str, port: int, database: str | None, **settings: Any) -> None:
    """Serve the application to browsers."""
    from engine.parts.of_game import book_moves  # noqa: PLC0415 (the other commands start faster)
    from engine.registry import FAMILIES  # noqa: PLC0415
    from webapp.config import Config  # noqa: PLC0415
    from webapp.paths import default_database  # noqa: PLC0415
    from webapp.persistence.database import CannotOpen  # noqa: PLC0415
    from webapp.service.limits import BadLimit, Limits  # noqa: PLC0415
    from webapp.serving import (  # noqa: PLC0415
        CannotJoin,
        CannotListen,
        check_redis,
        names_of,
    )
    from webapp.serving import serve as run_server  # noqa: PLC0415

    config = Config(
        database=database or default_database(),
        hosts=names_of(host),
        origins=settings["origin"],
        proxies=settings["proxies"],
        operator_token=settings["operator_token"],
        chat=settings["chat"],
        limits=settings["limit"],
        limit_store=settings["limit_store"],
        redis=settings["redis"],
        secret=settings["secret"],
    )
    try:
        check_redis(config.redis)
        # To say at once what cannot be read.
        Limits(config.limits, config.count_in)
        for family in FAMILIES.values():
            book_moves(family.parse("").start())
        run_server(config, host, port)
    except (CannotOpen, CannotListen, CannotJoin, BadLimit) as error:
        raise click.ClickException(str(error)) from None
