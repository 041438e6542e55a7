"""Othello as one object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.family import Family, Parameter
from engine.games.othello import arrangement, knowledge, puzzles, remarks, sentences
from engine.games.othello.game import Othello
from engine.games.othello.kernels import KERNELS
from engine.games.othello.lessons import CHAPTERS
from engine.games.othello.overlays import overlays
from engine.games.othello.position import squares_of
from engine.games.othello.why import merit, why
from engine.parts.presentation import Card, Colours, Exhibition, Offered
from engine.violation import CommonRule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.game import Game, Move, Position, Square
    from engine.games.othello.position import OthelloPosition
    from engine.laboratory.backend import Backend
    from engine.parts.counting import Counter
    from engine.parts.ownbook import OwnBook
    from engine.replay import PlayedGame
    from engine.search.searcher import Candidate, Searcher
    from engine.search.solver import PositionSolver


def _changes(position: OthelloPosition, move: Move) -> tuple[Square, ...]:
    if position.game.is_pass(move):
        return ()
    return (move, *squares_of(position.flips(move)))


def _searcher(game: Game) -> Searcher:
    from engine.games.othello.search.searcher import make

    return make(game)


def _solver(game: Game) -> PositionSolver:
    from engine.games.othello.solver.position_solver import make

    return make(game)


def _counter() -> Counter:
    from engine.games.othello import perft

    return perft


def _book(position: Position) -> tuple[Candidate, ...]:
    from engine.games.othello.books.openings import candidates

    return candidates(position)


def _own_book(game: Game) -> OwnBook | None:
    from engine.games.othello.books import own

    return own if game.key == "othello" else None


def _openings(game: Game) -> Sequence[tuple[str, str]]:
    from engine.games.othello.books.names import openings

    return openings(game)


def _canonical(position: OthelloPosition) -> tuple[int, ...]:
    from engine.games.othello.canonical import canonical

    return canonical(position)


def _canonical_paths(
    game: Game, games: Sequence[Sequence[Move]], plies: int
) -> Sequence[NDArray[np.uint64]] | None:
    from engine.games.othello.canonical import canonical_paths

    return canonical_paths(game, games, plies)


def _played_out(game: Game, games: Sequence[Sequence[Move]]) -> Mapping[int, PlayedGame]:
    from engine.games.othello.many_games import played_out

    return played_out(game, games)


def _laboratory() -> Backend:
    from engine.laboratory.othello.backend import BACKEND

    return BACKEND


OTHELLO = Family(
    key="othello",
    name="Othello",
    parameters=(Parameter("size", "Size", 8, 4, 16, 2, side=True),),
    parse=Othello.from_tail,
    make=Othello,
    sentences=sentences,
    arrangements=arrangement,
    loose=frozenset(
        {CommonRule.TURN, arrangement.OthelloRule.CONNECTED}
    ),  # as servers' random starts
    counted=True,
    offered=Offered(
        exhibition=Exhibition(
            "othello",
            ("8", "6"),
            "e6f6f5f4g5e7d7d6f3g6g4f7f8h3g3c8h6h5h4h7d8e2c6e3c7e8b8g7f2c5b4b5c3c4d1c2"
            "d2a4c1b6a6d3a5b2b3g1f1a3a1g2h1a7b7g8h8e1h2a2a8b1",
        ),
        cards=(
            Card(
                "Othello",
                "Trap a row and turn it over.",
                (
                    ("othello", "8 × 8"),
                    ("othello:6", "6 × 6"),
                    ("othello:4", "4 × 4"),
                    ("othello:10", "10 × 10"),
                ),
            ),
        ),
        analysis=(
            ("othello", "Othello 8 × 8"),
            ("othello:6", "Othello 6 × 6"),
            ("othello:10", "Othello 10 × 10"),
        ),
        laboratory=("othello:4", "othello:6", "othello"),
        first_asked="othello:4",
        positions=(("othello:4", "Othello 4 × 4"), ("othello", "Othello 8 × 8")),
    ),
    colours=Colours(
        sides=("#1a1d20", "#f5f0e5"),
        ground="#3a7d5f",
        curve="#fbf3e0",
        card=("#2e6a4f", "#265c43"),
        foot="#1f4836",
    ),
    errors={
        "1": (6000, 0.9),
        "2": (1620, 0.75),
        "3": (900, 0.7),
        "4": (600, 0.58),
        "5": (400, 0.42),
        "6": (255, 0.235),
        "7": (150, 0.14),
        "8": (60, 0.04),
    },
    chapters=CHAPTERS,
    changes=_changes,
    knowledge=knowledge,
    puzzles=puzzles,
    remarks=remarks,
    why=why,
    merit=merit,
    overlays=overlays,
    kernels=KERNELS,
    searcher=_searcher,
    solver=_solver,
    counter=_counter,
    book=_book,
    own_book=_own_book,
    openings=_openings,
    canonical=_canonical,
    canonical_paths=_canonical_paths,
    played_out=_played_out,
    explored=30,
    laboratory=_laboratory,
)
