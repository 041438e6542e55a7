"""``flipfour convert``: games from one format into another."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import BinaryIO

import click

from engine.errors import EngineError
from engine.formats.files import contents_of, read_files
from engine.formats.writing import WRITERS, write
from engine.registry import game as game_of
from engine.wholefile import write_whole


@click.command()
@click.argument("sources", nargs=-1, required=True, type=click.File("rb"))
@click.option("--to", "target", type=click.Choice(list(WRITERS)), default="text", show_default=True)
@click.option("--game", "key", help="The game of a transcript; by default whichever fits.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file to write.")
@click.option("--json", "as_json", is_flag=True, help="Print one object about it.")
def command(
    sources: tuple[BinaryIO, ...], target: str, key: str | None, output: Path | None, as_json: bool
) -> None:
    """Read games from SOURCES (- for standard input) and write them in another format.

    Read are transcripts in every spelling, records, GGF, SGF, WTHOR, OBF, boards and JSON.
    WTHOR's games have names where WTH.JOU and WTH.TRN are among the files.
    What cannot be read is told on standard error, the rest is converted; the status is then 2.
    """
    found = read_files(contents_of(sources), None if key is None else game_of(key))
    written, problems = [], [str(problem) for problem in found.problems]
    for number, record in enumerate(found.records, start=1):
        try:
            written.append(write(record, target))
        except EngineError as error:
            problems.append(f"Game {number}: {error}")
    if as_json:
        summary = {"format": found.format, "games": len(written), "problems": problems}
        click.echo(json.dumps(summary | ({} if output else {"written": written})))
    else:
        for problem in problems:
            click.echo(problem, err=True)
    text = ("\n\n" if target == "board" else "\n").join(written) + "\n"
    if output is not None and written:
        write_whole(output, text)
    elif written and not as_json:
        click.echo(text, nl=False)
    if problems or not written:
        sys.exit(2)
