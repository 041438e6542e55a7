"""How perft counts: what programs differ in, and what a family's own counter offers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol


class Finished(StrEnum):
    """What a game that ended earlier counts at a greater depth."""

    KEPT = "kept"
    """One, at every greater depth (usual for Othello)."""
    DROPPED = "dropped"
    """Nothing: only sequences of exactly that length count (usual for Connect Four)."""


@dataclass(frozen=True, slots=True)
class Convention:
    """How to count.

    Attributes:
        finished: what an earlier ending counts.
        pass_is_ply: whether a pass uses up depth.
    """

    finished: Finished
    pass_is_ply: bool = True


class Counter(Protocol):
    """Compiled perft of a family (its ``perft`` module); it may do without."""

    @property
    def USUAL(self) -> Convention:  # noqa: N802 (a module constant)
        """The convention of the family's published tables."""

    def count(self, position: Any, depth: int, convention: Convention) -> int | None:
        """The count by compiled code, None for boards it does not know. `depth` is positive."""
