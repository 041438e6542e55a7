"""Make the opening book: ``python -m engine.workshop.othello.bookmaker PROGRESS [BOOK]``.

The book grows by drop-out expansion (T. Lincke): of all positions at its rim the one is
expanded that the game is likeliest to reach, which is the one whose line costs least, a
`PLY` for every move and what every move loses against the best one. Expanding judges all
its moves by a search with an empty table, first a shallow one and then, unless that shows
the move to be bad, one of `DEPTH` plies; scores are backed up to the start by negamax.

Searches that end after different sides' moves may lean to either side, so every search ends
after the same side's: where an odd number of discs was placed it is a ply less deep. An
expansion is appended to the file PROGRESS as a whole, so that a run goes on where an earlier
one ended and the result does not depend on where that was.
"""

from __future__ import annotations

import heapq
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.games.othello.books.openings import Entry, canonical_key, pack
from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition
from engine.games.othello.search.searcher import OthelloSearcher
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.score import final_score

if TYPE_CHECKING:
    from engine.games.othello.books.openings import Key

DEPTH, SHALLOW = 16, 10
BAD = 500
"""So much less than the best move, in hundredths of a disc, and a shallow search suffices."""

PLY = 120
"""What a move costs, hundredths of a disc: how much later a lossless line is followed."""

_GAME = Othello()
_EXPANDED = "expanded"


class Progress:
    """What has been judged and expanded, a line each in a file that only grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.judged: dict[Key, Entry] = {}
        self.expanded: dict[Key, tuple[Key, ...]] = {}
        if path.exists():
            for line in path.read_text(encoding="ascii").splitlines():
                own, other, *what = line.split()
                key = int(own, 16), int(other, 16)
                if what == [_EXPANDED]:
                    self.expanded[key] = children(key)
                else:
                    self.judged[key] = Entry(*(int(word) for word in what))

    def add(self, judged: dict[Key, Entry], expanded: Key | None = None) -> None:
        """Remember the judged moves of a position that is expanded by them."""
        self.judged |= judged
        lines = [f"{_words(key)} {entry.score} {entry.depth}\n" for key, entry in judged.items()]
        if expanded is not None:
            self.expanded[expanded] = children(expanded)
            lines.append(f"{_words(expanded)} {_EXPANDED}\n")
        with self._path.open("a", encoding="ascii") as file:
            file.write("".join(lines))

    def entries(self) -> dict[Key, Entry]:
        """All positions with backed-up scores."""
        entries = dict(self.judged)
        # Children have more discs; a pass leads from one position to another that moves.
        for key in sorted(self.expanded, key=lambda key: (-_discs(key), _passes(key))):
            below = [entries[child] for child in self.expanded[key]]
            best = min(below, key=lambda entry: (entry.score, -entry.depth))
            entries[key] = Entry(-best.score, best.depth + 1)
        return entries


def _words(key: Key) -> str:
    return f"{key[0]:016x} {key[1]:016x}"


def position_of(key: Key) -> OthelloPosition:
    """The position of a key, black to move."""
    return OthelloPosition.set_up(_GAME, key, 0)


def children(key: Key) -> tuple[Key, ...]:
    """The positions after every legal move, those that are each other's images once."""
    position = position_of(key)
    found = (canonical_key(position.play(move)) for move in position.legal_moves())
    return tuple(dict.fromkeys(found))


def cheapest(progress: Progress) -> Key:
    """The rim position whose line from the start costs least."""
    entries = progress.entries()
    start = canonical_key(_GAME.start())
    pending: list[tuple[int, Key]] = [(0, start)]
    reached = set()
    while pending:
        cost, key = heapq.heappop(pending)
        if key in reached:
            continue
        reached.add(key)
        if key not in progress.expanded:
            if _discs(key) < 64 - DEPTH and position_of(key).outcome() is None:
                return key
            continue
        for child in progress.expanded[key]:
            loss = entries[key].score + entries[child].score
            heapq.heappush(pending, (cost + PLY + loss, child))
    raise RuntimeError("The book holds every position there is.")


class Maker:
    """Grows a book."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._searcher = OthelloSearcher(_GAME)
        start = canonical_key(_GAME.start())
        if start not in progress.judged:
            progress.add({start: self._judge(start, DEPTH)})

    def grow(self) -> None:
        """Expand one position."""
        key = cheapest(self._progress)
        known = self._progress.judged
        judged = {
            child: self._judge(child, SHALLOW) for child in children(key) if child not in known
        }
        best = min((known.get(child) or judged[child]).score for child in children(key))
        for child, entry in judged.items():
            if entry.score < best + BAD:
                judged[child] = self._judge(child, DEPTH)
        self._progress.add(judged, key)

    def _judge(self, key: Key, depth: int) -> Entry:
        position = position_of(key)
        if position.outcome() is not None:
            return Entry(DISC * final_score(position, position.to_move), depth)
        depth -= _discs(key) % 2
        self._searcher.forget()
        info = self._searcher.search(position, Limit(depth=depth), SearchControl())
        return Entry(info.score.value, depth)


def _discs(key: Key) -> int:
    return (key[0] | key[1]).bit_count()


def _passes(key: Key) -> bool:
    position = position_of(key)
    return position.legal_moves() == (position.game.pass_move,)


@click.command()
@click.argument("progress", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("book", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--positions", default=5000, show_default=True, help="Positions to stop at.")
@click.option("--minutes", type=float, help="Minutes to stop after.")
def main(progress: Path, book: Path | None, positions: int, minutes: float | None) -> None:
    """Grow the opening book in the file PROGRESS and write it to BOOK."""
    started, known = time.monotonic(), Progress(progress)
    maker = Maker(known)
    while len(known.judged) < positions:
        if minutes is not None and time.monotonic() - started > 60 * minutes:
            break
        maker.grow()
    click.echo(f"{len(known.judged)} positions, {len(known.expanded)} of them expanded")
    if book is not None:
        book.write_bytes(pack(known.entries()))


if __name__ == "__main__":
    main()
