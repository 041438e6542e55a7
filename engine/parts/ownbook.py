"""An opening book of a user's own: what a family offers that lets people extend its book."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Taken(NamedTuple):
    """What was taken over from another book: its positions, and how many of them were new."""

    positions: int
    new: int


class OwnBook(Protocol):
    """A book in a file; one that is not there yet begins as a copy of the package's."""

    @property
    def VARIABLE(self) -> str:  # noqa: N802 (a module constant)
        """The environment variable that names the book to play by."""

    def grow(self, path: Path, enough: Callable[[int], bool]) -> int:
        """Judge more positions until so many are `enough`, which is asked again and again.

        Answers how many the book holds. What was judged is kept, however it ends.
        """

    def take_over(self, path: Path, data: bytes) -> Taken:
        """Add another book's positions.

        Raises:
            NotationError: `data` is no book whose form is known.
        """
