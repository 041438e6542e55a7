"""The laboratory's questions against the clock."""

from __future__ import annotations

from time import perf_counter, process_time
from typing import TYPE_CHECKING

from engine.games.connectfour.game import ConnectFour
from engine.laboratory.connectfour.directions import DIRECTIONS
from engine.laboratory.connectfour.explore import explore
from engine.laboratory.language.parser import parse
from engine.laboratory.prove import Bounds, Investigation
from engine.registry import game
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from engine.bench import Figures, Say

DESCRIPTION = "answers of the laboratory: model checking, enumeration, exploration"

FOUR_LINES = " and ".join(f"line({direction})" for direction in DIRECTIONS)

QUESTIONS = (
    ("card at one ply", "connectfour", "won(red) and plies = 7"),
    ("shortest, four lines", "connectfour", f"won(red) and {FOUR_LINES}"),
    ("full board without a line", "connectfour:10x10", "full and not won"),
    ("full board without a line", "connectfour:12x12", "full and not won"),
    ("full board without a line", "connectfour:16x16", "full and not won"),
    ("corner disc flips, all games", "othello:4", "corner_flips >= 1"),
    ("all games to ply 11", "othello", "count ended and plies <= 11"),
)

FORERUNNER = (
    "won(white)",
    "wiped_out(white) or wiped_out(black)",
    "draw",
    "corner_flips >= 1",
    "(won(black) and last(white)) or (won(white) and last(black))",
    "(won(white) and corners(black) = 4) or (won(black) and corners(white) = 4)",
)
"""What a formal model of 4 × 4 Othello was asked."""


def run(say: Say) -> Figures:
    figures: Figures = {}
    for name, key, text in QUESTIONS:
        figures[f"{key} {name}"] = _timed(say, f"{key:18} {name}", key, text)
    investigation = _asked("connectfour", "won(red) and plies = 7")
    started = perf_counter()
    for _ in range(100):
        investigation.next()
    figures["next game"] = (perf_counter() - started) / 100
    say(f"{'connectfour':18} next game: {figures['next game'] * 1000:.1f} ms")
    started = perf_counter()
    for text in FORERUNNER:
        _asked("othello:4", text)
    six = figures["six questions"] = perf_counter() - started
    say(f"{'othello:4':18} the forerunner's six questions: {six:.2f} s")
    return figures | _exploration(say)


def _asked(key: str, text: str) -> Investigation:
    investigation = Investigation(parse(game(key), text), SearchControl(), Bounds())
    investigation.answer()
    return investigation


def _timed(say: Say, label: str, key: str, text: str) -> dict[str, float]:
    wall, processor = perf_counter(), process_time()
    _asked(key, text)
    times = {"seconds": perf_counter() - wall, "processor": process_time() - processor}
    say(f"{label}: {times['seconds']:.2f} s, {times['processor']:.2f} s of processor time")
    return times


def _exploration(say: Say) -> Figures:
    control = SearchControl()
    wall, processor = perf_counter(), process_time()
    found = explore(ConnectFour(5, 5), control)
    seconds, used = perf_counter() - wall, process_time() - processor
    rate = control.nodes / used
    say(f"connectfour:5x5    {found.positions:,} positions: {seconds:.1f} s, {rate:,.0f} a second")
    return {"exploration": {"seconds": seconds, "processor": used, "children per second": rate}}
