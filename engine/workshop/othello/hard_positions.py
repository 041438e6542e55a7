"""Hard positions to judge by: ``python -m engine.workshop.othello.hard_positions FOLDER FILE``.

FOLDER holds WTHOR files. Of the games of the years that training left out those positions are kept
about whose best move two depths disagree, and whose two best moves lie near each other. Moves that
are not far behind are then searched to the end of the game; the others get no score. FILE is what
``flipfour bench judgement`` reads. Its scores are not exact: they compare one way of searching with
another, by the same evaluation, and flatter both.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.formats import wthor
from engine.formats.obf import parse_obf
from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.board import Board
from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.game import Othello
from engine.games.othello.search.compact import CompactSearch
from engine.games.othello.search.deepening import AHEAD
from engine.games.othello.search.midgame import INFINITY
from engine.games.othello.search.searcher import OthelloSearcher
from engine.games.othello.search.selectivity import LEAST, SURENESS_BY_CONFIDENCE
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.workshop.othello.accuracy import examples
from engine.workshop.othello.examples import HELD_OUT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move, Position

DEPTHS = 5, 13
"""Plies of the two searches that must not agree."""

NEAR, BEHIND = 6 * DISC, 7 * DISC
"""So far behind the best move the second may lie, and every move that is scored."""

FEWEST_MOVES, MOST_SCORED = 4, 5

OPEN = 16 * DISC
"""Up to such a score a position is still open."""

_WINDOW = 2 * DISC


def contested(position: Position, searcher: OthelloSearcher) -> tuple[Move, ...]:
    """The moves of a hard position that may be best, the likeliest first; of others none."""
    searcher.forget()
    shallow, deep = (
        searcher.search(position, Limit(depth=depth), SearchControl()) for depth in DEPTHS
    )
    if shallow.pv[0] == deep.pv[0] or abs(deep.score.hundredths) > OPEN:
        return ()
    rated = searcher.candidates(position, Limit(depth=DEPTHS[-1]), SearchControl())
    behind = {c.move: rated[0].score.hundredths - c.score.hundredths for c in rated}
    near = [move for move, less in behind.items() if less <= BEHIND][:MOST_SCORED]
    if len(near) < 2 or behind[near[1]] > NEAR:
        return ()
    return tuple(dict.fromkeys([*near, deep.pv[0], shallow.pv[0]]))


def worth(board: Board, search: CompactSearch, confidence: int) -> int:
    """The score of a board for its mover by a search to its end, hundredths of a disc.

    Args:
        confidence: percent, one of `SURENESS_BY_CONFIDENCE`.
    """
    search.begin(SearchControl())
    first = [(depth, LEAST) for depth in range(1, max(board.left - AHEAD, 1) + 1)]
    last = [(board.left, sure) for sure in SURENESS_BY_CONFIDENCE if sure <= confidence]
    score, window = 0, INFINITY
    for depth, sure in first + last:
        search.be_confident(sure)
        around = score
        score = search.estimate(board, around - window, around + window, depth)
        if abs(score - around) >= window:
            score = search.estimate(board, -INFINITY, INFINITY, depth)
        window = _WINDOW
    return score


def hard_positions(
    files: list[wthor.Games], left: int, count: int, confidence: int
) -> Iterator[str]:
    """So many OBF lines with the scores of the moves that may be best, or all there are."""
    shape, searcher, search = layout(8), OthelloSearcher(Othello()), CompactSearch(8)
    every = sum(len(file.moves) for file in files)
    seen = set()
    for board, _ in examples(files, left, every, seed=left):
        if str(board) in seen or len(tuple(board.squares())) < FEWEST_MOVES:
            continue
        seen.add(str(board))
        position = parse_obf(f"{board} X;")
        moves = contested(position, searcher)
        if not moves:
            continue
        search.forget()
        own, other = shape.pack(position)
        after = {move: Board(shape, own, other).after(move) for move in moves}
        scores = {move: -worth(after[move], search, confidence) / DISC for move in moves}
        best_first = sorted(scores, key=lambda move: -scores[move])
        told = (f"{position.game.format_move(m)}:{round(scores[m]):+d};" for m in best_first)
        yield f"{board} X; {' '.join(told)}"
        count -= 1
        if not count:
            return


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--left", default=30, show_default=True, help="Empty squares.")
@click.option("--count", default=200, show_default=True, help="Positions.")
@click.option(
    "--confidence", default=LEAST, show_default=True, help="Percent, of searches to the end.",
    type=click.Choice(tuple(SURENESS_BY_CONFIDENCE)),
)  # fmt: skip
def main(folder: Path, out: Path, left: int, count: int, confidence: int) -> None:
    """Write hard Othello positions of games in FOLDER that nothing was trained on."""
    files = [wthor.read(path) for path in sorted(folder.glob("*.[wW][tT][bB]"))]
    files = [file for file in files if file.year in HELD_OUT]
    if not files:
        raise click.UsageError(f"{folder} holds no game of {HELD_OUT[0]} or {HELD_OUT[1]}.")
    found = 0
    with out.open("w", encoding="ascii") as lines:
        for line in hard_positions(files, left, count, confidence):
            lines.write(f"{line}\n")
            lines.flush()
            found += 1
    click.echo(f"{found} positions with {left} empties in {out}.")


if __name__ == "__main__":
    main()
