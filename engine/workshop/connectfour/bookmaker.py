"""Make an opening book: ``python -m engine.workshop.connectfour.bookmaker GAME PROGRESS [BOOK]``.

GAME is the key of any two-player board that fits one word. The package keeps the book under
the name that `book.file_name` gives.

Walks the opening ply by ply, twice unless one walk is chosen. First through a repertoire: one
best move of a side against every move of the other, for either side, so that the engine soon
knows what to play whatever comes. Then through the positions in which at least one side has
played nothing but best moves, solving every move of each. A walk can be told to end at a ply.
Only positions stay that the search alone, with an empty table, does not solve within `COSTLY`
nodes; where it does, the walk ends. Three walks are only made where they are chosen, and several
threads can share them: one solves every position of a ply, and then those before it from their
moves; the others go one ply further, to the moves of those positions that took long, of all of
them or onward from those that are already solved and for the book. They keep all that their
searches find, so that each begins with what was found at its neighbours, and what takes more
than a few nodes even so is for the book: `--costly 1000`.

Everything solved is appended to the file PROGRESS at once, so that a walk that is ended goes
on where it was when started again; where there is no PROGRESS, it goes on from BOOK. BOOK is
written after every ply and when the walk is interrupted.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from engine.errors import EngineError, UnsupportedGame
from engine.games.connectfour.board.layout import BITS, fits
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.kernels import takes_two_words
from engine.games.connectfour.solver.solver import new_table
from engine.registry import game as game_of
from engine.workshop.connectfour.maker import Bookmaker
from engine.workshop.connectfour.solved import Progress
from engine.workshop.connectfour.walks import walk, walk_back, walk_further, walk_onward

TABLE_LOG = 24
"""Logarithm of the length of the table kept through the whole walk: 128 MiB."""

WALKS = {"repertoire": False, "all": True}
"""The walks in their order, and whether they solve every move."""

WHOLE, FURTHER, ONWARD = "whole", "further", "onward"
"""The walks that solve every position of a ply, of the next, too, where that is hard, and of the
next alone."""


def main(arguments: list[str] | None = None) -> None:
    """Run the walks, see the module."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.walk in {WHOLE, FURTHER, ONWARD} and not 0 < options.plies < BITS:
        parser.error("a walk through whole plies needs the last of them: --plies N")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    progress, table = Progress(options.progress), new_table(options.table_log)
    progress.load(options.book)
    alone = options.walk not in {FURTHER, ONWARD}
    makers = [
        Bookmaker(options.game, progress, table, costly=options.costly, alone=alone)
        for _ in range(options.threads)
    ]
    try:
        # on a thread, as a signal is only heard between two kernels of its own thread
        with ThreadPoolExecutor(max_workers=1) as pool:
            walking = pool.submit(_run, options, makers, progress)
            try:
                walking.result()
            except KeyboardInterrupt:
                for maker in makers:
                    maker.control.stop()
    finally:
        progress.write_book(options.book, options.game)
    if any(maker.control.stopped for maker in makers):
        sys.stderr.write("Interrupted; start it again to go on.\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Make an opening book of Connect Four.")
    add = parser.add_argument
    add("game", type=_bookable, help="such as connectfour or connectfour:6x6")
    add("progress", type=Path, help="keeps what is solved, and is gone on from")
    add("book", type=Path, nargs="?", help="is written after every ply")
    said = "one walk alone, instead of repertoire and then all"
    add("--walk", choices=[*WALKS, WHOLE, FURTHER, ONWARD], help=said)
    add("--plies", type=int, default=BITS, metavar="N", help="solve moves up to this ply only")
    add("--table-log", type=int, default=TABLE_LOG, help="a bigger table solves faster")
    add("--costly", type=int, metavar="NODES", help="cheaper positions stay out")
    said = "the walks further and onward leave out the moves of what took no more"
    add("--hard", type=int, default=-1, metavar="NODES", help=said)
    said = "the walk onward leaves out the moves of what has another solver score"
    both = (-BITS, BITS)
    add("--scores", type=int, nargs=2, default=both, metavar=("LEAST", "MOST"), help=said)
    said = "of the walks whole, further and onward"
    add("--threads", type=int, choices=range(1, 65), default=1, metavar="N", help=said)
    return parser


def _run(options: argparse.Namespace, makers: Sequence[Bookmaker], progress: Progress) -> None:
    """Make the walks one after the other, and write the book after every ply."""
    for name in [options.walk] if options.walk else WALKS:
        for ply, count in _steps(name, options, makers):
            progress.write_book(options.book, options.game)
            known = len(progress.known)
            sys.stdout.write(f"{name}, ply {ply}: {count} positions, {known} solved\n")
            sys.stdout.flush()


def _steps(
    name: str, options: argparse.Namespace, makers: Sequence[Bookmaker]
) -> Iterator[tuple[int, int]]:
    """A walk by its name: each ply, and how many positions of it were solved."""
    game, plies = options.game, options.plies
    if name == WHOLE:
        return walk_back(game, makers, plies)
    if name == FURTHER:
        return walk_further(game, makers, plies, options.hard)
    if name == ONWARD:
        least, most = options.scores
        return walk_onward(game, makers, plies, options.hard, range(least, most + 1))
    return walk(game, makers[0], every=WALKS[name], plies=plies)


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
