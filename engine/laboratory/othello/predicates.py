"""Catalogue entries of Othello: passes, corners, flips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.language.predicates import PLAYER, Arguments, Predicate, given
from engine.laboratory.othello import features as codes

if TYPE_CHECKING:
    from engine.game import Game, Square
    from engine.laboratory.trace import Trace


def corners(game: Game) -> tuple[Square, ...]:
    last = game.columns * game.rows - 1
    return (0, game.columns - 1, last - game.columns + 1, last)


def _wiped_out(trace: Trace, arguments: Arguments) -> int:
    return int(trace.discs(arguments[0]) == 0)


def _passes(trace: Trace, arguments: Arguments) -> int:
    player = given(arguments, 0)
    return sum(
        trace.game.is_pass(move) and player in (None, mover)
        for move, mover in zip(trace.moves, trace.movers, strict=True)
    )


def _passes_running(trace: Trace, arguments: Arguments) -> int:
    """The longest run of own turns that the player (or either one) had to pass."""
    players = range(trace.game.players) if not arguments else (arguments[0],)
    longest = 0
    for player in players:
        running = 0
        for move, mover in zip(trace.moves, trace.movers, strict=True):
            if mover == player:
                running = running + 1 if trace.game.is_pass(move) else 0
                longest = max(longest, running)
    return longest


def _corners(trace: Trace, arguments: Arguments) -> int:
    cells = [trace.final.cell(square) for square in corners(trace.game)]
    player = given(arguments, 0)
    return sum(cell >= 0 if player is None else cell == player for cell in cells)


def _corner_flips(trace: Trace, _arguments: Arguments) -> int:
    four = corners(trace.game)
    return sum(
        square in four for position in trace.positions for square in position.last_changes[1:]
    )


def _flips(trace: Trace, _arguments: Arguments) -> int:
    return max(0, len(trace.final.last_changes) - 1)


def _must_pass(trace: Trace, arguments: Arguments) -> int:
    moves = trace.final.legal_moves()
    forced = len(moves) == 1 and trace.game.is_pass(moves[0])
    return int(forced and given(arguments, 0) in (None, trace.final.to_move))


def most_flips(game: Game) -> int:
    """What a disc can turn at most: on the rays of its square all but each one's last disc."""
    size = game.columns
    taken = [at for at in range(size * size) if game.start().cell(at) >= 0]
    return max(
        sum(max(0, _ray(size, at, down, right) - 1) for down in (-1, 0, 1) for right in (-1, 0, 1))
        for at in range(size * size)
        if at not in taken
    )


def _ray(size: int, square: Square, down: int, right: int) -> int:
    """Squares from one on in a direction, itself left out; none where it is no direction."""
    row, column = divmod(square, size)
    if not down and not right:
        return 0
    steps = ((row, down), (column, right))
    return min(size - 1 - at if step > 0 else at for at, step in steps if step)


ALWAYS = {"corner_flips": 0}
"""Terms with one value on every board: a disc is flipped only between two others of its
line, and no line goes on past a corner."""

OTHELLO = (
    Predicate(
        "wiped_out",
        "the player has no disc left",
        ("{0} has no disc left",),
        _wiped_out,
        codes.WIPED_OUT,
        (PLAYER,),
        required=1,
        boolean=True,
    ),
    Predicate(
        "passes",
        "passes (of the player) so far",
        ("the number of passes", "the number of passes of {0}"),
        _passes,
        codes.PASSES,
        (PLAYER,),
        past=True,
    ),
    Predicate(
        "passes_running",
        "the longest run of turns that one player (the player) passed",
        (
            "the longest run of turns that one player passes",
            "the longest run of turns that {0} passes",
        ),
        _passes_running,
        codes.PASSES_RUNNING,
        (PLAYER,),
        past=True,
    ),
    Predicate(
        "corners",
        "corners held (by the player)",
        ("the number of corners held", "the number of corners {0} holds"),
        _corners,
        codes.CORNERS,
        (PLAYER,),
    ),
    Predicate(
        "corner_flips",
        "discs in corners that were ever flipped",
        ("the number of corner discs ever flipped",),
        _corner_flips,
        codes.CORNER_FLIPS,
        past=True,
    ),
    Predicate(
        "flips",
        "discs the last move flipped",
        ("the number of discs the last move flips",),
        _flips,
        codes.FLIPS,
        past=True,
    ),
    Predicate(
        "must_pass",
        "the side to move (the player) has to pass",
        ("the side to move has to pass", "{0} has to pass"),
        _must_pass,
        codes.MUST_PASS,
        (PLAYER,),
        boolean=True,
    ),
)
