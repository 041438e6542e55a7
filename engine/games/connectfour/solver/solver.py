"""Exact scores of two-player positions by search, for boards of at most 128 bits."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from engine import _native
from engine.games.connectfour.board.layout import centre_first, layout
from engine.games.connectfour.kernels import takes_two_words
from engine.games.connectfour.solver import context
from engine.games.connectfour.solver.block import WORD, Block
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition

SMALL_LOG, TABLE_LOG = 17, 23
"""Logarithms of the words in a solver's two tables: 1 MiB, which the processor's cache
holds, and 64 MiB, of which only what is used is real memory."""

UNLIMITED = 1 << 62

SEARCHES = (
    "engine.games.connectfour.solver.one_word",
    "engine.games.connectfour.solver.two_words",
)
"""The modules with the way into the search for boards of one word and of two."""

SPLIT = 23
"""Free squares from which on threads tell each other where they are."""

ARGUMENTS = 7
"""Of the way into the search, see `one_word.scores_of`."""


def new_table(log: int = TABLE_LOG) -> NDArray[np.uint64]:
    """An empty transposition table of ``2**log`` words; several solvers may share one.

    Its entries never grow stale, whatever is solved next, but belong to one size of board.
    """
    return np.zeros(1 << log, dtype=np.uint64)


def search_of(words: int) -> Callable[..., None]:
    """The way into the search for boards of so many words, `one_word.scores_of` or its twin."""
    module = SEARCHES[words - 1]
    return _native.standalone(module, "scores_of", ARGUMENTS)


class Solver:
    """Solves two-player positions of one game by searching. One thread at a time."""

    def __init__(self, game: ConnectFour, table: NDArray[np.uint64] | None = None) -> None:
        self._game = game
        board = layout(game)
        self._words = 2 if takes_two_words(game) else 1
        self._scores_of = search_of(self._words)
        self._small = new_table(SMALL_LOG)
        self._large = new_table() if table is None else table
        self._block = Block(board, self._words, centre_first(board.columns))
        self.address = self._block.address
        """Where the kernels find what they know, see `context`."""
        self._at = int(self.address)
        self._describe_tables()
        self.begin(SearchControl())

    def begin(
        self, control: SearchControl, nodes: int | None = None, small: int = context.SMALL_NODES
    ) -> None:
        """Obey `control` from now on, and give up after `nodes` more positions.

        After `small` of them a search goes on in the large table, as later ones of its kind do
        from the start.
        """
        self._control = control  # keeps its words alive
        self._block.put(context.CONTROL, control.address)
        self._block.put(context.LIMIT, UNLIMITED if nodes is None else control.nodes + nodes)
        self._block.put(context.ABORTED, 0)
        self._block.put(context.HARD, self._cells + 1 if small else 0)
        self._block.put(context.SMALL_LIMIT, small)

    def share(self, busy: NDArray[np.uint64]) -> None:
        """Search together with others over the same large table, who share `busy`, too."""
        self._busy = busy  # keeps it alive
        self._path = np.zeros((self._cells + 2) * context.PATH_WORDS, dtype=np.uint64)
        self._block.put(context.BUSY, busy.ctypes.data)
        self._block.put(context.PATH, self._path.ctypes.data)
        self._block.put(context.SPLIT, SPLIT)

    def learn(self, other: Solver) -> None:
        """Take over what another one's small table knows."""
        self._small[:] = other._small

    def forget(self) -> None:
        """Empty both tables, the small one last: it is then in the processor's cache."""
        self._large[:] = 0
        self._small[:] = 0

    @property
    def aborted(self) -> bool:
        """Whether a stop or the node limit ended the search; begin again then."""
        return bool(self._block.get(context.ABORTED))

    def score(
        self, position: ConnectFourPosition, lowest: int = -WORD, highest: int = WORD
    ) -> int | None:
        """The solver score (see `exact`) of an unfinished position; None if aborted.

        `lowest` and `highest` are what is known of it already.
        """
        scores, _ = self._solved([position], lowest, highest)
        return int(scores[0]) if len(scores) else None

    def decide(self, position: ConnectFourPosition) -> int | None:
        """A score with the right sign: what a win or loss is worth at least, or 0 for a draw.

        The windows are those of the score, up to the first that decides: a score far from 0
        shows who wins at less cost than the window around 0.
        """
        self._block.put(context.RESULT_ONLY, 1)
        score = self.score(position)
        self._block.put(context.RESULT_ONLY, 0)
        return score

    def reaches(self, position: ConnectFourPosition, target: int) -> bool | None:
        """Whether an unfinished position's solver score is `target` or more; None if aborted."""
        score = self.score(position, target - 1, target)
        return None if score is None else score >= target

    def scores(
        self, positions: Sequence[ConnectFourPosition]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Solver score and nodes of many unfinished positions, in one call; see `scores_of`."""
        return self._solved(positions, -WORD, WORD)

    def _solved(
        self, positions: Sequence[ConnectFourPosition], lowest: int, highest: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        words: Iterable[int] = chain.from_iterable(position.boards for position in positions)
        if self._words == 2:
            words = (half for word in words for half in (word & (1 << WORD) - 1, word >> WORD))
        boards = np.fromiter(words, dtype=np.uint64, count=len(positions) * 2 * self._words)
        return self._search(boards.reshape(-1, 2 * self._words), lowest, highest)

    def scores_of(
        self, boards: NDArray[np.uint64], *, result_only: bool = False
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Solver score and nodes of unfinished positions, whose rows hold both players' discs.

        Those that were solved before the search was ended. `result_only`: see `decide`.
        """
        if not result_only:
            return self._search(boards, -WORD, WORD)
        self._block.put(context.RESULT_ONLY, 1)
        found = self._search(boards, -WORD, WORD)
        self._block.put(context.RESULT_ONLY, 0)
        return found

    def at_most(
        self, boards: NDArray[np.uint64], bound: int
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Whether the solver score of each is at most `bound`, and the nodes that took.

        Of those that were searched before the search was ended.
        """
        scores, nodes = self._search(boards, bound, bound + 1)
        return scores <= bound, nodes

    def _search(
        self, rows: NDArray[np.uint64], lowest: int, highest: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Scores and nodes of the positions that are solved before the search is ended.

        As few steps as can be: what a batch of late positions takes is not much more than theirs.
        """
        rows = np.ascontiguousarray(rows)
        found = np.empty((2, len(rows)), dtype=np.int64)
        scores = found.ctypes.data
        nodes = scores + found.strides[0]
        self._scores_of(self._at, rows.ctypes.data, len(rows), lowest, highest, scores, nodes)
        solved = self._block.get(context.SOLVED)
        return found[0, :solved], found[1, :solved]

    @property
    def _cells(self) -> int:
        return self._game.columns * self._game.rows

    def _describe_tables(self) -> None:
        """Write where the tables are into the context."""
        for table, address, shift in (
            (self._small, context.SMALL, context.SMALL_SHIFT),
            (self._large, context.LARGE, context.LARGE_SHIFT),
        ):
            entries = len(table) // self._words
            self._block.put(address, table.ctypes.data)
            self._block.put(shift, WORD * self._words - (entries.bit_length() - 1))
