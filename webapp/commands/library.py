"""``flipfour library``: collections of games for everybody who uses a server."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from engine.errors import EngineError
from engine.registry import FAMILIES
from webapp.commands.options import database_option

RESULTS = ("first", "second", "third", "draw", "open")
"""How an address, too, names a result; `webapp.wire`, which knows them, loads when it is asked."""


@click.group()
def command() -> None:
    """Give everybody's library games of the field, or write some of them into a file."""


@command.command(name="import", short_help="Keep games for all to search and explore.")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@database_option("Whose library")
def bring(files: tuple[Path, ...], url: str | None) -> None:
    """Keep the games of FILES for all to search and explore, while the server runs or not; what a
    command that was killed had not kept yet, the server or the next command keeps.

    Read are all formats that `flipfour convert` reads; WTHOR's games have names where WTH.JOU is
    among the files.
    """
    from engine.formats.files import read_files  # noqa: PLC0415
    from webapp.domain.library import EVERYBODY, Entry, keeps  # noqa: PLC0415
    from webapp.paths import default_database  # noqa: PLC0415
    from webapp.persistence.database import CannotOpen, opened  # noqa: PLC0415
    from webapp.persistence.library import LibraryRows  # noqa: PLC0415
    from webapp.service.ports import StoreAway  # noqa: PLC0415

    names = {path.name: path.read_bytes() for path in files}
    try:
        found = read_files(names)
        entries = [Entry.of_record(record) for record in found.records if keeps(record)]
        refused = found.refused + len(found.records) - len(entries)
        name = ", ".join(name for name in names if not name.lower().endswith((".jou", ".trn")))
        with (
            opened(url or default_database(), new=True) as engine,
            click.progressbar(length=len(entries), label="Keeping", file=None) as bar,
        ):
            rows = LibraryRows(engine)
            number = rows.collect(EVERYBODY, name, entries, refused)
            while part := rows.next_part():
                rows.keep(part)
                bar.update(len(part.found) if part.collection == number else 0)
    except (CannotOpen, StoreAway, EngineError) as error:
        raise click.ClickException(str(error)) from None
    for problem in found.problems[:20]:
        click.echo(str(problem), err=True)
    partly = f", {found.partly:,} of them in part" if found.partly else ""
    click.echo(f"{len(entries):,} games kept{partly}, {refused:,} refused")


@command.command(short_help="Write games that all may see into a file.")
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--text", "q", default="", help="Part of a player's, an event's or an opening's name."
)
@click.option("--family", type=click.Choice(sorted(FAMILIES)), help="By default both.")
@click.option("--result", type=click.Choice(RESULTS), help="Who won, a draw, or no end.")
@click.option("--since", default="", metavar="DATE", help="The first year, or day.")
@click.option(
    "--until", default="", metavar="DATE", help="The last year, or day: 1994, 1994-07-03."
)
@database_option("Whose library")
def export(output: Path, url: str | None, **asked: str | None) -> None:
    """Write the games of a search into OUTPUT, the newest first.

    Its name says as what: .txt, .json, .ggf, .sgf, or .zip with files of WTHOR for each year and
    the names of players and tournaments.
    """
    from engine.wholefile import drafted  # noqa: PLC0415
    from webapp import wire  # noqa: PLC0415
    from webapp.domain.errors import Refusal  # noqa: PLC0415
    from webapp.domain.library import EVERYBODY  # noqa: PLC0415
    from webapp.domain.taken import NOTED, TARGETS, file_of  # noqa: PLC0415
    from webapp.paths import default_database  # noqa: PLC0415
    from webapp.persistence.database import CannotOpen, opened  # noqa: PLC0415
    from webapp.persistence.library import LibraryRows  # noqa: PLC0415
    from webapp.service.library import every_game  # noqa: PLC0415
    from webapp.service.ports import StoreAway  # noqa: PLC0415

    form = output.suffix.lower().lstrip(".")
    if form not in TARGETS:
        raise click.UsageError(f"{output} ends in none of .{', .'.join(TARGETS)}.")
    try:
        wanted = wire.parse_wanted({name: said for name, said in asked.items() if said})
        count = 0
        with opened(url or default_database()) as engine, drafted(output) as draft:
            games = every_game(LibraryRows(engine), EVERYBODY, wanted, noted=form in NOTED)
            parts = file_of(form, games, datetime.now(UTC).date())
            with draft.open("wb") as file:
                for part, some in parts:
                    file.write(part)
                    count += some
    except (CannotOpen, StoreAway) as error:
        raise click.ClickException(str(error)) from None
    except Refusal as error:
        raise click.ClickException(error.message) from None
    click.echo(f"{count:,} games written")
