"""Lines of four on a bitboard, all four directions at a time, as vector instructions.

One 256-bit vector holds the board once for each direction; its lanes are shifted by one,
two and three steps of that direction. A board of 128 bits takes two such vectors, of its
lower and its upper halves. LLVM turns the vectors into whatever the machine has; on machines
without them the code is slower, not different. `bitboard` has the twins for other lengths.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from engine._jit import intrinsic, types

_WORD = ir.IntType(64)
_LANES = ir.VectorType(_WORD, 4)
_FULL = (1 << 64) - 1


def _vector(*values: int) -> ir.Constant:
    return ir.Constant(_LANES, [_WORD(value) for value in values])


def _splat(builder: Any, value: Any) -> Any:
    """`value` in all four lanes."""
    undefined = ir.Constant(_LANES, ir.Undefined)
    single = builder.insert_element(undefined, value, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), 4), [ir.IntType(32)(0)] * 4)
    return builder.shuffle_vector(single, undefined, zeros)


def _steps(builder: Any, height: Any) -> Any:
    """Bit steps of the directions up, down-right, right, up-right for a column height."""
    sideways = builder.and_(_splat(builder, height), _vector(0, _FULL, _FULL, _FULL))
    return builder.add(sideways, _vector(1, _FULL, 0, 1))


class _Lanes:
    """A board in each of four lanes: one vector, or two for its lower and upper halves.

    Shifts are by 1 to 63 bits.
    """

    def __init__(self, builder: Any, *halves: Any) -> None:
        self._builder, self._halves = builder, halves

    @classmethod
    def of(cls, builder: Any, board: Any) -> _Lanes:
        """A board of 64 or 128 bits in all four lanes."""
        if board.type.width == 64:
            return cls(builder, _splat(builder, board))
        upper = builder.lshr(board, board.type(64))
        halves = (builder.trunc(half, _WORD) for half in (board, upper))
        return cls(builder, *(_splat(builder, half) for half in halves))

    def __and__(self, other: _Lanes) -> _Lanes:
        return self._merged(other, self._builder.and_)

    def __or__(self, other: _Lanes) -> _Lanes:
        return self._merged(other, self._builder.or_)

    def __xor__(self, other: _Lanes) -> _Lanes:
        return self._merged(other, self._builder.xor)

    def __lshift__(self, step: Any) -> _Lanes:
        shifted = [self._builder.shl(half, step) for half in self._halves]
        if len(shifted) == 2:
            carry = self._builder.lshr(self._halves[0], self._complement(step))
            shifted[1] = self._builder.or_(shifted[1], carry)
        return _Lanes(self._builder, *shifted)

    def __rshift__(self, step: Any) -> _Lanes:
        shifted = [self._builder.lshr(half, step) for half in self._halves]
        if len(shifted) == 2:
            carry = self._builder.shl(self._halves[1], self._complement(step))
            shifted[0] = self._builder.or_(shifted[0], carry)
        return _Lanes(self._builder, *shifted)

    def any(self) -> Any:
        """The four boards OR-ed into one word."""
        words = [self._reduced(half) for half in self._halves]
        if len(words) == 1:
            return words[0]
        wide = ir.IntType(128)
        low, high = (self._builder.zext(word, wide) for word in words)
        return self._builder.or_(low, self._builder.shl(high, wide(64)))

    def count(self) -> Any:
        """How many bits are set in the four boards together."""
        counts = [self._called("llvm.ctpop.v4i64", _LANES, half) for half in self._halves]
        total = counts[0] if len(counts) == 1 else self._builder.add(*counts)
        return self._called("llvm.vector.reduce.add.v4i64", _WORD, total)

    def _merged(self, other: _Lanes, operation: Any) -> _Lanes:
        pairs = zip(self._halves, other._halves, strict=True)
        return _Lanes(self._builder, *(operation(mine, theirs) for mine, theirs in pairs))

    def _complement(self, step: Any) -> Any:
        return self._builder.sub(_vector(64, 64, 64, 64), step)

    def _reduced(self, vector: Any) -> Any:
        return self._called("llvm.vector.reduce.or.v4i64", _WORD, vector)

    def _called(self, name: str, result: Any, vector: Any) -> Any:
        module = self._builder.module
        function = module.globals.get(name) or ir.Function(
            module, ir.FunctionType(result, [_LANES]), name
        )
        return self._builder.call(function, [vector])


@intrinsic
def fours_to_complete(typing_context: Any, own: Any, height: Any) -> Any:
    """Squares, occupied ones included, that make four in a row with three of `own`.

    `height` is the bits of a column. Above its board a column has one bit that is never set.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        board = _Lanes.of(builder, arguments[0])
        one = _steps(builder, arguments[1])
        two = builder.add(one, one)
        three = builder.add(two, one)
        up1, up2, up3 = (board << step for step in (one, two, three))
        down1, down2, down3 = (board >> step for step in (one, two, three))
        above = up1 & up2 & (up3 | down1)
        below = down1 & down2 & (up1 | down3)
        return (above | below).any()

    return own(own, types.uint64), generate


@intrinsic
def fours(typing_context: Any, own: Any, height: Any) -> Any:
    """The lowest squares of every four in a row of `own`; 0 where there is none."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        board = _Lanes.of(builder, arguments[0])
        one = _steps(builder, arguments[1])
        two = builder.add(one, one)
        pairs = board & (board >> one)
        return (pairs & (pairs >> two)).any()

    return own(own, types.uint64), generate


@intrinsic
def open_fours(typing_context: Any, own: Any, free: Any, height: Any) -> Any:
    """How many fours on the squares `free`, `own` among them, hold one, two and three of `own`.

    In one uint64: 16 bits for each, one in the lowest. None may hold four.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        board, room = (_Lanes.of(builder, word) for word in arguments[:2])
        one = _steps(builder, arguments[2])
        two = builder.add(one, one)
        pairs = room & (room >> one)
        fours = pairs & (pairs >> two)
        single, double = board ^ (board >> one), board & (board >> one)
        odd, carry = single ^ (single >> two), single & (single >> two)
        even = (double ^ (double >> two)) ^ carry
        threes = fours & odd & even
        counts = (fours & odd).count(), (fours & even).count(), threes.count()
        ones, twos = (builder.sub(count, counts[2]) for count in counts[:2])
        twos = builder.shl(twos, _WORD(16))
        return builder.or_(builder.or_(ones, twos), builder.shl(counts[2], _WORD(32)))

    return types.uint64(own, own, types.uint64), generate
