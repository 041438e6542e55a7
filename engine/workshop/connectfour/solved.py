"""What a maker of opening books has solved so far, kept in a file."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.games.connectfour.books.book import Book, pack
from engine.games.connectfour.solver.solver import UNLIMITED
from engine.wholefile import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from engine.games.connectfour.game import ConnectFour


@dataclass(slots=True)
class Known:
    """A solved position: its solver score, whether it belongs in the book, and what it took.

    `nodes`: those of the search that solved it, with what was in the table; 0 if there was none.
    """

    score: int
    costly: bool
    nodes: int = 0


@dataclass(slots=True)
class Progress:
    """What is solved so far, a line ``key score costly nodes`` each in a file that only grows.

    Lines of three words are older; what was costly then is taken to have cost without limit.
    """

    path: Path
    known: dict[int, Known] = field(default_factory=dict)

    def load(self, book: Path | None = None) -> None:
        """Read what was solved before, from the file or else from an earlier book.

        The beginning of a line, for which a full disk had no room, is taken away.
        """
        if self.path.exists():
            text = self.path.read_text(encoding="ascii")
            whole = text[: text.rfind("\n") + 1]
            if whole != text:
                os.truncate(self.path, len(whole))
            for line in whole.splitlines():
                key, score, costly, *rest = (int(word) for word in line.split())
                nodes = rest[0] if rest else UNLIMITED * costly
                self.known[key] = Known(score, bool(costly), nodes)
        elif book is not None and book.exists():
            for key, score in Book.from_bytes(book.read_bytes()).items():
                self.add(key, Known(score, costly=True, nodes=UNLIMITED))

    def add(self, key: int, known: Known) -> None:
        self.known[key] = known
        with self.path.open("a", encoding="ascii") as file:
            file.write(f"{key} {known.score} {known.costly:d} {known.nodes}\n")

    def write_book(self, path: Path | None, game: ConnectFour) -> None:
        """Write the game's book of what is costly, all of it or nothing."""
        if path is not None:
            data = pack(
                game, {key: known.score for key, known in self.known.items() if known.costly}
            )
            write_whole(path, data)
