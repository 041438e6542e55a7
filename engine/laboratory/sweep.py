"""Exhaustive search of lines of play, one length after another, for both games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from engine.errors import UnsupportedGame
from engine.games.connectfour.game import ConnectFour
from engine.games.othello.game import Othello
from engine.laboratory.catalogue import predicate_named
from engine.laboratory.program import lower, lower_term
from engine.laboratory.query import Kind, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Game, Move
    from engine.laboratory.query import Question
    from engine.search.control import SearchControl

WORST = -(1 << 40)
"""Below every measured value."""


_CONNECT_FOUR_LIMIT = (
    "count lines of play: that takes columns × (rows + 1) of at most 64, as 8 × 7 has."
    " Whether there is one can be asked of every board."
)
_OTHELLO_LIMIT = "search its lines of play: that takes a board of at most 8 × 8."


@dataclass(frozen=True, slots=True)
class Level:
    """What lines of play of one length showed.

    Attributes:
        plies: their length.
        lines: how many there are.
        finished: of which the game is over.
        matches: of which satisfy the condition.
        witnesses: some that do; for ``most`` and ``fewest`` the best so far, if improved.
        best: the best value so far, None before the first match.
        stopped: whether the numbers are incomplete.
    """

    plies: int
    lines: int
    finished: int
    matches: int
    witnesses: tuple[tuple[Move, ...], ...]
    best: int | None
    stopped: bool


class Sweep:
    """Searches the lines of play of one question.

    Raises:
        UnsupportedGame: the board does not fit into the kernels' 64 bits.
    """

    def __init__(self, question: Question, control: SearchControl, *, keep: int = 200) -> None:
        self.question, self.control, self.keep = question, control, keep
        game = question.game
        if not fits(game):
            limit = _OTHELLO_LIMIT if isinstance(game, Othello) else _CONNECT_FOUR_LIMIT
            raise UnsupportedGame(f"{game.key} is too large to {limit}")
        self._program = lower(game, question.node)
        term = question.term
        self._goal = lower_term(game, term) if term else np.zeros((1, 7), dtype=np.int64)
        self._sign = {Kind.MOST: 1, Kind.FEWEST: -1}.get(question.kind, 0)
        self._best = WORST
        terms = [*terms_of(question.node), *([term] if term else [])]
        symmetric = all(predicate_named(game, term.name).symmetric for term in terms)
        self.images = 4 if isinstance(game, Othello) and symmetric else 1
        """How many lines each line found stands for, by the symmetries of the board."""

    def level(self, plies: int) -> Level:
        """Search every line of play of exactly `plies` plies."""
        totals = np.zeros(5, dtype=np.int64)
        totals[4] = self._best
        witnesses = np.zeros((self.keep, max(plies, 1)), dtype=np.int64)
        done = self._run(plies, totals, witnesses)
        self._best = int(totals[4])
        images = self.images if plies else 1
        lines, finished, matches, stored, best = (int(total) for total in totals)
        return Level(
            plies,
            lines * images,
            finished * images,
            matches * images,
            tuple(tuple(int(move) for move in row[:plies]) for row in witnesses[:stored]),
            None if best == WORST else best * self._sign,
            not done,
        )

    def _run(self, plies: int, totals: np.ndarray, witnesses: np.ndarray) -> bool:
        game = self.question.game
        if isinstance(game, ConnectFour):
            from engine.laboratory.connectfour_lines import search_lines  # noqa: PLC0415 (compiles)

            numbers = [game.columns, game.rows, game.connect, game.players, plies, 0, self._sign]
        else:
            from engine.laboratory.othello_lines import search_lines  # noqa: PLC0415 (compiles)

            numbers = [cast("Othello", game).size, plies, int(self.images > 1), self._sign]
        params = np.array(numbers, dtype=np.int64)
        words = self.control.words
        return bool(search_lines(params, self._program, self._goal, words, totals, witnesses))

    def levels(self, last: int, most_lines: int) -> Iterator[Level]:
        """Levels up to `last` plies, while they are expected to have at most `most_lines`.

        The last level yielded has no unfinished lines exactly when no game is longer.
        """
        before, lines = 1, 1
        for plies in range(last + 1):
            if lines * max(1.0, lines / before) > most_lines:
                return
            level = self.level(plies)
            yield level
            if level.stopped or level.lines == level.finished:
                return
            before, lines = lines, level.lines


def fits(game: Game) -> bool:
    """Whether the kernels can hold a board of `game`."""
    if isinstance(game, ConnectFour):
        return game.columns * (game.rows + 1) <= 64
    return isinstance(game, Othello) and game.size <= 8


def longest_game(game: Game) -> int:
    """No game has more plies: Connect Four fills its board, an Othello pass needs a disc."""
    squares = game.columns * game.rows
    return squares if isinstance(game, ConnectFour) else 2 * (squares - 4)
