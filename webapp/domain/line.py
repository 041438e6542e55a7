"""A game looked at: its moves, the place that is shown, and lines tried beside it.

A tree of variations as its lines, each from where it leaves the game to its end: one is
being looked at, the others are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.errors import EngineError
from engine.formats.study import shared
from engine.replay import with_forced_passes
from webapp.domain.errors import Refusal
from webapp.domain.opening import forced_pass, positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Position

LONGEST = 600
"""Moves: more than the longest game has, and so of no line that can be tried."""

MOST = 100
"""Lines kept beside a game."""

Moves: TypeAlias = "str | Sequence[Move]"

Root: TypeAlias = "Game | Position"
"""What moves begin with: the game's first board, or another one."""


def game_of(root: Root) -> Game:
    """The game of what moves begin with."""
    position: Any = root
    game: Game = getattr(position, "game", position)
    return game


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves instead of those that the game has after its first `ply` ones."""

    ply: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Line:
    """A line of play and a place in it.

    Attributes:
        moves: of the game, forced passes among them.
        ply: how many of them lead to where `side` begins.
        side: moves tried instead of those that the game has there, up to the place.
        rest: how the tried line goes on from there.
        kept: further lines that were tried.
        start: the board before any move where it is not the game's first one.
        match: the id of the match that was played so, where one is named; it makes no other line.
    """

    game: Game
    moves: tuple[Move, ...]
    ply: int
    side: tuple[Move, ...] = ()
    rest: tuple[Move, ...] = ()
    kept: tuple[Variation, ...] = ()
    start: Position | None = None
    match: str = field(default="", compare=False)

    @classmethod
    def of(
        cls,
        game: Game,
        moves: Moves,
        ply: int | None = None,
        side: Moves = "",
        rest: Moves = "",
        kept: Sequence[tuple[int, Moves]] = (),
        start: Position | None = None,
    ) -> Line:
        """The line that texts or numbers describe; without `ply` at the end of `moves`.

        Raises:
            Refusal: they are no moves, break a rule, or there is no such ply.
        """
        first = game.start() if start is None else start
        whole = _complete(game, first, moves, "The game breaks off")
        at = len(whole) if ply is None else ply
        boards = _boards(game, whole, start)
        branch = _board(boards, at)
        if rest:
            tried, beyond = _legal(game, branch, side, "The variation breaks off")
            going_on = _complete(game, beyond, rest, "The variation breaks off")
        else:  # a pass is put in where a line ends, not before the game's own
            tried, going_on = (), ()
            if side:
                tried = _complete(game, branch, side, "The variation breaks off")
        others = tuple(
            Variation(at, _complete(game, _board(boards, at), line, "A variation breaks off"))
            for at, line in kept[:MOST]
        )
        return cls(game, whole, at, tried, going_on, others, start)

    @classmethod
    def through(
        cls,
        game: Game,
        lines: Sequence[tuple[Move, ...]],
        path: tuple[Move, ...],
        start: Position | None = None,
    ) -> Line:
        """The place that legal moves lead to among legal lines, of which the first is the game."""
        moves, *others = lines
        kept = dict.fromkeys(
            Variation(shared(moves, line), line[shared(moves, line) :])
            for line in others
            if line != moves[: len(line)]
        )
        ply = shared(moves, path)
        at = cls(game, moves, ply, kept=tuple(kept)[:MOST], start=start)
        if ply == len(path):
            return at
        return at.within(Variation(ply, path[ply:]), len(path) - ply)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Of the game, the first board before any move."""
        return _boards(self.game, self.moves, self.start)

    @property
    def root(self) -> Root:
        """What its moves begin with."""
        return self.game if self.start is None else self.start

    @cached_property
    def tried(self) -> tuple[Position, ...]:
        """After each move of `side` and `rest`."""
        boards = [self.positions[self.ply]]
        for move in self.side + self.rest:
            boards.append(boards[-1].play(move))
        return tuple(boards[1:])

    @property
    def played(self) -> tuple[Move | None, ...]:
        """The game's move at each ply that has a next one; None at its end, if it goes on."""
        over = self.positions[-1].outcome() is not None
        return self.moves if over else (*self.moves, None)

    @property
    def position(self) -> Position:
        """The one that is shown."""
        return self.tried[len(self.side) - 1] if self.side else self.positions[self.ply]

    @property
    def shown(self) -> tuple[Move, ...]:
        """All moves that lead to `position`."""
        return self.moves[: self.ply] + self.side

    @property
    def variation(self) -> Variation | None:
        """The whole line that is being tried."""
        return Variation(self.ply, self.side + self.rest) if self.side or self.rest else None

    @property
    def variations(self) -> tuple[Variation, ...]:
        """Every line beside the game, in order, the one looked at among them."""
        own = self.variation
        return tuple(sorted({*self.kept, *((own,) if own else ())}, key=lambda v: (v.ply, v.moves)))

    @property
    def lines(self) -> tuple[tuple[Move, ...], ...]:
        """The game and every line beside it, each from the first move."""
        beside = (self.moves[: line.ply] + line.moves for line in self.variations)
        return (self.moves, *beside)

    def after(self, move: Move) -> Line:
        """The line once `move` is played: along what is there, on from its end, or beside it.

        Raises:
            Refusal: the move breaks a rule.
        """
        if self.rest[:1] == (move,):
            return self.forward
        if not self.side and self.moves[self.ply : self.ply + 1] == (move,):
            return self.at(self.ply + 1)
        if not self.side and not self.rest and self.ply == len(self.moves):
            longer = Line.of(self.game, (*self.moves, move), start=self.start)
            return replace(longer, kept=self.kept, match=self.match)
        side = (*self.side, move)
        tried = Line.of(self.game, self.moves, self.ply, side, start=self.start)
        return self._parked().within(Variation(tried.ply, tried.side), len(tried.side))

    def within(self, variation: Variation, length: int) -> Line:
        """The place after so many moves of a line, which becomes the one looked at.

        A kept line that goes the same way is taken up, and those that it holds are dropped.
        """
        ply, moves = variation.ply, variation.moves
        alike = [v for v in self._parked().kept if v.ply == ply and _agree(v.moves, moves)]
        longest = max([*(v.moves for v in alike), moves], key=len)
        kept = tuple(v for v in self._parked().kept if v not in alike)
        side, rest = longest[:length], longest[length:]
        return replace(self, ply=ply, side=side, rest=rest, kept=kept[: MOST - 1])

    @property
    def back(self) -> Line:
        """One move back, out of the tried line at last."""
        if self.side:
            return replace(self, side=self.side[:-1], rest=(self.side[-1], *self.rest))
        return self.at(max(self.ply - 1, 0))

    @property
    def forward(self) -> Line:
        """One move on, along the tried line if there is one; at an end the same."""
        if self.rest:
            return replace(self, side=(*self.side, self.rest[0]), rest=self.rest[1:])
        return self if self.side else self.at(min(self.ply + 1, len(self.moves)))

    def at(self, ply: int) -> Line:
        """The game itself at another ply; the line that was tried is kept."""
        return replace(self._parked(), ply=ply)

    @property
    def without(self) -> Line:
        """The game where the tried line left it, and that line forgotten."""
        return replace(self, side=(), rest=())

    @property
    def promoted(self) -> Line:
        """The tried line as the game; what the game had is kept beside it."""
        own = self.variation
        if own is None:
            return self
        line = self.moves[: own.ply] + own.moves
        return self._through((line, *self.lines), self.shown)

    @property
    def cut(self) -> Line:
        """One move back, and the place that was shown forgotten with all that follows it."""
        path = self.shown
        if not path:
            return self
        lines = [
            line[: len(path) - 1] if line[: len(path)] == path else line for line in self.lines
        ]
        return self._through(lines, path[:-1])

    def _through(self, lines: Sequence[tuple[Move, ...]], path: tuple[Move, ...]) -> Line:
        return replace(Line.through(self.game, lines, path, self.start), match=self.match)

    def _parked(self) -> Line:
        own = self.variation
        if own is None:
            return self
        kept = tuple(v for v in self.kept if not (v.ply == own.ply and _agree(v.moves, own.moves)))
        return replace(self, side=(), rest=(), kept=(*kept, own)[-MOST:])


def _agree(one: tuple[Move, ...], other: tuple[Move, ...]) -> bool:
    """Whether one of two lines is the beginning of the other."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def _board(boards: Sequence[Position], ply: int) -> Position:
    if ply >= len(boards):
        raise Refusal("malformed", f"There is no ply {ply}; the game has {len(boards) - 1}.")
    return boards[ply]


@lru_cache(maxsize=32)
def _boards(game: Game, moves: tuple[Move, ...], start: Position | None) -> tuple[Position, ...]:
    """Every position of a game: a page asks for those of many places in the same one."""
    return positions(game, moves, start)


def _complete(game: Game, start: Position, moves: Moves, trouble: str) -> tuple[Move, ...]:
    """The moves with the forced passes among them and after them."""
    complete, end = _legal(game, start, moves, trouble)
    skipped = None if end.outcome() else forced_pass(end)
    return complete if skipped is None else (*complete, skipped)


def _legal(
    game: Game, start: Position, moves: Moves, trouble: str
) -> tuple[tuple[Move, ...], Position]:
    """The moves with the forced passes among them, and the position that they lead to."""
    try:
        wanted = game.parse_moves(moves) if isinstance(moves, str) else moves
        if len(wanted) > LONGEST:
            raise Refusal("malformed", f"{trouble}: no game has {len(wanted)} moves.")
        return with_forced_passes(start, wanted)
    except EngineError as error:
        raise Refusal("malformed", f"{trouble}. {error}") from None
