"""Make an opening book: ``python -m engine.workshop.connectfour.bookmaker GAME PROGRESS [BOOK]``.

GAME is the key of any two-player board that fits one word. The package keeps the book under
the name that `book.file_name` gives.

Walks the opening ply by ply, twice unless one walk is chosen. First through a repertoire: one
best move of a side against every move of the other, for either side, so that the engine soon
knows what to play whatever comes. Then through the positions in which at least one side has
played nothing but best moves, solving every move of each. A walk can be told to end at a ply.
Only positions stay that the search alone, with an empty table, does not solve within `COSTLY`
nodes; where it does, the walk ends. A third walk, only made where it is chosen, solves every
position of one ply, and then those before it from their moves; several threads can share it.

Everything solved is appended to the file PROGRESS at once, so that a walk that is ended goes
on where it was when started again; where there is no PROGRESS, it goes on from BOOK. BOOK is
written after every ply and when the walk is interrupted.
"""

from __future__ import annotations

import argparse
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.errors import EngineError, UnsupportedGame
from engine.games.connectfour.board.layout import BITS, fits
from engine.games.connectfour.books.book import Book, canonical_key, pack, taken_back
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.kernels import takes_two_words
from engine.games.connectfour.search.windows import centre_first
from engine.games.connectfour.solver.solver import SMALL_LOG, Solver, final_solver_score, new_table
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.wholefile import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.game import Move
    from engine.games.connectfour.position import ConnectFourPosition

COSTLY = 400_000
"""Nodes, about 40 ms: what the search solves with fewer need not be in the book."""

TABLE_LOG = 24
"""Logarithm of the length of the table kept through the whole walk: 128 MiB."""

FIRST_EFFORT = 1_000_000
"""Nodes for each move at first where one best move is looked for."""

T = TypeVar("T")

FIRST, SECOND = 1, 2
"""Bits of a position in a walk: the sides that have played only what it follows."""


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

    def load(self, book: Path | None = None) -> None:
        """Read what was solved before, from the file or else from an earlier book."""
        if self.path.exists():
            for line in self.path.read_text(encoding="ascii").splitlines():
                key, score, costly = (int(word) for word in line.split())
                self.known[key] = Known(score, bool(costly))
        elif book is not None and book.exists():
            for key, score in Book.from_bytes(book.read_bytes()).items():
                self.add(key, Known(score, costly=True))

    def add(self, key: int, known: Known) -> None:
        self.known[key] = known
        with self.path.open("a", encoding="ascii") as file:
            file.write(f"{key} {known.score} {known.costly:d}\n")

    def write_book(self, path: Path | None) -> None:
        """Write the book of what is costly, all of it or nothing."""
        if path is not None:
            data = pack({key: known.score for key, known in self.known.items() if known.costly})
            write_whole(path, data)


class Stopped(Exception):
    """The walk was told to stop in the middle of a search."""


class Bookmaker:
    """Solves the positions of the walk; raises `Stopped` soon after `control` is stopped."""

    def __init__(
        self,
        game: ConnectFour,
        progress: Progress,
        table: NDArray[np.uint64],
        control: SearchControl | None = None,
        costly: int | None = None,
    ) -> None:
        """`table`: kept through the whole walk; several makers may share one.

        `costly`: nodes, by default `COSTLY`; what costs more is for the book.
        """
        self._progress = progress
        self.control = control or SearchControl()
        self._limit = COSTLY if costly is None else costly
        self._cold = Solver(game, new_table(SMALL_LOG))
        self._warm = Solver(game, table)
        self._columns = centre_first(game.columns)

    def known(self, position: ConnectFourPosition, lowest: int) -> Known:
        """The position's score, at least `lowest`, from the progress or solved now."""
        key = canonical_key(position)
        if key not in self._progress.known:
            self._progress.add(key, self._solve(position, lowest))
        return self._progress.known[key]

    def solve_moves(self, position: ConnectFourPosition) -> None:
        """Solve every move of a position."""
        score = self.known(position, -BITS).score
        for _, child in self._children(position):
            if child.outcome() is None:
                self.known(child, -score)

    def find_best_move(self, position: ConnectFourPosition) -> None:
        """Solve one best move, if none is known: the one that is proved soonest.

        All are tried with growing effort.
        """
        score = self.known(position, -BITS).score
        effort = FIRST_EFFORT
        while True:
            for _, child in self._children(position):
                if self._is_at_most(child, -score, effort):
                    if child.outcome() is None:
                        self.known(child, -score)
                    return
            effort *= 8

    def best_moves(self, position: ConnectFourPosition) -> list[Move]:
        """The best moves that are known and do not end the game."""
        score, known = self.known(position, -BITS).score, self._progress.known
        return [
            move
            for move, child in self._children(position)
            if child.outcome() is None
            and (key := canonical_key(child)) in known
            and known[key].score == -score
        ]

    def _children(self, position: ConnectFourPosition) -> list[tuple[Move, ConnectFourPosition]]:
        legal = position.legal_moves()
        return [(move, position.play(move)) for move in self._columns if move in legal]

    def _is_at_most(self, position: ConnectFourPosition, score: int, nodes: int) -> bool:
        """Whether that is known, or proved with so many nodes."""
        if position.outcome() is not None:
            return final_solver_score(position) <= score
        known = self._progress.known.get(canonical_key(position))
        if known is not None:
            return known.score <= score
        self._warm.begin(self.control, nodes)
        reached = self._warm.reaches(position, score + 1)
        if self.control.stopped:
            raise Stopped
        return reached is False

    def _solve(self, position: ConnectFourPosition, lowest: int) -> Known:
        worths, missing = self._known_moves(position)
        score: int | None = max(worths, default=lowest)
        if missing:
            before = self.control.nodes
            self._warm.begin(self.control)
            score = self._warm_score(position, max([lowest, *worths, *self._floors(position)]))
            if score is not None and self.control.nodes - before > self._limit:
                return Known(score, costly=True)  # all the more with an empty table
        self._cold.forget()
        self._cold.begin(self.control, self._limit)
        costly = self._cold.score(position) is None
        if score is None or self.control.stopped:
            raise Stopped
        return Known(score, costly)

    def _warm_score(self, position: ConnectFourPosition, lowest: int) -> int | None:
        """A score that is `lowest` at least, and often no more."""
        score = self._warm.score(position, lowest, lowest + 1)
        return score if score is None or score <= lowest else self._warm.score(position, score)

    def _floors(self, position: ConnectFourPosition) -> Iterator[int]:
        """Lower bounds of the score, from positions known that it may come from."""
        for earlier in taken_back(position):
            known = self._progress.known.get(canonical_key(earlier))
            if known is not None:
                yield -known.score

    def _known_moves(self, position: ConnectFourPosition) -> tuple[list[int], bool]:
        """What the moves are worth that are known, and whether others are not."""
        children = [child for _, child in self._children(position)]
        finished = [final_solver_score(child) for child in children if child.outcome()]
        keys = [canonical_key(child) for child in children if child.outcome() is None]
        known = [self._progress.known[key].score for key in keys if key in self._progress.known]
        return [-score for score in finished + known], len(known) < len(keys)


def walk(
    game: ConnectFour, maker: Bookmaker, *, every: bool, plies: int = BITS
) -> Iterator[tuple[int, int]]:
    """Solve ply after ply until nothing costly is left; yields each ply and its positions.

    `every`: solve all moves of a position, not one best move of the side that is followed.
    `plies`: the deepest ply whose positions' moves are solved.
    All best moves that are known are followed: whoever goes by the book stays in it.
    """
    level = {canonical_key(game.start()): (game.start(), FIRST | SECOND)}
    ply = 0
    while level and ply <= plies:
        costly = [pair for pair in level.values() if maker.known(pair[0], -BITS).costly]
        for position, faithful in costly:
            mover = SECOND if position.ply % 2 else FIRST
            if every or faithful == FIRST | SECOND:
                maker.solve_moves(position)
            elif faithful == mover:
                maker.find_best_move(position)
        deeper: dict[int, tuple[ConnectFourPosition, int]] = {}
        for position, faithful in costly:
            mover = SECOND if position.ply % 2 else FIRST
            best = maker.best_moves(position)
            for move in position.legal_moves():
                sides = faithful if move in best else faithful & ~mover
                child = position.play(move)
                if sides and child.outcome() is None:
                    key = canonical_key(child)
                    before = deeper[key][1] if key in deeper else 0
                    deeper[key] = (child, sides | before)
        yield ply, len(level)
        level, ply = deeper, ply + 1


def walk_back(
    game: ConnectFour, makers: Sequence[Bookmaker], plies: int
) -> Iterator[tuple[int, int]]:
    """Solve every position of ply `plies`, then of each ply before it; yields as `walk` does.

    Each of the makers works on a thread of its own.
    """
    levels = [{canonical_key(game.start()): game.start()}]
    for _ in range(plies):
        children = chain.from_iterable(
            (position.play(move) for move in position.legal_moves())
            for position in levels[-1].values()
        )
        levels.append(
            {canonical_key(child): child for child in children if child.outcome() is None}
        )
    for ply, level in reversed(list(enumerate(levels))):
        with ThreadPoolExecutor(max_workers=len(makers)) as pool:
            for _ in pool.map(_solve_all, makers, repeat(_Shared(level.values()))):
                pass
        yield ply, len(level)


class _Shared(Generic[T]):
    """An iterator that several threads may read, each item going to one of them."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items, self._lock = iter(items), Lock()

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        with self._lock:
            return next(self._items)


def _solve_all(maker: Bookmaker, positions: Iterable[ConnectFourPosition]) -> None:
    for position in positions:
        maker.known(position, -BITS)


WALKS = {"repertoire": False, "all": True}
"""The walks in their order, and whether they solve every move."""

WHOLE = "whole"
"""The walk that solves every position."""


def main(arguments: list[str] | None = None) -> None:
    """Run the walks, see the module."""
    parser = argparse.ArgumentParser(description="Make an opening book of Connect Four.")
    parser.add_argument("game", type=_bookable, help="such as connectfour or connectfour:6x6")
    parser.add_argument("progress", type=Path)
    parser.add_argument("book", type=Path, nargs="?")
    parser.add_argument("--walk", choices=[*WALKS, WHOLE], help="one walk alone")
    parser.add_argument(
        "--plies", type=int, default=BITS, metavar="N", help="solve moves up to this ply only"
    )
    parser.add_argument(
        "--table-log", type=int, default=TABLE_LOG, help="a bigger table solves faster"
    )
    parser.add_argument(
        "--costly", type=int, default=COSTLY, metavar="NODES", help="cheaper positions stay out"
    )
    parser.add_argument(
        "--threads",
        type=int,
        choices=range(1, 65),
        default=1,
        metavar="N",
        help="of the walk through whole plies",
    )
    options = parser.parse_args(arguments)
    if options.walk == WHOLE and options.plies == BITS:
        parser.error("the walk through whole plies needs the last of them: --plies N")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    progress, table = Progress(options.progress), new_table(options.table_log)
    progress.load(options.book)
    makers = [
        Bookmaker(options.game, progress, table, costly=options.costly)
        for _ in range(options.threads)
    ]

    def run() -> None:
        for name in [options.walk] if options.walk else WALKS:
            plies = options.plies
            steps = (
                walk_back(options.game, makers, plies)
                if name == WHOLE
                else walk(options.game, makers[0], every=WALKS[name], plies=plies)
            )
            for ply, count in steps:
                progress.write_book(options.book)
                sys.stdout.write(
                    f"{name}, ply {ply}: {count} positions, {len(progress.known)} solved\n"
                )
                sys.stdout.flush()

    try:
        # on a thread, as a signal is only heard between two kernels of its own thread
        with ThreadPoolExecutor(max_workers=1) as pool:
            walking = pool.submit(run)
            try:
                walking.result()
            except KeyboardInterrupt:
                for maker in makers:
                    maker.control.stop()
    finally:
        progress.write_book(options.book)
    if any(maker.control.stopped for maker in makers):
        sys.stderr.write("Interrupted; start it again to go on.\n")


def _bookable(key: str) -> ConnectFour:
    """The game of a key, which a book can be made of."""
    try:
        game = game_of(key)
        if not isinstance(game, ConnectFour) or not fits(game) or takes_two_words(game):
            sentence = f"{key[:40]!r} is no Connect Four for two on a board of one word."
            raise UnsupportedGame(sentence)
    except EngineError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return game


if __name__ == "__main__":
    main()
