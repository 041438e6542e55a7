"""Connect Four under changed rules, in plain Python: for the laboratory's small boards.

A board is one int a player, bit ``row * columns + column`` with row 0 at the bottom.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, cast

from engine.errors import GameOver, IllegalMove, NotationError, UnsupportedGame
from engine.formats.boardtext import parse_rows
from engine.game import EMPTY, Outcome
from engine.games.connectfour.position import ConnectFourTermination
from engine.laboratory.connectfour.directions import lines_of
from engine.laboratory.language.changes import Change, VariedGame
from engine.laboratory.language.predicates import SQUARE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Player, Square
    from engine.games.connectfour.position import ConnectFourGame

FREE = Change(
    "free placing",
    "A disc goes onto any empty square; nothing falls. A move is written as its square.",
    "with free placing",
)
AROUND = Change(
    "wrap around",
    "Lines go on over the left and the right edge, as on a cylinder.",
    "with lines around the edges",
)
MISERE = Change(
    "misere", "Who completes a line loses to the other.", "misère", ("threats", "double_threat")
)
CHANGES = (FREE, AROUND, MISERE)


@dataclass(frozen=True)
class VariedConnectFour(VariedGame):
    """Connect Four under `changes`.

    Raises:
        UnsupportedGame: three players and misère, which names one other as the winner, or a
            start with floating discs, a line, or nobody to move.
        NotationError: the start is no board of this size.
    """

    def __post_init__(self) -> None:
        if MISERE.name in self.changes and self.players != 2:
            raise UnsupportedGame("misere takes two players: the win goes to the other one.")
        self.start()

    @property
    def connect(self) -> int:
        return cast("ConnectFourGame", self.base).connect

    @cached_property
    def free(self) -> bool:
        return FREE.name in self.changes

    @property
    def around(self) -> bool:
        return AROUND.name in self.changes

    @cached_property
    def misere(self) -> bool:
        return MISERE.name in self.changes

    def start(self) -> VariedConnectFourPosition:
        return _start(self)

    def format_move(self, move: Move) -> str:
        return SQUARE.write(self, move) if self.free else super().format_move(move)

    def parse_move(self, text: str) -> Move:
        return SQUARE.read(self, text.strip().lower()) if self.free else super().parse_move(text)

    def format_moves(self, moves: Sequence[Move]) -> str:
        return "".join(self.format_move(move) for move in moves)

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        if not self.free:
            return super().parse_moves(text)
        compact = "".join(text.split()).lower()
        words = re.findall(r"[a-p][0-9]{1,2}", compact)
        if "".join(words) != compact:
            raise NotationError(f"{text[:20]!r} is no list of squares; write them as in a1b2.")
        return tuple(map(self.parse_move, words))


@dataclass(frozen=True)
class VariedConnectFourPosition:
    """A board and whose turn it is, after `ply` moves of a line of play."""

    game: VariedConnectFour
    boards: tuple[int, ...]
    to_move: Player
    ply: int = 0
    last_changes: tuple[Square, ...] = field(default=(), compare=False)

    @property
    def occupied(self) -> int:
        occupied = 0
        for board in self.boards:
            occupied |= board
        return occupied

    def legal_moves(self) -> tuple[Move, ...]:
        return () if self.outcome() else self._open

    @cached_property
    def _open(self) -> tuple[Move, ...]:
        if self.game.free:
            occupied = self.occupied
            squares = range(self.game.columns * self.game.rows)
            return tuple(square for square in squares if not occupied >> square & 1)
        top, occupied = self.game.columns * (self.game.rows - 1), self.occupied
        return tuple(c for c in range(self.game.columns) if not occupied >> (top + c) & 1)

    def _landing(self, move: Move) -> Square:
        square = move
        while not self.game.free and self.occupied >> square & 1:
            square += self.game.columns
        return square

    def play(self, move: Move) -> VariedConnectFourPosition:
        if self.outcome() is not None:
            raise GameOver("The game is over; a further move comes too late.", move, self)
        if move not in self._open:
            word = "square" if self.game.free else "column"
            raise IllegalMove(f"That {word} takes no disc.", move, self)
        square, boards = self._landing(move), list(self.boards)
        boards[self.to_move] |= 1 << square
        after = (self.to_move + 1) % self.game.players
        return VariedConnectFourPosition(self.game, tuple(boards), after, self.ply + 1, (square,))

    def outcome(self) -> Outcome | None:
        return self._outcome

    @cached_property
    def _outcome(self) -> Outcome | None:
        if self.last_changes:
            player = (self.to_move - 1) % self.game.players
            own = self.boards[player]
            through = _masks(self.game)[self.last_changes[0]]
            lines = [mask for mask in through if own & mask == mask]
            if lines:
                winner = self.to_move if self.game.misere else player
                return Outcome(ConnectFourTermination.LINE, winner, _squares_of(lines))
        if self.occupied.bit_count() == self.game.columns * self.game.rows:
            return Outcome(ConnectFourTermination.FULL_BOARD, None)
        return None

    def completing(self, player: Player) -> int:
        """Moves now by which a disc of `player` would complete a line, whoever's turn it is."""
        own, found = self.boards[player], 0
        for move in self.legal_moves():
            square = self._landing(move)
            with_it = own | 1 << square
            found += any(with_it & mask == mask for mask in _masks(self.game)[square])
        return found

    def cell(self, square: Square) -> int:
        return next((p for p, board in enumerate(self.boards) if board >> square & 1), EMPTY)

    def key(self) -> tuple[int, ...]:
        return (*self.boards, self.to_move)


@lru_cache(maxsize=64)
def _masks(game: VariedConnectFour) -> tuple[tuple[int, ...], ...]:
    """For each square the lines through it, as bits."""
    through: list[list[int]] = [[] for _ in range(game.columns * game.rows)]
    for line in lines_of(game):
        for square in line:
            through[square].append(sum(1 << part for part in line))
    return tuple(map(tuple, through))


def _squares_of(lines: Sequence[int]) -> tuple[Square, ...]:
    together = 0
    for mask in lines:
        together |= mask
    return tuple(square for square in range(together.bit_length()) if together >> square & 1)


@lru_cache(maxsize=64)
def _start(game: VariedConnectFour) -> VariedConnectFourPosition:
    start = game.changes.start
    if start is None:
        return VariedConnectFourPosition(game, (0,) * game.players, 0)
    discs = parse_rows(game, start.rows)
    for square in discs:
        if not game.free and square >= game.columns and square - game.columns not in discs:
            name = SQUARE.write(game, square)
            raise UnsupportedGame(f"The start has nothing below its disc on {name}.")
    boards = [0] * game.players
    for square, player in discs.items():
        boards[player] |= 1 << square
    for player, board in enumerate(boards):
        if any(board & mask == mask for through in _masks(game) for mask in through):
            raise UnsupportedGame(f"The start has a line of {game.player_names[player]} already.")
    return VariedConnectFourPosition(game, tuple(boards), _first(game, boards, start.to_move))


def _first(game: Game, boards: Sequence[int], named: Player | None) -> Player:
    """Who moves first on a start with these discs."""
    if named is not None:
        return named
    discs = sum(board.bit_count() for board in boards)
    fair = [(discs - player - 1) // game.players + 1 for player in range(game.players)]
    if [board.bit_count() for board in boards] != fair:
        first = game.player_names[0].lower()
        raise UnsupportedGame(f'Its discs do not tell who moves first; write start "..." {first}.')
    return discs % game.players
