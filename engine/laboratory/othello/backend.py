"""Othello, as the laboratory sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.errors import UnsupportedGame
from engine.laboratory.backend import Walk
from engine.laboratory.exhaustion.symmetries import images
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.query import EVERYTHING, Kind
from engine.laboratory.othello.examples import EXAMPLES
from engine.laboratory.othello.predicates import ALWAYS, OTHELLO, most_flips
from engine.laboratory.othello.ready import READY
from engine.laboratory.othello.varied import CHANGES, VariedOthello

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from engine.game import Game, Move
    from engine.games.othello.game import Othello
    from engine.laboratory.answers import Answer
    from engine.laboratory.backend import LineSolver
    from engine.laboratory.clauses.cnf import Encoded
    from engine.laboratory.inquiry import Inquiry
    from engine.laboratory.language.changes import Changes
    from engine.laboratory.language.query import Node, Question
    from engine.laboratory.language.tree import Sum, Term
    from engine.search.control import SearchControl


class OthelloBackend:
    """Implements `engine.laboratory.backend.Backend`: lines of play are swept by length."""

    predicates = OTHELLO
    ready = READY
    examples = EXAMPLES
    changes = CHANGES
    solves = False
    long_values = frozenset({"othello:6"})  # 97 s of processor time

    def refusal(self, _game: Game, kind: Kind) -> str:
        if kind is Kind.ZUGZWANG:
            return "zugzwang is asked of Connect Four with two players."
        return ""

    def varied(self, game: Game, changes: Changes) -> VariedOthello:
        return VariedOthello(game, changes)

    def longest(self, game: Game) -> int:
        """Between two passes lies a disc."""
        return 2 * (game.columns * game.rows - (0 if changes_of(game) else 4))

    def always(self, game: Game) -> Mapping[str, int]:
        """Nothing on 4 × 4, where every game is examined anyway."""
        return {} if game.columns == 4 else ALWAYS

    def spelt(self, _game: Game, _term: Term) -> Sum | None:
        return None

    def images(self, game: Game, moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
        return images(game, moves, falls=False)

    def line_solver(self, game: Game, node: Node, plies: int, *, distinct: bool) -> LineSolver:
        raise UnsupportedGame(f"{game.key} has no solver of lines of play.")

    def encoded(self, game: Game, nodes: Sequence[Node], plies: int) -> Encoded:
        raise UnsupportedGame(f"{game.key} is not written as clauses.")

    def orbit(self, _game: Game) -> int:
        """All four first moves are images of one another, and one is walked."""
        return 4

    def walk(self, question: Question, *, one_of_each: bool) -> Walk:
        game = cast("Othello", question.game)
        if game.size > 8:
            limit = "search its lines of play: that takes a board of at most 8 × 8."
            raise UnsupportedGame(f"{game.key} is too large to {limit}")
        from engine.laboratory.othello.lines import search_lines  # noqa: PLC0415 (compiles)

        def params(plies: int) -> list[int]:
            return [game.size, plies, int(one_of_each), question.kind.sign]

        return Walk(search_lines, params)

    def rare(
        self, question: Question, playouts: int, control: SearchControl
    ) -> tuple[Move, ...] | None:
        if question.temporal:  # its kernel judges single boards
            return None
        from engine.laboratory.othello.directed import search_directed  # noqa: PLC0415 (compiles)

        term = question.term if question.kind is Kind.MOST else None
        enough = None if term is None else self.ceilings(question.game).get(term.name)
        return search_directed(question, playouts, control, enough=enough)

    def ceilings(self, game: Game) -> Mapping[str, int]:
        return {"flips": most_flips(game), "corners": 4, "discs": game.columns * game.rows}

    def extreme_way(
        self, question: Question
    ) -> Callable[[Inquiry], tuple[Move, ...] | None] | None:
        """Passes and plies have a search of their own, as far as that goes."""
        from engine.laboratory.othello import long_games  # noqa: PLC0415 (compiles)

        asked = question.kind is Kind.MOST and question.term in {
            long_games.PASSES,
            long_games.PLIES,
        }
        if not asked or question.node != EVERYTHING or question.game.columns > long_games.LARGEST:
            return None
        return long_games.longest

    def positions(self, inquiry: Inquiry) -> Answer:
        from engine.laboratory.othello.positions import positions  # noqa: PLC0415 (compiles)

        return positions(inquiry)

    def zugzwang(self, inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
        raise UnsupportedGame(self.refusal(inquiry.question.game, Kind.ZUGZWANG))

    def proof(self, inquiry: Inquiry) -> Answer | None:
        from engine.laboratory.othello.long_proof import prove_value  # noqa: PLC0415 (compiles)

        return None if inquiry.bounds.folder is None else prove_value(inquiry)


BACKEND = OthelloBackend()
