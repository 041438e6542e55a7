"""A position as a drawing model; ``templates/boards/<family>.svg`` draws it.

Units: a square is 100 wide, the squares' top left corner is (0, 0), so a template's frame
and lane lie at negative coordinates. Nothing here knows colours or HTML.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING

from engine.game import EMPTY
from engine.registry import family_of
from engine.sentences import PHRASES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.arrangement import Arrangement
    from engine.game import Game, Player, Position, Square

HOLE = 41.5
"""Radius of a hole in the Connect Four face."""
OUTLINE = 46.5
"""Radius of the outline round a winning line, at its ends."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One square: its centre, whose disc lies there, and how it is read aloud."""

    square: Square
    x: int
    y: int
    owner: int
    name: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything a board template needs.

    Attributes:
        drops: moves are columns and row 0 is the bottom; else moves are squares from the top.
        rows_of_cells: the cells as a reader meets them, top row first.
        last: the square the last move placed a disc on, or None.
        lines: SVG paths round each winning line.
        winning: the squares in those lines; all other discs are dimmed when there are any.
        to_move: whose disc hangs over the board.
        marks: squares with a ring around them.
        arrows: from one square to another.
        outlined: SVG paths round what a move has destroyed.
    """

    family: str
    title: str
    columns: int
    rows: int
    players: int
    drops: bool
    rows_of_cells: tuple[tuple[Cell, ...], ...]
    last: Square | None
    lines: tuple[str, ...]
    winning: frozenset[Square]
    to_move: Player
    marks: tuple[Square, ...] = ()
    arrows: tuple[tuple[Square, Square], ...] = ()
    outlined: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return 100 * self.columns

    @property
    def height(self) -> int:
        return 100 * self.rows

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for row in self.rows_of_cells for cell in row)

    @property
    def holes(self) -> str:
        """One path of a hole per square."""
        return holes(self.columns, self.rows)

    @property
    def column_of_holes(self) -> str:
        """One path of the holes of the first column."""
        return holes(1, self.rows)

    def cell(self, square: Square) -> Cell:
        column = square % self.columns
        row = square // self.columns
        return self.rows_of_cells[self.rows - 1 - row if self.drops else row][column]


def draw(
    game: Game,
    cells: Sequence[int],
    *,
    last: Sequence[Square] = (),
    line: Sequence[Square] = (),
    to_move: Player = 0,
    title: str = "",
) -> Drawing:
    """The drawing of a board given by its `cells`, row-major, `EMPTY` where there is no disc.

    Args:
        last: what the last move changed, the placed square first.
        line: every square of every winning line.
        title: what the picture is called for those who do not see it.
    """
    family = family_of(game)
    drops = family.drops
    order = range(game.rows - 1, -1, -1) if drops else range(game.rows)
    columns, names = game.columns, _names(game)
    rows = tuple(
        tuple(_cell(columns, cells, row * columns + column, y, names) for column in range(columns))
        for y, row in enumerate(order)
    )
    return Drawing(
        family=family.key,
        title=title or f"{game.name}, {game.columns} × {game.rows}",
        columns=game.columns,
        rows=game.rows,
        players=game.players,
        drops=drops,
        rows_of_cells=rows,
        last=last[0] if last else None,
        lines=line_outlines(game, line),
        winning=frozenset(line),
        to_move=to_move,
    )


def annotated(
    drawing: Drawing, marks: Sequence[Square], arrows: Sequence[tuple[Square, Square]]
) -> Drawing:
    """The same drawing with marks and arrows on it."""
    return replace(drawing, marks=tuple(marks), arrows=tuple(arrows))


def draw_position(position: Position, title: str = "") -> Drawing:
    """The drawing of a position, with its winning lines if it has any."""
    game = position.game
    return draw(
        game,
        [position.cell(square) for square in range(game.columns * game.rows)],
        last=position.last_changes,
        line=won_by(position),
        to_move=position.to_move,
        title=title,
    )


def won_by(position: Position) -> tuple[Square, ...]:
    """Every square of every line that has won a position; none where no line has."""
    outcome = position.outcome()
    return outcome.squares if outcome else ()


def draw_arrangement(arrangement: Arrangement, title: str) -> Drawing:
    """The drawing of discs that all lie on the board."""
    game = arrangement.game
    cells = [EMPTY] * (game.columns * game.rows)
    for (column, row), owner in arrangement.discs.items():
        cells[row * game.columns + column] = owner
    return draw(game, cells, title=title)


@lru_cache
def holes(columns: int, rows: int) -> str:
    """One SVG path of `columns` × `rows` circles; each leads on to the next by a relative move."""
    circle = f"a{HOLE} {HOLE} 0 1 0 {2 * HOLE:g} 0 {HOLE} {HOLE} 0 1 0-{2 * HOLE:g} 0z"
    return "".join(
        f"M{50 - HOLE:g} {100 * row + 50}{circle}" + f"m100 0{circle}" * (columns - 1)
        for row in range(rows)
    )


def _cell(
    columns: int, cells: Sequence[int], square: Square, y: int, names: Mapping[int, Sequence[str]]
) -> Cell:
    owner = cells[square]
    x = 100 * (square % columns) + 50
    return Cell(square, x, 100 * y + 50, owner, names[owner][square])


@lru_cache(maxsize=16)
def _names(game: Game) -> Mapping[int, Sequence[str]]:
    """How each square is read aloud, by whose disc lies there."""
    discs = {EMPTY: PHRASES["empty"]} | {
        player: name.lower() for player, name in enumerate(game.player_names)
    }
    say, squares = family_of(game).sentences.describe_square, range(game.columns * game.rows)
    return {owner: [say(game, square, disc) for square in squares] for owner, disc in discs.items()}


def outlines(game: Game, squares: Sequence[Square]) -> tuple[str, ...]:
    """SVG paths round some squares: round each line where the game has lines, else round each."""
    if not squares:
        return ()
    if family_of(game).lines is not None:
        centres = [_centre(game, square) for square in squares]
        return (_capsule(centres[0], centres[-1]),)
    return tuple(_ring(_centre(game, square)) for square in squares)


def _ring(centre: tuple[int, int]) -> str:
    x, y = centre
    arc = f"a{OUTLINE} {OUTLINE} 0 1 1"
    return f"M{x - OUTLINE} {y}{arc} {2 * OUTLINE:g} 0{arc}-{2 * OUTLINE:g} 0z"


def line_outlines(game: Game, line: Sequence[Square]) -> tuple[str, ...]:
    """SVG paths round each of the lines that some squares make."""
    family = family_of(game)
    if family.lines is None or not line:
        return ()
    return tuple(
        _capsule(_centre(game, found[0]), _centre(game, found[-1]))
        for found in family.lines(game, line)
    )


def _centre(game: Game, square: Square) -> tuple[int, int]:
    row, column = divmod(square, game.columns)
    return 100 * column + 50, 100 * (game.rows - 1 - row if game.bottom_up else row) + 50


def _capsule(start: tuple[int, int], end: tuple[int, int]) -> str:
    """The path at distance `OUTLINE` round the segment from `start` to `end`."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = OUTLINE * (y2 - y1) / length, OUTLINE * (x1 - x2) / length
    arc = f"A{OUTLINE} {OUTLINE} 0 0 1"
    return (
        f"M{x1 + dx:.1f} {y1 + dy:.1f}L{x2 + dx:.1f} {y2 + dy:.1f}"
        f"{arc} {x2 - dx:.1f} {y2 - dy:.1f}L{x1 - dx:.1f} {y1 - dy:.1f}"
        f"{arc} {x1 + dx:.1f} {y1 + dy:.1f}Z"
    )
