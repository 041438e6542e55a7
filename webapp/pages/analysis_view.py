"""A place in a game as the analysis page shows it: its addresses, its moves, its boards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from engine.formats.ggf import brief_thought
from engine.formats.record import format_start
from engine.formats.study import Branch, Note, branch, shared
from engine.openings import opening_of
from engine.sentences import describe_move, describe_outcome, describe_turn, name_move
from webapp import wire
from webapp.domain.line import Line, Variation
from webapp.svg import line_outlines, won_by
from webapp.wire.board import flips, landing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.game import Game, Move, Position


SHOWN = 60
"""Moves and passes that are listed of a line which nobody looks at: all of most games on 8 × 8,
but of a hundred lines on 16 × 16 not eight megabytes."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the game or of a line beside it.

    Attributes:
        path: of the page after it.
        ply: how many moves of the game lead there; None beside it.
        tried: its place in the line that is looked at, from 1; 0 elsewhere.
        note: what is said of it.
        thought: what its player made of it, where the note says no more.
    """

    text: str
    path: str
    ply: int | None
    tried: int
    current: bool
    note: Note
    thought: str


@dataclass(frozen=True, slots=True)
class Side:
    """A line beside the game; `own` is the one looked at, with what can be done with it.

    Attributes:
        sides: the lines that leave this one.
        more: where a line that is longer than `SHOWN` goes on; looked at from there it is whole.
    """

    number: str
    steps: tuple[Step, ...]
    own: bool
    leave: str
    forget: str
    promote: str
    cut: str
    sides: tuple[Side, ...] = ()
    more: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One move of every player, and the lines that leave the game in it."""

    number: int
    steps: tuple[Step, ...]
    sides: tuple[Side, ...] = ()


def path(line: Line) -> str:
    """The address of a place in a game."""
    at_end = line.ply == len(line.moves) and not (line.side or line.rest)
    return _address(fields(line), at_end=at_end)


def _address(named: Mapping[str, Any], *, at_end: bool) -> str:
    given = {name: value for name, value in named.items() if value != ""}
    if at_end:
        del given["ply"]
    return f"/analysis?{urlencode(given)}"


def path_of(game: Game, moves: Sequence[Move], match: str = "") -> str:
    """The address of a game, looked at from its end."""
    return path(Line(game, tuple(moves), len(moves), match=match))


def fields(line: Line) -> dict[str, Any]:
    """The place in the game as a form's hidden fields have it."""
    text = line.game.format_moves
    return {
        "game": line.game.key,
        "start": "" if line.start is None else format_start(line.start),
        "moves": text(line.moves),
        "ply": line.ply,
        "side": text(line.side),
        "rest": text(line.rest),
        "lines": wire.lines_text(line.game, line.kept),
        "match": line.match,
    }


def standing(line: Line) -> str:
    """The last move and whose turn it is, or how the game ended."""
    before = line.back.position if line.shown else None
    return _standing(line.position, before, line.shown[-1] if line.shown else None)


def course(line: Line) -> dict[str, Any]:
    """Every board of the game and of the line that is tried, to be stepped through."""
    game, name, names = [], "", []
    for position, before, move in _plies(line):
        name = opening_of((position,)) or name
        names.append(name)
        game.append(_board(position, before, move, name))
    tried, before, name = [], line.positions[line.ply], names[line.ply]
    for position, move in zip(line.tried, line.side + line.rest, strict=True):
        name = opening_of((position,)) or name
        tried.append(_board(position, before, move, name))
        before = position
    return {"game": game, "tried": tried, "start": wire.cells(line.positions[0])}


class Addresses:
    """Where the places of a line are shown; a game that is not kept has all its lines there."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self._beginnings: dict[Variation, tuple[Line, dict[str, Any]]] = {}
        """Of each line beside the game the place where it begins, and the fields that name it."""

    @cached_property
    def _start(self) -> dict[str, Any]:
        """What names the game's beginning; another ply differs by its number alone."""
        return fields(self.line.at(0))

    def game(self, ply: int) -> str:
        return _address(self._start | {"ply": ply}, at_end=ply == len(self.line.moves))

    def shown(self, line: Line) -> str:
        return path(line)

    def beside(self, variation: Variation, length: int) -> str:
        if variation not in self._beginnings:
            first = self.line.within(variation, 0)
            self._beginnings[variation] = first, fields(first)
        first, named = self._beginnings[variation]
        text, moves = first.game.format_moves, first.rest
        split = {"side": text(moves[:length]), "rest": text(moves[length:])}
        return _address(named | split, at_end=False)

    def actions(self, variation: Variation) -> dict[str, str]:
        """Of what can be done with a line: leave, forget, promote or cut it."""
        line = self.line
        own = variation == line.variation
        alone = line if own else line.within(variation, 0)
        return {
            "leave": path(line.at(variation.ply)),
            "forget": path(alone.without),
            "promote": path(alone.promoted),
            "cut": path(line.cut) if own else "",
        }


def rounds(line: Line, at: Addresses, notes: Mapping[tuple[Move, ...], Note]) -> list[Round]:
    """The moves of the game, round by round, each with the lines that leave it there."""
    players = line.game.players
    view = _Telling(line, at, notes)
    steps = [view.step(line.moves[: ply + 1]) for ply in range(len(line.moves))]
    tree = branch((), line.lines)
    count = max(-(-len(steps) // players), 1 if tree.sides else 0)
    sides: dict[int, list[Side]] = {}
    for side in tree.sides:
        sides.setdefault(min(len(side.start) // players, count - 1), []).append(view.side(side))
    return [
        Round(i + 1, tuple(steps[i * players : (i + 1) * players]), tuple(sides.get(i, ())))
        for i in range(count)
    ]


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


def opening(line: Line) -> str:
    """What the opening that led to the place is called; empty where it has no name."""
    return opening_of((*line.positions[: line.ply + 1], *line.tried[: len(line.side)]))


def _board(
    position: Position, before: Position | None, move: Move | None, name: str
) -> dict[str, Any]:
    mover = 0 if before is None else before.to_move
    winning = won_by(position)
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
        "standing": _standing(position, before, move),
        "opening": name,
        "lines": list(line_outlines(position.game, winning)),
        "winning": sorted(set(winning)),
    }


@dataclass(frozen=True, slots=True)
class _Telling:
    """Tells the moves of a line and of those beside it."""

    line: Line
    at: Addresses
    notes: Mapping[tuple[Move, ...], Note]

    def step(self, moves: tuple[Move, ...]) -> Step:
        """The last of some moves of the game."""
        here = moves == self.line.shown
        return self._step(moves, self.at.game(len(moves)), len(moves), 0, current=here)

    def side(self, side: Branch) -> Side:
        line, players = self.line, self.line.game.players
        whole = side.start + side.moves
        leaves = shared(line.moves, whole)
        variation = Variation(leaves, whole[leaves:])
        own = self._own == whole
        begins, count = len(side.start) - leaves, len(side.moves)
        shown = count if own else min(count, SHOWN)
        steps = tuple(self._beside(variation, begins + 1 + at) for at in range(shown))
        more = self.at.beside(variation, begins + shown + 1) if shown < count else ""
        number = f"{len(side.start) // players + 1}."
        ellipsis = " …" if len(side.start) % players else ""
        sides = tuple(map(self.side, side.sides))
        actions = self.at.actions(line.variation if own and line.variation else variation)
        return Side(number + ellipsis, steps, own, **actions, sides=sides, more=more)

    @property
    def _own(self) -> tuple[Move, ...]:
        variation = self.line.variation
        return self.line.moves[: variation.ply] + variation.moves if variation else ()

    def _beside(self, variation: Variation, length: int) -> Step:
        moves = self.line.moves[: variation.ply] + variation.moves[:length]
        on_own = bool(length) and self._own[: len(moves)] == moves
        address = self.at.beside(variation, length)
        tried = length if on_own else 0
        return self._step(moves, address, None, tried, current=moves == self.line.shown)

    def _step(
        self, moves: tuple[Move, ...], address: str, ply: int | None, tried: int, *, current: bool
    ) -> Step:
        text = name_move(self.line.game, moves[-1])
        note = self.notes.get(moves, Note())
        return Step(text, address, ply, tried, current, note, brief_thought(note.text))
