"""``flipfour play``: a game in the terminal, here or at a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.commands.play import command as at_home


@click.pass_context
def play(
    context: click.Context,
    /,
    game: str | None,
    server: str | None,
    clock: str | None,
    name: str | None,
    strangers: bool,
    keep: Path | None,
    **seating: Any,
) -> None:
    """Play GAME, such as `connectfour`, `connectfour:7x6:4:3p` or `othello:6`.

    Type a move a line, or undo, hint, resign, quit, help.

    With --server it is played there: the first human seat is yours, another one is for whoever
    opens the link that is printed. With the link of a match you take its free seat, come back to
    your own, or watch; GAME may then be left out.
    """
    if server is None:
        if game is None:
            raise click.UsageError("Missing argument 'GAME'.")
        given = {"clock": clock, "name": name, "open": strangers, "keep": keep}
        if wrong := [option for option, value in given.items() if value]:
            raise click.UsageError(f"--{wrong[0]} is for games at a --server.")
        context.invoke(at_home, game=game, **seating)
        return
    if seating["seed"] is not None:
        raise click.UsageError("--seed is for games at home; a server draws its own.")
    from webapp.client.errors import ClientError  # noqa: PLC0415 (a game at home starts faster)
    from webapp.client.joining import MatchRequest, play_at  # noqa: PLC0415

    request = MatchRequest(game, seating["seats"], seating["first"], clock or "", strangers)
    try:
        play_at(server, request, name, keep)
    except ClientError as error:
        raise click.ClickException(str(error)) from None


command = click.Command(
    "play",
    callback=play,
    help=play.__doc__,
    params=[
        click.Argument(["game"], required=False),
        *at_home.params[1:],
        click.Option(["--server"], metavar="URL", help="A server, or the link of a match there."),
        click.Option(["--clock"], metavar="5+3|30/move", help="Its clocks; none if not told."),
        click.Option(["--name"], metavar="NAME", help="What you are called there."),
        click.Option(["--open", "strangers"], is_flag=True, help="Let anybody there join."),
        click.Option(
            ["--keep"],
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Where it is kept who you are there; by default with flipfour's data.",
        ),
    ],
)
