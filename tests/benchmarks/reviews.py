"""How long complete reviews take, and which share of the exact result changes they mark.

``python -m tests.benchmarks.reviews [GAMES]`` plays games of Connect Four at random with a fixed
seed, half of them with every win and block taken, reviews them as the server does, and compares
the marks with exact results by the solver, position by position. With ``othello`` behind it, the
games are of the WTHOR years of a folder that may follow, each reviewed until it is proved from 20
empty squares on; with ``whole`` too to its end. Times are of the processor.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from engine.formats.wthor import records_of
from engine.game import EMPTY
from engine.games.connectfour.threats import playable_threats
from engine.judging.analysis import analyze
from engine.judging.review import Mark, judge
from engine.parts.of_game import solver_of
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
    from webapp.service.known import ReviewedGame

DATA = Path(__file__).parents[1] / "data" / "othello"

EMPTIES = 20
"""Empty squares from which on Othello is to be proved soon."""

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

    def done(self, *_: object) -> set[ReviewedGame]:
        return set()


def review(line: Line, enough: Callable[[dict[int, Known], float], bool]) -> Review:
    """Review a game as the server does, one search after the other, until it is `enough`."""
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
        if enough(known, time.process_time() - started):
            break
    return Review(known, time.process_time() - started, first)


def marked(line: Line, known: dict[int, Known], ply: int, *, proved: bool = False) -> bool:
    """Whether a move has the sign of a mistake, one that is `proved` if that is asked.

    Of a changed result, whatever it cost: discs alone are not counted.
    """
    if ply not in known or not 0 <= ply < len(line.moves):
        return False
    judged = judge(known[ply].found.candidates, line.moves[ply], counted=False)
    return judged is not None and judged.mark in WRONG and (judged.sure or not proved)


def result_changes(line: Line, first: int = 0) -> list[int]:
    """The plies from a `first` one on whose moves changed the exact result, by the solver alone."""
    solver, results = solver_of(line.game), []
    for position in line.positions[first:]:
        outcome = position.outcome()
        if outcome is not None:
            score = 0 if outcome.winner is None else 1 - 2 * outcome.winner
        else:
            solved = solver.solve_wdl(position, SearchControl())
            assert solved is not None
            score = sign(solved.score) * (1 - 2 * position.to_move)
        results.append(score)
    return [first + at for at, (old, new) in enumerate(pairwise(results)) if old != new]


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
        self.add_from(line, review(line, lambda *_: False), 0)

    def add_from(self, line: Line, done: Review, first: int) -> None:
        """Count what was found of a game from its `first` ply on."""
        plies, right = range(first, len(line.moves)), result_changes(line, first)
        signs = {ply for ply in plies if marked(line, done.known, ply)}
        self.games += 1
        self.changes += len(right)
        self.found += len(signs & set(right))
        self.wrong += len(signs - set(right))
        self.unproved += sum(not done.known[ply].proves(line.moves[ply]) for ply in plies)
        self.seconds.append(done.seconds)
        self.firsts += [done.first_mark] if done.first_mark is not None else []

    def __str__(self) -> str:
        marks = f"{self.found} of {self.changes} exact result changes marked, {self.wrong} wrong"
        spent = f"{median(self.seconds):.2f} s a review, {max(self.seconds):.2f} at most"
        firsts = self.firsts or [0.0]
        first = f"first mark after {median(firsts):.3f} s, {max(firsts):.3f} at most"
        return f"{self.games} games: {marks}; {self.unproved} plies unproved; {spent}; {first}"


@dataclass
class Proved:
    """When a game was proved from a ply on, in seconds."""

    line: Line
    whole: bool
    since: dict[int, float] = field(default_factory=dict)

    def enough(self, known: dict[int, Known], spent: float) -> bool:
        for ply in range(len(self.line.moves) - 1, -1, -1):
            if ply not in known or not known[ply].proves(self.line.moves[ply]):
                break
            self.since.setdefault(ply, spent)
        return not self.whole and self.first is not None

    @property
    def first(self) -> int | None:
        """The first ply with `EMPTIES` or fewer, once all from there on are proved."""
        first = self.ply_with(EMPTIES)
        return first if first in self.since else None

    def ply_with(self, empties: int) -> int:
        """The first ply with so many empty squares or fewer; a pass leaves them as they are."""
        left = map(_empties, self.line.positions)
        return next(ply for ply, number in enumerate(left) if number <= empties)


def _empties(position: Position) -> int:
    squares = position.game.columns * position.game.rows
    return sum(position.cell(square) == EMPTY for square in range(squares))


def othello(count: int, folder: Path, *, whole: bool) -> None:
    """Of games of tournaments: when they were proved, and which changed results are marked."""
    totals, proofs = Totals(), []
    years = sorted(folder.glob("WTH_*.wtb"))[-count:]
    for year in years:
        played, _ = records_of(year.read_bytes())
        some = [record for record in played if _empties(record.final()) <= EMPTIES // 2]
        for record in some[:: max(1, len(some) * len(years) // count)]:
            line = Line(record.game, record.moves, len(record.moves))
            proof = Proved(line, whole)
            done = review(line, proof.enough)
            proofs.append(proof)
            if proof.first is not None:
                totals.add_from(line, done, proof.first)
            print(totals)
            for empties in range(18, 31, 2):
                found = (proof.since.get(proof.ply_with(empties)) for proof in proofs)
                times = [spent for spent in found if spent is not None]
                if times:
                    told = f"{median(times):.2f} s, {max(times):.2f} at most"
                    print(f"  from {empties}: {len(times)} proved after {told}", flush=True)


def main(count: int) -> None:
    totals = Totals()
    for seed in range(count):
        moves = random_game(seed)
        totals.add(Line(game("connectfour"), moves, len(moves)))
        if totals.games % REPORTED == 0 or totals.games == count:
            print(totals, flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    games = next((int(word) for word in words if word.isdecimal()), 200)
    if "othello" in words:
        folders = [Path(word) for word in words if Path(word).is_dir()]
        othello(games, folders[0] if folders else DATA, whole="whole" in words)
    else:
        main(games)
