"""What the library needs of the outside, as `ports` says it of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.formats.study import Study
    from webapp.domain.library import Brought, Entry, KeptGame, Part, Played, Record, Wanted


class LibraryStore(Protocol):
    """Keeps the library's games. Every method may be called from any thread.

    An `owner` is a guest's id, or `domain.library.EVERYBODY`.
    """

    def add(self, owner: str, entries: Sequence[Entry], collection: int | None = None) -> int:
        """Keep games of new sources; answers how many. May raise `IllegalMove`, then keeps none."""

    def collect(self, owner: str, name: str, entries: Sequence[Entry], refused: int) -> int:
        """Begin a collection, whose games then wait to be kept; answers its number."""

    def waiting(self) -> Mapping[int, str]:
        """The collections of which games wait to be kept, and whose they are."""

    def held_up(self, owner: str) -> bool:
        """Whether what is to be kept next of somebody's games waits for a newer server."""

    def next_part(self) -> Part | None:
        """Some games that wait, None where none do; of several collections in turn."""

    def keep(self, part: Part) -> None:
        """Keep them, once, whoever else does so too."""

    def collections(self, owner: str) -> Sequence[Brought]:
        """Somebody's collections, the newest first."""

    def search(self, guest: str, wanted: Wanted, most: int) -> Sequence[KeptGame]:
        """The newest of the games a guest may see that are wanted."""

    def played(self, guest: str, wanted: Wanted, most: int) -> Sequence[KeptGame]:
        """The newest of the wanted games that a guest has played and everybody may see."""

    def records(self, guest: str) -> Mapping[str, Record]:
        """How a guest's games against people went that everybody may see, by families."""

    def noted(self, guest: str, number: int) -> tuple[KeptGame, Study] | None:
        """A game that a guest may see, with its variations and notes; None where it has none."""

    def explore(
        self, guest: str, position: int, wanted: Wanted, *, early: bool
    ) -> dict[int, Played]:
        """What was played from a position in the games a guest may see, by `domain.library.after`.

        `early`: whether it has at most `domain.library.EARLY` discs placed.
        """

    def count(self, owner: str) -> int:
        """How many games somebody has."""

    def count_brought(self) -> int:
        """How many games all guests have."""

    def kept(self, source: str) -> Mapping[str, KeptGame]:
        """The games of a source, by owner."""

    def drop(self, owner: str, source: str, guests: frozenset[str] = frozenset()) -> None:
        """Forget the game of a source, which these guests have played."""

    def drop_collection(self, owner: str, collection: int) -> None:
        """Forget a collection and its games; somebody else's does not matter."""

    def forget(self, guest: str) -> None:
        """Drop all that somebody has brought, and which games were his."""

    def changed(self, since: int, most: int) -> Sequence[tuple[str, int]]:
        """The matches that are over, or are kept, and have changed from a moment on, the first
        changed first, with their moments, in microseconds."""

    def seen(self) -> int:
        """The moment up to which matches were looked at."""

    def see(self, moment: int) -> None:
        """Remember it, if it is later."""

    def look_back(self, moment: int) -> None:
        """Remember it, if it is earlier."""
