"""Connect Four for ``flipfour solve``: a line is a move string, then whatever follows."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, cast

from engine.errors import EngineError
from engine.games.connectfour import takes_two_words
from engine.games.connectfour.board.bitboard import fits
from engine.games.connectfour.books.book import book_of
from engine.games.connectfour.position import ConnectFourPosition
from engine.games.connectfour.search.searcher import ConnectFourSearcher
from engine.games.connectfour.solver.prover import Prover
from engine.games.connectfour.solver.reading import read_boards
from engine.games.connectfour.solver.solver import Solver, exact_score, exact_score_at
from engine.search.limits import Limit
from engine.search.score import final_score
from engine.search.solver import Score, Solved, one_score, sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Player, Position
    from engine.games.connectfour.game import ConnectFour
    from engine.search.control import SearchControl

BATCH_NODES = 100_000
"""Positions that a batch may visit: about a hundredth of a second."""

BATCH = 1 << 14
"""Positions in a batch at most."""


def make(game: Game) -> ConnectFourSolver:
    """A solver of `game`, which must be a `ConnectFour`."""
    return ConnectFourSolver(cast("ConnectFour", game))


class ConnectFourSolver:
    """Solves positions of one game; see `engine.search.solver.PositionSolver`."""

    def __init__(self, game: ConnectFour) -> None:
        self._game = game
        self._prover = Prover(game) if fits(game) else None
        self._searcher = None if self._prover else ConnectFourSearcher(game)
        one_word = self._prover is not None and not takes_two_words(game)
        self._together = Solver(game) if one_word else None
        self._booked = book_of(game).deepest(game)
        self._size = 1

    def position_text(self, line: str) -> str:
        """The line's first word; test files have a score after it."""
        return line.split(maxsplit=1)[0]

    def read(self, text: str) -> Position:
        if self._together is not None and text.isalnum():
            boards, plain = read_boards(self._together.address, [text])
            if plain[0]:
                first, second = boards[0].tolist()
                return ConnectFourPosition(self._game, (first, second))
        position: Position = self._game.start()
        for move in self._game.parse_moves(text):
            try:
                position = position.play(move)
            except EngineError as error:
                raise type(error)(f"Move {position.ply + 1}: {error}") from None
        return position

    def solve(self, position: Position, control: SearchControl) -> Solved | None:
        if position.outcome() is not None:
            return Solved(final_score(position, position.to_move), None)
        if self._searcher is not None:
            info = self._searcher.search(position, Limit(), control)
            return Solved(info.score, info.pv[0]) if info.exact else None
        board = cast("ConnectFourPosition", position)
        prover = self._begun(control)
        score = prover.score(board)
        best = None if score is None else prover.best_column(board, score)
        return None if score is None or best is None else Solved(exact_score(board, score), best)

    def solve_wdl(self, position: Position, control: SearchControl) -> Solved | None:
        if position.outcome() is not None:
            return Solved(_outcome(position, position.to_move), None)
        if self._searcher is not None:
            info = self._searcher.search(position, Limit(), control)
            if not info.exact:
                return None
            # The score of a win with the board's very last disc may be 0.
            final = position
            for move in () if info.score else info.pv:
                final = final.play(move)
            decided = final.outcome() is not None
            score = _outcome(final, position.to_move) if decided else sign(info.score)
            return Solved(score, info.pv[0])
        board = cast("ConnectFourPosition", position)
        found = self._begun(control).decide(board)
        return None if found is None else Solved(*found)

    def scores(self, texts: Sequence[str], control: SearchControl, *, wdl: bool) -> Sequence[Score]:
        answers: Sequence[Score] = ()
        if self._size > 1:
            answers = self._batch(texts[: self._size], control, wdl)
        answers = answers or self._alone(texts[0], control, wdl=wdl)
        self._expect_of(answers)
        return answers

    def _batch(self, texts: Sequence[str], control: SearchControl, wdl: bool) -> list[Score]:
        """The scores of the first of some positions, those that are quickly solved in one call.

        Up to one that the book may help to solve, whose game is over or that is wrong.
        """
        solver = self._together
        if solver is None:
            return []
        late = list(takewhile(lambda text: len(text) > self._booked, texts))
        boards, plain = read_boards(solver.address, late)
        solver.begin(control, BATCH_NODES)
        count = len(late) if plain.all() else int(plain.argmin())
        scores, nodes = solver.scores_of(boards[:count], result_only=wdl)
        found = zip(late, scores.tolist(), nodes.tolist(), strict=False)
        return [
            Score(sign(score) if wdl else exact_score_at(self._game, len(text), score), spent)
            for text, score, spent in found
        ]

    def _expect_of(self, answers: Sequence[Score]) -> None:
        """Choose the size of the next batch, which grows as long as answers are quick."""
        quick = answers and sum(answer.nodes for answer in answers) < BATCH_NODES // 2
        self._size = min(2 * max(self._size, len(answers)), BATCH) if quick else 1

    def _alone(self, text: str, control: SearchControl, *, wdl: bool) -> tuple[Score, ...]:
        position, before = cast("ConnectFourPosition", self.read(text)), control.nodes
        if wdl or self._prover is None or position.outcome() is not None:
            return one_score(self, text, control, wdl=wdl)
        score = self._begun(control).score(position)
        if score is None:
            return ()
        return (Score(exact_score(position, score), control.nodes - before),)

    def _begun(self, control: SearchControl) -> Prover:
        assert self._prover is not None  # noqa: S101 (the callers have checked it)
        self._prover.begin(control, None)
        return self._prover


def _outcome(position: Position, player: Player) -> int:
    """1, 0 or -1 for `player` at the end of a game."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner == player else -1
