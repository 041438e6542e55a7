"""The Connect Four solver on the six standard test sets, beside the peers that are installed.

BitBully is found as a Python package, Pascal Pons's solver as ``c4solver`` on the path. All
work without opening books, on one thread, class by class in turn, each class from an empty
table; times are processor time per position. Ours from moves to scores stands beside what
Pons's program takes beyond an empty input, ours without reading the moves, `search`, beside
BitBully's from its boards to scores. Of the nodes some programs count none with one reply alone;
`unforced` are the others.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, TypeAlias

from engine.errors import EngineError
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.solver.counting import FORCED_WORD
from engine.games.connectfour.solver.reading import read_boards
from engine.games.connectfour.solver.solver import Solver
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.bench import Figures, Say
    from engine.games.connectfour.position import ConnectFourPosition

    Peer: TypeAlias = Callable[[list[str]], float]
    """Solves positions, spelt as moves, and answers the seconds of processor time."""

DESCRIPTION = "the Connect Four solver on the standard sets, with installed peers (minutes)"

CLASSES = (
    ("L3_R1", 1000),
    ("L2_R1", 1000),
    ("L2_R2", 100),
    ("L1_R1", 150),
    ("L1_R2", 20),
    ("L1_R3", 12),
)
"""Test set and how many of its lines."""

COLUMNS = tuple(range(12, 17))
"""Plies of the random positions whose every move is scored, `COUNT` of each."""

COUNT = 2

READERS = frozenset({"pons"})
"""Peers whose time holds the reading of the moves."""

PATIENCE, REPEATS = 10.0, 41
"""Seconds of processor time in which the runs of a class are repeated, and how often at most."""

LOADS = 5
"""Processes that load the kernels; the quickest counts."""

DATA = Path(__file__).parents[3] / "tests" / "data" / "connectfour"


def run(say: Say) -> Figures:
    peers = {name: peer for name, peer in (("pons", _pons()), ("bitbully", _bitbully())) if peer}
    figures: Figures = {}
    for name, count in CLASSES:
        cases = [line.split() for line in _lines(name)[:count]]
        row = _compare([moves for moves, _ in cases], [int(score) for _, score in cases], peers)
        figures[name] = row
        _tell(say, f"{name} ({count})", row)
    figures["columns"] = _all_columns()
    _tell(say, f"every move of {COUNT * len(COLUMNS)} positions at plies 12-16", figures["columns"])
    figures["kernels"] = {"load_seconds": _loading()}
    _tell(say, "loading the solver's kernels", figures["kernels"])
    return figures


def _tell(say: Say, what: str, row: dict[str, float]) -> None:
    say(f"{what}: " + ", ".join(f"{key} {value:g}" for key, value in row.items()))


def _all_columns() -> dict[str, float]:
    """Mean and worst processor time of scoring every move, and the mean as a share of BitBully's.

    Each position from an empty table.
    """
    peer = _bitbully_columns() if find_spec("bitbully") is not None else None
    ours, theirs, nodes, wrong = [], [], 0, 0
    for moves in _random_games():
        position = _after(moves)
        children = [position.play(move) for move in position.legal_moves()]
        solver, control = Solver(ConnectFour()), SearchControl()
        solver.forget()  # real memory before the clock runs
        solver.begin(control)
        started = process_time()
        scores, _ = solver.scores(children)
        ours.append(process_time() - started)
        nodes += control.nodes
        if peer is not None:
            seconds, expected = peer(moves)
            theirs.append(seconds)
            found = dict(zip(position.legal_moves(), scores.tolist(), strict=True))
            wrong += sum(-found[move] != expected[move] for move in found)
    count = len(ours)
    row = {"milliseconds": sum(ours) / count * 1e3, "worst_milliseconds": max(ours) * 1e3}
    row |= {"nodes": nodes / count}
    if theirs:
        row |= {"wrong": wrong, "of_bitbully": sum(ours) / sum(theirs)}
    return row


def _random_games() -> list[list[int]]:
    """Moves to positions in which none ends the game, the same ones in every run."""
    source, found = Random(3), list[list[int]]()  # noqa: S311 (no secret)
    while len(found) < COUNT * len(COLUMNS):
        ply, position, moves = COLUMNS[len(found) // COUNT], ConnectFour().start(), list[int]()
        while position.ply < ply and position.outcome() is None:
            moves.append(source.choice(position.legal_moves()))
            position = position.play(moves[-1])
        children = [position.play(move) for move in position.legal_moves()]
        if children and not any(child.outcome() for child in children):
            found.append(moves)
    return found


def _after(moves: list[int]) -> ConnectFourPosition:
    position = ConnectFour().start()
    for move in moves:
        position = position.play(move)
    return position


def _bitbully_columns() -> Callable[[list[int]], tuple[float, list[int]]]:
    peer = import_module("bitbully")
    solver = peer.bitbully_core.BitBullyCore()

    def solve(moves: list[int]) -> tuple[float, list[int]]:
        board = peer.Board(moves).native
        solver.resetTranspositionTable()
        started = process_time()
        scores = solver.scoreMoves(board)
        return process_time() - started, list(scores)

    return solve


def _loading() -> float:
    """Processor seconds in which a new process that has Numba loads the cached kernels."""
    program = (
        "import numba, time; started = time.process_time();"
        "import engine.games.connectfour.solver.one_word; print(time.process_time() - started)"
    )
    command = [sys.executable, "-c", program]
    runs = [
        subprocess.run(command, text=True, capture_output=True, check=True).stdout  # noqa: S603
        for _ in range(LOADS)
    ]
    return min(float(run) for run in runs)


def _compare(moves: list[str], expected: list[int], peers: dict[str, Peer]) -> dict[str, float]:
    """One class: our figures, and our time as a share of each peer's.

    Short runs are repeated in turn, and half of the runs of each took less than what counts: a
    peer's time may be the difference of two, of which the least one would say nothing.
    """
    times: dict[str, list[float]] = {name: [] for name in ("ours", "search", *peers)}
    end, nodes, forced, wrong = _processor_time() + PATIENCE, 0, 0, 0
    while not times["ours"] or (len(times["ours"]) < REPEATS and _processor_time() < end):
        reading, search, (nodes, forced), wrong = _ours(moves, expected)
        times["ours"].append(reading + search)
        times["search"].append(search)
        for name, solve in peers.items():
            times[name].append(solve(moves))
    typical = {name: median(found) for name, found in times.items()}
    row = {"microseconds": typical["ours"] / len(moves) * 1e6}
    row |= {"search_microseconds": typical["search"] / len(moves) * 1e6}
    row |= {"nodes": nodes / len(moves), "unforced": (nodes - forced) / len(moves)}
    row |= {"wrong": wrong, "runs": len(times["ours"])}
    ours = {name: typical["ours" if name in READERS else "search"] for name in peers}
    return row | {f"of_{name}": ours[name] / max(typical[name], 1e-6) for name in peers}


def _processor_time() -> float:
    """Seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])


def _lines(name: str) -> list[str]:
    path = DATA / f"Test_{name}.txt"
    if not path.is_file():
        raise EngineError(f"This benchmark needs a checkout: {path.name} is not here.")
    return path.read_text(encoding="ascii").splitlines()


def _ours(moves: list[str], expected: list[int]) -> tuple[float, float, tuple[int, int], int]:
    """Seconds of reading and of the search, nodes, those with one reply alone, wrong scores."""
    control, solver = SearchControl(), Solver(ConnectFour())
    solver.forget()  # real memory before the clock runs
    solver.begin(control)
    started = process_time()
    boards, _ = read_boards(solver.address, moves)
    read = process_time()
    scores, _ = solver.scores_of(boards)
    ended = process_time()
    wrong = sum(int(a) != b for a, b in zip(scores, expected, strict=True))
    forced = int(control.words[FORCED_WORD])
    return read - started, ended - read, (control.nodes, forced), wrong


def _bitbully() -> Peer | None:
    if find_spec("bitbully") is None:
        return None
    peer = import_module("bitbully")
    solver = peer.bitbully_core.BitBullyCore()

    def solve(moves: list[str]) -> float:
        boards = [peer.Board([int(m) - 1 for m in text]).native for text in moves]
        solver.resetTranspositionTable()
        started = process_time()
        for board in boards:
            solver.mtdf(board, 0)
        return process_time() - started

    return solve


def _pons() -> Peer | None:
    program = shutil.which("c4solver")
    if program is None:
        return None
    import resource  # noqa: PLC0415 (not on every system)

    quiet = subprocess.DEVNULL

    def seconds(text: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(  # noqa: S603
            [program], input=text.encode(), stdout=quiet, stderr=quiet, check=False
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    def solve(moves: list[str]) -> float:
        startup = seconds("")  # just before, as the machine's mood changes
        return seconds("\n".join(moves) + "\n") - startup

    return solve
