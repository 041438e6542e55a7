"""Make an opening book: ``python -m engine.workshop.connectfour.bookmaker GAME PROGRESS [BOOK]``.

GAME is the key of any two-player board that fits one word. The package keeps the book under
the name that `book.file_name` gives.

Walks the opening ply by ply, twice unless one walk is chosen. First through a repertoire: one
best move of a side against every move of the other, for either side, so that the engine soon
knows what to play whatever comes. Then through the positions in which at least one side has
played nothing but best moves, solving every move of each. A walk can be told to end at a ply.
Only positions stay that the search alone, with an empty table, does not solve within `COSTLY`
nodes; where it does, the walk ends. Two walks are only made where they are chosen, and several
threads can share them: one solves every position of a ply, and then those before it from their
moves; the other goes one ply further, to the moves of those positions that took long. It keeps
all that its searches find, so that each begins with what was found at its neighbours, and what
takes more than a few nodes even so is for the book: `--costly 1000`.

Everything solved is appended to the file PROGRESS at once, so that a walk that is ended goes
on where it was when started again; where there is no PROGRESS, it goes on from BOOK. BOOK is
written after every ply and when the walk is interrupted.
"""

from __future__ import annotations

import argparse
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError, UnsupportedGame
from engine.games.connectfour.board.layout import BITS, fits
from engine.games.connectfour.books.book import canonical_key, taken_back
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.kernels import takes_two_words
from engine.games.connectfour.search.windows import centre_first
from engine.games.connectfour.solver.context import SMALL_NODES
from engine.games.connectfour.solver.scores import final_solver_score
from engine.games.connectfour.solver.solver import SMALL_LOG, Solver, new_table
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.workshop.connectfour.solved import Known, Progress
from engine.workshop.connectfour.walks import walk, walk_back, walk_further

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        *,
        alone: bool = True,
    ) -> None:
        """`table`: kept through the whole walk; several makers may share one.

        `costly`: nodes, by default `COSTLY`; what costs more is for the book, counted with an
        empty table, or unless `alone` as it was solved, if it was and not told by its moves. Then
        all that is found is kept in the large table, so that a position's neighbours take less.
        """
        self._progress = progress
        self.control = control or SearchControl()
        self._limit = COSTLY if costly is None else costly
        self._alone = alone
        self._cold = Solver(game, new_table(SMALL_LOG))
        self._warm = Solver(game, table)
        self._columns = centre_first(game.columns)

    def known(self, position: ConnectFourPosition, lowest: int) -> Known:
        """The position's score, at least `lowest`, from the progress or solved now."""
        key = canonical_key(position)
        if key not in self._progress.known:
            self._progress.add(key, self._solve(position, lowest))
        return self._progress.known[key]

    def nodes_of(self, position: ConnectFourPosition) -> int:
        """What a position took that is solved."""
        return self._progress.known[canonical_key(position)].nodes

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
        nodes = 0
        if missing:
            before = self.control.nodes
            self._warm.begin(self.control, small=SMALL_NODES if self._alone else 0)
            score = self._warm_score(position, max([lowest, *worths, *self._floors(position)]))
            nodes = self.control.nodes - before
            if score is not None and nodes > self._limit:
                return Known(score, costly=True, nodes=nodes)  # all the more with an empty table
            if score is not None and not self._alone:
                return Known(score, costly=False, nodes=nodes)
        self._cold.forget()
        self._cold.begin(self.control, self._limit)
        costly = self._cold.score(position) is None
        if score is None or self.control.stopped:
            raise Stopped
        return Known(score, costly, nodes)

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


WALKS = {"repertoire": False, "all": True}
"""The walks in their order, and whether they solve every move."""

WHOLE, FURTHER = "whole", "further"
"""The walks that solve every position of a ply, and of the next where that is hard."""


def main(arguments: list[str] | None = None) -> None:
    """Run the walks, see the module."""
    parser = argparse.ArgumentParser(description="Make an opening book of Connect Four.")
    parser.add_argument("game", type=_bookable, help="such as connectfour or connectfour:6x6")
    parser.add_argument("progress", type=Path)
    parser.add_argument("book", type=Path, nargs="?")
    parser.add_argument("--walk", choices=[*WALKS, WHOLE, FURTHER], help="one walk alone")
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
        "--hard",
        type=int,
        default=-1,
        metavar="NODES",
        help="the walk that goes further leaves out the moves of what took no more",
    )
    parser.add_argument(
        "--threads",
        type=int,
        choices=range(1, 65),
        default=1,
        metavar="N",
        help="of the walks through whole plies and further",
    )
    options = parser.parse_args(arguments)
    if options.walk in {WHOLE, FURTHER} and not 0 < options.plies < BITS:
        parser.error("the walk through whole plies needs the last of them: --plies N")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    progress, table = Progress(options.progress), new_table(options.table_log)
    progress.load(options.book)
    makers = [
        Bookmaker(
            options.game, progress, table, costly=options.costly, alone=options.walk != FURTHER
        )
        for _ in range(options.threads)
    ]

    def run() -> None:
        for name in [options.walk] if options.walk else WALKS:
            plies = options.plies
            if name == WHOLE:
                steps = walk_back(options.game, makers, plies)
            elif name == FURTHER:
                steps = walk_further(options.game, makers, plies, options.hard)
            else:
                steps = walk(options.game, makers[0], every=WALKS[name], plies=plies)
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
