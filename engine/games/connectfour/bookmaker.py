"""Make the opening book: ``python -m engine.games.connectfour.bookmaker PROGRESS [BOOK]``.

Walks the opening ply by ply through the positions in which at least one side has played
nothing but best moves, so that the engine's own games are all within it, and solves every
move of each. Only positions stay that the search alone, with an empty table, does not solve
within `COSTLY` nodes; where it does, the walk ends. Everything solved is appended to the
file PROGRESS at once, so that a walk that is ended goes on where it was when started again;
BOOK is written after every ply.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from engine.games.connectfour.book import canonical_key, pack
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.solver import SMALL_LOG, Solver, new_table
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourPosition

COSTLY = 400_000
"""Nodes, about 40 ms: what the search solves with fewer need not be in the book."""

WARM_TABLE_LOG = 24

FIRST, SECOND = 1, 2
"""Bits of a position in the walk: the sides that have played only best moves."""


@dataclass(slots=True)
class Known:
    """A solved position: its solver score, and whether it belongs in the book."""

    score: int
    costly: bool


@dataclass(slots=True)
class Progress:
    """What is solved so far, one line ``key score costly`` each in a file that only grows."""

    path: Path
    known: dict[int, Known] = field(default_factory=dict)

    def load(self) -> None:
        if self.path.exists():
            for line in self.path.read_text(encoding="ascii").splitlines():
                key, score, costly = (int(word) for word in line.split())
                self.known[key] = Known(score, bool(costly))

    def add(self, key: int, known: Known) -> None:
        self.known[key] = known
        with self.path.open("a", encoding="ascii") as file:
            file.write(f"{key} {known.score} {known.costly:d}\n")

    def book(self) -> bytes:
        return pack({key: known.score for key, known in self.known.items() if known.costly})


class Bookmaker:
    """Solves the positions of the walk."""

    def __init__(self, game: ConnectFour, progress: Progress) -> None:
        self._progress = progress
        self._cold = Solver(game, new_table(SMALL_LOG))
        self._warm = Solver(game, new_table(WARM_TABLE_LOG))

    def known(self, position: ConnectFourPosition, lowest: int) -> Known:
        """The position's score, at least `lowest`, from the progress or solved now."""
        key = canonical_key(position)
        if key not in self._progress.known:
            self._progress.add(key, self._solve(position, lowest))
        return self._progress.known[key]

    def _solve(self, position: ConnectFourPosition, lowest: int) -> Known:
        self._cold.forget()
        self._cold.begin(SearchControl(), COSTLY)
        score = self._cold.score(position)
        if score is not None:
            return Known(score, costly=False)
        score = self._warm.score(position, lowest)
        if score is None:
            raise RuntimeError("A search without a limit was ended.")
        return Known(score, costly=True)


def walk(game: ConnectFour, maker: Bookmaker, progress: Progress, book: Path | None) -> None:
    """Solve ply after ply until nothing costly is left."""
    level = {canonical_key(game.start()): (game.start(), FIRST | SECOND)}
    maker.known(game.start(), -game.columns * game.rows)
    while level:
        deeper: dict[int, tuple[ConnectFourPosition, int]] = {}
        for position, faithful in level.values():
            _expand(position, faithful, maker, deeper)
        if book is not None:
            book.write_bytes(progress.book())
        ply = next(iter(level.values()))[0].ply
        sys.stdout.write(f"ply {ply}: {len(level)} positions, {len(progress.known)} solved\n")
        sys.stdout.flush()
        level = deeper


def _expand(
    position: ConnectFourPosition,
    faithful: int,
    maker: Bookmaker,
    deeper: dict[int, tuple[ConnectFourPosition, int]],
) -> None:
    """Solve every move of a position and add what the walk visits next to `deeper`."""
    score = maker.known(position, -(position.game.columns * position.game.rows)).score
    mover = SECOND if position.ply % 2 else FIRST
    for move in position.legal_moves():
        child = position.play(move)
        if child.outcome() is not None:
            continue
        known = maker.known(child, -score)
        sides = faithful if known.score == -score else faithful & ~mover
        if sides and known.costly:
            key = canonical_key(child)
            before = deeper[key][1] if key in deeper else 0
            deeper[key] = (child, sides | before)


def main(arguments: list[str] | None = None) -> None:
    """Run the walk, see the module."""
    parser = argparse.ArgumentParser(description="Make the opening book of 7x6.")
    parser.add_argument("progress", type=Path)
    parser.add_argument("book", type=Path, nargs="?")
    options = parser.parse_args(arguments)
    game = ConnectFour()
    progress = Progress(options.progress)
    progress.load()
    walk(game, Bookmaker(game, progress), progress, options.book)


if __name__ == "__main__":
    main()
