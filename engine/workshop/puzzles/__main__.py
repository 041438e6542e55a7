"""``python -m engine.workshop.puzzles WTHOR FILE``: finds, proves and grades puzzles."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.puzzles.collection import format_puzzle, parse_puzzle
from engine.wholefile import write_whole
from engine.workshop.puzzles import sources
from engine.workshop.puzzles.choose import chosen, distinct_positions, in_order, symmetry_key
from engine.workshop.puzzles.mine import puzzle_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.puzzles.puzzle import Puzzle
    from engine.workshop.puzzles.sources import Place

SOURCES = {"between_levels": "connectfour", "othello": "othello"}
"""What is searched side by side, each in a process, and whose puzzles are found in it."""

HEADER = (
    "# Puzzles found, proved and graded by `python -m engine.workshop.puzzles`, seed {seed}:\n"
    "# Connect Four from games between our own levels,\n"
    "# Othello from games of people (WTHOR, the database of the Fédération Française d'Othello).\n"
    "# See engine/puzzles/collection.py.\n"
)


@click.command()
@click.argument("wthor", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seed", default=1, show_default=True, help="Which games are looked at.")
@click.option("--each", default=280, show_default=True, help="Puzzles of each game.")
@click.option("--spare", default=1.15, show_default=True, help="Found for one that is kept.")
def main(wthor: Path, file: Path, seed: int, each: int, spare: float) -> None:
    """Find puzzles, write FILE: in the WTHOR files of a folder, and in games between our levels."""
    wanted = round(each * spare)
    with ProcessPoolExecutor(len(SOURCES)) as pool:
        searches = [pool.submit(_lines, source, wthor, seed, wanted) for source in SOURCES]
        found = [parse_puzzle(line) for search in searches for line in search.result()]
    kept: list[Puzzle] = []
    for game in SOURCES.values():
        of_game = (puzzle for puzzle in found if puzzle.game.key == game)
        kept += chosen(distinct_positions(of_game), each)
    lines = [
        format_puzzle(replace(puzzle, number=number))
        for number, puzzle in enumerate(in_order(kept), 1)
    ]
    write_whole(file, HEADER.format(seed=seed) + "\n".join(lines) + "\n")


def _lines(source: str, wthor: Path, seed: int, count: int) -> list[str]:
    """Puzzles of one source, as lines of the file without a number."""
    places = {
        "between_levels": partial(sources.between_levels, seed),
        "othello": partial(sources.othello, wthor, seed),
    }[source]()
    return [format_puzzle(puzzle) for puzzle in _found(source, places, count)]


def _found(source: str, places: Iterator[Place], count: int) -> Iterator[Puzzle]:
    """The first `count` puzzles among some positions, no two alike."""
    known, looked = set(), 0
    for place in places:
        key = symmetry_key(place.position)
        if key in known:
            continue
        known.add(key)
        looked += 1
        puzzle = puzzle_at(place)
        if puzzle is None:
            continue
        yield puzzle
        count -= 1
        click.echo(f"{source}: {count} to go, {looked} looked at", err=True)
        if not count:
            return


if __name__ == "__main__":
    main()
