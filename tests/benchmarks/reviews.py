"""How long complete reviews take, and which share of the exact result changes they mark.

``python -m tests.benchmarks.reviews [GAMES]`` plays games at random with a fixed seed, half of
them with every win and block taken, reviews them as the server does, and compares the marks
with exact results by the solver, position by position. Times are of the processor.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from engine.games.connectfour.threats import playable_threats
from engine.judging.analysis import analyze
from engine.judging.review import Mark, judge
from engine.parts import solver_of
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.score import sign
from engine.warmup import strongest_searcher
from webapp.domain.line import Line
from webapp.service.known import Known
from webapp.service.reviews import next_step

if TYPE_CHECKING:
    from engine.game import Move, Position

REPORTED = 20
"""Games after which the totals so far are printed."""

WRONG = {Mark.MISTAKE, Mark.BLUNDER}


@dataclass
class Review:
    """What a review has found, and its cost in seconds of processor time."""

    known: dict[int, Known]
    seconds: float
    first_mark: float | None


def random_game(seed: int) -> tuple[Move, ...]:
    """A finished game of Connect Four; every other one takes wins and blocks."""
    chance, position, moves = Random(seed), game("connectfour").start(), []
    while position.outcome() is None:
        moves.append(chance.choice(_sensible(position) if seed % 2 else position.legal_moves()))
        position = position.play(moves[-1])
    return tuple(moves)


def _sensible(position: Position) -> list[Move]:
    for player in (position.to_move, 1 - position.to_move):
        if urgent := playable_threats(position, player):  # type: ignore[arg-type]
            return [square % position.game.columns for square in urgent]
    return list(position.legal_moves())


def review(line: Line) -> Review:
    """Review a game as the server does, one search after the other."""
    searcher, known = strongest_searcher(line.game), {}
    plies = len(line.moves) + (line.positions[-1].outcome() is None)
    started, first = time.process_time(), None
    while (step := next_step(known, plies)) is not None:
        position, limit = line.positions[step.ply], Limit(time=step.seconds)
        found = analyze(position, searcher, limit, SearchControl(), threads=1).informed
        known[step.ply] = Known(found, step.seconds)
        if first is None and step.ply < len(line.moves) and marked(line, known, step.ply):
            first = time.process_time() - started
    return Review(known, time.process_time() - started, first)


def marked(line: Line, known: dict[int, Known], ply: int) -> bool:
    """Whether a move has the sign of a mistake."""
    judged = judge(known[ply].found.candidates, line.moves[ply], counted=False)
    return judged is not None and judged.mark in WRONG


def result_changes(line: Line) -> list[int]:
    """The plies whose moves changed the exact result, by the solver alone."""
    solver, results = solver_of(line.game), []
    for position in line.positions:
        outcome = position.outcome()
        if outcome is not None:
            score = 0 if outcome.winner is None else 1 - 2 * outcome.winner
        else:
            solved = solver.solve(position, SearchControl())
            assert solved is not None
            score = sign(solved.score) * (1 - 2 * position.to_move)
        results.append(score)
    return [ply for ply in range(len(line.moves)) if results[ply] != results[ply + 1]]


@dataclass
class Totals:
    """What all games together show."""

    games: int = 0
    changes: int = 0
    found: int = 0
    wrong: int = 0
    unproved: int = 0
    seconds: list[float] = field(default_factory=list)
    firsts: list[float] = field(default_factory=list)

    def add(self, line: Line) -> None:
        done, right = review(line), result_changes(line)
        signs = {ply for ply in range(len(line.moves)) if marked(line, done.known, ply)}
        self.games += 1
        self.changes += len(right)
        self.found += len(signs & set(right))
        self.wrong += len(signs - set(right))
        self.unproved += sum(not done.known[ply].settled for ply in range(len(line.moves)))
        self.seconds.append(done.seconds)
        self.firsts += [done.first_mark] if done.first_mark is not None else []

    def __str__(self) -> str:
        marks = f"{self.found} of {self.changes} exact result changes marked, {self.wrong} wrong"
        spent = f"{median(self.seconds):.2f} s a review, {max(self.seconds):.2f} at most"
        first = f"first mark after {median(self.firsts):.3f} s, {max(self.firsts):.3f} at most"
        return f"{self.games} games: {marks}; {self.unproved} plies unproved; {spent}; {first}"


def main(count: int) -> None:
    totals = Totals()
    for seed in range(count):
        moves = random_game(seed)
        totals.add(Line(game("connectfour"), moves, len(moves)))
        if totals.games % REPORTED == 0 or totals.games == count:
            print(totals, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
