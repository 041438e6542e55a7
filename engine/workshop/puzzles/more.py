"""``python -m engine.workshop.puzzles.more THEME FOLDER FILE``: adds puzzles of a rare theme."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.games.othello.features import mobility
from engine.puzzles.collection import format_puzzle, parse_puzzle
from engine.workshop.puzzles import sources
from engine.workshop.puzzles.choose import likeness
from engine.workshop.puzzles.mine import puzzle_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.game import Move
    from engine.games.othello.position import OthelloPosition
    from engine.puzzles.puzzle import Puzzle

FEW = 14
"""Discs of the other side beyond which nobody looks for a wipe-out."""

EVERY = 60
"""Positions of a game that are looked at: all."""

BEGINNING = 12
"""Moves by which two positions in a row are known to be of one game."""


@click.command()
@click.argument("theme", type=click.Choice(["wipe_out", "no_move", "forced_line"]))
@click.argument("wthor", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seed", default=2, show_default=True, help="Which games are looked at.")
@click.option("--count", default=15, show_default=True, help="Puzzles to add.")
def main(theme: str, wthor: Path, file: Path, seed: int, count: int) -> None:
    """Add puzzles of Othello with THEME to FILE, behind those there are: numbers stay.

    WTHOR is a folder of its files, in whose games they are looked for."""
    lines = [line for line in file.read_text("utf-8").splitlines() if line[:1] != "#"]
    known = [parse_puzzle(line) for line in lines]
    taken = {likeness(puzzle.position) for puzzle in known if puzzle.game.key == "othello"}
    with file.open("a", encoding="utf-8") as out:
        for number, puzzle in enumerate(_found(theme, wthor, seed, taken), len(known) + 1):
            out.write(format_puzzle(replace(puzzle, number=number)) + "\n")
            out.flush()
            if number == len(known) + count:
                return


def _found(theme: str, wthor: Path, seed: int, taken: set[tuple[int, ...]]) -> Iterator[Puzzle]:
    """New puzzles of a theme, no two in a row of one game; `taken` grows by them."""
    last: tuple[Move, ...] = (-1,)
    for place in sources.othello(wthor, seed, per_game=EVERY):
        alike, game = likeness(place.position), place.opening[:BEGINNING]
        if game == last or alike in taken or not PROMISING[theme](place.position):  # type: ignore[arg-type]
            continue
        puzzle = puzzle_at(place)
        if puzzle is not None and theme in puzzle.themes:
            taken.add(alike)
            last = game
            yield puzzle


def _few_are_left(position: OthelloPosition) -> bool:
    return position.boards[1 - position.to_move].bit_count() <= FEW


def _passes(position: OthelloPosition) -> bool:
    """Whether a move leaves the other side none."""
    after = (position.play(move) for move in position.legal_moves())
    return any(end.outcome() is None and not mobility(end, end.to_move) for end in after)


PROMISING: Mapping[str, Callable[[OthelloPosition], bool]] = {
    "wipe_out": _few_are_left,
    "no_move": _passes,
    "forced_line": lambda position: True,
}
"""The themes of which puzzles are looked for, and where it pays to prove anything."""


if __name__ == "__main__":
    main()
