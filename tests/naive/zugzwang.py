"""Zugzwang by its definition: whose turn it is, is a thing of its own, and everything is tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tests.naive.connectfour import NaiveConnectFour

Stacks = tuple[tuple[int, ...], ...]


class NaiveZugzwang:
    """Two players on one board; a board is each column's discs from the bottom."""

    def __init__(self, columns: int, rows: int, connect: int) -> None:
        self.rules = NaiveConnectFour(columns, rows, connect, 2)
        self.result = cache(self.result)  # type: ignore[method-assign]
        self.rule = cache(self.rule)  # type: ignore[method-assign]

    def rule(self, stacks: Stacks) -> tuple[int | None, list[int]]:
        """What the rules say of a board: the winner, and the columns that are open."""
        self.rules.stacks = [list(stack) for stack in stacks]
        winner = self.rules.winner()
        return winner, [] if winner is not None else self.rules.legal_columns()

    def after(self, stacks: Stacks, mover: int) -> list[Stacks]:
        _, columns = self.rule(stacks)
        return [(*stacks[:c], (*stacks[c], mover), *stacks[c + 1 :]) for c in columns]

    def result(self, stacks: Stacks, mover: int) -> int:
        """What the mover can force: 1 a win, 0 a draw, -1 neither; nothing is better than a win."""
        winner, columns = self.rule(stacks)
        if not columns:
            return 0 if winner is None else 1 if winner == mover else -1
        best = -1
        for after in self.after(stacks, mover):
            best = max(best, -self.result(after, 1 - mover))
            if best == 1:
                break
        return best

    def layers(self) -> Iterator[set[Stacks]]:
        """Every unfinished board that a game can reach, by the number of discs."""
        layer: set[Stacks] = {((),) * self.rules.columns}
        mover = 0
        while layer:
            yield layer
            following = {after for board in layer for after in self.after(board, mover)}
            layer = {board for board in following if self.rule(board)[1]}
            mover = 1 - mover

    def is_zugzwang(self, stacks: Stacks) -> bool:
        """Whether the side to move would rather have the other move."""
        mover = sum(map(len, stacks)) % 2
        return self.result(stacks, mover) < -self.result(stacks, 1 - mover)
