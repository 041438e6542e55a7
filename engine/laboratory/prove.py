"""Answer a question: choose the engine that is good at it and sweep the lengths of play.

- Connect Four, existence and extremes: bounded model checking, any board.
- Counts, and everything of Othello up to 8 × 8: exhaustive search, as deep as the bound.
- Rare games of Othello beyond that: directed search, whose answer is never a proof.
- Positions, values and zugzwang: layered exploration and the game's solver.
- The value of 6 × 6 Othello: a proof in steps, where it may keep its progress.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.games.connectfour.game import ConnectFour
from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.othello_predicates import ALWAYS
from engine.laboratory.query import (
    And,
    Condition,
    Kind,
    Question,
    Term,
    holds,
    settled,
    term_text,
    term_value,
)
from engine.laboratory.sweep import Level, Sweep, longest_game
from engine.laboratory.symmetry import images
from engine.laboratory.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import TypeAlias

    from engine.game import Move
    from engine.search.control import SearchControl

    Report: TypeAlias = "Callable[[Progress], None]"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a question is pursued.

    Attributes:
        plies: no longer line of play is looked at; None for no such bound.
        lines: no length is searched exhaustively that is expected to have more lines.
        playouts: games that the directed search may play.
        distinct: whether witnesses that are symmetric to earlier ones are left out.
        folder: where proofs that take long keep what they have proved, so that they can be
            interrupted; None: there are no such proofs, only searches and books.
    """

    plies: int | None = None
    lines: int = 250_000_000
    playouts: int = 1_500_000
    distinct: bool = False
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an investigation has come: which of how many at most it is at, and what of.

    Attributes:
        note: what is known so far, as a sentence fragment; may be empty.
    """

    done: int
    of: int
    unit: str = "Ply"
    note: str = ""


class Investigation:
    """Answers one question, and shows further witnesses on demand.

    It may take for ever. A server runs one in a process that it can kill
    (`engine.laboratory.process`).
    """

    def __init__(
        self,
        question: Question,
        control: SearchControl,
        bounds: Bounds | None = None,
        report: Report | None = None,
    ) -> None:
        self.question, self.control = question, control
        self.bounds = bounds or Bounds()
        self._report = report
        self._figures: dict[str, int] = {}
        self._searched = -1  # the greatest length searched exhaustively
        self._complete = False  # whether no longer line matters
        last = longest_game(question.game)
        if self.bounds.plies is not None:
            last = min(last, self.bounds.plies)
        known = {} if self._enumerable else ALWAYS
        possible = [
            plies
            for plies in range(last + 1)
            if settled(question.node, {"plies": plies, **known}) is not False
        ]
        self._last = possible[-1] if possible else -1
        """The greatest length worth searching."""
        self._complete = not possible
        self._cut = self._last == self.bounds.plies and self._last < longest_game(question.game)
        self._lines = self._satisfying() if self._by_solver else self._enumerated()

    @property
    def _by_solver(self) -> bool:
        return isinstance(self.question.game, ConnectFour)

    @property
    def _enumerable(self) -> bool:
        """Whether every game is examined anyway, so that no argument is needed."""
        return self.question.game.columns == 4

    def answer(self) -> Answer:
        """The answer; call it once.

        Raises:
            UnsupportedGame: no engine of the laboratory can treat the board.
        """
        started = time.perf_counter()
        match self.question.kind:
            case Kind.FIND:
                answer = self._find()
            case Kind.COUNT:
                answer = self._count()
            case Kind.POSITIONS:
                from engine.laboratory import values  # noqa: PLC0415 (loads more kernels)

                answer = values.positions(self.question, self.control)
            case Kind.VALUE:
                answer = self._value()
            case Kind.ZUGZWANG:
                answer = self._zugzwang()
            case _:
                answer = self._extreme()
        return replace(answer, seconds=time.perf_counter() - started)

    def next(self) -> Trace | None:
        """Another witness, None when there is none left within the bound."""
        moves = next(self._lines, None)
        return None if moves is None else self._checked(moves)

    # -- find ------------------------------------------------------------------------------

    def _find(self) -> Answer:
        witness = self.next()
        if witness is not None:
            exact = self._searched >= witness.plies - 1
            claim = f"Yes. This game of {_plies(witness.plies)} shows it" + (
                "; none is shorter." if exact else "."
            )
            return self._answer(Verdict.WITNESS, claim, witness=witness, holds=True)
        if self.control.stopped:
            return self._answer(Verdict.STOPPED, "Stopped before a game was found.")
        if self._complete:
            return self._answer(Verdict.PROVED, "No game does.", holds=False)
        claim = f"Not found within {_plies(self._searched)}. This is no proof."
        return self._answer(Verdict.NOT_FOUND, claim)

    def _satisfying(self) -> Iterator[tuple[Move, ...]]:
        """Matching lines of Connect Four, shortest first, from the SAT solver."""
        from engine.laboratory.satisfy import LineSolver  # noqa: PLC0415 (loads the solver)

        game = self.question.game
        assert isinstance(game, ConnectFour)  # noqa: S101 (the caller's choice of engine)
        for plies in range(self._last + 1):
            self._tell(plies)
            solver = LineSolver(game, self.question.node, plies, self.bounds.distinct)
            while (moves := solver.next()) is not None:
                self._figures["conflicts"] = solver.conflicts
                yield moves
            solver.close()
            self._searched = plies
        self._complete = not self._cut

    def _enumerated(self) -> Iterator[tuple[Move, ...]]:
        """Matching lines of Othello: exhaustively by length, then by directed search."""
        for level in self._levels():
            for moves in level.witnesses:
                yield from self._images(moves)
        if not self._complete and not self.control.stopped and not self._cut:
            found = self._directed()
            if found is not None:
                yield found

    def _levels(self) -> Iterator[Level]:
        """Every length in turn, with the books kept."""
        if self._last < 0:
            return
        self._sweep = Sweep(self.question, self.control)
        lines, finished = 0, 0
        for level in self._sweep.levels(self._last, self.bounds.lines):
            self._tell(level.plies)
            lines, finished = lines + level.lines, finished + level.finished
            self._figures |= {"lines of play": lines, "complete games": finished}
            if level.stopped:
                return
            yield level
            self._searched = level.plies
            no_longer = level.lines == level.finished
            self._complete = no_longer or (level.plies == self._last and not self._cut)

    def _images(self, moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
        if self._sweep.images == 1 or self.bounds.distinct:
            yield moves
        else:
            yield from images(self.question.game, moves)

    def _directed(self) -> tuple[Move, ...] | None:
        from engine.laboratory.directed import search_directed  # noqa: PLC0415 (compiles)

        self._figures["games played at random"] = self.bounds.playouts
        return search_directed(self.question, self.bounds.playouts, self.control)

    # -- count -----------------------------------------------------------------------------

    def _count(self) -> Answer:
        rows, total = [], 0
        witness: Trace | None = None
        for level in self._levels():
            rows.append((level.plies, level.lines, level.matches))
            total += level.matches
            if witness is None and level.witnesses:
                witness = self._checked(level.witnesses[0])
        if self.control.stopped:
            verdict, claim = Verdict.STOPPED, f"Stopped; {total:,} up to {_plies(len(rows) - 1)}."
        elif self._complete:
            verdict, claim = Verdict.PROVED, f"There are {total:,}."
        else:
            verdict = Verdict.WITNESS if total else Verdict.NOT_FOUND
            claim = f"There are {total:,} up to {_plies(self._searched)}; longer were not counted."
        return self._answer(
            verdict,
            claim,
            witness=witness,
            value=total,
            exact=self._complete,
            columns=("ply", "lines of play", "that match"),
            by_ply=tuple(rows),
        )

    # -- most and fewest -------------------------------------------------------------------

    def _extreme(self) -> Answer:
        witness = self._climb() if self._by_solver else self._best_of_levels()
        term = self.question.term
        assert term is not None  # noqa: S101 (the parser guarantees it)
        if witness is None:
            if self.control.stopped:
                return self._answer(Verdict.STOPPED, "Stopped before a game was found.")
            verdict = Verdict.PROVED if self._complete else Verdict.NOT_FOUND
            return self._answer(verdict, "No game satisfies the condition.")
        value, name = term_value(term, witness), term_text(self.question.game, term)
        word = "at most" if self.question.kind is Kind.FEWEST else "at least"
        if self._complete:
            verdict, claim = Verdict.PROVED, f"{name} = {value}; this game reaches it."
        else:
            verdict, claim = Verdict.WITNESS, f"{name} = {value} is reached: {word}, not a proof."
        return self._answer(verdict, claim, witness=witness, value=value, exact=self._complete)

    def _best_of_levels(self) -> Trace | None:
        """The best line of Othello; a fewest number of plies is settled by the first one."""
        best: tuple[Move, ...] | None = None
        first_is_best = self.question.kind is Kind.FEWEST and self._measures_plies
        for level in self._levels():
            if level.witnesses:
                best = level.witnesses[0]
                if first_is_best:
                    self._complete = True
                    return self._checked(best)
        if not self._complete and not self.control.stopped and not self._cut:
            found = self._directed()
            if found is not None and (best is None or self._better(found, best)):
                best = found
        return None if best is None else self._checked(best)

    def _better(self, first: tuple[Move, ...], second: tuple[Move, ...]) -> bool:
        game, term = self.question.game, self.question.term
        assert term is not None  # noqa: S101 (the parser guarantees it)
        a, b = (term_value(term, Trace(game, moves)) for moves in (first, second))
        return a > b if self.question.kind is Kind.MOST else a < b

    def _climb(self) -> Trace | None:
        """The best line of Connect Four: ask for a better one until there is none."""
        question, best = self.question, None
        term = question.term
        assert term is not None  # noqa: S101 (the parser guarantees it)
        comparison = ">" if question.kind is Kind.MOST else "<"
        while (witness := self.next()) is not None:
            best = witness
            better = Condition(term, comparison, term_value(term, witness))
            self.question = replace(question, node=And((question.node, better)))
            self._lines = self._satisfying()
        self.question = question
        return best

    @property
    def _measures_plies(self) -> bool:
        return self.question.term == Term("plies")

    # -- value -----------------------------------------------------------------------------

    def _value(self) -> Answer:
        from engine.laboratory import long_proof, values  # noqa: PLC0415 (loads more kernels)

        folder = self.bounds.folder
        if folder is not None and self.question.takes_long:
            return long_proof.prove_value(self.question, folder, self.control, self._tell)
        return values.value(self.question, self.control)

    # -- zugzwang --------------------------------------------------------------------------

    def _zugzwang(self) -> Answer:
        from engine.laboratory.zugzwang import hunt  # noqa: PLC0415 (loads the game's solver)

        answer, others = hunt(
            self.question, self.control, self._tell, distinct=self.bounds.distinct
        )
        self._lines = (trace.moves for trace in others)
        return answer

    # -- shared ----------------------------------------------------------------------------

    def _checked(self, moves: tuple[Move, ...]) -> Trace:
        """The witness, replayed by the rules and held against the question."""
        trace = Trace(self.question.game, moves)
        if not holds(self.question.node, trace):
            raise RuntimeError(f"{trace.notation} does not satisfy {self.question.text!r}.")
        return trace

    def _tell(self, done: int, of: int | None = None, unit: str = "Ply", note: str = "") -> None:
        if self._report is not None:
            self._report(Progress(done, self._last if of is None else of, unit, note))

    def _answer(
        self,
        verdict: Verdict,
        claim: str,
        *,
        witness: Trace | None = None,
        holds: bool | None = None,
        value: int | None = None,
        exact: bool = True,
        columns: tuple[str, ...] = (),
        by_ply: tuple[tuple[int, ...], ...] = (),
    ) -> Answer:
        return Answer(
            self.question,
            verdict,
            claim,
            self._method,
            witness=witness,
            holds=holds,
            value=value,
            exact=exact,
            bound=max(self._searched, 0),
            columns=columns,
            by_ply=by_ply,
            figures=dict(self._figures),
        )

    @property
    def _method(self) -> str:
        if self._last < 0:
            return "an argument about the rules"
        if self._by_solver and self.question.kind is not Kind.COUNT:
            return "bounded model checking"
        return "search of all lines of play"


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
