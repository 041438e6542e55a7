"""Solve a small board's start: ``python -m engine.workshop.othello.proved_book PROGRESS``.

With ``--size 6`` it solves 6 × 6 by a `Proof`, whose bounds lie in the file PROGRESS; with
``--book FILE`` it proves the scores of the positions of a `ProvedBook` too and writes that. What
the shipped book knows is not proved again, unless ``--anew`` is given.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.games.othello.board.board import Board
from engine.games.othello.books.proved import Proved, ProvedBook, image, load
from engine.games.othello.solver.proof import SPLIT, Proof

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.othello.solver.proof import Step


def following(proof: Proof) -> Iterator[list[Board]]:
    """Ply by ply the canonical boards that come up while a side plays best, whatever the other.

    A side's best move is the one that `Proof.best` answers; what follows a board is known once
    its score is. Boards that the kernels solve whole are left out.
    """
    begin = proof.board
    ply = {(image(begin), follows) for follows in (False, True)}
    while ply:
        boards = {key for key, _ in ply}
        yield [Board.of(begin.shape, *key) for key in sorted(boards)]
        after: set[tuple[tuple[int, int], bool]] = set()
        for key, follows in ply:
            board = Board.of(begin.shape, *key)
            squares = list(board.squares())
            if follows:
                best = proof.best(board)
                squares = [] if best is None else [best]
            children = [board.after(square) for square in squares]
            after |= {(image(c), not follows) for c in children if c.left > proof.split}
        ply = after


def plies(proof: Proof) -> Iterator[list[Board]]:
    """The same with their scores proved, which may take long; a stopped proof goes on.

    Raises:
        Interrupted: the proof's control was stopped.
    """
    for boards in following(proof):
        for board in boards:
            for _ in chain(proof.solve(board), proof.justify(board)):
                pass
        yield boards


def collect(proof: Proof) -> ProvedBook:
    """The boards `following` a proof whose scores it knows, with a best move each."""
    entries: dict[tuple[int, int], Proved] = {}
    for boards in following(proof):
        for board in boards:
            low, high = proof.bounds(board)
            square = proof.best(board)
            if low == high and square is not None:
                entries[image(board)] = Proved(low, square)
    return ProvedBook(proof.board.shape.size, entries)


def believe(proof: Proof, book: ProvedBook) -> None:
    """Let a proof know what stands in a book: the scores, and those after the best moves."""
    for board in book.boards():
        known = book.find(board)
        if known is not None:
            proof.take(board, known.score)
            proof.take(board.after(known.square), -known.score)


@click.command()
@click.argument("progress", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--size", type=click.Choice(["4", "6"]), default="6", help="Squares a side.")
@click.option("--book", type=click.Path(dir_okay=False, path_type=Path), help="Write a book.")
@click.option("--fewest", default=SPLIT + 1, help="Empty squares of the book's last positions.")
@click.option("--table-log", default=22, help="Binary logarithm of the table's cache lines.")
@click.option("--anew", is_flag=True, help="Prove what the shipped book knows, too.")
def command(
    progress: Path, size: str, book: Path | None, fewest: int, table_log: int, anew: bool
) -> None:
    """Prove the score of the start, going on from the file PROGRESS.

    For a book the scores of the positions in it are proved as well, ply by ply.
    """
    proof = Proof(int(size), progress, split=fewest - 1, buckets=1 << table_log)
    if not anew:
        believe(proof, load(int(size)))
    for step in proof.steps():
        _say(step)
    if book is None:
        return
    for ply, boards in enumerate(plies(proof)):
        click.echo(f"ply {ply}: {len(boards)} positions exact, {proof.step.nodes:,} nodes")
        collect(proof).save(book)


def _say(step: Step) -> None:
    click.echo(
        f"{step.fraction:6.1%}  {step.low:+d} to {step.high:+d}"
        f"  {step.proved} positions  {step.nodes:,} nodes"
    )


if __name__ == "__main__":
    command()
