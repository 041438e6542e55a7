"""Othello under changed rules, in plain Python: for the laboratory's small boards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, cast

from engine.errors import GameOver, IllegalMove
from engine.formats.boardtext import parse_rows
from engine.game import Outcome
from engine.games.othello.position import OthelloPosition, OthelloTermination, squares_of
from engine.laboratory.language.changes import Change, VariedGame

if TYPE_CHECKING:
    from engine.game import Move, Square
    from engine.games.othello.position import OthelloGame

NO_PASSES = Change(
    "no passes",
    "The game is over as soon as the side to move can flip nothing, even if the other could.",
    "without passes",
)
FREE = Change(
    "free placing",
    "A disc goes onto any empty square, whether it flips or not; so nobody passes.",
    "with free placing",
)
MISERE = Change("misere", "Who has fewer discs in the end wins.", "misère")
CHANGES = (NO_PASSES, FREE, MISERE)


@dataclass(frozen=True)
class VariedOthello(VariedGame):
    """Othello under `changes`.

    Raises:
        NotationError: the start is no board of this size.
    """

    def __post_init__(self) -> None:
        self.start()

    @property
    def size(self) -> int:
        return self.base.columns

    @property
    def pass_move(self) -> Move:
        return cast("OthelloGame", self.base).pass_move

    @cached_property
    def free(self) -> bool:
        return FREE.name in self.changes

    @cached_property
    def passes(self) -> bool:
        return NO_PASSES.name not in self.changes and not self.free

    @cached_property
    def misere(self) -> bool:
        return MISERE.name in self.changes

    def start(self) -> VariedOthelloPosition:
        return _start(self)


class VariedOthelloPosition(OthelloPosition):
    """A board of Othello whose game may have changed rules."""

    @property
    def _game(self) -> VariedOthello:
        return cast("VariedOthello", self.game)

    def legal_moves(self) -> tuple[Move, ...]:
        return self._legal

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        if self._game.free:
            black, white = self.boards
            return squares_of(((1 << self.game.pass_move) - 1) & ~(black | white))
        if own := self.moves_of(self.to_move):
            return squares_of(own)
        other = self._game.passes and self.moves_of(1 - self.to_move)
        return (self.game.pass_move,) if other else ()

    def play(self, move: Move) -> VariedOthelloPosition:
        legal = self.legal_moves()
        if not legal:
            raise GameOver("The game is over; a further move comes too late.", move, self)
        if move not in legal:
            raise IllegalMove("That move is not legal under these rules.", move, self)
        mover, boards = self.to_move, list(self.boards)
        changed: tuple[Square, ...] = ()
        if move != self.game.pass_move:
            flips = self.flips(move)
            boards[mover] |= flips | 1 << move
            boards[1 - mover] ^= flips
            changed = (move, *squares_of(flips))
        after = (boards[0], boards[1])
        return VariedOthelloPosition(self.game, after, 1 - mover, self.ply + 1, changed)

    @cached_property
    def _outcome(self) -> Outcome | None:
        if self.legal_moves():
            return None
        black, white = (board.bit_count() for board in self.boards)
        winner = None if black == white else int(black < white)
        if winner is not None and self._game.misere:
            winner = 1 - winner
        if black == 0 or white == 0:
            return Outcome(OthelloTermination.WIPE_OUT, winner)
        full = black + white == self.game.pass_move
        return Outcome(
            OthelloTermination.FULL_BOARD if full else OthelloTermination.NO_MOVES, winner
        )


@lru_cache(maxsize=64)
def _start(game: VariedOthello) -> VariedOthelloPosition:
    start = game.changes.start
    if start is None:
        usual = cast("OthelloPosition", game.base.start())
        return VariedOthelloPosition(game, usual.boards, 0, 0)
    boards = [0, 0]
    for square, player in parse_rows(game, start.rows).items():
        boards[player] |= 1 << square
    return VariedOthelloPosition(game, (boards[0], boards[1]), start.to_move or 0, 0)
