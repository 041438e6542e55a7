"""Proofs for the searcher: exact scores and lines, from the book where it has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.board.layout import centre_first
from engine.games.connectfour.books.book import book_of, canonical_key
from engine.games.connectfour.kernels import takes_two_words
from engine.games.connectfour.solver.answering import proved_candidate
from engine.games.connectfour.solver.scores import final_solver_score
from engine.games.connectfour.solver.solver import UNLIMITED, Solver, new_table
from engine.search.control import SearchControl
from engine.search.score import sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.searcher import Candidate

ALONE_NODES = 100_000
"""Positions that one of several threads may take before the others join it."""

LINE_NODES = 1_000_000
"""Positions that the rest of a line may take at least, where its score took no more."""


class Prover:
    """Solves positions of one game, ended ones included. All its scores are solver scores."""

    def __init__(self, game: ConnectFour) -> None:
        self._game = game
        self._table = new_table()
        self._solver = Solver(game, self._table)
        self._book = book_of(game)
        self._columns = centre_first(game.columns)
        self.begin(SearchControl(), None)

    def begin(self, control: SearchControl, nodes: int | None, threads: int = 1) -> None:
        """Obey `control` from now on, and give up after `nodes` more positions.

        More than one thread is used for long searches of boards of one word.
        """
        self._control, self._started = control, control.nodes
        self._end = UNLIMITED if nodes is None else control.nodes + nodes
        self._threads = 1 if takes_two_words(self._game) else threads
        self._solver.begin(control, nodes)

    def knows(self, position: ConnectFourPosition) -> bool:
        """Whether the book has the position."""
        return self._book.score(position) is not None

    def answers(self, position: ConnectFourPosition, *, every: bool) -> bool:
        """Whether the best move, or `every` move's score, is known without a search."""
        total = self.known(position)
        replies = [self.known(position.play(move)) for move in position.legal_moves()]
        if every:
            return None not in replies
        return total is not None and (-total in replies or replies.count(None) == 1)

    def best(self, position: ConnectFourPosition) -> Iterator[Candidate]:
        """The best move, proved; nothing if the search was ended before that."""
        score = self.score(position)
        move = None if score is None else self.best_column(position, score)
        if score is not None and move is not None:
            line = self._rest_of_line(position.play(move), -score)
            yield proved_candidate(position, score, (move, *line))

    def candidates(
        self, position: ConnectFourPosition, moves: Sequence[Move]
    ) -> Iterator[Candidate]:
        """The moves as far as they could be proved: first those known without a search.

        Those get no line but for the best one, so that they are there at once.
        """
        children = {move: position.play(move) for move in moves}
        known = {move: self.known(child) for move, child in children.items()}
        scores = [score for score in known.values() if score is not None]
        best = min(scores) if len(scores) == len(known) else None
        for move, score in known.items():
            if score is not None:
                told = score == best
                line = self._book_line(children[move]) if told else ()
                yield proved_candidate(position, -score, (move, *line))
                best = None if told else best
        # no move is worth more than the position
        total = self.known(position)
        lowest = -UNLIMITED if total is None else -total
        rest = [move for move in moves if known[move] is None]
        if total is not None and len(rest) == 1 and -total not in known.values():
            yield proved_candidate(position, total, (rest[0],))
            return
        images: dict[int, list[Move]] = {}  # moves to one position or its mirror image
        for move in rest:
            images.setdefault(canonical_key(children[move]), []).append(move)
        alike = {moves[0]: moves[1:] for moves in images.values()}
        for move, score in self._solved(children, list(alike), lowest):
            line = (move, *self._rest_of_line(children[move], score))
            yield proved_candidate(position, -score, line)
            for _ in alike[move]:
                mirrored = tuple(self._game.columns - 1 - column for column in line)
                yield proved_candidate(position, -score, mirrored)

    def score(self, position: ConnectFourPosition) -> int | None:
        """The position's score, None if the search was ended before it was known."""
        known = self.known(position)
        if known is not None:
            return known
        lowest = max(self._known_replies(position), default=-UNLIMITED)
        return dict(self._solved({0: position}, [0], lowest)).get(0)

    def decide(self, position: ConnectFourPosition) -> tuple[int, Move] | None:
        """Whether the mover wins (1), draws (0) or loses (-1), and a move that keeps it so.

        None if the search was ended before it was known.
        """
        children = self._children(position)
        known = {move: self.known(child) for move, child in children.items()}
        worths = {move: -other for move, other in known.items() if other is not None}
        best = max(worths.values(), default=-UNLIMITED)
        score = self.known(position)
        if score is None and (best > 0 or len(worths) == len(children)):
            score = best
        if score is None:
            score = self._solver.decide(position)
        if score is None:
            return None
        if score < 0:  # nothing to keep
            return -1, next(iter(children))
        if sign(best) == sign(score):
            return sign(score), max(worths, key=worths.__getitem__)
        # none of those known keeps the result; what was proved shows the move soonest
        move = self.best_column(position, score)
        return None if move is None else (sign(score), move)

    def line(self, position: ConnectFourPosition, score: int) -> tuple[Move, ...]:
        """A line of best moves for both sides, the position's score being known.

        It ends with the game, or where the search was ended.
        """
        moves: list[Move] = []
        while (move := self.best_column(position, score)) is not None:
            moves.append(move)
            position, score = position.play(move), -score
        return tuple(moves)

    def finished(
        self, position: ConnectFourPosition, line: tuple[Move, ...], control: SearchControl
    ) -> tuple[Move, ...]:
        """`line` from a position, played on to the end as far as a short search finds it."""
        for move in line:
            position = position.play(move)
        self.begin(control, LINE_NODES)
        score = self.score(position)
        return line if score is None else (*line, *self.line(position, score))

    def _rest_of_line(self, position: ConnectFourPosition, score: int) -> tuple[Move, ...]:
        """`line`, as far as it is found with about as many nodes as the score took."""
        spent = self._control.nodes - self._started
        self._solver.begin(self._control, min(self._left(), max(LINE_NODES, spent)))
        line = self.line(position, score)
        self._solver.begin(self._control, self._left())
        return line

    def best_column(self, position: ConnectFourPosition, score: int) -> Move | None:
        """The most central move that keeps the position's score; of those known, if any is."""
        children = self._children(position)
        known = {move: self.known(child) for move, child in children.items()}
        for move, other in known.items():
            if other == -score:
                return move
        unknown = [move for move, other in known.items() if other is None]
        if len(unknown) == 1:  # none of the others keeps the score
            return unknown[0]
        for move, child in children.items():
            if known[move] is None and self._solver.reaches(child, 1 - score) is False:
                return move
        return None

    def known(self, position: ConnectFourPosition) -> int | None:
        """The position's score where no search is needed: it is over, or in the book."""
        score = self._book.score(position)  # sooner asked than the rules
        if score is None and position.outcome() is not None:
            return final_solver_score(position)
        return score

    def _children(self, position: ConnectFourPosition) -> dict[Move, ConnectFourPosition]:
        """The positions after each move, the most central first."""
        legal = position.legal_moves()
        return {move: position.play(move) for move in self._columns if move in legal}

    def _known_replies(self, position: ConnectFourPosition) -> Iterator[int]:
        """What the moves are worth that are known without a search."""
        for move in position.legal_moves() if len(self._book) else ():
            score = self.known(position.play(move))
            if score is not None:
                yield -score

    def _book_line(self, position: ConnectFourPosition) -> tuple[Move, ...]:
        """Best moves from a position in the book as long as the book has them."""
        moves: list[Move] = []
        while (score := self._book.score(position)) is not None:
            following = self._following(position, -score)
            if following is None:
                break
            move, position = following
            moves.append(move)
        return tuple(moves)

    def _following(
        self, position: ConnectFourPosition, score: int
    ) -> tuple[Move, ConnectFourPosition] | None:
        """The most central move after which a score is known, and the position there."""
        legal = position.legal_moves()
        for move in self._columns:
            if move in legal:
                child = position.play(move)
                if self.known(child) == score:
                    return move, child
        return None

    def _solved(
        self, positions: dict[Move, ConnectFourPosition], keys: Sequence[Move], lowest: int
    ) -> Iterator[tuple[Move, int]]:
        """Search the positions with these keys, known to be worth `lowest` at least."""
        hard = []
        for key in keys:
            if self._threads > 1:  # what is soon solved is not worth the threads
                nodes = min(ALONE_NODES + 1, self._left())  # the last one in the large table
                self._solver.begin(self._control, nodes, ALONE_NODES)
            score = self._from_floor(positions[key], lowest)
            self._solver.begin(self._control, self._left())
            if score is not None:
                yield key, score
            elif self._threads > 1 and not self._control.stopped and self._left():
                hard.append(key)
            else:
                return
        if hard:
            from engine.games.connectfour.solver.team import (  # noqa: PLC0415 (seldom needed)
                Task,
                Team,
            )

            team = Team(self._game, self._threads, self._table)  # its memory goes with it
            team.learn(self._solver)
            tasks = [Task(positions[key], lowest, UNLIMITED) for key in hard]
            for number, score in team.scores(tasks, self._control, self._left()):
                self._solver.begin(self._control, self._left())
                yield hard[number], score

    def _from_floor(self, position: ConnectFourPosition, lowest: int) -> int | None:
        """The score of a position, which is `lowest` at least.

        Where the book has all moves they say it. Else its bound is asked about first: often it is
        the score, or not far below.
        """
        replies = list(self._known_replies(position)) if position.ply < self._book.deepest else []
        if replies and len(replies) == len(position.legal_moves()):
            return max(replies)
        score = self._book.floor(position)
        if score is None or score < lowest:
            return self._solver.score(position, lowest)
        while (reached := self._solver.score(position, score, score + 1)) != score:
            if reached is None:
                return None
            score = reached
        return score

    def _left(self) -> int:
        """How many positions may still be visited."""
        return max(0, self._end - self._control.nodes)
