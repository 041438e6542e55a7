"""Connect Four as one object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.family import Family, Parameter
from engine.games.connectfour import arrangement, knowledge, puzzles, remarks, sentences, threats
from engine.games.connectfour.canonical import canonical
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.kernels import KERNELS
from engine.games.connectfour.lessons import CHAPTERS
from engine.games.connectfour.lines import completed_lines
from engine.games.connectfour.overlays import overlays
from engine.games.connectfour.turns import unreachable
from engine.games.connectfour.why import merit, why
from engine.parts.presentation import Card, Colours, Exhibition, Offered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.game import Game, Move, Square
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.laboratory.backend import Backend
    from engine.parts.counting import Counter
    from engine.replay import PlayedGame
    from engine.search.control import SearchControl
    from engine.search.searcher import Candidate, Searcher
    from engine.search.solver import PositionSolver


def _changes(position: ConnectFourPosition, move: Move) -> tuple[Square, ...]:
    square = position.landing_square(move)
    return () if square is None else (square,)


def _lines(game: ConnectFour, squares: Sequence[Square]) -> list[tuple[Square, ...]]:
    return [line.squares for line in completed_lines(game, squares)]


def _searcher(game: Game) -> Searcher:
    from engine.games.connectfour.search.searcher import make

    return make(game)


def _solver(game: Game) -> PositionSolver:
    from engine.games.connectfour.solver.position_solver import make

    return make(game)


def _proved(position: ConnectFourPosition, control: SearchControl) -> tuple[Candidate, ...]:
    from engine.games.connectfour.solver.quick import proved

    return proved(position, control)


def _proving(
    position: ConnectFourPosition, control: SearchControl, threads: int | None
) -> tuple[Candidate, ...]:
    from engine.games.connectfour.solver.proving import proved

    return proved(position, control, threads)


def _counter() -> Counter:
    from engine.games.connectfour import perft

    return perft


def _canonical_paths(
    game: ConnectFour, games: Sequence[Sequence[Move]], plies: int
) -> Sequence[NDArray[np.uint64]] | None:
    from engine.games.connectfour.many import canonical_paths

    return canonical_paths(game, games, plies)


def _played_out(game: ConnectFour, games: Sequence[Sequence[Move]]) -> Mapping[int, PlayedGame]:
    from engine.games.connectfour.many import played_out

    return played_out(game, games)


def _laboratory() -> Backend:
    from engine.laboratory.connectfour.backend import BACKEND

    return BACKEND


CONNECT_FOUR = Family(
    key="connectfour",
    name="Connect Four",
    parameters=(
        Parameter("columns", "Columns", 7, 2, 16, side=True),
        Parameter("rows", "Rows", 6, 2, 16, side=True),
        Parameter("connect", "In a row", 4, 2, 16),
        Parameter("players", "Players", 2, 2, 3),
    ),
    parse=ConnectFour.from_tail,
    make=ConnectFour,
    sentences=sentences,
    arrangements=arrangement,
    unreachable=unreachable,
    drops=True,
    offered=Offered(
        exhibition=Exhibition(
            "connectfour",
            ("8", "6"),
            "135137553343225357777576464",
        ),
        cards=(
            Card(
                "Connect Four",
                "Line up four before they do.",
                (
                    ("connectfour", "7 × 6"),
                    ("connectfour:8x7", "8 × 7"),
                    ("connectfour:9x7", "9 × 7"),
                    ("connectfour:6x5", "6 × 5"),
                    ("connectfour:9x9:5", "9 × 9, five in a row"),
                ),
            ),
            Card(
                "Three players",
                "One board, three colours, four in a row.",
                (
                    ("connectfour:7x6:4:3p", "7 × 6"),
                    ("connectfour:8x7:4:3p", "8 × 7"),
                    ("connectfour:9x7:4:3p", "9 × 7"),
                ),
                players=3,
            ),
        ),
        analysis=(
            ("connectfour", "Connect Four 7 × 6"),
            ("connectfour:8x7", "Connect Four 8 × 7"),
            ("connectfour:9x7", "Connect Four 9 × 7"),
            ("connectfour:6x5", "Connect Four 6 × 5"),
            ("connectfour:7x6:4:3p", "Three players 7 × 6"),
        ),
        laboratory=(
            "connectfour:4x4",
            "connectfour:5x4",
            "connectfour:5x5",
            "connectfour:6x4",
            "connectfour",
            "connectfour:8x8",
            "connectfour:10x10",
            "connectfour:3x4:3:3p",
            "connectfour:4x4:4:3p",
            "connectfour:7x6:4:3p",
        ),
        positions=(
            ("connectfour", "7 × 6"),
            ("connectfour:4x4", "4 × 4"),
            ("connectfour:7x6:4:3p", "3 players"),
        ),
    ),
    colours=Colours(sides=("#e5533d", "#f0b62f")),
    chapters=CHAPTERS,
    changes=_changes,
    lines=_lines,
    knowledge=knowledge,
    puzzles=puzzles,
    remarks=remarks,
    why=why,
    merit=merit,
    overlays=overlays,
    threats=threats,
    canonical=canonical,
    canonical_paths=_canonical_paths,
    played_out=_played_out,
    kernels=KERNELS,
    searcher=_searcher,
    solver=_solver,
    proved=_proved,
    proving=_proving,
    counter=_counter,
    laboratory=_laboratory,
)
