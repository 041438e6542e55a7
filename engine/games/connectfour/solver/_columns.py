"""What a disc in each of up to eight columns brings, for all of them at a time.

A vector of eight words has a lane for each column, those in the middle first; LLVM turns it into
what the machine has: one AVX-512 register, two of AVX2. It serves lines of four on boards of one
word (`context.EIGHT`); the kernels of `moves` and `bounds` named here are its twins for others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir

from engine._jit import intrinsic, types
from engine.games.connectfour.solver.context import (
    BOARD,
    BOTTOM,
    COLUMN_WORDS,
    LANES,
    REPLIES_AT,
    SHIFTS,
    UPPER,
    WINS_AT,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_BYTE, _INT, _WORD = ir.IntType(8), ir.IntType(32), ir.IntType(64)
_WORDS, _BYTES, _SQUARE = (
    ir.VectorType(_WORD, LANES),
    ir.VectorType(_BYTE, LANES),
    ir.VectorType(_BYTE, LANES * LANES),
)

_NO_BOUND = -1000 & (1 << 64) - 1
"""Less than any score."""


class _Lanes:
    """Builds vectors with a lane for each column."""

    def __init__(self, builder: Any, context: Any) -> None:
        """`context`: the address of the words that `context` tells of."""
        self.builder, self._context = builder, context
        self.none, self.one = self.each(0), self.each(1)
        self.bottom, self.board, self.upper = (
            self.splat(self.constant(at, _WORD)) for at in (BOTTOM, BOARD, UPPER)
        )

    def constant(self, offset: Any, kind: Any) -> Any:
        """What is never written while a kernel runs."""
        loaded = self.load(self._context, int(offset), kind)
        loaded.set_metadata("invariant.load", self.builder.module.add_metadata([]))
        return loaded

    def load(self, address: Any, offset: int, kind: Any = _WORDS) -> Any:
        place = self.builder.add(address, _WORD(offset))
        loaded = self.builder.load(self.builder.inttoptr(place, kind.as_pointer()))
        loaded.align = 8
        return loaded

    def store(self, vector: Any, address: Any, offset: int) -> None:
        place = self.builder.add(address, _WORD(offset))
        stored = self.builder.store(vector, self.builder.inttoptr(place, _WORDS.as_pointer()))
        stored.align = 8

    def each(self, *values: int) -> Any:
        """The same constant in every lane, or one for each."""
        lanes = values * (LANES // len(values))
        return ir.Constant(_WORDS, [_WORD(value) for value in lanes])

    def splat(self, word: Any) -> Any:
        """A word in every lane."""
        undefined = ir.Constant(_WORDS, ir.Undefined)
        return self.shuffled(self.builder.insert_element(undefined, word, _INT(0)), [0] * LANES)

    def shuffled(self, vector: Any, lanes: Sequence[int]) -> Any:
        mask = ir.Constant(ir.VectorType(_INT, len(lanes)), [_INT(lane) for lane in lanes])
        return self.builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), mask)

    def call(self, name: str, result: Any, vector: Any) -> Any:
        """LLVM's function of a vector."""
        module = self.builder.module
        function = module.globals.get(name) or ir.Function(
            module, ir.FunctionType(result, [vector.type]), name
        )
        return self.builder.call(function, [vector])

    def popcount(self, vector: Any) -> Any:
        return self.call("llvm.ctpop.v8i64", _WORDS, vector)

    def without(self, vector: Any, other: Any) -> Any:
        return self.builder.and_(vector, self.builder.not_(other))

    def is_none(self, vector: Any) -> Any:
        return self.builder.icmp_unsigned("==", vector, self.none)

    def is_some(self, vector: Any) -> Any:
        return self.builder.icmp_unsigned("!=", vector, self.none)

    def any(self, lanes: Any) -> Any:
        """Whether one of the conditions holds."""
        return self.builder.icmp_unsigned("!=", self.builder.bitcast(lanes, _BYTE), _BYTE(0))

    def shift(self, direction: int, squares: int) -> Any:
        """Bits from a square to one so many further, as a vector: LLVM shifts by those it reads
        in one step, by a word in every lane in two."""
        if direction == 0:
            return self.each(squares)
        row = 3 * (direction - 1) + squares - 1
        loaded = self.constant(int(SHIFTS) + 8 * LANES * row, _WORDS)
        loaded.align = 64
        return loaded

    def completing(self, discs: Any) -> Any:
        """`bitboard.completing`."""
        builder, found = self.builder, self.none
        for direction in range(4):
            by = [self.shift(direction, squares) for squares in (1, 2, 3)]
            up1, up2, up3 = (builder.shl(discs, n) for n in by)
            down1, down2, down3 = (builder.lshr(discs, n) for n in by)
            above = builder.and_(builder.and_(up1, up2), builder.or_(up3, down1))
            below = builder.and_(builder.and_(down1, down2), builder.or_(up1, down3))
            found = builder.or_(found, builder.or_(above, below))
        return found

    def fours(self, discs: Any) -> Any:
        """`bitboard.fours`."""
        builder, found = self.builder, self.none
        for direction in range(4):
            pairs = builder.and_(discs, builder.lshr(discs, self.shift(direction, 1)))
            again = builder.lshr(pairs, self.shift(direction, 2))
            found = builder.or_(found, builder.and_(pairs, again))
        return found

    def playable(self, mask: Any) -> Any:
        return self.builder.and_(self.builder.add(mask, self.bottom), self.board)

    def non_losing(self, playable: Any, wins: Any) -> Any:
        """`bitboard.non_losing`."""
        builder = self.builder
        forced = builder.and_(playable, wins)
        several = builder.and_(forced, builder.sub(forced, self.one))
        taken = builder.select(self.is_none(forced), playable, forced)
        taken = self.without(taken, builder.lshr(wins, self.one))
        return builder.select(self.is_none(several), taken, self.none)

    def tried(self, own: Any, mask: Any, moves: Any) -> tuple[Any, Any, Any]:
        """Each of the moves, the replies that do not lose, and the squares that then win."""
        builder = self.builder
        move = builder.and_(self.constant(COLUMN_WORDS, _WORDS), self.splat(moves))
        after = builder.or_(move, self.splat(mask))
        wins = self.completing(builder.or_(move, self.splat(own)))
        wins = self.without(builder.and_(wins, self.board), after)
        return move, self.non_losing(self.playable(after), wins), wins

    def leaves_none(self, move: Any, replies: Any) -> Any:
        """Whether one of the moves leaves no replies."""
        return self.any(self.builder.and_(self.is_some(move), self.is_none(replies)))

    def staying(self, threats: Any) -> tuple[Any, Any]:
        """`bounds.from_lowest_up`, and what `bounds.loss_below` says, for the winner."""
        builder, others = self.builder, self.builder.xor(self.board, threats)
        carried = builder.add(others, self.bottom)
        free = self.without(self.board, self.without(others, carried))
        lowest = builder.and_(carried, threats)
        count = builder.add(self.popcount(free), self.popcount(lowest))
        return free, builder.lshr(count, self.one)


class _Tried(_Lanes):
    """The board after each of the moves that `tried_in_columns` wrote to `row`."""

    def __init__(self, builder: Any, context: Any, own: Any, mask: Any, row: Any) -> None:
        super().__init__(builder, context)
        self.move, self.wins = self.load(row, 0), self.load(row, WINS_AT * 8)
        self.mine = builder.or_(self.move, self.splat(own))
        self.theirs = self.splat(builder.xor(own, mask))
        after = builder.or_(self.move, self.splat(mask))
        self.free, self.landing = self.without(self.board, after), self.playable(after)

    def best(self, known: Any) -> Any:
        """The greatest of what is known of the moves."""
        legal = self.is_some(self.move)
        known = self.builder.select(legal, known, self.each(_NO_BOUND))
        return self.call("llvm.vector.reduce.smax.v8i64", _WORD, known)

    def follow_up(self) -> Any:
        """`bounds.follow_up_bound` of every move, from the mover's view."""
        builder = self.builder
        answers = self.without(builder.and_(self.free, self.upper), self.landing)
        free, worth = self.staying(builder.and_(self.wins, answers))
        gained = self.without(builder.xor(self.free, answers), free)
        held = self.is_none(self.fours(builder.or_(self.theirs, gained)))
        line = self.is_some(self.fours(builder.or_(self.mine, answers)))
        worth = builder.select(builder.and_(line, self.is_none(worth)), self.one, worth)
        return builder.select(held, worth, self.each(_NO_BOUND))

    def zugzwang(self) -> Any:
        """`bounds.zugzwang_bound` of every move, from the mover's view, by the best column."""
        builder, nothing = self.builder, self.each(_NO_BOUND)
        ahead = self.without(builder.and_(self.wins, self.free), self.landing)
        lower = self.without(ahead, self.upper)
        carried = builder.add(builder.xor(self.board, lower), self.bottom)
        first = builder.and_(carried, lower)
        before, threats, done = (
            builder.basic_block,
            builder.append_basic_block("threats"),
            builder.append_basic_block("done"),
        )
        builder.cbranch(self.any(self.is_some(first)), threats, done)
        builder.position_at_end(threats)
        left, best = builder.phi(_WORDS), builder.phi(_WORDS)
        others = builder.and_(left, builder.sub(left, self.one))
        worth = self._kept(ahead, builder.xor(left, others))
        worth = builder.select(self.is_some(left), worth, nothing)
        better = builder.select(builder.icmp_signed(">", worth, best), worth, best)
        again = self.any(self.is_some(others))
        builder.cbranch(again, threats, done)
        builder.position_at_end(done)
        known = builder.phi(_WORDS)
        for phi, start, following in ((left, first, others), (best, nothing, better)):
            phi.add_incoming(start, before)
            phi.add_incoming(following, threats)
        known.add_incoming(nothing, before)
        known.add_incoming(better, threats)
        return known

    def _kept(self, ahead: Any, threat: Any) -> Any:
        """What it is worth to keep the column of a threat at a lower square for the end."""
        builder, below = self.builder, self.builder.sub(threat, self.one)
        end = self.without(builder.add(self.board, self.bottom), below)
        end = self.without(end, builder.sub(end, self.one))
        column = builder.sub(end, builder.lshr(end, self.shift(2, 1)))
        others = self.without(builder.and_(ahead, self.upper), column)
        free, worth = self.staying(builder.or_(others, threat))
        lower = self.without(self.without(self.free, self.upper), column)
        upper = builder.and_(builder.and_(self.free, self.upper), builder.and_(column, below))
        gained = builder.or_(builder.or_(lower, upper), self.landing)
        line = self.fours(builder.or_(self.theirs, self.without(gained, free)))
        return builder.select(self.is_none(line), worth, self.each(_NO_BOUND))


def _for_one_word(own: Any, result: Any, build: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Code for boards of one word; nobody calls it for others, which have no such lanes."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return build(builder, arguments) if own is types.uint64 else ir.Constant(result, 0)

    return generate


@intrinsic
def tried_in_columns(
    typing_context: Any, context: Any, own: Any, mask: Any, moves: Any, row: Any
) -> Any:
    """`moves.generate`."""

    def build(builder: Any, arguments: Any) -> Any:
        *where, row = arguments
        lanes = _Lanes(builder, where[0])
        move, replies, wins = lanes.tried(*where[1:])
        for vector, part in ((move, 0), (replies, REPLIES_AT), (wins, WINS_AT)):
            lanes.store(vector, row, part * 8)
        return builder.not_(lanes.leaves_none(move, replies))

    signature = types.boolean(types.uint64, own, own, own, types.uint64)
    return signature, _for_one_word(own, ir.IntType(1), build)


@intrinsic
def wins_in_columns(typing_context: Any, context: Any, own: Any, mask: Any, moves: Any) -> Any:
    """`moves.wins_second`."""

    def build(builder: Any, arguments: Any) -> Any:
        lanes = _Lanes(builder, arguments[0])
        move, replies, _ = lanes.tried(*arguments[1:])
        return lanes.leaves_none(move, replies)

    signature = types.boolean(types.uint64, own, own, own)
    return signature, _for_one_word(own, ir.IntType(1), build)


@intrinsic
def order_of_columns(typing_context: Any, context: Any, row: Any) -> Any:
    """`moves.order_of`."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        context, row = arguments
        lanes = _Lanes(builder, context)
        ranks = builder.shl(lanes.popcount(lanes.load(row, WINS_AT * 8)), lanes.each(3))
        ranks = builder.or_(ranks, lanes.each(*reversed(range(LANES))))
        legal = lanes.is_some(lanes.load(row, 0))
        ranks = builder.trunc(builder.select(legal, ranks, lanes.none), _BYTES)
        pairs = [divmod(pair, LANES) for pair in range(LANES * LANES)]
        mine = lanes.shuffled(ranks, [lane for lane, _ in pairs])
        others = lanes.shuffled(ranks, [lane for _, lane in pairs])
        greater = builder.sext(builder.icmp_unsigned("<", mine, others), _SQUARE)
        # a byte of ones for each that comes before
        before = lanes.popcount(builder.bitcast(greater, _WORDS))
        places = builder.shl(lanes.each(*range(LANES)), builder.lshr(before, lanes.one))
        return lanes.call("llvm.vector.reduce.or.v8i64", _WORD, places)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def plans_in_columns(
    typing_context: Any, context: Any, own: Any, mask: Any, row: Any, even: Any
) -> Any:
    """The lower bound of a score that the best of the moves in `row` gives, see `bounds`.

    `even`: whether the mover faces an even number of free squares.
    """

    def build(builder: Any, arguments: Any) -> Any:
        *where, even = arguments
        known = []
        with builder.if_else(even) as branches:
            for branch, plans in zip(branches, (_Tried.zugzwang, _Tried.follow_up), strict=True):
                with branch:
                    tried = _Tried(builder, *where)
                    best = tried.best(plans(tried))
                    known.append((best, builder.basic_block))
        either = builder.phi(_WORD)
        for best, block in known:
            either.add_incoming(best, block)
        return either

    signature = types.int64(types.uint64, own, own, types.uint64, types.boolean)
    return signature, _for_one_word(own, _WORD, build)
