"""``python -m engine.workshop.puzzles.more THEME FILE``: adds puzzles of one theme."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.games.connectfour.remarks import forking_squares
from engine.games.othello.features import mobility
from engine.puzzles.collection import format_puzzle, parse_puzzle
from engine.registry import FAMILIES
from engine.workshop.puzzles import sources
from engine.workshop.puzzles.choose import symmetry_key
from engine.workshop.puzzles.forcing import forced_win
from engine.workshop.puzzles.mine import puzzle_at
from engine.workshop.puzzles.sources import DISCS

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping

    from engine.game import Move
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.othello.position import OthelloPosition
    from engine.puzzles.puzzle import Puzzle
    from engine.workshop.puzzles.sources import Place

FEW = 14
"""Discs of the other side beyond which nobody looks for a wipe-out."""

EVERY = 60
"""Positions of a game that are looked at: all."""

THREATS = 3
"""Threats, at least, that a forced line in Connect Four makes before it wins."""

EARLIEST = 10
"""Discs from which on positions are looked at where it is soon told whether it pays."""

BEGINNING = 10
"""Moves by which two positions in a row are known to be of one game."""


@click.command()
@click.argument("theme", metavar="GAME.THEME")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--wthor",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of WTHOR files, in whose games Othello's are looked for.",
)
@click.option("--seed", default=2, show_default=True, help="Which games are looked at.")
@click.option("--count", default=15, show_default=True, help="Puzzles to add.")
def main(theme: str, file: Path, wthor: Path | None, seed: int, count: int) -> None:
    """Add puzzles with a theme, ``othello.wipe_out``, to FILE, behind those there are: numbers
    stay. Connect Four's are looked for in games between our levels."""
    key, _, name = theme.partition(".")
    if key not in FAMILIES or name not in _themes(key):
        raise click.BadParameter(f"{theme} is none, like connectfour.forced_line.")
    if key == "othello" and wthor is None:
        raise click.UsageError("Othello's puzzles are from games in a folder: --wthor FOLDER.")
    promising = PROMISING.get(theme)
    places: Iterable[Place]
    if wthor and key == "othello":
        games = sources.othello(wthor, seed, EVERY)
        places = (place for place in games if promising is None or promising(place.position))
    else:
        earliest = EARLIEST if promising else DISCS[0]
        places = sources.between_levels(seed, EVERY, earliest, promising)
    lines = [line for line in file.read_text("utf-8").splitlines() if line[:1] != "#"]
    known = [parse_puzzle(line) for line in lines]
    taken = {symmetry_key(puzzle.position) for puzzle in known if puzzle.game.key == key}
    found = islice(_found(name, places, taken), count)
    with file.open("a", encoding="utf-8") as out:
        for number, puzzle in enumerate(found, max(puzzle.number for puzzle in known) + 1):
            out.write(format_puzzle(replace(puzzle, number=number)) + "\n")
            out.flush()


def _themes(key: str) -> Container[str]:
    part = FAMILIES[key].puzzles
    return part.THEMES if part else ()


def _found(theme: str, places: Iterable[Place], taken: set[tuple[int, ...]]) -> Iterator[Puzzle]:
    """New puzzles of a theme, no two in a row of one game; `taken` grows by them."""
    last: tuple[Move, ...] = (-1,)
    for place in places:
        alike, game = symmetry_key(place.position), place.opening[:BEGINNING]
        if game == last or alike in taken:
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


def _is_forced(position: ConnectFourPosition) -> bool:
    """Whether threats win, and no fewer than three before the last disc."""
    return (forced_win(position) or 0) > THREATS


def _forks(position: ConnectFourPosition) -> bool:
    return bool(forking_squares(position))


PROMISING: Mapping[str, Callable[[Any], bool]] = {
    "othello.wipe_out": _few_are_left,
    "othello.no_move": _passes,
    "connectfour.forced_line": _is_forced,
    "connectfour.double_threat": _forks,
}
"""Where it pays to prove anything, of themes of which that can be told at once."""


if __name__ == "__main__":
    main()
