"""The number of boards of Connect Four under a condition, by how many discs they have.

No line is longer than `connect` columns. So of a board whose middle columns, one fewer than that,
are known, the columns on the left and those on the right know nothing of each other but for one
thing: that all discs together can have been dropped in turn. Of that an automaton knows all (see
`interleaving`), and it has so few states that both sides are counted by classes::

    boards = sum over middles of left[a] × right[b], over all classes a and b that go together

Middles with the same state have the same classes, so these products are of matrices.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from engine.laboratory.connectfour.contents import NO_DISC, contents
from engine.laboratory.connectfour.interleaving import DEAD, automaton
from engine.laboratory.connectfour.windows import count_sides, without_line, without_line_less
from engine.laboratory.exhaustion.diagrams import Overflown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.games.connectfour.game import ConnectFour
    from engine.search.control import SearchControl

    Ints: TypeAlias = NDArray[np.int64]
    States: TypeAlias = NDArray[np.int32]
    Bits: TypeAlias = NDArray[np.uint64]
    Marks: TypeAlias = NDArray[np.bool_]

BATCH = 4096
"""Middles whose sides are counted at once."""

DISCS = 256
"""More than a board has here."""


class Condition(NamedTuple):
    """Which boards are counted.

    Attributes:
        start: which boards count as reached, a state of the automaton before the first column.
        columns: if there are none, boards without a line that are reached; else boards with a
            line that are reached, and have none, without the top disc of any one of these columns.
        mover: whose discs these are.
    """

    start: int
    columns: tuple[int, ...] = ()
    mover: int = NO_DISC


class _Side(NamedTuple):
    """The columns left or right of the middle, the nearest first, and what they may hold.

    Attributes:
        columns: which they are.
        allowed: what each may hold at all, as bits.
        held: the contents of each column, all combinations of them in a row.
        discs: how many these have together.
        kinds: of which kind each combination is: those of one kind come to the same beside all
            middles; -1 where it does not count.
        typical: one combination of each kind.
        nearest: the windows of the nearest column, an index; none where there is no column.
    """

    columns: tuple[int, ...]
    allowed: Bits
    held: Ints
    discs: Ints
    kinds: States
    typical: Ints
    nearest: Ints


class _Term(NamedTuple):
    """Boards that differ in which windows they have a line: these are counted apart.

    Attributes:
        which: for either side, the windows of each column, an index.
        first: the side with the windows that have a line, so that few contents remain.
    """

    which: tuple[Ints, Ints]
    first: int


class _Classes(NamedTuple):
    """The contents of a side that differ beside a middle: by states and number of discs.

    Attributes:
        of: which class each of the contents has; -1 for those that nothing completes.
        members: one of each.
        states: under each part of the condition, the state of each class.
    """

    of: States
    members: Ints
    states: list[States]


class Sums:
    """Counts boards of one game.

    `report` hears what part is done of what has to be done first.

    Raises:
        Overflown: there is no room, or the search was stopped.
    """

    def __init__(
        self, game: ConnectFour, control: SearchControl, report: Callable[[float], None]
    ) -> None:
        self._game, self._control = game, control
        self._contents = held = contents(game.rows, game.connect)
        self._number = held.number
        tables = automaton(game, control, report)
        self._steps = [np.ascontiguousarray(table[:, held.keys]) for table in tables]
        self._states = max(len(table) for table in self._steps)
        width = min(game.connect, game.columns)
        self._others = width - 1
        left = (game.columns - self._others) // 2
        self._middle = tuple(range(left, left + self._others))
        self._inside = self._combinations(self._others)
        self._backwards = self._numbered(self._inside[::-1])
        words = (held.number + 63) // 64
        shape = (1 + 2 * (game.columns - self._others), held.number**self._others, words)
        self._windows = np.zeros(shape, dtype=np.uint64)
        spanned = width == game.connect
        without_line(self._others, spanned, held.red, held.yellow, held.line, self._windows[0])

    def boards(self, condition: Condition) -> list[int]:
        """How many boards satisfy the condition, by number of discs."""
        counts = np.zeros(self._game.columns * self._game.rows + 1, dtype=np.int64)
        terms = self._terms(condition)
        nearest = [np.concatenate([term.which[at][:1] for term in terms]) for at in (0, 1)]
        sides = [self._side(condition, at, nearest[at]) for at in (0, 1)]
        for middles, states in self._groups(condition, sides):
            self._go_on()
            left, right = (self._classes(condition, side, states) for side in sides)
            if len(left.members) and len(right.members):
                together = self._together(condition, sides, left, right)
                for term in terms:
                    self._add(sides, term, middles, (left, right), together, counts)
        return [int(count) for count in counts]

    def _go_on(self) -> None:
        if self._control.stopped:
            raise Overflown

    def _beside(self, side: int) -> tuple[int, ...]:
        """The columns on the left (0) or right of the middle, the nearest first."""
        if side == 0:
            return tuple(range(self._middle[0] - 1, -1, -1))
        return tuple(range(self._middle[-1] + 1, self._game.columns))

    def _terms(self, condition: Condition) -> list[_Term]:
        """The parts of a count.

        With columns, a window is closed (no line), open (none without the top discs), or just
        open, which is open and not closed. Of open windows of which one is not closed, one is the
        first that is just open: those before it are closed, those after it open.
        """
        windows = [(side, column) for side in (0, 1) for column in self._beside(side)]
        which, changed = [0] * len(windows), list[int]()
        for at, (side, column) in enumerate(windows):
            step = 1 if side == 0 else -1
            window = [column + step * place for place in range(self._others + 1)]
            if condition.columns and set(condition.columns) <= set(window):
                self._open(1 + 2 * at, np.array([other in condition.columns for other in window]))
                which[at] = 1 + 2 * at
                changed.append(at)
        left = len(self._beside(0))
        if not condition.columns:
            return [_Term(_halves(which, left), 1)]
        terms = []
        for at in changed:
            which[at] += 1
            terms.append(_Term(_halves(which, left), windows[at][0]))
            which[at] = 0
        return terms

    def _open(self, at: int, tops: Marks) -> None:
        """Fill in the windows that are open if the marked columns' top discs do not count.

        Those that are just open come after them.
        """
        closed = self._windows[0]
        without_line_less(self._others, self._contents.less, tops, closed, self._windows[at])
        np.bitwise_and(self._windows[at], ~closed, out=self._windows[at + 1])

    def _combinations(self, columns: int) -> Ints:
        """All contents of so many columns, a row each; the first one changes least."""
        shape = (self._number,) * columns
        return np.indices(shape).reshape(columns, self._number**columns)

    def _numbered(self, held: Ints) -> Ints:
        """The number of each combination."""
        numbers = np.zeros(held.shape[1], dtype=np.int64)
        for column in held:
            numbers = numbers * self._number + column
        return numbers

    def _may(self, condition: Condition, column: int) -> Marks:
        """What a column may hold."""
        if column in condition.columns:
            return np.asarray(self._contents.top == condition.mover)
        return np.ones(self._number, dtype=np.bool_)

    def _side(self, condition: Condition, side: int, nearest: Ints) -> _Side:
        columns = self._beside(side)
        allowed = np.zeros((len(columns), self._windows.shape[2]), dtype=np.uint64)
        held = self._combinations(len(columns))
        discs = np.zeros(held.shape[1], dtype=np.int64)
        countable = np.ones(held.shape[1], dtype=np.bool_)
        for depth, column in enumerate(columns):
            may = self._may(condition, column)
            for content in np.flatnonzero(may).tolist():
                allowed[depth, content // 64] |= np.uint64(1 << content % 64)
            discs += self._contents.discs[held[depth]]
            countable &= may[held[depth]]
        members = np.flatnonzero(countable)
        states = self._started(condition, len(members))
        after = self._read(condition, columns, held[:, members], states, 0)
        of, first = self._sorted(after, discs[members])
        kinds = np.full(len(discs), -1, dtype=np.int32)
        kinds[members] = of
        return _Side(columns, allowed, held, discs, kinds, members[first], nearest)

    def _groups(
        self, condition: Condition, sides: Sequence[_Side]
    ) -> Iterator[tuple[Ints, list[int]]]:
        """The middles that can be part of a board, with the states that they have in common."""
        possible = np.ones(self._inside.shape[1], dtype=np.bool_)
        for column, held in zip(self._middle, self._inside, strict=True):
            possible &= self._may(condition, column)[held]
        for side, numbers in zip(sides, (slice(None), self._backwards), strict=True):
            if len(side.columns):
                windows = np.bitwise_or.reduce([self._windows[at] for at in set(side.nearest)])
                possible &= (windows & side.allowed[0]).any(axis=1)[numbers]
        middles = np.flatnonzero(possible)
        inside = self._inside[:, middles]
        start = self._started(condition, len(middles))
        states = self._read(condition, self._middle, inside, start, 0)
        codes = self._coded(states, self._contents.discs[inside].sum(axis=0))
        order = np.argsort(codes, kind="stable")
        alive = order[codes[order] >= 0]
        edges = np.flatnonzero(np.diff(codes[alive] // DISCS, prepend=-1))
        for first, end in pairwise([*edges, len(alive)]):
            group = alive[first:end]
            yield middles[group], [int(state[group[0]]) for state in states]

    def _classes(self, condition: Condition, side: _Side, states: list[int]) -> _Classes:
        """The contents of a side by what they come to beside middles with these states."""
        start = [np.full(len(side.typical), state, dtype=np.int32) for state in states]
        held = side.held[:, side.typical]
        after = self._read(condition, side.columns, held, start, self._others)
        of, first = self._sorted(after, side.discs[side.typical])
        found = np.append(of, np.int32(-1))[side.kinds]
        return _Classes(found, side.typical[first], [state[first] for state in after])

    def _together(
        self, condition: Condition, sides: Sequence[_Side], left: _Classes, right: _Classes
    ) -> Marks:
        """Which classes of the left and of the right make a board that is reached."""
        found, of = zip(
            *(np.unique(state, return_inverse=True) for state in left.states), strict=True
        )
        depth = self._others + len(sides[0].columns)
        held = sides[1].held[:, right.members]
        before = [state[:, None] for state in found]
        after = self._read(condition, sides[1].columns, held, before, depth)
        together: Marks = np.all(
            [(state != DEAD)[row] for state, row in zip(after, of, strict=True)], axis=0
        )
        return together

    def _add(
        self, sides: Sequence[_Side], term: _Term, middles: Ints,
        classes: tuple[_Classes, _Classes], together: Marks, counts: Ints,
    ) -> None:  # fmt: skip
        """Add the boards with these middles to the counts."""
        left, right = classes
        beside = sides[0].discs[left.members][:, None] + sides[1].discs[right.members]
        beside = beside[together]
        for at in range(0, len(middles), BATCH):
            self._go_on()
            some = middles[at : at + BATCH]
            numbers = {0: some, 1: self._backwards[some]}
            first, second = term.first, 1 - term.first
            found = {first: self._counted(sides, term, first, numbers[first], classes)}
            some_left = found[first].any(axis=1)
            found[first] = found[first][some_left]
            kept = numbers[second][some_left]
            found[second] = self._counted(sides, term, second, kept, classes)
            discs = self._contents.discs[self._inside[:, some[some_left]]].sum(axis=0)
            edges = np.flatnonzero(np.diff(discs, prepend=-1))
            for begin, end in pairwise([*edges, len(discs)]):
                products = found[0][begin:end].T @ found[1][begin:end]
                np.add.at(counts, beside + discs[begin], products[together].astype(np.int64))

    def _counted(
        self, sides: Sequence[_Side], term: _Term, side: int, middles: Ints,
        classes: tuple[_Classes, _Classes],
    ) -> NDArray[np.float64]:  # fmt: skip
        """For each middle, seen from a side, how many of that side's contents are of each class."""
        counts = np.zeros((len(middles), len(classes[side].members)))
        count_sides(
            self._number,
            self._others,
            self._windows,
            term.which[side],
            sides[side].allowed,
            middles,
            classes[side].of,
            counts,
        )
        return counts

    def _read(
        self, condition: Condition, columns: Sequence[int], held: Ints, states: list[States],
        depth: int,
    ) -> list[States]:  # fmt: skip
        """The states, under each part of the condition, after these columns have been read.

        `depth` columns have been read before; which ones is all the same to the automaton.
        """
        without = condition.columns or (None,)
        for step, column, inside in zip(self._steps[depth:], columns, held, strict=False):
            less = self._contents.less[inside]
            states = [
                step[state, less if column == taken else inside]
                for state, taken in zip(states, without, strict=True)
            ]
        return states

    def _started(self, condition: Condition, number: int) -> list[States]:
        """So many states before the first column, under each part of the condition."""
        start: States = np.full(number, condition.start, dtype=np.int32)
        return [start] * max(1, len(condition.columns))

    def _sorted(self, states: list[States], discs: Ints) -> tuple[States, Ints]:
        """Number what has the same states and discs, dead ones -1; the first of each number."""
        found, first, of = np.unique(
            self._coded(states, discs), return_index=True, return_inverse=True
        )
        dead = int(len(found) > 0 and found[0] < 0)
        return (of - dead).astype(np.int32), first[dead:]

    def _coded(self, states: list[States], discs: Ints) -> Ints:
        """One number for all states and the discs; -1 where one of the states is dead."""
        codes = np.zeros(len(discs), dtype=np.int64)
        alive = np.ones(len(discs), dtype=np.bool_)
        for state in states:
            codes = codes * self._states + state
            alive &= state != DEAD
        return np.where(alive, codes * DISCS + discs, -1)


def _halves(which: Sequence[int], left: int) -> tuple[Ints, Ints]:
    return np.array(which[:left], dtype=np.int64), np.array(which[left:], dtype=np.int64)
