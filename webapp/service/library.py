"""The library: games of this server and games that people bring, to be searched and explored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from engine.fingerprint import fingerprint
from engine.game import EMPTY
from webapp.domain.errors import Refusal
from webapp.domain.library import EARLY, Entry, Keeping, KeptGame, Played, Wanted, after, keeps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.formats.record import GameRecord
    from engine.formats.study import Study
    from engine.game import Move, Position
    from webapp.domain.library import Brought, Record
    from webapp.domain.taken import Taken
    from webapp.service.librarian import Librarian
    from webapp.service.library_store import LibraryStore

MOST = 50_000
"""Games that one guest may bring, about 70 megabytes."""

ALL = 1_000_000
"""Games that all guests may bring together."""

PAGE = 24
"""Games of a page."""

TAKEN = 10_000
"""Games that are taken away in one file."""

ASKED = 500
"""Games that are asked for at once on the way there."""

SHOWN = 8
"""Games that are shown of those that came through a position."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and the games in which it was played; of moves that are images of one another the
    first."""

    move: Move
    played: Played


@dataclass(frozen=True, slots=True)
class Explored:
    """What is known of a position: the moves, the most played first, and some of the games."""

    choices: tuple[Choice, ...]
    games: Sequence[KeptGame]

    @property
    def played(self) -> Played:
        return sum((choice.played for choice in self.choices), Played())


@dataclass(frozen=True, slots=True)
class Page:
    """Some games, and what to ask for behind them; None where there are no more."""

    games: Sequence[KeptGame]
    more: Wanted | None


class Library:
    """Every method may be called from any thread."""

    def __init__(self, store: LibraryStore, librarian: Librarian) -> None:
        self._store = store
        self._librarian = librarian

    def search(self, guest: str, wanted: Wanted) -> Page:
        """A page of the games that a guest may see and wants, the newest first."""
        return _page(self._store.search(guest, wanted, PAGE + 1), wanted)

    def has(self, guest: str, wanted: Wanted) -> bool:
        """Whether there is a game that a guest may see and wants."""
        return bool(self._store.search(guest, wanted, 1))

    def played(self, guest: str, wanted: Wanted) -> Page:
        """A page of what a person has played that everybody may see, the newest first."""
        return _page(self._store.played(guest, wanted, PAGE + 1), wanted)

    def records(self, guest: str) -> Mapping[str, Record]:
        """How those of them went that were against people, by the games' families."""
        return self._store.records(guest)

    def take(self, guest: str, wanted: Wanted, *, noted: bool) -> Iterator[Taken]:
        """All games that a guest may see and wants, the newest first, `TAKEN` at most.

        `noted`: with the variations and notes of those that have some.
        """
        return islice(every_game(self._store, guest, wanted, noted=noted), TAKEN)

    def explore(self, guest: str, position: Position, wanted: Wanted) -> Explored:
        """What was played from a position, and in which games."""
        number = fingerprint(position)
        counts = self._store.explore(guest, number, wanted, early=_placed(position) <= EARLY)
        choices = []
        for move in position.legal_moves():
            played = counts.pop(after(fingerprint(position.play(move))), None)
            if played is not None:
                choices.append(Choice(move, played))
        choices.sort(key=lambda choice: -choice.played.games)
        games = self._store.search(guest, replace(wanted, position=number), SHOWN)
        return Explored(tuple(choices), games)

    def noted(self, guest: str, number: int) -> tuple[KeptGame, Study]:
        """A game with the variations and notes that came with it.

        Raises:
            Refusal: the guest may see none of that number.
        """
        found = self._store.noted(guest, number)
        if found is None:
            raise Refusal("no_study", "There is no such game in the library, or not any more.")
        return found

    def bring(self, guest: str, name: str, records: Sequence[GameRecord], refused: int) -> Brought:
        """Keep the games of a file for a guest, in the background.

        Raises:
            Refusal: the guest has too many games, or a file is not kept yet.
        """
        usual = [record for record in records if keeps(record)]
        room = max(0, MOST - self._store.count(guest))
        if len(usual) > room:
            raise Refusal("full_library", _no_room(len(usual), room))
        if self._store.count_brought() + len(usual) > ALL:
            raise Refusal("full_shelves")
        refused += len(records) - len(usual)
        return self._librarian.bring(guest, name, [Entry.of_record(r) for r in usual], refused)

    def collections(self, guest: str) -> list[tuple[Brought, Keeping]]:
        """What a guest has brought, and how far the keeping has come: a file at a time."""
        waiting = self._store.waiting()  # first: what ends between the two is whole, not broken off
        found = self._store.collections(guest)
        now = Keeping.GOING_ON
        if guest in waiting.values() and self._store.held_up(guest):
            now = Keeping.HELD_UP
        return [(one, now if one.id in waiting else Keeping.DONE) for one in found]

    def delete(self, guest: str, collection: int) -> None:
        """Forget what came in one file."""
        self._store.drop_collection(guest, collection)

    def forget(self, guest: str) -> None:
        """Drop all that a person has brought, and which games were his."""
        self._store.forget(guest)


def _no_room(games: int, room: int) -> str | None:
    """Why so many games are not kept; the usual sentence where no game more would be."""
    if not room:
        return None
    return (
        f"There is room for {room:,} more of your games in the library, and these are {games:,}; "
        "please bring fewer, or delete a file first."
    )


def _page(found: Sequence[KeptGame], wanted: Wanted) -> Page:
    """Of a game more than a page has."""
    if len(found) <= PAGE:
        return Page(found, None)
    last = found[PAGE - 1]
    return Page(found[:PAGE], replace(wanted, before=(last.entry.day, last.id)))


def every_game(store: LibraryStore, guest: str, wanted: Wanted, *, noted: bool) -> Iterator[Taken]:
    """All games that a guest may see and wants, the newest first, as `Library.take` has them."""
    wanted = replace(wanted, before=None)
    while found := store.search(guest, wanted, ASKED):
        for kept in found:
            study = store.noted(guest, kept.id) if noted and kept.noted else None
            yield kept, study[1] if study else None
        wanted = replace(wanted, before=(found[-1].entry.day, found[-1].id))


def _placed(position: Position) -> int:
    """Discs placed since the start."""
    game = position.game
    squares, start = range(game.columns * game.rows), game.start()
    return sum((position.cell(at) != EMPTY) - (start.cell(at) != EMPTY) for at in squares)
