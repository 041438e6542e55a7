"""Positions of Connect Four solved by the kernels, many at once where they are easy."""

from __future__ import annotations

from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, cast

import numpy as np

from engine.games.connectfour.board.layout import fits
from engine.games.connectfour.books.book import book_of
from engine.games.connectfour.kernels import takes_two_words
from engine.games.connectfour.position import ConnectFourPosition
from engine.games.connectfour.solver.answering import answer_of_columns
from engine.games.connectfour.solver.batch import Batch
from engine.games.connectfour.solver.block import WORD
from engine.games.connectfour.solver.prover import Prover
from engine.games.connectfour.solver.reading import read_boards
from engine.games.connectfour.solver.scores import exact_score, exact_score_at, final_solver_score
from engine.games.connectfour.solver.solver import Solver
from engine.search.limits import Limit
from engine.search.score import final_score, sign
from engine.search.solver import (
    Answer,
    Solved,
    Wanted,
    answer_of,
    one_answer,
    refuse_won,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine.game import Move, Player, Position
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.search.searcher import ConnectFourSearcher
    from engine.search.control import SearchControl
    from engine.search.solver import Question

BATCH_NODES = 100_000
"""Positions that a batch may visit: about a hundredth of a second."""

BATCH = 1 << 14
"""Positions in a batch at most."""


class KernelSolver:
    """Solves positions of one game; what it answers is told by `engine.search.solver`."""

    def __init__(self, game: ConnectFour, by_rules: Callable[[str], Position]) -> None:
        """`by_rules` reads what is not simply a position of an unfinished game."""
        self._game, self._by_rules = game, by_rules
        self._prover = Prover(game) if fits(game) else None
        self._searcher = None if self._prover else _searcher_of(game)
        self._one_word = self._prover is not None and not takes_two_words(game)
        self._booked = book_of(game).deepest
        self._size = 1

    def read(self, text: str) -> Position:
        if self._one_word and self._size > 1 and text.isalnum():
            boards, plain = read_boards(self._together.address, [text])
            if plain[0]:
                first, second = boards[0].tolist()
                return ConnectFourPosition(self._game, (first, second))
        return self._by_rules(text)

    def solve(self, position: Position, control: SearchControl) -> Solved | None:
        if position.outcome() is not None:
            return Solved(final_score(position, position.to_move), None)
        if self._searcher is not None:
            info = self._searcher.search(position, Limit(), control)
            return Solved(info.score.value, info.pv[0]) if info.exact else None
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
            return Solved(_outcome_along(position, info.score.value, info.pv), info.pv[0])
        board = cast("ConnectFourPosition", position)
        found = self._begun(control).decide(board)
        return None if found is None else Solved(*found)

    def answers(
        self, texts: Sequence[str], control: SearchControl, question: Question
    ) -> Sequence[Answer]:
        found: Sequence[Answer] = ()
        if self._size > 1:
            found = self._batch(texts[: self._size], control, question)
        found = found or self._alone(texts[0], control, question)
        self._expect_of(found)
        return found

    def _batch(
        self, texts: Sequence[str], control: SearchControl, question: Question
    ) -> list[Answer]:
        """The answers on the first of some positions, those that are soon found in one call.

        Up to one that the book may help to solve, whose game is over or that is wrong.
        """
        if not self._one_word:
            return []
        solver = self._together
        late = list(takewhile(lambda text: len(text) > self._booked, texts))
        boards, plain = read_boards(solver.address, late)
        count = len(late) if plain.all() else int(plain.argmin())
        boards, plies = boards[:count], np.fromiter(map(len, late[:count]), np.int64, count)
        if not count:
            return []
        solver.begin(control, BATCH_NODES)
        if question.wanted is Wanted.EVERY:
            return self._every(solver, boards, plies, question)
        scores, nodes = solver.scores_of(boards, result_only=question.wdl)
        best: list[Move | None] = [None] * len(scores)
        if question.wanted is Wanted.BEST:
            boards, plies = boards[: len(scores)], plies[: len(scores)]
            targets = np.sign(scores) if question.wdl else scores
            # a lost position offers nothing to keep
            targets = np.where(question.wdl & (targets < 0), -WORD, targets)
            solver.begin(control, BATCH_NODES)
            columns, more = Batch(self._game, boards, plies).best(solver, targets)
            nodes[: len(more)] += more
            best = columns.tolist()
        told = self._told(scores, plies[: len(scores)], question)
        return [Answer(*found) for found in zip(told.tolist(), nodes.tolist(), best, strict=False)]

    def _every(
        self,
        solver: Solver,
        boards: NDArray[np.uint64],
        plies: NDArray[np.int64],
        question: Question,
    ) -> list[Answer]:
        """The answers with the score of every column."""
        batch = Batch(self._game, boards, plies)
        scores, nodes = batch.every(solver, result_only=question.wdl)
        told = self._told(scores, plies[: len(scores), None], question)
        legal = batch.legal
        return [
            answer_of_columns(self._game, [(c, row[c]) for c in range(len(row)) if open_[c]], spent)
            for row, open_, spent in zip(
                told.tolist(), legal.tolist(), nodes.tolist(), strict=False
            )
        ]

    def _told(
        self, scores: NDArray[np.int64], plies: NDArray[np.int64], question: Question
    ) -> NDArray[np.int64]:
        """Solver scores as they are shown, see `exact_score_at`."""
        if question.wdl:
            return np.sign(scores)
        if self._game.columns * self._game.rows % 2 == 0:
            return scores
        shown = [
            [exact_score_at(self._game, ply, score) for score in row]
            for ply, row in zip(
                plies.ravel().tolist(), scores.reshape(len(plies), -1).tolist(), strict=True
            )
        ]
        return np.array(shown, dtype=np.int64).reshape(scores.shape)

    def _expect_of(self, answers: Sequence[Answer]) -> None:
        """Choose the size of the next batch, which grows as long as answers are quick."""
        quick = answers and sum(answer.nodes for answer in answers) < BATCH_NODES // 2
        self._size = min(2 * max(self._size, len(answers)), BATCH) if quick else 1

    def _alone(self, text: str, control: SearchControl, question: Question) -> tuple[Answer, ...]:
        position, before = cast("ConnectFourPosition", self.read(text)), control.nodes
        refuse_won(position)
        if position.outcome() is not None:
            return one_answer(self, position, control, question)
        if question.wanted is Wanted.EVERY:
            return self._every_alone(position, control, question)
        if self._prover is None or question.wdl or question.wanted is Wanted.BEST:
            return one_answer(self, position, control, question)
        score = self._begun(control).score(position)
        if score is None:
            return ()
        return (Answer(exact_score(position, score), control.nodes - before),)

    def _every_alone(
        self, position: ConnectFourPosition, control: SearchControl, question: Question
    ) -> tuple[Answer, ...]:
        """The answer with the score of every column of one position."""
        before, scores = control.nodes, list[tuple[int, int]]()
        if self._searcher is not None:
            found = self._searcher.candidates(position, Limit(), control)
            answers = answer_of(found, control.nodes - before)
            if not (question.wdl and answers):
                return answers
            outcomes = [(c.move, _outcome_along(position, c.score.value, c.pv)) for c in found]
            return (answer_of_columns(self._game, sorted(outcomes), answers[0].nodes),)
        for move in position.legal_moves():
            score = self._score_after(position.play(move), control, question)
            if score is None:
                return ()
            scores.append((move, sign(-score) if question.wdl else exact_score(position, -score)))
        return (answer_of_columns(self._game, scores, control.nodes - before),)

    def _score_after(
        self, position: ConnectFourPosition, control: SearchControl, question: Question
    ) -> int | None:
        """The solver score of a position, or who wins; None if the search was ended."""
        if position.outcome() is not None:
            return final_solver_score(position)
        prover = self._begun(control)
        if not question.wdl:
            return prover.score(position)
        found = prover.decide(position)
        return None if found is None else found[0]

    @cached_property
    def _together(self) -> Solver:
        """What solves many positions in one call."""
        return Solver(self._game)

    def _begun(self, control: SearchControl) -> Prover:
        assert self._prover is not None  # noqa: S101 (the callers have checked it)
        self._prover.begin(control, None)
        return self._prover


def _searcher_of(game: ConnectFour) -> ConnectFourSearcher:
    from engine.games.connectfour.search.searcher import (  # noqa: PLC0415 (loads Numba)
        ConnectFourSearcher,
    )

    return ConnectFourSearcher(game)


def _outcome(position: Position, player: Player) -> int:
    """1, 0 or -1 for `player` at the end of a game."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner == player else -1


def _outcome_along(position: Position, score: int, line: Sequence[Move]) -> int:
    """1, 0 or -1 for the mover, from the exact score and the best line to the end of the game.

    The score of a win with the board's very last disc may be 0.
    """
    mover, final = position.to_move, position
    for move in () if score else line:
        final = final.play(move)
    return _outcome(final, mover) if final.outcome() is not None else sign(score)
