"""A place in a game as the analysis page shows it: its addresses, its moves, its boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from engine.registry import family_of
from engine.sentences import describe_move, describe_outcome, describe_turn, name_move
from webapp import wire
from webapp.domain.line import Line, Variation
from webapp.svg import draw_position
from webapp.wire.board import flips, landing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Position


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the game or of a line beside it.

    Attributes:
        path: of the page after it.
        ply: how many moves of the game lead there; None beside it.
        tried: its place in the line that is looked at, from 1; 0 elsewhere.
    """

    text: str
    path: str
    ply: int | None
    tried: int
    current: bool


@dataclass(frozen=True, slots=True)
class Side:
    """A line beside the game; `own` is the one looked at, with what can be done with it."""

    number: str
    steps: tuple[Step, ...]
    own: bool
    leave: str
    forget: str
    promote: str


@dataclass(frozen=True, slots=True)
class Round:
    """One move of every player, and the lines that leave the game in it."""

    number: int
    steps: tuple[Step, ...]
    sides: tuple[Side, ...] = ()


def path(line: Line) -> str:
    """The address of a place in a game."""
    named = {name: value for name, value in fields(line).items() if value != ""}
    if line.ply == len(line.moves) and not (line.side or line.rest):
        del named["ply"]
    return f"/analysis?{urlencode(named)}"


def path_of(game: Game, moves: Sequence[Move]) -> str:
    """The address of a game, looked at from its end."""
    return path(Line(game, tuple(moves), len(moves)))


def fields(line: Line) -> dict[str, Any]:
    """The place in the game as a form's hidden fields have it."""
    text = line.game.format_moves
    return {
        "game": line.game.key,
        "moves": text(line.moves),
        "ply": line.ply,
        "side": text(line.side),
        "rest": text(line.rest),
        "lines": wire.lines_text(line.game, line.kept),
    }


def standing(line: Line) -> str:
    """The last move and whose turn it is, or how the game ended."""
    before = line.back.position if line.shown else None
    return _standing(line.position, before, line.shown[-1] if line.shown else None)


def course(line: Line) -> dict[str, Any]:
    """Every board of the game and of the line that is tried, to be stepped through."""
    game = [_board(position, before, move) for position, before, move in _plies(line)]
    tried, before = [], line.positions[line.ply]
    for position, move in zip(line.tried, line.side + line.rest, strict=True):
        tried.append(_board(position, before, move))
        before = position
    return {"game": game, "tried": tried, "start": wire.cells(line.positions[0])}


def rounds(line: Line) -> list[Round]:
    players = line.game.players
    steps = [
        _step(line, line.at(ply + 1), move, ply=ply + 1) for ply, move in enumerate(line.moves)
    ]
    count = max(-(-len(steps) // players), 1 if line.variations else 0)
    sides: dict[int, list[Side]] = {}
    for variation in line.variations:
        sides.setdefault(min(variation.ply // players, count - 1), []).append(
            _side(line, variation)
        )
    return [
        Round(i + 1, tuple(steps[i * players : (i + 1) * players]), tuple(sides.get(i, ())))
        for i in range(count)
    ]


def threatened(position: Position) -> dict[int, str]:
    """Squares on which a disc would win, and the players for whom it would."""
    found: dict[int, str] = {}
    known = family_of(position.game).threats
    if known is not None and position.outcome() is None:
        for player in range(position.game.players):
            for square in known.threats(position, player):
                found[square] = f"{found.get(square, '')}{player}"
    return found


def _plies(line: Line) -> list[tuple[Position, Position | None, Move | None]]:
    boards = line.positions
    return [(boards[0], None, None), *zip(boards[1:], boards, line.moves, strict=False)]


def _standing(position: Position, before: Position | None, move: Move | None) -> str:
    outcome = position.outcome()
    if outcome is not None:
        return str(describe_outcome(position.game, outcome))
    if before is None or move is None:
        return describe_turn(position)
    return f"{describe_move(before, move)} {describe_turn(position)}"


def _board(position: Position, before: Position | None, move: Move | None) -> dict[str, Any]:
    mover = 0 if before is None else before.to_move
    drawing = draw_position(position)
    return {
        "move": move,
        "text": "" if move is None else position.game.format_move(move),
        "changes": wire.changes(position, mover),
        "to_move": position.to_move,
        "ply": position.ply,
        "status": "finished" if position.outcome() else "playing",
        "legal": list(position.legal_moves()),
        "landing": landing(position),
        "flips": flips(position),
        "threatened": threatened(position),
        "standing": _standing(position, before, move),
        "lines": list(drawing.lines),
        "winning": sorted(drawing.winning),
    }


def _side(line: Line, variation: Variation) -> Side:
    players = line.game.players
    own = variation == line.variation
    steps = tuple(
        _step(line, line.within(variation, i + 1), move, tried=i + 1 if own else 0)
        for i, move in enumerate(variation.moves)
    )
    number = f"{variation.ply // players + 1}."
    ellipsis = " …" if variation.ply % players else ""
    back = line.at(variation.ply) if own else line.within(variation, 0)
    alone = line if own else back
    forget, promote = path(alone.without), path(alone.promoted)
    return Side(number + ellipsis, steps, own, path(line.at(variation.ply)), forget, promote)


def _step(line: Line, at: Line, move: Move, *, ply: int | None = None, tried: int = 0) -> Step:
    game = line.game
    text = name_move(game, move)
    current = (at.ply, at.side) == (line.ply, line.side)
    return Step(text, path(at), ply, tried, current)
