"""Growing an opening book of 8 × 8: ``flipfour book grow FILE``.

A book grows by drop-out expansion (T. Lincke): of all positions at its rim those are expanded
that games are likeliest to reach, which are those whose line costs least, a `PLY` for every
move and what every move loses against the best one. Expanding judges all moves that the book
lacks, first by a shallow search and then, unless that shows the move to be bad, by one of
`DEPTH` plies; scores are backed up to the start by negamax.

Searches that end after different sides' moves may lean to either side, so every search ends
after the same side's: where an odd number of discs was placed it is a ply less deep. Every
expansion begins with empty tables, and which come next is told by the book alone, so that a
run goes on where an earlier one ended and the result does not depend on where that was.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from engine.games.othello.books.openings import Entry, canonical_key
from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition
from engine.games.othello.search.searcher import OthelloSearcher
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.score import final_score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.games.othello.books.openings import Key

DEPTH, SHALLOW = 16, 10
BAD = 500
"""So much less than the best move, in hundredths of a disc, and a shallow search suffices."""

PLY = 120
"""What a move costs, hundredths of a disc: how much later a lossless line is followed."""

AT_ONCE = 100
"""One position is chosen for every so many in the book before lines are compared anew."""

_GAME = Othello()


class Growth:
    """A book that grows.

    Attributes:
        entries: all positions, scores backed up.
        expanded: the keys after every legal move, of positions of which the book has them all.
    """

    def __init__(self, entries: Mapping[Key, Entry]) -> None:
        self.entries = dict(entries)
        self.expanded: dict[Key, tuple[Key, ...]] = {}
        self._below: dict[Key, tuple[Key, ...]] = {}
        self._searcher: OthelloSearcher | None = None
        for key in self.entries:
            self._look_at(key)
        self.back_up()

    def grow(self, enough: Callable[[int], bool]) -> None:
        """Expand positions until there are `enough`; asked after each."""
        start = canonical_key(_GAME.start())
        if start not in self.entries:
            self.entries[start] = self._judge(start, DEPTH)
        while not enough(len(self.entries)):
            for key in self.cheapest(1 + len(self.entries) // AT_ONCE):
                self._expand(key)
                if enough(len(self.entries)):
                    break
            self.back_up()

    def cheapest(self, count: int) -> list[Key]:
        """So many rim positions whose lines from the start cost least.

        Raises:
            RuntimeError: there is none.
        """
        pending: list[tuple[int, Key]] = [(0, canonical_key(_GAME.start()))]
        reached: set[Key] = set()
        found: list[Key] = []
        while pending and len(found) < count:
            cost, key = heapq.heappop(pending)
            if key in reached:
                continue
            reached.add(key)
            if key not in self.expanded:
                if _discs(key) < 64 - DEPTH and _position_of(key).outcome() is None:
                    found.append(key)
                continue
            for child in self.expanded[key]:
                loss = self.entries[key].score + self.entries[child].score
                heapq.heappush(pending, (cost + PLY + loss, child))
        if not found:
            raise RuntimeError("The book holds every position there is.")
        return found

    def _look_at(self, key: Key) -> None:
        """Note whether the book has the positions after every move."""
        below = self._children(key)
        if below and all(child in self.entries for child in below):
            self.expanded[key] = below
            self._below.pop(key, None)

    def _children(self, key: Key) -> tuple[Key, ...]:
        if key not in self._below:
            self._below[key] = children(key)
        return self._below[key]

    def _expand(self, key: Key) -> None:
        below, known = self._children(key), self.entries
        if self._searcher is None:
            self._searcher = OthelloSearcher(_GAME)
        self._searcher.forget()
        judged = {child: self._judge(child, SHALLOW) for child in below if child not in known}
        best = min((known.get(child) or judged[child]).score for child in below)
        for child, entry in judged.items():
            if entry.score < best + BAD:
                judged[child] = self._judge(child, DEPTH)
        known |= judged
        self._look_at(key)

    def _judge(self, key: Key, depth: int) -> Entry:
        position = _position_of(key)
        if position.outcome() is not None:
            return Entry(DISC * final_score(position, position.to_move), depth)
        if self._searcher is None:
            self._searcher = OthelloSearcher(_GAME)
        depth -= _discs(key) % 2
        info = self._searcher.search(position, Limit(depth=depth), SearchControl())
        return Entry(info.score.value, depth)

    def back_up(self) -> None:
        """Let every expanded position be worth what its best move is."""
        # Children have more discs; a pass leads from one position to another that moves.
        entries = self.entries
        for key in sorted(self.expanded, key=lambda key: (-_discs(key), _passes(key))):
            below = [entries[child] for child in self.expanded[key]]
            best = min(below, key=lambda entry: (entry.score, -entry.depth))
            entries[key] = Entry(-best.score, best.depth + 1)


def children(key: Key) -> tuple[Key, ...]:
    """The positions after every legal move, those that are each other's images once."""
    position = _position_of(key)
    found = (canonical_key(position.play(move)) for move in position.legal_moves())
    return tuple(dict.fromkeys(found))


def with_passes(found: Iterable[tuple[Key, Entry]]) -> dict[Key, Entry]:
    """These positions by key, and before each that follows a pass the one that passes."""
    entries: dict[Key, Entry] = {}
    for (own, other), entry in found:
        position = _position_of((own, other))
        entries[canonical_key(position)] = entry
        before = _position_of((other, own))
        if _passes((other, own)):
            entries[canonical_key(before)] = Entry(-entry.score, entry.depth + 1)
    return entries


def _position_of(key: Key) -> OthelloPosition:
    """The position of a key, black to move."""
    return OthelloPosition.set_up(_GAME, key, 0)


def _discs(key: Key) -> int:
    return (key[0] | key[1]).bit_count()


def _passes(key: Key) -> bool:
    position = _position_of(key)
    return position.legal_moves() == (position.game.pass_move,)
