"""How well Othello is judged with few nodes: hard positions with every move's exact score.

Each is searched with as many nodes by a searcher that knows nothing yet. What is measured is the
share of best moves, and how far the score lies from the exact one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import EngineError
from engine.formats.obf import parse_obf
from engine.games.othello.game import Othello
from engine.games.othello.search.searcher import OthelloSearcher
from engine.search.control import SearchControl
from engine.search.limits import Limit

if TYPE_CHECKING:
    from engine.bench import Figures, Say
    from engine.game import Position

DESCRIPTION = "Othello's scores and moves with few nodes, beside exact ones: file, nodes, every"

FILE = Path(__file__).parents[3] / "tests" / "data" / "othello" / "hard-25.obf"

NEAR = 3
"""Discs within which a score counts as right."""

_WORST = -64
"""The score of a move is no less; fillers of the files are."""


@dataclass(frozen=True, slots=True)
class Case:
    """A position and the exact scores of its moves; one that has none is no best one."""

    position: Position
    scores: dict[str, int]

    @property
    def best(self) -> int:
        return max(self.scores.values())


def read_cases(path: Path) -> list[Case]:
    """The positions of a file of OBF lines with ``MOVE:score;``."""
    cases = []
    for line in path.read_text(encoding="ascii").splitlines():
        board, _, rest = line.partition(";")
        pairs = [part.strip().split(":") for part in rest.split(";") if ":" in part]
        scores = {move.lower(): int(score) for move, score in pairs if int(score) >= _WORST}
        if scores:
            cases.append(Case(parse_obf(f"{board};"), scores))
    return cases


def judge(searcher: OthelloSearcher, case: Case, nodes: int) -> tuple[bool, float]:
    """Whether the move found is a best one, and by how many discs the score is too high."""
    searcher.forget()
    info = searcher.search(case.position, Limit(nodes=nodes), SearchControl())
    move = case.position.game.format_move(info.pv[0])
    return case.scores.get(move) == case.best, info.score.hundredths / 100 - case.best


def run(say: Say, *, file: str = str(FILE), nodes: int = 154_000, every: int = 1) -> Figures:
    """`every`: only one in so many positions of the file."""
    cases = read_cases(Path(file))[::every]
    if not cases:
        raise EngineError(f"{file} holds no position with scores.")
    searcher, started = OthelloSearcher(Othello()), process_time()
    found = [judge(searcher, case, nodes) for case in cases]
    errors = np.array([error for _, error in found])
    figures: Figures = {
        "positions": len(cases),
        "nodes": nodes,
        "best_moves": round(float(np.mean([best for best, _ in found])), 3),
        "near": round(float(np.mean(np.abs(errors) <= NEAR)), 3),
        "error": round(float(np.abs(errors).mean()), 2),
        "bias": round(float(errors.mean()), 2),
    }
    say(
        f"{len(cases)} positions, {nodes:,} nodes each: {figures['best_moves']:.1%} best moves,"
        f" {figures['near']:.1%} of scores within {NEAR} discs, error {figures['error']:.2f},"
        f" bias {figures['bias']:+.2f}; {process_time() - started:.0f} s of processor time"
    )
    return figures
