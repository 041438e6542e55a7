"""Games of the library: what is kept of each, and what can be asked of all."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING

from engine.fingerprint import fingerprints
from engine.formats.record import Details, GameRecord, Result
from engine.formats.study import format_study
from engine.openings import named
from engine.registry import family_of
from webapp.names import clean_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.formats.study import Study
    from engine.game import Game, Move
    from webapp.domain.match import Match

EVERYBODY = ""
"""The owner of what all may see."""

UNKNOWN, DRAW, WON = 0, 1, 2
"""A result as a number: not known, drawn, and from `WON` on the winner."""

EARLY = 12
"""Discs placed up to which the games that came through a position are counted as they are kept,
since they may be all; later they are few enough to be counted when somebody asks."""

AFTER = 0x7FFFFFFF
"""The bits of a fingerprint that are enough to tell a move from the others of a position."""

SEATS = ("seat0", "seat1", "seat2")
"""The kinds of names that say who sat where, by turn order."""

PEOPLE = ("guest", *SEATS)
"""The kinds that are ids of people, by which nobody searches."""

LONGEST_NAME = 80

LONGEST_RATING = 12

ANY_DAY = 99_999_999
"""The last day of all."""


def keeps(record: GameRecord) -> bool:
    """Whether the library keeps a game: one that has moves, from the usual start."""
    return bool(record.moves) and record.start is None


@dataclass(frozen=True, slots=True)
class Entry:
    """A game as it is kept.

    Attributes:
        players: names in turn order, empty where they are not known.
        day: 20261127, 20260000 where only the year is known; 0 where nothing is.
        score: disc difference from the first player's view, where the game has one.
        source: what names the game elsewhere, ``match:abc``, so that it is kept once.
        guests: ids of the people of this server who played it.
        seated: their ids in turn order, empty for a computer's; empty where one played alone.
        notes: its variations and notes as `format_study` writes them; empty where it has none.
        details: what else its file said; what was thought of each move is among the notes.
    """

    game: Game
    moves: tuple[Move, ...]
    players: tuple[str, ...] = ()
    result: int = UNKNOWN
    day: int = 0
    score: int | None = None
    source: str | None = None
    guests: frozenset[str] = frozenset()
    seated: tuple[str, ...] = ()
    notes: str = ""
    details: Details = field(default=Details())

    @property
    def whole(self) -> tuple[Game, tuple[Move, ...]]:
        """The game as its moves, whoever played it."""
        return self.game, self.moves

    @property
    def match(self) -> str:
        """The id of the match that it was; empty where it came from elsewhere."""
        kind, _, name = (self.source or "").partition(":")
        return name if kind == "match" else ""

    @classmethod
    def of_record(cls, record: GameRecord) -> Entry:
        result, said = record.result, record.details
        return cls(
            record.game,
            record.moves,
            tuple(clean_line(name, LONGEST_NAME) for name in record.players),
            UNKNOWN if result is None else code(result.winner),
            record.date.year * 10_000
            if record.date and said.whole_year
            else number_of(record.date),
            result.score if result else None,
            notes=format_study(record.study) if record.study else "",
            details=_bounded(record),
        )

    def record(self, study: Study | None = None) -> GameRecord:
        """The game to be taken away, with its variations and notes."""
        known = None if self.result == UNKNOWN else Result(winner(self.result), self.score)
        year, month, of_month = parted(self.day)
        day = date(year, month or 1, of_month or 1) if self.day else None
        record = GameRecord(self.game, self.moves, known, self.players, date=day, study=study)
        return replace(record, details=replace(self.details, whole_year=bool(day) and not month))

    @classmethod
    def of_match(cls, match: Match, day: date) -> Entry:
        """A finished match."""
        result = match.result
        assert result is not None  # noqa: S101 (tells mypy)
        return cls(
            match.game,
            match.moves,
            tuple(seat.name for seat in match.seats),
            code(result.winner) if result.decided else UNKNOWN,
            number_of(day),
            result.score,
            f"match:{match.id}",
            match.guests(),
            tuple(seat.guest or "" for seat in match.seats) if match.persons > 1 else (),
        )


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of the library with its number there, and whether notes are kept with it."""

    id: int
    entry: Entry
    opening: str
    collection: int | None
    noted: bool = False


class Keeping(Enum):
    """How far the keeping of a file's games has come."""

    DONE = "done"
    GOING_ON = "going on"
    HELD_UP = "held up"
    """What comes next only a newer version of the server knows how to keep."""


@dataclass(frozen=True, slots=True)
class Brought:
    """Games that came in one file.

    Attributes:
        expected: how many it has; as many `games` as are kept so far.
        refused: how many broke the rules.
    """

    id: int
    name: str
    games: int
    expected: int
    refused: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are looked for.

    Attributes:
        text: part of a player's, an opening's or a place's name, of a title or notes.
        family: of games; empty for all.
        since, until: the first and the last day, 20261127; of a whole year 20260000 and 20269999;
            0 for any.
        position: a fingerprint that the games came through.
        mine: only one's own and what one has brought.
        before: (day, number) of the last game seen, None for the newest.
    """

    text: str = ""
    family: str = ""
    result: int | None = None
    since: int = 0
    until: int = 0
    position: int | None = None
    mine: bool = False
    before: tuple[int, int] | None = None

    @property
    def any_game(self) -> bool:
        """Whether nothing is asked of how a game went or when, so that a study may be meant."""
        return self.result is None and self.position is None and not (self.since or self.until)

    @property
    def days(self) -> tuple[int, int]:
        """The first and the last day."""
        return self.since, self.until or ANY_DAY

    @property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year where whole years are wanted, else None."""
        first, last = self.days
        whole = not first % 10_000 and last % 10_000 == 9_999
        return (first // 10_000, last // 10_000) if whole else None


@dataclass(frozen=True, slots=True)
class Played:
    """How often something was played, and how it ended."""

    games: int = 0
    draws: int = 0
    first: int = 0
    second: int = 0

    def __add__(self, other: Played) -> Played:
        return Played(
            self.games + other.games,
            self.draws + other.draws,
            self.first + other.first,
            self.second + other.second,
        )


@dataclass(frozen=True, slots=True)
class Indexed:
    """What a game is found by.

    Attributes:
        path: the fingerprints of its positions, the start first, and of what came after each.
        early: how many of them have at most `EARLY` discs placed.
    """

    entry: Entry
    opening: str
    path: tuple[int, ...]
    after: tuple[int, ...]
    early: int
    names: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """Some games of a collection that are to be kept together.

    Attributes:
        number: which of the collection's parts.
        refused: how many more there were, that broke the rules.
    """

    number: int
    collection: int
    shelf: int
    found: Sequence[Indexed]
    refused: int = 0


def _bounded(record: GameRecord) -> Details:
    said = record.details
    ratings = tuple(clean_line(rating, LONGEST_RATING) for rating in said.ratings)
    fits = len(ratings) == record.game.players
    place, clock = (clean_line(text, LONGEST_NAME) for text in (said.place, said.clock))
    return Details(place, ratings if fits else (), clock)


def code(winner: int | None) -> int:
    """A known result as a number."""
    return DRAW if winner is None else WON + winner


def winner(result: int) -> int | None:
    """Who won by a known result; None: nobody."""
    return None if result == DRAW else result - WON


def number_of(day: date | None) -> int:
    """A day as a number, 20261127."""
    return 0 if day is None else day.year * 10_000 + day.month * 100 + day.day


def parted(day: int) -> tuple[int, int, int]:
    """Year, month and day of such a number."""
    return day // 10_000, day // 100 % 100, day % 100


def folded(name: str) -> str:
    """A name as it is kept to be compared."""
    return plain(name)[:160]


def plain(text: str) -> str:
    """A text without case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


@dataclass(frozen=True, slots=True)
class Record:
    """How somebody's games of one kind against people went."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


def after(fingerprint: int) -> int:
    """What is kept of the position after a move."""
    return fingerprint & AFTER


def indexed(entries: Sequence[Entry]) -> list[Indexed]:
    """What games of one kind are found by; their first plies count, see `Family.explored`.

    Raises:
        IllegalMove: a move is not legal.
    """
    if not entries:
        return []
    game = entries[0].game
    plies = family_of(game).explored
    paths = fingerprints(game, [entry.moves for entry in entries], plies + 1)
    names = named(game)
    begun = set().union(*(entry.moves[:plies] for entry in entries))
    passes = frozenset(move for move in begun if game.is_pass(move))
    return [
        _indexed(entry, path, plies, names, passes)
        for entry, path in zip(entries, paths, strict=True)
    ]


def _indexed(
    entry: Entry, path: list[int], plies: int, names: Mapping[int, str], passes: frozenset[Move]
) -> Indexed:
    opening = ""
    for fingerprint in path[:20] if names else ():
        opening = names.get(fingerprint, opening)
    seen = path[: plies + 1]
    following = [fingerprint & AFTER for fingerprint in path[1:]]
    following += [0] * (len(seen) - len(following))
    found = {
        "player": frozenset(name for name in entry.players if name),
        "opening": frozenset({opening} - {""}),
        "place": frozenset({entry.details.place} - {""}),
        "guest": entry.guests,
        **{seat: frozenset({of}) for seat, of in zip(SEATS, entry.seated, strict=False) if of},
    }
    early = _early(entry, len(seen), passes)
    return Indexed(entry, opening, tuple(seen), tuple(following[: len(seen)]), early, found)


def _early(entry: Entry, positions: int, passes: frozenset[Move]) -> int:
    """How many of the first positions have at most `EARLY` discs placed."""
    if passes.isdisjoint(entry.moves[: EARLY + 1]):
        return min(EARLY + 1, positions)
    placed = 0
    for number, move in enumerate(entry.moves[: positions - 1], start=1):
        placed += move not in passes
        if placed > EARLY:
            return number
    return positions
