"""How long complete reviews take, and which share of the exact result changes they mark.

``python -m tests.benchmarks.reviews [GAMES]`` plays games of Connect Four at random with a fixed
seed, half of them with every win and block taken, reviews them as the server does, and compares
the marks with exact results by the solver, position by position. With ``othello`` behind it,
the games are of a WTHOR year, and it is told how far back they are proved. Times are of the
processor.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from engine.formats.wthor import records_of
from engine.game import EMPTY
from engine.games.connectfour.threats import playable_threats
from engine.judging.analysis import analyze
from engine.judging.review import Mark, judge
from engine.parts import solver_of
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.score import sign
from engine.warmup import strongest_searcher
from webapp.domain.line import Line
from webapp.service.findings import Findings
from webapp.service.known import Known
from webapp.service.reviews import bounds_of, next_step

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Move, Position
    from webapp.service.known import Whole

DATA = Path(__file__).parents[1] / "data" / "othello"

REPORTED = 10
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


class NoStore:
    """A store of reviews that keeps none."""

    def load(self, *_: object) -> dict[int, Known]:
        return {}

    def keep(self, *_: object, **__: object) -> None:
        pass

    def done(self, *_: object) -> set[Whole]:
        return set()


def review(line: Line, watch: Callable[[dict[int, Known], float], None]) -> Review:
    """Review a game as the server does, one search after the other; `watch` sees each."""
    searcher, findings = strongest_searcher(line.game), Findings(NoStore())
    started, first, known = time.process_time(), None, {}
    while (step := next_step(known, line.played)) is not None:
        position, (limit, others) = line.positions[step.ply], bounds_of(step.seconds, review=True)
        found = analyze(position, searcher, limit, SearchControl(), threads=1, others=others)
        findings.keep((line.game, line.moves[: step.ply]), Known(found.informed, step.seconds))
        known = findings.of_game(line.game, line.moves)
        near = (step.ply - 1, step.ply)
        if first is None and any(marked(line, known, ply, proved=True) for ply in near):
            first = time.process_time() - started
        watch(known, time.process_time() - started)
    return Review(known, time.process_time() - started, first)


def marked(line: Line, known: dict[int, Known], ply: int, *, proved: bool = False) -> bool:
    """Whether a move has the sign of a mistake, one that is `proved` if that is asked."""
    if ply not in known or not 0 <= ply < len(line.moves):
        return False
    judged = judge(known[ply].found.candidates, line.moves[ply], counted=False)
    return judged is not None and judged.mark in WRONG and (judged.sure or not proved)


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
        done, right = review(line, lambda *_: None), result_changes(line)
        signs = {ply for ply in range(len(line.moves)) if marked(line, done.known, ply)}
        self.games += 1
        self.changes += len(right)
        self.found += len(signs & set(right))
        self.wrong += len(signs - set(right))
        moves = enumerate(line.moves)
        self.unproved += sum(not done.known[ply].proves(move) for ply, move in moves)
        self.seconds.append(done.seconds)
        self.firsts += [done.first_mark] if done.first_mark is not None else []

    def __str__(self) -> str:
        marks = f"{self.found} of {self.changes} exact result changes marked, {self.wrong} wrong"
        spent = f"{median(self.seconds):.2f} s a review, {max(self.seconds):.2f} at most"
        first = f"first mark after {median(self.firsts):.3f} s, {max(self.firsts):.3f} at most"
        return f"{self.games} games: {marks}; {self.unproved} plies unproved; {spent}; {first}"


@dataclass
class Proved:
    """When a game was proved from so many empty squares on, in seconds."""

    line: Line
    at: dict[int, float] = field(default_factory=dict)

    def watch(self, known: dict[int, Known], spent: float) -> None:
        for ply in range(len(self.line.moves) - 1, -1, -1):
            if ply not in known or not known[ply].proves(self.line.moves[ply]):
                return
            position = self.line.positions[ply]
            squares = self.line.game.columns * self.line.game.rows
            empties = sum(position.cell(square) == EMPTY for square in range(squares))
            self.at.setdefault(empties, spent)


def othello(count: int) -> None:
    """Of games of a year: when they were proved from 20, 22, ... empty squares on."""
    proofs, whole = [], []
    year, _ = records_of((DATA / "WTH_1980.wtb").read_bytes())
    for record in year[:: max(1, len(year) // count)][:count]:
        line = Line(record.game, record.moves, len(record.moves))
        proofs.append(Proved(line))
        whole.append(review(line, proofs[-1].watch).seconds)
        print(f"{len(whole)} games, {median(whole):.1f} s a review, {max(whole):.1f} at most")
        for empties in range(18, 31, 2):
            times = [proof.at[empties] for proof in proofs if empties in proof.at]
            if times:
                told = f"{median(times):.2f} s, {max(times):.2f} at most"
                print(f"  from {empties} empties: {len(times)} proved after {told}", flush=True)


def main(count: int) -> None:
    totals = Totals()
    for seed in range(count):
        moves = random_game(seed)
        totals.add(Line(game("connectfour"), moves, len(moves)))
        if totals.games % REPORTED == 0 or totals.games == count:
            print(totals, flush=True)


if __name__ == "__main__":
    (othello if "othello" in sys.argv else main)(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
