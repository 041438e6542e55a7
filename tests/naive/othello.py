"""Othello written for obviousness: a list of rows of "X" (black), "O" (white) and "-"."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

DIRECTIONS = [(i, j) for i, j in product((-1, 0, 1), repeat=2) if (i, j) != (0, 0)]


class NaiveOthello:
    def __init__(self, size: int) -> None:
        self.size = size
        self.board = [["-"] * size for _ in range(size)]
        half = size // 2
        self.board[half - 1][half - 1] = self.board[half][half] = "O"
        self.board[half - 1][half] = self.board[half][half - 1] = "X"
        self.mover = "X"

    @property
    def opponent(self) -> str:
        return self.other(self.mover)

    @staticmethod
    def other(colour: str) -> str:
        return "O" if colour == "X" else "X"

    def at(self, row: int, column: int) -> str:
        inside = 0 <= row < self.size and 0 <= column < self.size
        return self.board[row][column] if inside else "off"

    def flips(self, row: int, column: int, colour: str) -> list[tuple[int, int]]:
        """The discs that `colour` turns over by a disc on this empty square."""
        found = []
        for down, right in DIRECTIONS:
            bracketed = []
            i, j = row + down, column + right
            while self.at(i, j) == self.other(colour):
                bracketed.append((i, j))
                i, j = i + down, j + right
            if self.at(i, j) == colour:
                found += bracketed
        return found

    def squares(self, colour: str) -> list[tuple[int, int]]:
        """Where `colour` may place a disc."""
        everywhere = product(range(self.size), repeat=2)
        return [(i, j) for i, j in everywhere if self.at(i, j) == "-" and self.flips(i, j, colour)]

    def is_over(self) -> bool:
        return not self.squares("X") and not self.squares("O")

    def must_pass(self) -> bool:
        return not self.is_over() and not self.squares(self.mover)

    def play(self, row: int, column: int) -> list[tuple[int, int]]:
        assert (row, column) in self.squares(self.mover)
        flipped = self.flips(row, column, self.mover)
        for i, j in [(row, column), *flipped]:
            self.board[i][j] = self.mover
        self.mover = self.opponent
        return flipped

    def skip(self) -> None:
        assert self.must_pass()
        self.mover = self.opponent

    def count(self, colour: str) -> int:
        return sum(row.count(colour) for row in self.board)

    def final_score(self) -> int:
        """Black's lead with the empty squares given to the winner."""
        black, white = self.count("X"), self.count("O")
        if black == white:
            return 0
        empties = self.size**2 - black - white
        return black - white + (empties if black > white else -empties)


def anchored(discs: set[int], size: int) -> int:
    """How many of the discs, as moves, are corners or beside one of them along the rim."""
    last = size - 1
    found = set()
    for row, column in product((0, last), (0, last)):
        if row * size + column in discs:
            found.add((row, column))
            found.add((row, 1 if column == 0 else last - 1))
            found.add((1 if row == 0 else last - 1, column))
    return sum(row * size + column in discs for row, column in found)


def promising(discs: int, alpha: int, squares: int) -> bool:
    """Whether three of four discs of the other's, if stable, hold a score to `alpha`.

    Each takes two from the most there is, the whole board.
    """
    return squares - 2 * Fraction(3, 4) * discs <= alpha
