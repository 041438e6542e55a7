"""Three players at Connect Four: max^n and paranoid search, and both against plain Python.

Each game seats one search once and the other twice, in every seat in turn, with the same
number of nodes a move. By chance alone a search wins a third of its games.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import numpy as np

from engine.games.connectfour.deepening import Deepening
from engine.games.connectfour.kernels import WIN
from engine.games.connectfour.paranoid import paranoid
from engine.games.connectfour.trees import TABLE_SLOTS, ThreePlayers
from engine.games.connectfour.windows import PLY, geometry
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.bench import Figures, Say
    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition

    Mover = Callable[[ConnectFourPosition], Move]

DESCRIPTION = "three players: max^n against paranoid search and plain Python (minutes)"

KEYS = ("connectfour:7x6:4:3p", "connectfour:9x7:4:3p")
NODES, PLAIN_NODES, ROUNDS = 5_000, 1_000, 20
OPENING = 4
"""Random moves at the start of each game, so that no two are alike."""


class Paranoid:
    """`engine.games.connectfour.trees.Tree` by paranoid search."""

    def __init__(self, game: ConnectFour) -> None:
        self._geometry = geometry(game)
        self._table = np.zeros((TABLE_SLOTS, 2), dtype=np.int64)

    def value(
        self,
        board: NDArray[np.int64],
        control: SearchControl,
        state: NDArray[np.int64],
        depth: int,
        floor: int,
    ) -> int:
        root = (int(board[PLY]) - 1) % 3
        fixed = (self._geometry, board, self._table, control.words, state, root, depth)
        return paranoid(*fixed, floor, WIN)

    def best_column(self, board: NDArray[np.int64]) -> int | None:
        """None: lines are not shown."""


def run(say: Say) -> Figures:
    figures: Figures = {}
    for key in KEYS:
        game = cast("ConnectFour", game_of(key))
        maxn, other = _by_tree(ThreePlayers(game)), _by_tree(Paranoid(game))
        plain = _plain(game)
        for name, one, two in (
            ("max^n, alone against two paranoid", maxn, other),
            ("paranoid, alone against two max^n", other, maxn),
            ("max^n, alone against two plain", maxn, plain),
        ):
            share = alone_share(game, one, two, ROUNDS)
            figures.setdefault(key, {})[name] = share
            say(f"{key:22} {name}: {share:.0%} of the points")
    return figures


def alone_share(game: ConnectFour, one: Mover, two: Mover, rounds: int) -> float:
    """The share of the points that `one` takes from two players `two`; a draw is a third."""
    points = 0.0
    for number in range(3 * rounds):
        seat, source = number % 3, Random(number // 3)  # noqa: S311 (a game, no secret)
        position = game.start()
        while (outcome := position.outcome()) is None:
            if position.ply < OPENING:
                move = source.choice(position.legal_moves())
            else:
                move = (one if position.to_move == seat else two)(position)
            position = position.play(move)
        points += 1 / 3 if outcome.winner is None else float(outcome.winner == seat)
    return points / (3 * rounds)


def _by_tree(tree: ThreePlayers | Paranoid) -> Mover:
    def move(position: ConnectFourPosition) -> Move:
        limit = Limit(nodes=NODES)
        return Deepening(tree, position, limit, SearchControl(), None, every=False).run()[0].move

    return move


def _plain(game: ConnectFour) -> Mover:
    searcher = PlainSearcher(game)

    def move(position: ConnectFourPosition) -> Move:
        limit = Limit(nodes=PLAIN_NODES)
        return searcher.search(position, limit, SearchControl()).pv[0]

    return move
