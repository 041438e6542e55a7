"""One position whose moves are searched: by every line of play, or selectively."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from engine.games.connectfour.search.alphabeta import ABORTED, NODE_LIMIT, WIN
from engine.games.connectfour.search.evaluation import place, winning_columns
from engine.games.connectfour.search.trees import board_of
from engine.games.connectfour.search.windows import HEIGHTS, PLY, geometry
from engine.games.connectfour.threats import playable_threats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.game import Move
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.connectfour.search.selection import Selection
    from engine.games.connectfour.search.trees import Tree, Value
    from engine.search.control import SearchControl


class Root(Protocol):
    """An unfinished position; `moves` after which it goes on are searched one by one.

    Attributes:
        complete: whether no line of play is passed over, so that a search to the end proves.
    """

    complete: bool

    def begin(self, control: SearchControl, node_limit: int) -> None:
        """Obey `control` from now on, up to so many nodes in all."""

    @property
    def aborted(self) -> bool:
        """Whether a stop or the node limit ended the search; its values mean nothing then."""

    def value(self, move: Move, depth: int, floor: int) -> Value:
        """What `move` is worth to the mover, searched `depth` plies further.

        Where it is not above `floor`, any answer not above it will do.
        """

    def line(self, move: Move, most: int) -> tuple[Move, ...]:
        """The best line as remembered, at most so many moves, `move` the first."""


class FullWidth:
    """A root searched by its game's `Tree`."""

    complete = True

    def __init__(self, tree: Tree, position: ConnectFourPosition, moves: Sequence[Move]) -> None:
        self._tree, self._game = tree, position.game
        self._geometry, root = geometry(position.game), board_of(position)
        self._boards = {move: self._after(root, move) for move in moves}
        self._state = np.zeros(2, dtype=np.int64)
        self.wins = winning_columns(self._geometry, root, position.to_move)
        """The columns, as bits, that win at once."""

    def begin(self, control: SearchControl, node_limit: int) -> None:
        self._control = control
        self._state[ABORTED], self._state[NODE_LIMIT] = 0, node_limit

    @property
    def aborted(self) -> bool:
        return bool(self._state[ABORTED])

    def value(self, move: Move, depth: int, floor: int) -> Value:
        return self._tree.value(self._boards[move], self._control, self._state, depth, floor)

    def line(self, move: Move, most: int) -> tuple[Move, ...]:
        line, board = [move], self._boards[move].copy()
        while len(line) < most:
            wins = winning_columns(self._geometry, board, board[PLY] % self._game.players)
            column = _lowest(wins) if wins else self._tree.best_column(board)
            if column is None or board[HEIGHTS + column] >= self._game.rows:
                break
            line.append(column)
            if wins:
                break
            board = self._after(board, column)
        return tuple(line)

    def _after(self, board: NDArray[np.int64], column: Move) -> NDArray[np.int64]:
        """The board with one more disc, of the player whose turn it is, in `column`."""
        after = board.copy()
        place(self._geometry, after, column, board[PLY] % self._game.players)
        return after


class Selective:
    """A root searched by a `Selection`, a move that promises nothing new in one null window."""

    complete = False

    def __init__(
        self, selection: Selection, position: ConnectFourPosition, moves: Sequence[Move]
    ) -> None:
        selection.refresh()
        self._selection, self._columns = selection, position.game.columns
        self._after = {move: position.play(move) for move in moves}

    def begin(self, control: SearchControl, node_limit: int) -> None:
        self._selection.begin(control, node_limit)

    @property
    def aborted(self) -> bool:
        return self._selection.aborted

    def value(self, move: Move, depth: int, floor: int) -> Value:
        after = self._after[move]
        if floor > -WIN:
            score = -self._selection.value(after, depth, -floor - 1, -floor)
            if score <= floor or self.aborted:
                return score, 0
        return -self._selection.value(after, depth, -WIN, -floor), 0

    def line(self, move: Move, most: int) -> tuple[Move, ...]:
        line, position = [move], self._after[move]
        while len(line) < most and position.outcome() is None:
            column = self._selection.best_column(position)
            if column is None or column not in position.legal_moves():
                # where somebody wins at once, nothing is searched and remembered
                wins = playable_threats(position, position.to_move)
                return (*line, *(square % self._columns for square in wins[:1]))
            line.append(column)
            position = position.play(column)
        return tuple(line)


def _lowest(columns: int) -> Move:
    """The first of a set of columns given as bits."""
    return (columns & -columns).bit_length() - 1
