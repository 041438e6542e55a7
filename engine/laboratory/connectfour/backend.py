"""Connect Four, as the laboratory sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.errors import UnsupportedGame
from engine.laboratory.backend import Walk
from engine.laboratory.connectfour.directions import lines_of
from engine.laboratory.connectfour.examples import EXAMPLES
from engine.laboratory.connectfour.predicates import CONNECT_FOUR, ON_LINE
from engine.laboratory.connectfour.ready import READY
from engine.laboratory.connectfour.varied import CHANGES, VariedConnectFour
from engine.laboratory.exhaustion.symmetries import images
from engine.laboratory.language.query import Kind
from engine.laboratory.language.tree import Sum, Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.game import Game, Move
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourGame
    from engine.laboratory.answers import Answer
    from engine.laboratory.backend import LineSolver
    from engine.laboratory.clauses.cnf import Encoded
    from engine.laboratory.inquiry import Inquiry
    from engine.laboratory.language.changes import Changes
    from engine.laboratory.language.predicates import Arguments
    from engine.laboratory.language.query import Node, Question
    from engine.search.control import SearchControl

_LIMIT = (
    "count lines of play: that takes columns × (rows + 1) of at most 64, as 8 × 7 has."
    " Whether there is one can be asked of every board."
)


class ConnectFourBackend:
    """Implements `engine.laboratory.backend.Backend`: a SAT solver finds single lines."""

    predicates = CONNECT_FOUR
    ready = READY
    examples = EXAMPLES
    changes = CHANGES
    solves = True
    long_values: frozenset[str] = frozenset()

    def refusal(self, game: Game, kind: Kind) -> str:
        if kind is Kind.ZUGZWANG and game.players != 2:
            return "zugzwang is asked of Connect Four with two players."
        return ""

    def varied(self, game: Game, changes: Changes) -> VariedConnectFour:
        return VariedConnectFour(game, changes)

    def longest(self, game: Game) -> int:
        """A game fills the board at most."""
        return game.columns * game.rows

    def always(self, _game: Game) -> Mapping[str, int]:
        return {}

    def spelt(self, game: Game, term: Term) -> Sum | None:
        """Discs on a line are spelt out: the sum of what lies on its squares."""
        if term.name != ON_LINE.name:
            return None
        index, *owner = cast("Arguments", term.arguments)
        squares = lines_of(cast("ConnectFourGame", game))[index]
        return Sum(tuple((1, Term("disc", (square, *owner))) for square in squares))

    def images(self, game: Game, moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
        free = isinstance(game, VariedConnectFour) and game.free
        return images(game, moves, falls=not free)

    def line_solver(self, game: Game, node: Node, plies: int, *, distinct: bool) -> LineSolver:
        from engine.laboratory.connectfour.satisfy import (  # noqa: PLC0415 (loads the solver)
            SatLines,
        )

        return SatLines(cast("ConnectFour", game), node, plies, distinct)

    def encoded(self, game: Game, nodes: Sequence[Node], plies: int) -> Encoded:
        from engine.laboratory.connectfour.encoded import encoded  # noqa: PLC0415 (the solver)

        return encoded(cast("ConnectFour", game), nodes, plies)

    def orbit(self, _game: Game) -> int:
        return 1

    def walk(self, question: Question, *, one_of_each: bool) -> Walk:
        game = cast("ConnectFour", question.game)
        if game.columns * (game.rows + 1) > 64:
            raise UnsupportedGame(f"{game.key} is too large to {_LIMIT}")
        from engine.laboratory.connectfour.lines import search_lines  # noqa: PLC0415 (compiles)

        def params(plies: int) -> list[int]:
            board = [game.columns, game.rows, game.connect, game.players]
            return [*board, plies, int(one_of_each), question.kind.sign]

        return Walk(search_lines, params)

    def rare(
        self, question: Question, playouts: int, control: SearchControl
    ) -> tuple[Move, ...] | None:
        """None: the solver leaves nothing to luck."""
        return None

    def ceilings(self, _game: Game) -> Mapping[str, int]:
        """None: the solver goes on until there is no better line."""
        return {}

    def extreme_way(self, _question: Question) -> None:
        return None

    def positions(self, inquiry: Inquiry) -> Answer:
        from engine.laboratory.connectfour.positions import positions  # noqa: PLC0415 (compiles)

        return positions(inquiry)

    def zugzwang(self, inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
        from engine.laboratory.connectfour.zugzwang import hunt  # noqa: PLC0415 (loads kernels)

        return hunt(inquiry)

    def proof(self, _inquiry: Inquiry) -> Answer | None:
        return None


BACKEND = ConnectFourBackend()
