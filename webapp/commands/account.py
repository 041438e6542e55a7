"""``flipfour account``: help people whose names are kept."""

from __future__ import annotations

import click

from webapp.commands.options import database_option, option


@click.group()
def command() -> None:
    """Help people whose names are kept with a password."""


@command.command(short_help="Make a new rescue link for somebody who has lost the password.")
@click.argument("name")
@option("--origin", default="", metavar="URL", help="The server's address, to begin the link.")
@database_option("Whose people")
def rescue(name: str, origin: str, url: str | None) -> None:
    """Make a new rescue link for NAME, and print it; the one before is worthless then.

    Whoever has the link sets a new password by it, once: give it to that person alone. The
    password stays until then.
    """
    from webapp.domain.errors import Refusal  # noqa: PLC0415
    from webapp.paths import default_database  # noqa: PLC0415
    from webapp.persistence.accounts import AccountRows  # noqa: PLC0415
    from webapp.persistence.database import CannotOpen, opened  # noqa: PLC0415
    from webapp.service.accounts import Accounts  # noqa: PLC0415
    from webapp.service.passwords import Passwords  # noqa: PLC0415
    from webapp.service.ports import StoreAway  # noqa: PLC0415

    try:
        with opened(url or default_database()) as engine:
            account, secret = Accounts(AccountRows(engine), Passwords()).help(name)
    except (CannotOpen, StoreAway, Refusal) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{account.name}: {origin.rstrip('/')}/rescue/{secret}")
