"""Kernels loaded as machine code, without Numba, whose import takes longer than most searches.

What `engine._jit.standalone` compiles is kept beside Numba's own cache, and LLVM links it at a
later start. Only kernels of whole numbers that return nothing: addresses stand for arrays.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, byref, c_int32, c_int64, c_void_p
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from engine._kernel_cache import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    Call: TypeAlias = Callable[..., None]

_NAME_END = b"\n"


def keep(module: str, kernel: str, symbol: str, code: bytes) -> None:
    """Keep the object file of a kernel just compiled, in which it is called `symbol`."""
    import tempfile  # noqa: PLC0415 (only where something was compiled)

    target = _file(module, kernel)
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
        file.write(symbol.encode() + _NAME_END + code)
    Path(file.name).replace(target)  # whole or not at all, whoever else compiles it


def is_kept(module: str, kernel: str) -> bool:
    """Whether `standalone` finds its machine code, if the processor is the same."""
    return any(cache_folder(module).glob(f"{kernel}-*.o"))


@cache
def standalone(module: str, kernel: str, arguments: int) -> Call:
    """A kernel of so many arguments: its machine code alone where that is kept.

    Else Numba loads or compiles its module.
    """
    found: Call = _kept(module, kernel, arguments) or getattr(import_module(module), kernel)
    return found


def _kept(module: str, kernel: str, arguments: int) -> Call | None:
    if not is_kept(module, kernel):
        return None
    try:
        symbol, _, code = _file(module, kernel).read_bytes().partition(_NAME_END)
    except FileNotFoundError:
        return None
    linked = _linked(code)
    return callable_at(linked.get_function_address(symbol.decode()), arguments, linked)


def callable_at(address: int, arguments: int, owner: Any) -> Call:
    """The kernel at an address, for Python to call without the interpreter lock.

    `owner` keeps its code in memory. By Numba's convention two addresses come first, for a
    result and an error, of which there are none, and a status is returned.
    """
    function = CFUNCTYPE(c_int32, c_void_p, c_void_p, *[c_int64] * arguments)(address)

    def call(*given: Any) -> None:
        result, error = c_void_p(), c_void_p()
        if function(byref(result), byref(error), *map(int, given)):
            raise RuntimeError(f"A kernel of {owner} failed.")

    return call


def _linked(code: bytes) -> Any:
    from llvmlite import binding  # noqa: PLC0415 (only where there is something to link)

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _file(module: str, kernel: str) -> Path:
    """Where its code is kept, for processors like this one."""
    from llvmlite import binding  # noqa: PLC0415 (only where there may be something to link)

    processor = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return cache_folder(module) / f"{kernel}-{sha256(processor.encode()).hexdigest()[:12]}.o"
