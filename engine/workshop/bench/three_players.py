"""Three players at Connect Four: our search against others, and all against the forerunner's.

Each game seats one search once and the other twice, in every seat in turn, with the same
number of nodes a move and from the same random openings. By chance alone a search wins a
third of its games; a draw is a third of a point for everybody. Most games between equals are
drawn, as two opponents stop one, so the decided games are told apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from engine.contest.openings import opened
from engine.contest.tally import Tally
from engine.errors import EngineError
from engine.games.connectfour.search.alphabeta import WIN
from engine.games.connectfour.search.deepening import Deepening
from engine.games.connectfour.search.trees import TableTree, ThreePlayers
from engine.games.connectfour.search.windows import PLY, geometry
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.workshop.bench._allied import allied
from engine.workshop.bench._forerunner import plain_maxn

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.bench import Figures, Say
    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.games.connectfour.search.trees import Tree, Value

    Mover: TypeAlias = Callable[[ConnectFourPosition], Move]

DESCRIPTION = "three players, four searches (hours; rounds=100 nodes=3000 ratio=1 game=KEY)"

KEYS = ("connectfour:7x6:4:3p", "connectfour:9x7:4:3p")
OPENING = 6
"""Random moves at the start of each game."""


class Paranoid(TableTree):
    """`engine.games.connectfour.search.trees.Tree` by paranoid search; its lines are not shown."""

    replies = 0

    def __init__(self, game: ConnectFour) -> None:
        super().__init__(game, width=2)

    def value(
        self,
        board: NDArray[np.int64],
        control: SearchControl,
        state: NDArray[np.int64],
        depth: int,
        floor: int,
    ) -> Value:
        mover = int(board[PLY]) % 3
        fixed = (self._geometry, board, self._table, control.words, state, self.replies)
        return allied(*fixed, (mover + 2) % 3, mover, depth, floor, WIN), 0


class BestReply(Paranoid):
    """`engine.games.connectfour.search.trees.Tree` by best-reply search."""

    replies = 1


class Forerunner:
    """`engine.games.connectfour.search.trees.Tree` by plain max^n."""

    leap = 0

    def __init__(self, game: ConnectFour) -> None:
        self._geometry = geometry(game)
        plies = game.columns * game.rows + 2
        self._values = np.zeros((plies, 3), dtype=np.int64)
        self._best = np.zeros((plies, 3), dtype=np.int64)

    def value(
        self,
        board: NDArray[np.int64],
        control: SearchControl,
        state: NDArray[np.int64],
        depth: int,
        floor: int,
    ) -> Value:
        fixed = (self._geometry, board, control.words, state)
        plain_maxn(*fixed, self._values, self._best, depth)
        ply = int(board[PLY])
        return int(self._values[ply, (ply - 1) % 3]), 0

    def best_column(self, board: NDArray[np.int64]) -> int | None:
        """None: lines are not shown."""


SEARCHES: dict[str, type[ThreePlayers | Paranoid | Forerunner]] = {
    "ours": ThreePlayers,
    "paranoid": Paranoid,
    "best reply": BestReply,
    "forerunner": Forerunner,
}


def run(
    say: Say,
    *,
    rounds: int = 100,
    nodes: int = 3_000,
    ratio: int = 1,
    game: str = "",
    rival: str = "",
) -> Figures:
    """Three games a round and pairing, against `rival` alone if there is one.

    Ours gets `ratio` times the nodes of the others.
    """
    rivals = [name for name in SEARCHES if name != "ours" and rival in ("", name)]
    if not rivals or min(rounds, nodes, ratio) < 1:
        raise EngineError(f"The rivals are {', '.join(SEARCHES)[6:]}; counts are at least 1.")
    figures: Figures = {}
    for key in [game] if game else KEYS:
        for one, two in (pair for name in rivals for pair in (("ours", name), (name, "ours"))):
            current = cast("ConnectFour", game_of(key))
            first, second = (
                mover(SEARCHES[name](current), nodes * (ratio if name == "ours" else 1))
                for name in (one, two)
            )
            tally = alone(current, first, second, rounds)
            decided = tally.decided
            figures.setdefault(key, {})[f"{one} against two {two}"] = tally.figures() | {
                "decided": {"share": round(decided.share, 4), "margin": round(decided.margin, 4)}
            }
            say(
                f"{key:20} {one:>10} alone against two {two:10}: {tally.share:.3f}"
                f" ± {tally.margin:.3f} of the points, {decided.share:.3f} ± {decided.margin:.3f}"
                f" of the {decided.games} decided games; {tally.drawn} drawn"
            )
    return figures


def alone(game: ConnectFour, one: Mover, two: Mover, rounds: int) -> Tally:
    """The games of `one` against two players `two`."""
    tally = Tally(draw=1 / 3)
    for number in range(3 * rounds):
        position = cast("ConnectFourPosition", opened(game, number // 3, OPENING))
        while (outcome := position.outcome()) is None:
            position = position.play((one if position.to_move == number % 3 else two)(position))
        tally = tally.and_points(1 / 3 if outcome.winner is None else outcome.winner == number % 3)
    return tally


def mover(tree: Tree, nodes: int) -> Mover:
    """Chooses by `tree` with so many nodes a move."""

    def move(position: ConnectFourPosition) -> Move:
        limit = Limit(nodes=nodes)
        return Deepening(tree, position, limit, SearchControl(), None, every=False).run()[0].move

    return move
