"""Zugzwang in Connect Four: the side to move comes off worse than if the other had to.

The *result* of a position for a side is 1 if it can force a win, 0 a draw, -1 neither. An
unfinished position is zugzwang when the result for the side to move is smaller than what
that side's result would be if the same board were the other side's turn; so whichever move
it makes, it would rather make none. Both results come from the game's solver: the turn is
passed by swapping the colours of all discs.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from engine.errors import UnsupportedGame
from engine.games.connectfour.board.layout import fits
from engine.games.connectfour.canonical import canonical
from engine.games.connectfour.position import ConnectFourPosition
from engine.games.connectfour.solver.solver import Solver
from engine.games.connectfour.threats import playable_threats
from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.exhaustion.symmetries import images
from engine.laboratory.trace import Trace
from engine.search.score import sign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.laboratory.inquiry import Inquiry
    from engine.laboratory.language.query import Question
    from engine.search.control import SearchControl

    Report: TypeAlias = Callable[[int, int, str], None]
    """Hears which of how many of what is being searched."""
    Layer: TypeAlias = dict[tuple[int, ...], tuple[ConnectFourPosition, tuple[Move, ...]]]

SWEPT_SQUARES = 30
"""Boards of up to so many squares are searched ply by ply, as long as a layer is small."""

SWEPT_POSITIONS = 60_000
"""Positions of a layer, mirror images counted once."""

LATE_SQUARES = 22
"""Free squares from which on the positions of a game played at random are solved."""

PLAYOUTS = 150
"""Games played at random on boards that are not swept."""

_DOES = {1: "wins", 0: "draws", -1: "loses"}
_WOULD = {1: "would win", 0: "would draw", -1: "would lose"}


@dataclass(frozen=True, slots=True)
class Worth:
    """What best play comes to for the side to move: as it is, and if the other had to move."""

    moving: int
    passing: int

    @property
    def zugzwang(self) -> bool:
        return self.moving < self.passing


def worth(position: ConnectFourPosition, solver: Solver) -> Worth | None:
    """Both results of an unfinished two-player position; None when the solver was stopped."""
    swapped = ConnectFourPosition(position.game, position.boards[::-1])
    other = solver.decide(swapped)
    if other is None or solver.aborted:
        return None
    if other > 0:  # the other side would win: no turn could be worse for the side to move
        return Worth(-1, -1)
    moving = solver.decide(position)
    if moving is None or solver.aborted:
        return None
    return Worth(sign(moving), -sign(other))


@dataclass(slots=True)
class Hunt:
    """Looks for zugzwang on one board, the earliest first where the board is small.

    Attributes:
        found: games that end in it, the best to show first.
        rows: of every ply that was searched completely: ply, positions, of which zugzwang,
            of which lost for whichever side has to move. Mirror images count once.
        complete: whether every position that can be reached was examined.
    """

    game: ConnectFour
    control: SearchControl
    report: Report
    found: list[tuple[Move, ...]] = field(default_factory=list)
    rows: list[tuple[int, int, int, int]] = field(default_factory=list)
    complete: bool = False
    _solver: Solver = field(init=False)

    def __post_init__(self) -> None:
        self._solver = Solver(self.game)
        self._solver.begin(self.control)

    @property
    def _squares(self) -> int:
        return self.game.columns * self.game.rows

    @property
    def bound(self) -> int:
        """The greatest ply that was searched completely; -1 if none was."""
        return len(self.rows) - 1

    def run(self) -> None:
        """Sweep the plies; where that is too much, play at random and look at the ends."""
        if self._squares <= SWEPT_SQUARES:
            self._sweep()
        if not self.found and not self.complete and not self.control.stopped:
            self._play()

    def _sweep(self) -> None:
        start = self.game.start()
        layer: Layer = {start.boards: (start, ())}
        while layer and len(layer) <= SWEPT_POSITIONS:
            self.report(len(self.rows), self._squares, "Ply")
            hits, examined, both_lose = [], 0, 0
            for position, moves in layer.values():
                now = worth(position, self._solver)
                if now is None:
                    return
                examined += 1
                if now.zugzwang:
                    hits.append((now.moving - now.passing, moves))
                    both_lose += (now.moving, now.passing) == (-1, 1)
            self.rows.append((len(self.rows), examined, len(hits), both_lose))
            if hits:
                self.found = [moves for _, moves in sorted(hits)]
                return
            layer = _next_layer(layer)
        self.complete = not layer

    def _play(self) -> None:
        """Random games; of each the earliest zugzwang among its late positions."""
        rng = random.Random(1)  # noqa: S311 (no secret)
        hits = []
        for number in range(PLAYOUTS):
            self.report(number, PLAYOUTS, "Game")
            positions, moves = _sensible_game(self.game, rng)
            for ply in range(max(self._squares - LATE_SQUARES, 0), len(moves)):
                now = worth(positions[ply], self._solver)
                if now is None:
                    return
                if now.zugzwang:
                    hits.append((now.moving - now.passing, ply, moves[:ply]))
                    break
        self.found = [moves for _, _, moves in sorted(hits)]


def hunt(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """The answer to a zugzwang question, and further games that show it.

    Raises:
        UnsupportedGame: the solver does not treat so large a board.
    """
    game = cast("ConnectFour", inquiry.question.game)
    if not fits(game):
        raise UnsupportedGame(f"{game.key} is too large for the solver.")
    search = Hunt(game, inquiry.control, inquiry.tell)
    search.run()
    return _answer(inquiry.question, search), _others(search, distinct=inquiry.bounds.distinct)


def _answer(question: Question, search: Hunt) -> Answer:
    witness, holds = None, None
    swept = bool(search.rows)
    if search.found:
        witness, holds = Trace(question.game, search.found[0]), True
        verdict, claim = Verdict.WITNESS, f"Yes. {describe(witness)}"
    elif search.complete:
        verdict, claim, holds = Verdict.PROVED, "No position of this board is zugzwang.", False
    elif search.control.stopped:
        verdict, claim = Verdict.STOPPED, "Stopped before a position was found."
    else:
        verdict, claim = Verdict.NOT_FOUND, "None was found. This is no proof."
    return Answer(
        question,
        verdict,
        claim,
        "the solver on every position" if swept else "the solver on games played at random",
        witness=witness,
        holds=holds,
        bound=search.bound if swept else None,
        columns=("ply", "positions", "zugzwang", "whoever moves loses") if swept else (),
        by_ply=tuple(search.rows),
        figures={"states": search.control.nodes},
    )


def describe(trace: Trace) -> str:
    """What is so strange about the last board of a game that ends in zugzwang."""
    position = trace.final
    assert isinstance(position, ConnectFourPosition)  # noqa: S101 (its game's)
    now = worth(position, Solver(cast("ConnectFour", position.game)))
    assert now is not None  # noqa: S101 (nobody stops this solver)
    mover, names = position.to_move, position.game.player_names
    after = "Before the first move" if not trace.moves else f"After {trace.plies} plies"
    if (now.moving, now.passing) == (-1, 1):
        return f"{after} whoever has to move loses, and it is {names[mover]}'s turn."
    return (
        f"{after} {names[mover]}, to move, {_DOES[now.moving]};"
        f" if {names[1 - mover]} had to move instead, {names[mover]} {_WOULD[now.passing]}."
    )


def _others(search: Hunt, *, distinct: bool) -> Iterator[tuple[Move, ...]]:
    """The mirror image of the first game, unless left out, and all that else was found."""
    for number, moves in enumerate(search.found):
        for image in [moves] if distinct else images(search.game, moves, falls=True):
            if number or image != moves:
                yield image


def _next_layer(layer: Layer) -> Layer:
    """The unfinished positions one ply later, one of each mirror pair, with a way there."""
    following: Layer = {}
    for position, moves in layer.values():
        for move in position.legal_moves():
            after = position.play(move)
            if after.outcome() is None:
                following.setdefault(canonical(after), (after, (*moves, move)))
    return following


def _sensible_game(
    game: ConnectFour, rng: random.Random
) -> tuple[list[ConnectFourPosition], tuple[Move, ...]]:
    """A random game in which nobody lets the other win at once while that can be helped.

    The positions are those before each move.
    """
    position, moves = game.start(), []
    positions = []
    while position.outcome() is None:
        choices = list(position.legal_moves())
        rng.shuffle(choices)
        safe = (
            move
            for move in choices
            if not playable_threats(after := position.play(move), after.to_move)
        )
        moves.append(next(safe, choices[0]))
        positions.append(position)
        position = position.play(moves[-1])
    return positions, tuple(moves)
