"""The pattern readings of a board as straight-line machine code.

The code is generated from `patterns.PATTERNS`: eight turned boards, then for every reading
two bit extractions, two look-ups in a table of base-three numbers, and one weight.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import binding, ir

from engine._jit import intrinsic, types
from engine.games.othello.patterns import PATTERNS

_WORD, _HALF, _INDEX = ir.IntType(64), ir.IntType(16), ir.IntType(32)


_HAS_EXTRACT = binding.get_host_cpu_features().get("bmi2", False)


def _extract(builder: Any, bits: Any, mask: int) -> Any:
    """The bits under the constant `mask` moved together at the low end."""
    if _HAS_EXTRACT:
        name = "llvm.x86.bmi.pext.64"
        module = builder.module
        declared = ir.FunctionType(_WORD, [_WORD, _WORD])
        function = module.globals.get(name) or ir.Function(module, declared, name)
        return builder.call(function, [bits, _WORD(mask)])
    gathered, filled = _WORD(0), 0
    for run, start, length in _runs(mask):
        moved = builder.lshr(builder.and_(bits, _WORD(run)), _WORD(start))
        gathered = builder.or_(gathered, builder.shl(moved, _WORD(filled)))
        filled += length
    return gathered


def _runs(mask: int) -> Iterator[tuple[int, int, int]]:
    """The runs of one bits in `mask`, lowest first: the run, its start and length."""
    while mask:
        start = (mask & -mask).bit_length() - 1
        length = (~(mask >> start) & -~(mask >> start)).bit_length() - 1
        run = ((1 << length) - 1) << start
        yield run, start, length
        mask ^= run


def _swap(builder: Any, bits: Any, mask: int, distance: int) -> Any:
    """Exchange the bits under `mask` with those `distance` above them."""
    shift, low = _WORD(distance), _WORD(mask)
    difference = builder.and_(builder.xor(bits, builder.lshr(bits, shift)), low)
    return builder.xor(bits, builder.xor(difference, builder.shl(difference, shift)))


def _mirror(builder: Any, bits: Any) -> Any:
    """Left and right exchanged."""
    for mask, distance in ((0x5555555555555555, 1), (0x3333333333333333, 2)):
        bits = _swap(builder, bits, mask, distance)
    return _swap(builder, bits, 0x0F0F0F0F0F0F0F0F, 4)


def _transpose(builder: Any, bits: Any) -> Any:
    """Rows and columns exchanged."""
    for mask, distance in ((0x00AA00AA00AA00AA, 7), (0x0000CCCC0000CCCC, 14)):
        bits = _swap(builder, bits, mask, distance)
    return _swap(builder, bits, 0x00000000F0F0F0F0, 28)


def _turned(builder: Any, bits: Any) -> list[Any]:
    """The board turned by each of `patterns.SYMMETRIES`, in their order."""
    boards = []
    for base in (bits, _transpose(builder, bits)):
        mirrored = _mirror(builder, base)
        boards += [base, builder.bswap(base), mirrored, builder.bswap(mirrored)]
    return boards


def _ternary_table(module: Any) -> Any:
    """``[bits] i16``: the number whose base-three digits are the bits (up to ten)."""
    name = "flipfour.othello.ternary"
    if name in module.globals:
        return module.globals[name]
    values = [sum(3**place for place in range(10) if bits >> place & 1) for bits in range(1024)]
    table = ir.ArrayType(_HALF, 1024)
    variable = ir.GlobalVariable(module, table, name)
    variable.linkage = "internal"
    variable.global_constant = True
    variable.unnamed_addr = True
    variable.initializer = ir.Constant(table, [_HALF(value) for value in values])
    return variable


def _readings(builder: Any, own: Any, other: Any) -> list[Any]:
    """The weight index (i64) of every pattern reading."""
    table = _ternary_table(builder.module)
    boards = list(zip(_turned(builder, own), _turned(builder, other), strict=True))

    def ternary(bits: Any, mask: int) -> Any:
        place = _extract(builder, bits, mask)
        address = builder.gep(table, [_INDEX(0), place], inbounds=True)
        return builder.zext(builder.load(address), _WORD)

    indices = []
    for pattern in PATTERNS:
        for view in pattern.views:
            first, second = (ternary(bits, pattern.mask) for bits in boards[view])
            index = builder.add(first, builder.shl(second, _WORD(1)))
            indices.append(builder.add(index, _WORD(pattern.offset)))
    return indices


@intrinsic
def sum_weights(typing_context: Any, own: Any, other: Any, weights: Any) -> Any:
    """The sum (int64) of the int16 weights at `weights` that the board's readings select."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        table = builder.inttoptr(arguments[2], _HALF.as_pointer())
        total = _WORD(0)
        for index in _readings(builder, *arguments[:2]):
            weight = builder.load(builder.gep(table, [index]))
            total = builder.add(total, builder.sext(weight, _WORD))
        return total

    return types.int64(types.uint64, types.uint64, types.uint64), generate


@intrinsic
def store_readings(typing_context: Any, own: Any, other: Any, target: Any) -> Any:
    """Write the weight index of every reading as an int32 to `target` and on."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        table = builder.inttoptr(arguments[2], _INDEX.as_pointer())
        for place, index in enumerate(_readings(builder, *arguments[:2])):
            builder.store(builder.trunc(index, _INDEX), builder.gep(table, [_INDEX(place)]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), generate
