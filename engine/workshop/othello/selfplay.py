"""Games of 8 × 8 against itself, to train on.

Made by ``python -m engine.workshop.othello.selfplay FOLDER``.

Tournament games hold few of the positions that a search visits: lopsided ones, and those
after moves that nobody would play. So every game here begins with moves at random, now and
then a later move is one too, and the others are the best of a search `DEPTH` plies deep.
That search's score is kept for every position, from `SOLVED_FROM` empties down the exact one.

FOLDER gets a file for every `GAMES_OF_FILE` games. A file depends on its number and on the
weights alone; those that are there are left as they are, so that the work can be stopped
and resumed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click
import numpy as np

from engine.games.othello.board.board import PASS, Board, start
from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.search.compact import CompactSearch
from engine.games.othello.search.midgame import INFINITY
from engine.games.othello.search.settling import nearest, settle
from engine.search.control import SearchControl
from engine.wholefile import drafted

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 8
GAMES_OF_FILE = 250
DEPTH = 6
CONFIDENCE = 73
SOLVED_FROM = 14

RANDOM_MOVES = 8, 28
"""The fewest and the most moves at random that a game begins with; few are likelier."""

ASTRAY = 0.06
"""How likely a later move is one at random."""

UNKNOWN = 32767
END = 255

_WINDOW = 3 * DISC


@dataclass(frozen=True)
class Played:
    """Games.

    Attributes:
        moves: a row of 60 squares for each game, `END` after its last.
        worths: ``[game][empties]``: what the search says of the position with so many empty
            squares, hundredths of a disc for the side to move; `UNKNOWN` where it was not asked.
        strayed: ``[game][empties]``: whether the move from there was one at random.
    """

    moves: NDArray[np.uint8]
    worths: NDArray[np.int16]
    strayed: NDArray[np.bool_]

    def save(self, path: Path) -> None:
        """Write the games; no half file is ever seen."""
        with drafted(path) as draft, draft.open("wb") as file:
            np.savez_compressed(file, moves=self.moves, worths=self.worths, strayed=self.strayed)

    @classmethod
    def read(cls, path: Path) -> Played:
        """The games of a file."""
        with np.load(path) as stored:
            return cls(stored["moves"], stored["worths"], stored["strayed"])


class Player:
    """Plays games against itself, their chances drawn from `random`."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._search = CompactSearch(SIZE)
        self._search.be_confident(CONFIDENCE)
        self._start = start(SIZE)

    def play(self, games: int) -> Played:
        """So many games."""
        played = Played(
            np.full((games, 60), END, dtype=np.uint8),
            np.full((games, 64), UNKNOWN, dtype=np.int16),
            np.zeros((games, 64), dtype=np.bool_),
        )
        for moves, worths, strayed in zip(played.moves, played.worths, played.strayed, strict=True):
            self._search.begin(SearchControl())
            self._game(moves, worths, strayed)
        return played

    def _game(
        self,
        moves: NDArray[np.uint8],
        worths: NDArray[np.int16],
        strayed: NDArray[np.bool_],
    ) -> None:
        fewest, most = RANDOM_MOVES
        chances = fewest + int((most - fewest + 1) * self._random.random() ** 3)
        board, count, guess = self._start, 0, 0
        while squares := list(board.squares()):
            if squares[0] == PASS:
                board, guess = board.after(PASS), -guess
                continue
            left = board.left
            if count < chances:
                square = self._random.choice(squares)
            else:
                guess, square = self._judge(board, guess)
                worths[left] = guess
                if self._random.random() < ASTRAY:
                    square, strayed[left] = self._random.choice(squares), True
            moves[count] = square
            board, count, guess = board.after(square), count + 1, -guess

    def _judge(self, board: Board, guess: int) -> tuple[int, int]:
        """The score of a position and a best move; it is likely to be near `guess`."""
        if board.left <= SOLVED_FROM:
            return self._solve(board, guess)
        score = guess
        for depth in range(DEPTH % 2 or 2, DEPTH + 1, 2):
            low, high = score - _WINDOW, score + _WINDOW
            around = self._search.estimate(board, low, high, depth)
            if not low < around < high:
                around = self._search.estimate(board, -INFINITY, INFINITY, depth)
            score = around
        return score, self._search.likely(board)

    def _solve(self, board: Board, guess: int) -> tuple[int, int]:
        """The exact score, by null windows from `guess`, and a best move."""
        low = settle(-64, 64, nearest(guess), partial(self._search.exceeds, board))
        assert low is not None  # noqa: S101 (nobody stops this search)
        for square in board.squares(self._search.proved(board)):
            if -self._search.exceeds(board.after(square), -low) >= low:
                break
        return DISC * low, square


def files_of(folder: Path) -> list[Path]:
    """The files of games in a folder."""
    return sorted(folder.glob("games-*.npz"))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--games", default=20_000, show_default=True)
@click.option("--first", default=0, help="How many of them to leave to another run.")
def main(folder: Path, games: int, first: int) -> None:
    """Let the Othello engine play games against itself into files in FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    started = time.process_time()
    for number in range(first // GAMES_OF_FILE, -(-games // GAMES_OF_FILE)):
        path = folder / f"games-{number:04}.npz"
        if path.exists():
            continue
        Player(Random(number)).play(GAMES_OF_FILE).save(path)  # noqa: S311 (no secret)
        click.echo(f"{path.name}, {time.process_time() - started:.0f} s")


if __name__ == "__main__":
    main()
