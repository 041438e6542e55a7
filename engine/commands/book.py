"""``flipfour book``: grow an opening book of your own, or take over another program's."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from time import monotonic
from typing import BinaryIO

import click

from engine.errors import EngineError
from engine.parts.of_game import own_book_of
from engine.registry import game as game_of

_GAME = click.argument("game")
_FILE = click.argument("book", type=click.Path(dir_okay=False, path_type=Path))


@click.group()
def command() -> None:
    """An opening book of your own for GAME, which is othello.

    BOOK is its file; where it is not there yet, it begins as a copy of the book that Flipfour comes
    with. Name it in the environment variable FLIPFOUR_OTHELLO_BOOK: levels then play by it, and
    analysis and openings tell what it says.
    """


@command.command(short_help="Judge more positions, the likeliest first.")
@_GAME
@_FILE
@click.option("--positions", type=click.IntRange(min=1), metavar="N", help="Stop at so many.")
@click.option(
    "--minutes", type=click.FloatRange(min=0), metavar="M", help="Stop after so many minutes."
)
def grow(game: str, book: Path, positions: int | None, minutes: float | None) -> None:
    """Judge more positions, those first that games are likeliest to reach.

    Without a limit it goes on until Ctrl-C; what is judged by then is kept.
    """
    if minutes is not None and isnan(minutes):
        raise EngineError("--minutes takes a number of minutes; it is nan.")
    own, started = own_book_of(game_of(game)), monotonic()

    def enough(count: int) -> bool:
        if minutes is not None and monotonic() - started >= 60 * minutes:
            return True
        return positions is not None and count >= positions

    click.echo(f"{book} holds {own.grow(book, enough):,} positions.")


@command.command("import", short_help="Add books of Edax, Egaroucid or Flipfour.")
@_GAME
@_FILE
@click.argument("sources", nargs=-1, required=True, type=click.File("rb"))
def take_over(game: str, book: Path, sources: tuple[BinaryIO, ...]) -> None:
    """Add the positions of SOURCES: books of Edax (.dat), Egaroucid (.egbk3) or Flipfour.

    What two books judge is taken from the one that looked further ahead. Moves that a book leaves
    out are judged by `flipfour book grow`.
    """
    own = own_book_of(game_of(game))
    for source in sources:
        taken = own.take_over(book, source.read())
        click.echo(f"{source.name}: {taken.positions:,} positions, {taken.new:,} of them new.")
