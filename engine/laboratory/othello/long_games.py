"""The most passes and plies of a game, on boards up to 6 × 6: exhaustion under a ceiling.

A pass lies between two discs of one side, so of as many discs as are left to place each but the
last brings one at most. Whoever looks for many passes may therefore change sides a few times only,
and a search that counts these is through long before all games are: to have 18 passes in 32 discs,
14 changes are too many. The same position with no fewer to come is not gone through twice. Plies
are passes and discs, and so looked for alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from numpy import int64, uint64

from engine._jit import kernel, load_u64, popcount, store_u64, trailing_zeros
from engine.games.othello.board.bitboard import flips, layout, moves
from engine.games.othello.board.images import canonical
from engine.laboratory.language.query import Term, term_value
from engine.laboratory.trace import Trace
from engine.search.control import NODES, STOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Move
    from engine.games.othello.game import Othello
    from engine.games.othello.position import OthelloPosition
    from engine.laboratory.inquiry import Inquiry
    from engine.search.control import SearchControl

WHOLE = 10_000
"""All of the work, as progress counts it."""

LARGEST = 6
"""Squares a side. Beyond it no such search comes to an end."""

NONE, FOUND, STOPPED = range(3)

_BOARD, _MARGIN, _WORTH, _CEILINGS, _TABLE, _MASK, _LINE, _LENGTH, _WORDS, _FIELDS = range(10)
"""What a search is given beside its position, one word each; addresses for arrays. WORTH is what
a disc counts, where a pass counts one."""

OPENING = 5
"""Plies after which each line is searched by itself, so that it can be told how far this is."""

_TABLE_BITS = 23
"""The table has so many entries, as a power of two, of sixteen bytes."""

_PASS = 64
"""A pass in the line, where a disc is its bit."""

_ZERO, _ONE, _EIGHT = uint64(0), uint64(1), uint64(8)
_ASIDE = uint64(56)
"""Where a word of the table keeps the passes to come: no square of 6 × 6 lies there."""
_MULTIPLIER, _ROTATE, _HIGH = uint64(0x9E3779B97F4A7C15), uint64(29), uint64(32)
_SIDE = uint64(64)
_EVERY = uint64(1023)


def ceilings(size: int, worth: int = 0) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """No more can still come: ``[discs of the side to move][the other's discs]``.

    It is a game of numbers alone, in which a disc turns any that are there, up to what a
    corner's three lines hold.
    """
    squares, most = size * size, 3 * (size - 2)
    table = np.zeros((64, 64), dtype=np.uint64)
    for empties in range(1, squares - 3):
        for own in range(1, squares - empties):
            other = squares - empties - own
            table[own, other] = worth + max(
                (
                    max(table[theirs, mine], (empties > 1) + table[mine, theirs])
                    for turned in range(1, min(other - 1, most) + 1)
                    for mine, theirs in [(own + 1 + turned, other - turned)]
                ),
                default=0,
            )
    return table


@kernel("uint64(uint64, uint64, uint64)")
def _ceiling(context: uint64, own: uint64, other: uint64) -> uint64:
    """The table's entry for two sides' discs."""
    at = (popcount(own) * _SIDE + popcount(other)) * _EIGHT
    return uint64(load_u64(load_u64(context + uint64(8 * _CEILINGS)) + at))


@kernel("void(uint64, int64, uint64)")
def _note(context: uint64, ply: int64, square: uint64) -> None:
    """Keep a move of the line."""
    store_u64(load_u64(context + uint64(8 * _LINE)) + uint64(8 * ply), square)


@kernel("int64(uint64, uint64, uint64, uint64, int64, uint64)")
def _search(
    own: uint64, other: uint64, legal: uint64, needed: uint64, ply: int64, context: uint64
) -> int64:
    """Whether so much as is `needed`, at least one, can follow; `legal` is not empty.

    Once FOUND, the line is the one that leads there.
    """
    # 1. Count, and stop when asked.
    words = load_u64(context + uint64(8 * _WORDS))
    nodes = load_u64(words + uint64(8 * NODES)) + _ONE
    store_u64(words + uint64(8 * NODES), nodes)
    if nodes & _EVERY == _ZERO and load_u64(words + uint64(8 * STOP)) != _ZERO:
        return int64(STOPPED)
    # 2. Has it been gone through before?
    board = load_u64(context + uint64(8 * _BOARD))
    rest = needed - load_u64(context + uint64(8 * _WORTH))
    entry, first, second = _ZERO, own, other
    if _ceiling(context, own, other) > needed:
        first, second = canonical(own, other, load_u64(context + uint64(8 * _MARGIN)))
        mixed = first * _MULTIPLIER
        mixed ^= ((mixed >> _ROTATE) ^ second) * _MULTIPLIER
        mixed = (mixed ^ (mixed >> _HIGH)) & load_u64(context + uint64(8 * _MASK))
        entry = load_u64(context + uint64(8 * _TABLE)) + mixed * uint64(16)
        kept = load_u64(entry)
        if (
            load_u64(entry + _EIGHT) == second
            and kept & ~(uint64(255) << _ASIDE) == first
            and kept >> _ASIDE <= needed
        ):
            return int64(NONE)
    # 3. Every disc, answered or passed.
    while legal != _ZERO:
        square = trailing_zeros(legal)
        legal &= legal - _ONE
        turned = flips(own, other, square)
        mine, theirs = own | turned | (_ONE << square), other ^ turned
        empties, found = board & ~(mine | theirs), int64(NONE)
        answered = _ceiling(context, theirs, mine) >= rest
        if rest == _ZERO:
            store_u64(context + uint64(8 * _LENGTH), uint64(ply + 1))
            found = int64(FOUND)
        elif answered or _ONE + _ceiling(context, mine, theirs) >= rest:
            reply = moves(theirs, mine, empties)
            again = _ZERO if reply != _ZERO else moves(mine, theirs, empties)
            if reply != _ZERO and answered:
                found = _search(theirs, mine, reply, rest, ply + 1, context)
            elif again != _ZERO and rest == _ONE:
                store_u64(context + uint64(8 * _LENGTH), uint64(ply + 2))
                found = int64(FOUND)
            elif again != _ZERO:
                found = _search(mine, theirs, again, rest - _ONE, ply + 2, context)
            if again != _ZERO:
                _note(context, ply + 1, uint64(_PASS))
        if found != NONE:
            _note(context, ply, square)
            return found
    if entry != _ZERO:
        store_u64(entry, first | (needed << _ASIDE))
        store_u64(entry + _EIGHT, second)
    return int64(NONE)


class LongGames:
    """Looks for games of a board with many passes, or many plies where a disc's `worth` is 1.

    What one search has excluded serves the next ones.
    """

    def __init__(
        self,
        game: Othello,
        control: SearchControl,
        worth: int = 0,
        table_bits: int = _TABLE_BITS,
    ) -> None:
        self._game, self._layout, self._control = game, layout(game.size), control
        self._worth = worth
        self._start = self._layout.pack(game.start())
        self._table = np.zeros((1 << table_bits, 2), dtype=np.uint64)
        self._ceilings = ceilings(game.size, worth)
        self._line = np.zeros(2 * game.size * game.size, dtype=np.uint64)
        self._context = np.zeros(_FIELDS, dtype=np.uint64)
        self._context[_BOARD], self._context[_MARGIN] = self._layout.board, 8 - game.size
        self._context[_WORTH] = worth
        self._context[_MASK] = len(self._table) - 1
        for field, array in (
            (_CEILINGS, self._ceilings),
            (_TABLE, self._table),
            (_LINE, self._line),
            (_WORDS, control.words),
        ):
            self._context[field] = array.ctypes.data

    @property
    def ceiling(self) -> int:
        """No game has more, as far as numbers of discs tell."""
        own, other = self._start
        return int(self._ceilings[int(own).bit_count(), int(other).bit_count()])

    def line(
        self, number: int, look: Callable[[float], None] | None = None
    ) -> tuple[Move, ...] | None:
        """A line of play with so many, at least one, that ends with the last of them.

        None where there is none, or where the control was stopped. `look` is told the share of
        openings that are done.
        """
        if look is None or number <= 2 * OPENING:  # an opening might have as many
            return self._after(Trace(self._game, ()), number)
        openings = self._openings()
        for done, opening in enumerate(openings):
            look(done / len(openings))
            line = self._after(opening, number)
            if line is not None or self._control.stopped:
                return line
        return None

    def _openings(self) -> list[Trace]:
        """All short lines of play with one of the first moves, which are images of one another."""
        lines = [Trace(self._game, self._game.start().legal_moves()[:1])]
        while lines and lines[0].plies < OPENING:
            lines = [line.after(move) for line in lines for move in line.final.legal_moves()]
        return lines

    def _after(self, opening: Trace, number: int) -> tuple[Move, ...] | None:
        """Such a line with that opening."""
        legal = opening.final.legal_moves()
        if legal and self._game.is_pass(legal[0]):
            opening = opening.after(legal[0])
        passes = sum(map(self._game.is_pass, opening.moves))
        rest = number - passes - self._worth * (opening.plies - passes)
        own, other = self._layout.pack(cast("OthelloPosition", opening.final))
        open_ = moves(own, other, self._layout.board & ~(own | other))
        context = uint64(self._context.ctypes.data)
        ply = int64(opening.plies)
        if open_ == _ZERO or _search(own, other, open_, uint64(rest), ply, context) != FOUND:
            return None
        played = self._line[opening.plies : int(self._context[_LENGTH])]
        return (*opening.moves, *(self._layout.move(int(square)) for square in played))


def longest(inquiry: Inquiry) -> tuple[Move, ...] | None:
    """A line with the most passes or plies; the inquiry is complete unless it was stopped."""
    question, control = inquiry.question, inquiry.control
    term = question.term
    assert term is not None  # noqa: S101 (what is measured brings one here)
    inquiry.way = "search for ever more, with a ceiling for what can still come"
    games = LongGames(cast("Othello", question.game), control, int(term == PLIES))
    best: tuple[Move, ...] | None = None
    while not control.stopped:
        number = 0 if best is None else term_value(term, Trace(question.game, best))
        note = f"{number} {term.name} are there, {number + 1} are looked for"

        def look(share: float, note: str = note) -> None:
            inquiry.tell(int(WHOLE * share), WHOLE, "%", note)

        inquiry.tell(number, games.ceiling, term.name.capitalize(), "more are looked for")
        line = games.line(number + 1, look)
        inquiry.figures["states"] = control.nodes
        if line is None:
            break
        best = line
    inquiry.complete = not control.stopped
    return best


PASSES, PLIES = Term("passes"), Term("plies")
