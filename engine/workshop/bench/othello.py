"""Speed of exact Othello endgames, beside another solver's where one is given.

The environment variable FLIPFOUR_OTHELLO_PEER names the other solver: a command line that
solves the file of OBF positions whose name is appended to it. Where it reports its nodes and
processor time as Edax does, these are taken, else the time of its process, start included.
"""

from __future__ import annotations

import os
import re
import resource
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from engine.formats.obf import parse_obf
from engine.games.othello.game import Othello
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.warmup import strongest_searcher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.bench import Figures, Say
    from engine.search.searcher import Searcher

DESCRIPTION = "time and nodes of exact Othello endgames, with the ratio to a peer"

PEER = "FLIPFOUR_OTHELLO_PEER"

_REPORT = re.compile(r"(\d+) nodes in\s+\S+ \(cpu =\s+(?:(\d+):)?(\d+):([\d.]+)")
"""For example ``87992246 nodes in  0:02.811 (cpu =  0:02.807)``."""

_PROBLEMS = Path(__file__).with_name("othello.obf")
"""A line ``% NAME`` begins each set."""


def run(say: Say) -> Figures:
    game = Othello()
    searcher = strongest_searcher(game)
    peer = os.environ.get(PEER)
    figures: Figures = {}
    for name, lines in _sets():
        seconds, nodes = _solve(searcher, lines)
        figures[name] = {"positions": len(lines), "seconds": round(seconds, 3), "nodes": nodes}
        text = f"{name:12} {len(lines):3} positions {seconds:8.3f} s {nodes:>13,} nodes"
        text += f" {nodes / seconds:>12,.0f} a second"
        if peer:
            theirs = _ask_peer(peer, lines)
            figures[name]["peer_seconds"] = round(theirs.seconds, 3)
            text += f", {seconds / theirs.seconds:.2f} of the peer's time"
            if theirs.nodes:
                figures[name]["peer_nodes"] = theirs.nodes
                text += f", {nodes / theirs.nodes:.2f} of its nodes"
        say(text)
    return figures


def _sets() -> Iterator[tuple[str, list[str]]]:
    """The sets of problems by name."""
    name = ""
    lines: list[str] = []
    for line in _PROBLEMS.read_text(encoding="ascii").splitlines():
        if line.startswith("%"):
            if lines:
                yield name, lines
            name, lines = line[1:].strip(), []
        else:
            lines.append(line)
    yield name, lines


def _solve(searcher: Searcher, lines: list[str]) -> tuple[float, int]:
    """Processor seconds and nodes of solving all positions, one after the other.

    Raises:
        AssertionError: a score is not the one the line gives.
    """
    nodes, started = 0, process_time()
    for line in lines:
        info = searcher.search(parse_obf(line), Limit(), SearchControl())
        nodes += info.nodes
        expected = int(line.partition(":")[2].partition(";")[0])
        if info.score != expected:
            raise AssertionError(f"{info.score} instead of {expected} for {line}")
    return process_time() - started, nodes


@dataclass(frozen=True, slots=True)
class PeerFigures:
    """Processor seconds the peer took and positions it visited, where it says so."""

    seconds: float
    nodes: int | None = None


def read_report(text: str) -> PeerFigures | None:
    """What the peer says of itself, None where it says nothing that can be read."""
    found = _REPORT.search(text)
    if found is None:
        return None
    nodes, hours, minutes, seconds = found.groups()
    spent = 3600 * int(hours or 0) + 60 * int(minutes) + float(seconds)
    return PeerFigures(spent, int(nodes)) if spent else None


def _ask_peer(command: str, lines: list[str]) -> PeerFigures:
    """Let the peer solve all positions."""
    with tempfile.NamedTemporaryFile("w", suffix=".obf") as problems:
        problems.write("\n".join(lines) + "\n")
        problems.flush()
        before = _children_seconds()
        finished = subprocess.run(  # noqa: S603 (the person's own command)
            [*shlex.split(command), problems.name], check=True, capture_output=True, text=True
        )
        spent = _children_seconds() - before
    return read_report(finished.stdout) or PeerFigures(spent)


def _children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
