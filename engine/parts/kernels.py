"""Which modules of a family hold compiled code, for whoever has to compile them first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Serves: TypeAlias = Callable[[Any], bool]
"""Whether a module serves a game."""


@dataclass(frozen=True, slots=True)
class Kernels:
    """The modules with compiled code, callees first.

    Attributes:
        modules: what the searcher of every game of the family needs.
        later: what some games cannot be searched without; compiled when all else is ready.
        extra: what proves scores of some games or looks further, without which their search does
            until it is ready.
    """

    modules: tuple[str, ...]
    later: Mapping[str, Serves] = field(default_factory=dict)
    extra: Mapping[str, Serves] = field(default_factory=dict)
