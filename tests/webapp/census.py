"""Counts what a server keeps: whatever grows with use is found, though nobody thought of it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from functools import partial
from types import MethodType
from typing import Any

CONTAINERS = (Mapping, list, tuple, set, frozenset, deque)


def entries(*roots: object) -> Counter[str]:
    """The entries of all containers that parts of the application hold, by the attribute that
    holds them; matches, events and positions count as one thing each."""
    counts: Counter[str] = Counter()
    seen: set[int] = set()
    waiting: list[tuple[str, object]] = [("", root) for root in roots]
    while waiting:
        path, thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, CONTAINERS):
            held = _held(thing)
            counts[path] += len(held)
            waiting += [(f"{path}[]", one) for one in held]
        elif isinstance(thing, MethodType):
            waiting.append((path, thing.__self__))
        elif isinstance(thing, partial):
            waiting += [(path, part) for part in (thing.func, *thing.args)]
        elif _is_ours(thing):
            waiting += [(f"{type(thing).__name__}.{name}", one) for name, one in _parts(thing)]
    return counts


def _held(container: Any) -> list[object]:
    """A copy, as other threads go on meanwhile."""
    while True:
        try:
            return list(container.values() if isinstance(container, Mapping) else container)
        except RuntimeError:
            continue


def _is_ours(thing: object) -> bool:
    module = type(thing).__module__
    return module.startswith("webapp.") and not module.startswith("webapp.domain.")


def _parts(thing: object) -> Iterator[tuple[str, object]]:
    names = set(getattr(thing, "__dict__", ()))
    for kind in type(thing).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names.update((slots,) if isinstance(slots, str) else slots)
    for name in names - {"__dict__", "__weakref__"}:
        if hasattr(thing, name):
            yield name, getattr(thing, name)
