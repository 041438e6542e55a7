"""Which values each predicate takes on the lines of play of every length, by the rules.

There are far fewer positions than lines of play, so positions are what is enumerated. What
a predicate says of the last move is read on every pair of a position and the move that led
to it; what it says of an earlier ply is noted there and handed on to all that follows.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.predicates import PLY
from engine.laboratory.language.query import Term
from engine.laboratory.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Game, Move, Position

Values = dict[Term, set[int]]

LAST_MOVE = {"last", "run", "line", "last_square"}
"""Predicates that need to know which disc came last."""

BY_LENGTH = {"plies", "full", "to_move", "discs", "empties", "lead"}
"""Predicates of Connect Four that the number of moves alone decides."""

FIRST_FULL = Term("first_full")

WIDTH = 8
"""Bits of the set of values that one term takes on the ways to a position."""


class LastPly(Trace):
    """The end of a line of play: its last position, and the move that led there."""

    def __init__(self, position: Position, before: Position | None, moves: tuple[Move, ...]):
        self.game, self.moves = position.game, moves
        self.positions = (position,) if before is None else (before, position)

    @property
    def plies(self) -> int:
        return self.final.ply


@dataclass(slots=True)
class Reached:
    """A position, one way there, and the values that terms of the past take on all ways."""

    position: Position
    moves: tuple[Move, ...]
    past: int


class Exploration:
    """Goes through the lengths of play of one game.

    Args:
        enough: for each term the values that are of interest; once they have all been met
            at some length, the term is not looked at further there.
    """

    def __init__(self, game: Game, enough: Values) -> None:
        self.game, self.enough = game, enough
        plies = {term: _ply_of(game, term) for term in enough}
        self.early = [(term, ply) for term, ply in plies.items() if ply is not None]
        self.moving = [term for term in enough if term.name in LAST_MOVE]
        others = {*(term for term, _ in self.early), *self.moving, FIRST_FULL}
        self.alike = [term for term in enough if term.name in BY_LENGTH]
        self.settled = [t for t in enough if t not in others and t.name not in BY_LENGTH]
        self.at = {term: i * WIDTH for i, (term, _) in enumerate(self.early, start=1)}
        self.at[FIRST_FULL] = 0
        self.values: Values = defaultdict(set)

    def lengths(self) -> Iterator[Values]:
        """The values of every term at each length from 0 to the longest game."""
        start = self.game.start()
        self._read(self.moving, LastPly(start, None, ()))
        layer, plies = [Reached(start, (), 1)], 0
        while layer:
            self._read(self.alike, LastPly(layer[0].position, None, layer[0].moves))
            for reached in layer:
                end = LastPly(reached.position, None, reached.moves)
                self._read(self.settled, end)
                for term, ply in self.early:
                    if ply == plies:
                        now = Term(term.name, term.arguments[:-1])
                        reached.past |= 1 << (self.at[term] + _value(now, end))
            self._read_past(layer, plies)
            yield dict(self.values)
            self.values.clear()
            layer = self._following(layer)
            plies += 1

    def _read(self, terms: Sequence[Term], end: Trace) -> None:
        for term in terms:
            known = self.values[term]
            if not known >= self.enough[term]:
                known.add(_value(term, end))

    def _read_past(self, layer: list[Reached], plies: int) -> None:
        """Collect what was noted; a ply still to come says 0 of everything."""
        union = 0
        for reached in layer:
            union |= reached.past
        for term, at in self.at.items():
            found = {value for value in range(WIDTH) if union >> (at + value) & 1}
            ply = 0 if term == FIRST_FULL else _ply_of(self.game, term)
            self.values[term] = found if ply is not None and ply <= plies else {0}

    def _following(self, layer: list[Reached]) -> list[Reached]:
        """The positions one ply later."""
        after: dict[tuple[int, ...], Reached] = {}
        for reached in layer:
            for move in reached.position.legal_moves():
                position, moves = reached.position.play(move), (*reached.moves, move)
                self._read(self.moving, LastPly(position, reached.position, moves))
                past = reached.past
                if past & 1 and moves.count(move) == self.game.rows:  # the first full column
                    past = past & ~1 | 1 << (move + 1)
                child = after.setdefault(position.key(), Reached(position, moves, 0))
                child.past |= past
        return list(after.values())


def _ply_of(game: Game, term: Term) -> int | None:
    """The ply that a term speaks of, None where it speaks of the end."""
    kinds = predicate_named(game, term.name).parameters[: len(term.arguments)]
    return term.arguments[-1] if kinds and kinds[-1] is PLY else None


def _value(term: Term, trace: Trace) -> int:
    return predicate_named(trace.game, term.name).value(trace, term.arguments)
