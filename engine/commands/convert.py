"""``flipfour convert``: games from one format into another."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from engine.errors import EngineError
from engine.formats.files import contents_of, names_in, read_files
from engine.formats.writing import WRITERS, write
from engine.formats.wthorwriting import UNFIT, wthor_files, wthor_holds, zipped
from engine.registry import game as game_of
from engine.wholefile import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.formats.record import GameRecord

WTHOR = "wthor"
"""The one target that is several files."""


@click.command()
@click.argument("sources", nargs=-1, required=True, type=click.File("rb"))
@click.option(
    "--to", "target", type=click.Choice([*WRITERS, WTHOR]), default="text", show_default=True
)
@click.option("--game", "key", help="The game of a transcript; by default whichever fits.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="A file to write; of WTHOR a folder or a .zip.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one object about it.")
def command(
    sources: tuple[BinaryIO, ...], target: str, key: str | None, output: Path | None, as_json: bool
) -> None:
    """Read games from SOURCES (- for standard input) and write them in another format.

    Read are transcripts in every spelling, records, GGF, SGF, WTHOR, OBF, boards and JSON.
    WTHOR's games have names where WTH.JOU and WTH.TRN are among the files; written as WTHOR, games
    go by the numbers of these, and new names stand behind them. Files of WTHOR that are in the
    folder already are replaced only where they are among SOURCES, so that no game is lost.
    What cannot be read is told on standard error, the rest is converted; the status is then 2.
    """
    if target == WTHOR and output is None:
        raise click.UsageError("WTHOR takes several files; say with --output into which folder.")
    if output is not None and output.is_dir() and target != WTHOR:
        raise click.UsageError(f"{output} is a folder; --output takes a file.")
    contents = contents_of(sources)
    found = read_files(contents, None if key is None else game_of(key))
    problems = [str(problem) for problem in found.problems]
    written: list[str] = []
    if target == WTHOR and output is not None:
        count = _write_wthor(found.records, contents, output, problems)
    else:
        written = _written(found.records, target, problems)
        count = len(written)
    if as_json:
        summary = {"format": found.format, "games": count, "problems": problems}
        click.echo(json.dumps(summary | ({} if output else {"written": written})))
    else:
        for problem in problems:
            click.echo(problem, err=True)
    text = ("\n\n" if target == "board" else "\n").join(written) + "\n"
    if output is not None and written:
        write_whole(output, text)
    elif written and not as_json:
        click.echo(text, nl=False)
    if problems or not count:
        sys.exit(2)


def _written(records: Sequence[GameRecord], target: str, problems: list[str]) -> list[str]:
    """The records in a format; why one cannot be is told among the problems."""
    written = []
    for number, record in enumerate(records, start=1):
        try:
            written.append(write(record, target))
        except EngineError as error:
            problems.append(f"Game {number}: {error}")
    return written


def _write_wthor(
    records: Sequence[GameRecord], contents: Mapping[str, bytes], output: Path, problems: list[str]
) -> int:
    """Write the files of WTHOR; answers how many games they hold."""
    fitting = [record for record in records if wthor_holds(record)]
    problems += [
        f"Game {number}: {UNFIT}"
        for number, record in enumerate(records, start=1)
        if not wthor_holds(record)
    ]
    if not fitting:
        return 0
    today = datetime.now(UTC).date()
    files = wthor_files(fitting, today, *names_in(contents))
    if output.suffix.lower() == ".zip":
        write_whole(output, zipped(files, today))
        return len(fitting)
    read = {Path(name).resolve() for name in contents}
    for path in (output / name for name in files):
        if path.exists() and path.resolve() not in read:
            raise EngineError(f"{path} is there already; name it among SOURCES to add to it.")
    output.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        write_whole(output / name, content)
    return len(fitting)
