"""The project's own benchmarks, by name.

A benchmark is a module of this package, or where the sources are at hand of
`engine.workshop.bench`, with a ``DESCRIPTION``, a literal of one line, and a
function ``run(say) -> dict``: it calls ``say(text)`` as it goes on and answers figures for
JSON. Its keyword-only parameters are the benchmark's settings, whole numbers or texts.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast

from engine.errors import EngineError

Say: TypeAlias = Callable[[str], None]
Figures: TypeAlias = dict[str, Any]


class Benchmark(Protocol):
    """What a module of this package offers."""

    run: Callable[..., Figures]
    """Measures and answers the figures."""


PACKAGES = ("engine.bench", "engine.workshop.bench")
"""Where benchmarks are; the second is not installed."""


def names() -> list[str]:
    """The benchmarks there are."""
    return sorted(_sources())


def description(name: str) -> str:
    """What a benchmark measures, read from its source: importing it may compile kernels."""
    source = _sources()[name][1].read_text(encoding="utf-8")
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
    sources = _sources()
    if name not in sources:
        known = ", ".join(sorted(sources))
        raise EngineError(f"There is no benchmark {name[:40]!r}; there are {known}.")
    return cast("Benchmark", import_module(sources[name][0]))


def _sources() -> dict[str, tuple[str, Path]]:
    """Every benchmark's module and file."""
    found = {}
    for package in PACKAGES:
        folder = Path(__file__).parents[2].joinpath(*package.split("."))
        for module in pkgutil.iter_modules([str(folder)]):
            if not module.name.startswith("_"):
                found[module.name] = (f"{package}.{module.name}", folder / f"{module.name}.py")
    return found


def measure(name: str, settings: Iterable[str], say: Say) -> Figures:
    """Run a benchmark with `settings`, each spelt ``NAME=VALUE``.

    Raises:
        EngineError: there is no such benchmark, setting or value.
    """
    run = benchmark(name).run
    known = {
        parameter.name: parameter.default
        for parameter in inspect.signature(run).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY
    }
    chosen: dict[str, int | str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key not in known or not equals:
            there_are = ", ".join(f"{each}=..." for each in known) or "none"
            raise EngineError(f"{name} has no setting {setting[:40]!r}; there are: {there_are}.")
        chosen[key] = _whole(key, value) if isinstance(known[key], int) else value
    return run(say, **chosen)


def _whole(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise EngineError(f"{name} must be a whole number, not {text[:40]!r}.")
    return int(text)
