"""A game of Connect Four of a fixed length as clauses.

What the solver chooses is one column per ply. Everything else is a function of it: the
heights after every ply, written in unary, and who owns each square in the end. That no
line stood before the last disc is one clause per line: a line of the last mover may be
complete only if the last disc lies in it, and nobody else's may be complete at all. The
number of discs of each player follows from the length; saying it in clauses all the same
makes proofs up to a hundred times faster.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.laboratory.clauses.cnf import FALSE, TRUE, Formula, Literal
from engine.laboratory.clauses.relations import Relations
from engine.laboratory.connectfour.directions import lines_of, runs_of
from engine.laboratory.language.predicates import SQUARE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.game import Move, Player, Square
    from engine.games.connectfour.game import ConnectFour


class ConnectFourEncoding:
    """Every legal line of play of exactly `plies` plies, as a formula.

    With `mirror`, only one of each mirror pair: the first disc off the middle column lies
    on the left. Variables are made when something asks for them, so that a condition which
    the length alone excludes costs nothing.
    `formula`: an empty one, of which somebody may say that it is unwanted.
    """

    def __init__(
        self, game: ConnectFour, plies: int, mirror: bool = False, formula: Formula | None = None
    ) -> None:
        self.game, self.plies, self._mirror = game, plies, mirror
        self.formula = formula or Formula()
        self._earlier: dict[int, Earlier] = {}

    def demand(self, wanted: Literal) -> None:
        """Write the rules out, and that `wanted` is true."""
        self.formula.add(wanted)
        for write in self.rules.values():
            write()
        if self._mirror:
            self._break_mirror()

    @property
    def rules(self) -> dict[str, Callable[[], None]]:
        """What each rule says, and what adds its clauses."""
        return {
            "players in turn drop one disc into a column that is not full": self._encode_moves,
            "a square holds one disc, and everybody has a disc for each of their turns": (
                self._encode_owners
            ),
            f"a game ends with the first line of {self.game.connect}": self._forbid_earlier_lines,
        }

    def named(self) -> Iterator[tuple[Literal, str]]:
        """What the variables of moves, heights and owners stand for."""
        game = self.game
        for ply, choices in enumerate(self.moves, start=1):
            for column, literal in enumerate(choices):
                yield literal, f"disc {ply} falls into column {column + 1}"
        for ply, columns in enumerate(self._heights):
            for column, steps in enumerate(columns):
                for discs, literal in enumerate(steps, start=1):
                    if literal not in (TRUE, FALSE):
                        yield literal, f"column {column + 1} holds {discs} or more after ply {ply}"
        for player, squares in enumerate(self._owners):
            for square, literal in enumerate(squares):
                yield literal, f"{game.player_names[player]} owns {SQUARE.write(game, square)}"

    # -- What predicates read --------------------------------------------------------------

    def at(self, ply: int) -> ConnectFourEncoding | Earlier:
        """What predicates read of the first `ply` plies."""
        return self if ply == self.plies else self._earlier.setdefault(ply, Earlier(self, ply))

    @property
    def last_mover(self) -> Player:
        return (self.plies - 1) % self.game.players

    def height(self, column: int, discs: int, ply: int | None = None) -> Literal:
        """`column` holds `discs` or more after `ply` plies (at the end by default)."""
        if discs <= 0:
            return TRUE
        if discs > self.game.rows:
            return FALSE
        return self._heights[self.plies if ply is None else ply][column][discs - 1]

    def owner(self, square: Square, player: Player, ply: int | None = None) -> Literal:
        """`player` has a disc on `square` after `ply` plies (at the end by default)."""
        literal = self._owners[player][square]
        if ply is None or ply == self.plies:
            return literal
        row, column = divmod(square, self.game.columns)
        return self.formula.all_of((literal, self.height(column, row + 1, ply)))

    def last_on(self, square: Square) -> Literal:
        """The last disc lies on `square`."""
        return self._last[square]

    def landing(self, square: Square, ply: int | None = None) -> Literal:
        """The next disc in its column would come to rest on `square`."""
        row, column = divmod(square, self.game.columns)
        below = self.height(column, row, ply)
        return self.formula.all_of((below, -self.height(column, row + 1, ply)))

    def runs(self, length: int, direction: int) -> Iterator[tuple[Square, ...]]:
        """Every straight run of `length` squares in a direction."""
        return runs_of(self.game, length, direction)

    @cached_property
    def lines(self) -> tuple[tuple[Square, ...], ...]:
        """Every run that wins."""
        return lines_of(self.game)

    @cached_property
    def completed(self) -> dict[tuple[Square, ...], Literal]:
        """For each line: the last mover has completed it."""
        if self.plies == 0:
            return dict.fromkeys(self.lines, FALSE)
        mover = self.last_mover
        return {
            line: self.formula.all_of(self.owner(square, mover) for square in line)
            for line in self.lines
        }

    @cached_property
    def won(self) -> Literal:
        return self.formula.any_of(self.completed.values())

    @cached_property
    def related(self) -> Relations:
        """Sets and relations of the last board."""
        return _relations(self)

    def decode(self, model: Sequence[int]) -> tuple[Move, ...]:
        """The moves of a solver's model."""
        true = set(model)
        return tuple(
            next(column for column, literal in enumerate(choices) if literal in true)
            for choices in self.moves
        )

    def block(self, moves: Sequence[Move]) -> list[Literal]:
        """The clause that excludes one line of play."""
        return [-self.moves[ply][column] for ply, column in enumerate(moves)]

    def colouring(self) -> tuple[list[list[Literal]], Formula]:
        """The owners of the squares, and a formula about nothing but them.

        It says that every square has one owner, that each player has its number of discs and
        that there is no line.
        """
        alone = Formula(self.formula.unwanted)
        alone.variables = self.formula.variables
        for square in range(self.game.columns * self.game.rows):
            alone.exactly_one([self.owner(square, p) for p in range(self.game.players)])
        for player in range(self.game.players):
            alone.exactly(self._owners[player], self._discs_of(player))
            for line in self.lines:
                alone.add(*(-self._owners[player][square] for square in line))
        return self._owners, alone

    # -- The rules -------------------------------------------------------------------------

    @cached_property
    def moves(self) -> list[list[Literal]]:
        """``[ply][column]``: that disc goes into that column."""
        columns = range(self.game.columns)
        return [[self.formula.variable() for _ in columns] for _ in range(self.plies)]

    @cached_property
    def _heights(self) -> list[list[list[Literal]]]:
        """``[ply][column][k]``: more than k discs, constant where the ply alone decides."""
        game, capacity = self.game, self.game.columns * self.game.rows
        heights = []
        for ply in range(self.plies + 1):
            fewest = ply - (capacity - game.rows)  # discs every column must hold by now
            heights.append(
                [
                    [
                        FALSE if k >= ply else TRUE if k < fewest else self.formula.variable()
                        for k in range(game.rows)
                    ]
                    for _ in range(game.columns)
                ]
            )
        return heights

    @cached_property
    def _owners(self) -> list[list[Literal]]:
        game, formula = self.game, self.formula
        return [
            [formula.variable() for _ in range(game.columns * game.rows)]
            for _ in range(game.players)
        ]

    def _encode_moves(self) -> None:
        for ply in range(self.plies):
            self._encode_move(ply)

    def _encode_move(self, ply: int) -> None:
        """Exactly one column, not full, gains one disc, which its mover owns."""
        game, add = self.game, self.formula.add
        self.formula.exactly_one(self.moves[ply])
        mover = ply % game.players
        for column, move in enumerate(self.moves[ply]):
            add(-move, -self.height(column, game.rows, ply))
            for row in range(game.rows):
                before = self.height(column, row + 1, ply)
                after = self.height(column, row + 1, ply + 1)
                below = self.height(column, row, ply)
                add(-before, after)
                add(-move, -below, after)
                add(-after, before, move)
                add(-after, before, below)
                add(-move, -below, before, self._owners[mover][row * game.columns + column])

    def _encode_owners(self) -> None:
        """One owner per occupied square, none elsewhere; the discs of each player counted."""
        game, formula = self.game, self.formula
        for square in range(game.columns * game.rows):
            row, column = divmod(square, game.columns)
            owners = [self._owners[player][square] for player in range(game.players)]
            occupied = self.height(column, row + 1)
            formula.add(-occupied, *owners)
            for i, owner in enumerate(owners):
                formula.add(-owner, occupied)
                for other in owners[i + 1 :]:
                    formula.add(-owner, -other)
        for player in range(game.players):
            formula.exactly(self._owners[player], self._discs_of(player))

    def _discs_of(self, player: Player) -> int:
        players = self.game.players
        return (self.plies + players - 1 - player) // players

    @cached_property
    def _last(self) -> list[Literal]:
        if self.plies == 0:
            return [FALSE] * (self.game.columns * self.game.rows)
        last, columns = self.plies - 1, self.game.columns
        return [
            self.formula.all_of((self.moves[last][square % columns], self.landing(square, last)))
            for square in range(columns * self.game.rows)
        ]

    def _forbid_earlier_lines(self) -> None:
        for line in self.lines:
            for player in range(self.game.players):
                clause = [-self._owners[player][square] for square in line]
                if self.plies and player == self.last_mover:
                    clause += [self.last_on(square) for square in line]
                self.formula.add(*clause)

    def _break_mirror(self) -> None:
        """The first move off the middle column is left of it."""
        columns = self.game.columns
        so_far: Literal = TRUE  # all moves up to here were in the middle column
        for choices in self.moves:
            for column in range((columns + 1) // 2, columns):
                self.formula.add(-so_far, -choices[column])
            if columns % 2 == 0:
                return
            so_far = self.formula.all_of((so_far, choices[columns // 2]))


class Earlier:
    """The first plies of an encoded line, to be read as the whole line is: nobody has won yet."""

    def __init__(self, whole: ConnectFourEncoding, plies: int) -> None:
        self._whole, self.plies = whole, plies
        self.game, self.formula, self.lines = whole.game, whole.formula, whole.lines
        self.won: Literal = FALSE

    @property
    def last_mover(self) -> Player:
        return (self.plies - 1) % self.game.players

    def height(self, column: int, discs: int, ply: int | None = None) -> Literal:
        return self._whole.height(column, discs, self.plies if ply is None else ply)

    def owner(self, square: Square, player: Player, ply: int | None = None) -> Literal:
        return self._whole.owner(square, player, self.plies if ply is None else ply)

    def landing(self, square: Square, ply: int | None = None) -> Literal:
        return self._whole.landing(square, self.plies if ply is None else ply)

    def runs(self, length: int, direction: int) -> Iterator[tuple[Square, ...]]:
        return self._whole.runs(length, direction)

    @cached_property
    def completed(self) -> dict[tuple[Square, ...], Literal]:
        return dict.fromkeys(self.lines, FALSE)

    @cached_property
    def related(self) -> Relations:
        return _relations(self)

    def last_on(self, square: Square) -> Literal:
        if self.plies == 0:
            return FALSE
        last, column = self.plies - 1, square % self.game.columns
        dropped = self._whole.moves[last][column]
        return self.formula.all_of((dropped, self._whole.landing(square, last)))


def _relations(reading: ConnectFourEncoding | Earlier) -> Relations:
    def empty(square: Square) -> Literal:
        row, column = divmod(square, reading.game.columns)
        return -reading.height(column, row + 1)

    return Relations(reading.game, reading.formula, reading.owner, empty)
