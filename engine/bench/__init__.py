"""The project's own benchmarks, by name.

A benchmark is a module of this package with a ``DESCRIPTION``, a literal of one line, and a
function ``run(say) -> dict``: it calls ``say(text)`` as it goes on and answers figures for
JSON.
"""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast

from engine.errors import EngineError

Say: TypeAlias = Callable[[str], None]
Figures: TypeAlias = dict[str, Any]


class Benchmark(Protocol):
    """What a module of this package offers."""

    def run(self, say: Say) -> Figures:
        """Measure and answer the figures."""


def names() -> list[str]:
    """The benchmarks there are."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def description(name: str) -> str:
    """What a benchmark measures, read from its source: importing it may compile kernels."""
    source = Path(__path__[0], f"{name}.py").read_text(encoding="utf-8")
    for statement in ast.parse(source).body:
        match statement:
            case ast.Assign([ast.Name("DESCRIPTION")], ast.Constant(str(text))):
                return text
    return ""


def benchmark(name: str) -> Benchmark:
    """The benchmark called `name`.

    Raises:
        EngineError: there is none.
    """
    if name not in names():
        raise EngineError(f"There is no benchmark {name[:40]!r}; there are {', '.join(names())}.")
    return cast("Benchmark", import_module(f"engine.bench.{name}"))
