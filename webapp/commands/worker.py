"""``flipfour worker``: a machine that searches for servers."""

from __future__ import annotations

import os

import click

from webapp.commands.options import option


@click.command()
@option(
    "--redis",
    metavar="URL",
    required=True,
    help="Redis or Valkey, redis://HOST:6379, where the servers leave their questions.",
)
@option(
    "--processes",
    default=max(1, (os.cpu_count() or 2) - 1),
    show_default="a core less than there are",
    type=click.IntRange(1, 1024),
    help="Searches for moves at a time; one more process takes quick moves alone.",
)
@option(
    "--analyses",
    default=max(1, (os.cpu_count() or 2) // 2),
    show_default="half the cores",
    type=click.IntRange(0, 1024),
    help="Positions analysed and games reviewed at a time; they give way to moves.",
)
@option(
    "--questions",
    default=max(1, (os.cpu_count() or 2) // 2),
    show_default="half the cores",
    type=click.IntRange(0, 1024),
    help="Laboratory questions answered at a time, up to 3 GB each; they give way to all else.",
)
def command(redis: str, processes: int, analyses: int, questions: int) -> None:
    """Search, review and prove for servers with the same --redis."""
    from webapp.serving import CannotJoin, check_redis  # noqa: PLC0415

    try:
        check_redis(redis)
    except CannotJoin as error:
        raise click.ClickException(str(error)) from None
    from webapp.cluster.supervisor import supervise  # noqa: PLC0415 (Redis's client is optional)

    supervise(redis, processes, analyses, questions)
