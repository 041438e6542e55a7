"""Connect Four written for obviousness: columns are lists, bottom disc first."""

from __future__ import annotations

from itertools import product


class NaiveConnectFour:
    def __init__(self, columns: int, rows: int, connect: int, players: int) -> None:
        self.columns, self.rows = columns, rows
        self.connect, self.players = connect, players
        self.stacks: list[list[int]] = [[] for _ in range(columns)]
        self.windows = self._windows()

    @property
    def to_move(self) -> int:
        return sum(len(stack) for stack in self.stacks) % self.players

    def owner(self, column: int, row: int) -> int:
        """The player whose disc lies there, -1 for none or off the board."""
        if 0 <= column < self.columns and 0 <= row < len(self.stacks[column]):
            return self.stacks[column][row]
        return -1

    def legal_columns(self) -> list[int]:
        if self.lines():
            return []
        return [c for c in range(self.columns) if len(self.stacks[c]) < self.rows]

    def play(self, column: int) -> None:
        assert column in self.legal_columns()
        self.stacks[column].append(self.to_move)

    def _windows(self) -> list[list[tuple[int, int]]]:
        """Every stretch of `connect` squares in one direction that lies on the board."""
        found = []
        for column, row in product(range(self.columns), range(self.rows)):
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                window = [(column + i * across, row + i * up) for i in range(self.connect)]
                last_column, last_row = window[-1]
                if last_column < self.columns and 0 <= last_row < self.rows:
                    found.append(window)
        return found

    def lines(self) -> list[list[tuple[int, int]]]:
        """The windows filled by one player."""
        return [
            window
            for window in self.windows
            if self.owner(*window[0]) != -1
            and all(self.owner(*place) == self.owner(*window[0]) for place in window)
        ]

    def winner(self) -> int | None:
        lines = self.lines()
        return self.owner(*lines[0][0]) if lines else None

    def winning_places(self) -> set[tuple[int, int]]:
        return {place for line in self.lines() for place in line}

    def is_over(self) -> bool:
        return not self.legal_columns()

    def threats(self, player: int) -> set[tuple[int, int]]:
        """The empty places that a disc of `player` would turn into part of a line."""
        found = set()
        for window in self.windows:
            empty = [place for place in window if self.owner(*place) == -1]
            owned = [place for place in window if self.owner(*place) == player]
            if len(empty) == 1 and len(owned) == self.connect - 1:
                found.add(empty[0])
        return found
