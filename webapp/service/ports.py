"""What the service needs of the outside; `create_app` plugs the implementations in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from webapp.domain.errors import Refusal
from webapp.service.turns import NOBODY, Visitor

if TYPE_CHECKING:
    from engine.game import Move, Position
    from webapp.domain.chat import Line, Note, Room
    from webapp.domain.history import Change, Recorded
    from webapp.domain.match import Match
    from webapp.domain.puzzle import Try
    from webapp.domain.seat import Guest
    from webapp.domain.study import KeptStudy
    from webapp.service.known import Known, ReviewedGame
    from webapp.service.news import PositionNews, ProgressNews, ReviewNews
    from webapp.service.views import Presence


class StoreAway(Refusal):
    """The store cannot be reached or is locked; the same may succeed in a moment."""

    def __init__(self) -> None:
        super().__init__("unavailable", "The games cannot be reached just now; please try again.")


class Unreadable(Refusal):
    """A stored match makes no sense, be it damaged or of a newer version of the program."""

    def __init__(self) -> None:
        super().__init__("unreadable")


class VersionConflict(Exception):
    """Another writer has stored the same version of a match, or another result of one of its
    players, first."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Events to store together, and the match after them."""

    match: Match
    records: tuple[Recorded, ...]


class Store(Protocol):
    """Keeps the event lists. Every method may be called from any thread, and raises
    `StoreAway` where the store cannot be reached."""

    def commit(self, batches: Sequence[Batch]) -> None:
        """Store all batches or none, and with a result that counts the players' new ratings.

        Raises:
            VersionConflict: one of the versions exists already, or a result that counts was worked
            out from ratings that are others by now.
        """

    def load(self, match_id: str, after: int = 0) -> list[Recorded]:
        """The events of a match in order, those behind version `after`; empty when there is no
        such match. May raise anything where an event makes no sense."""

    def load_all(self, match_ids: Collection[str]) -> dict[str, list[Recorded]]:
        """The events of each of these matches that there is, read at once; raises like `load`."""

    def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        """The newest version of each of these matches that there is."""

    def waiting(self, within: timedelta) -> list[str]:
        """Ids of the public matches active `within` such a time in which a seat is free."""

    def public(self, limit: int, within: timedelta) -> dict[str, int]:
        """Ids and versions of the public matches that are not over and were active `within`
        such a time, the latest active first."""

    def unfinished_of(self, guest: str, within: timedelta) -> dict[str, int]:
        """Ids and versions of the matches that are not over, were active `within` such a time,
        and that a person began or joined."""

    def finished_of(self, guest: str, within: timedelta, most: int) -> dict[str, int]:
        """Ids and versions of the matches of a person that ended `within` such a time, the latest
        first."""

    def matches_of(self, guest: str, after: str, most: int, *, over: bool) -> list[str]:
        """Ids of matches that a person began or joined, in their order, from `after` on; those that
        are `over` among them or not, and with them those to which he or she was challenged."""

    def count_public(self, within: timedelta) -> int:
        """How many public matches are in play and were active `within` such a time."""

    def awaiting_ai(self) -> list[str]:
        """Ids of the matches in which it is an AI's turn."""

    def clocked(self) -> list[str]:
        """Ids of the matches in play with clocks."""


class UptimeStore(Protocol):
    """Keeps how long the server has run, over all its starts."""

    def uptime(self) -> int:
        """Milliseconds, 0 before the first start."""

    def keep_uptime(self, moment: int) -> None:
        """Remember so many milliseconds."""


class Announcer(Protocol):
    """Tells the connected clients. Never blocks, never raises for a client's sake."""

    def event(self, change: Change) -> None:
        """Everybody in the match learns of an event."""

    def hints(self, match: Match, guest: str) -> None:
        """The person to move learns what each move would do."""

    def thinking(self, match_id: str, seat: int | None, ahead: int = 0) -> None:
        """Everybody in the match learns which AI thinks, or waits for so many others to."""

    def presence(self, match_id: str, presence: Presence) -> None:
        """Everybody in the match learns who is there."""

    def beat(self, match_id: str, guest: str, now: int) -> None:
        """One player's pages are asked for a sign, which they answer at once."""

    def seeks(self, matches: Sequence[Match]) -> None:
        """Those who look at the list of matches learn who waits for somebody."""

    def lobby(self, match: Match) -> None:
        """Those who look at the list of matches see how this one stands."""

    def own(self, match: Match) -> None:
        """The players of a match who look at their list of games see how it stands."""

    def challenged(self, match: Match, guest: str) -> None:
        """Somebody who looks at the list of games learns of a match that he or she is asked to."""

    def analysis(self, sid: str, news: PositionNews | ProgressNews | ReviewNews) -> None:
        """One socket learns what its analysis has found."""

    def hang_up(self, sid: str) -> None:
        """End a socket."""


class Purpose(Enum):
    """What a search is for."""

    MOVE = "move"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Question:
    """A move asked of an AI; `ply` and `epoch` tell whether the answer still fits.

    Attributes:
        pause: seconds to let pass before the search begins, so that people can follow.
        awaited: whether a person plays in the match and waits for the answer.
        seconds: that the AI's clock allows for the search, None without a clock.
        visitor: who waits for it, or has begun the game.
        purpose: an AI's own move, or a hint for the person whose turn it is.
        moves: that led to `position`.
    """

    match_id: str
    seat: int
    ply: int
    epoch: int
    level: str
    position: Position
    pause: float = 0.0
    awaited: bool = True
    seconds: float | None = None
    visitor: Visitor = field(default=NOBODY, compare=False)
    purpose: Purpose = Purpose.MOVE
    moves: tuple[Move, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """The move; `trouble` is the sentence to show when the search failed."""

    question: Question
    move: Move
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A question to the laboratory as it is kept.

    Attributes:
        rules: the version of the rules that `id` and the answer belong to.
        request: what was asked.
        status: as in `webapp.service.laboratory_job.Job`.
        askers: ids of the guests who wait for the answer.
    """

    id: str
    rules: str
    request: dict[str, Any]
    status: str
    answer: dict[str, Any] | None
    witnesses: Sequence[str]
    askers: Sequence[str]


class JobStore(Protocol):
    """Keeps the laboratory's jobs. Every method may be called from any thread."""

    def keep(self, job: StoredJob) -> None:
        """Store a job in place of what was stored of it."""

    def forget(self, job_ids: Sequence[str]) -> None:
        """Drop jobs; those that are not stored do not matter."""

    def one(self, job_id: str) -> StoredJob | None:
        """A job, if it is stored."""

    def load(self, rules: str) -> list[StoredJob]:
        """All jobs under these rules, the latest stored last; forgets those of other rules."""


class ReviewStore(Protocol):
    """Keeps what reviews of games have found. Every method may be called from any thread."""

    def keep(self, reviewed: ReviewedGame, found: Mapping[int, Known], *, done: bool) -> None:
        """Store what is known of a game's plies, and whether that is all, in place of before."""

    def load(self, reviewed: ReviewedGame) -> Mapping[int, Known]:
        """What is stored of a game's plies, nothing where it was never reviewed."""

    def done(self, games: Collection[ReviewedGame]) -> Collection[ReviewedGame]:
        """Those of some games whose review is done."""


class StudyStore(Protocol):
    """Keeps studies. Every method may be called from any thread."""

    def add(self, kept: KeptStudy, most: int) -> None:
        """Store a new study; of all studies about `most` stay, the last changed."""

    def load(self, study_id: str) -> KeptStudy | None:
        """The study with this id, None where there is none that can be read."""

    def replace(self, kept: KeptStudy) -> bool:
        """Store a study in place of the version before it; False where that is not stored."""

    def remove(self, study_id: str) -> None:
        """Drop a study; one that is not stored does not matter."""

    def of(self, owner: str) -> Sequence[KeptStudy]:
        """Somebody's studies, the last changed first."""

    def count(self, owner: str) -> int:
        """How many studies somebody has."""

    def forget(self, owner: str) -> None:
        """Drop all of somebody's studies."""


class StudyAnnouncer(Protocol):
    """Tells the connected clients of studies. Never blocks, never raises for a client's sake."""

    def study(self, study_id: str, version: int) -> None:
        """Those who look at a study learn that it has changed; version 0: it is gone."""


class PuzzleStore(Protocol):
    """Keeps what people make of puzzles. Every method may be called from any thread."""

    def of(self, guest: str) -> Sequence[Try]:
        """All tries of a guest, the newest first."""

    def first(self, guest: str, puzzle: int, *, right: bool, daily: int | None) -> bool:
        """Store a guest's first try and count it; False where there was one before."""

    def wrong(self, guest: str, puzzle: int) -> None:
        """Count one more wrong try."""

    def solve(self, guest: str, puzzle: int, daily: int | None) -> None:
        """A puzzle tried before is solved now; once solved, nothing changes."""

    def rates(self) -> Mapping[int, tuple[int, int]]:
        """Puzzle -> (first tries, those that were right) of those that anybody has tried."""

    def forget(self, guest: str) -> None:
        """Drop a guest's tries; the counts stay."""


class ChatStore(Protocol):
    """Keeps what was said. Every method may be called from any thread."""

    def add(self, series: str, room: Room, guest: Guest, text: str) -> Line:
        """Store a line; of each room the newest `KEPT` stay."""

    def lines(self, series: str, rooms: Sequence[Room]) -> Sequence[Line]:
        """What is stored of these rooms, the oldest first."""

    def notes(self, match: Match) -> Sequence[Note]:
        """What was done in a match, of `domain.chat.NOTED`; the newest `KEPT`."""

    def standing(self, series: Collection[str]) -> Mapping[str, tuple[int, frozenset[str]]]:
        """Of each with lines or switches its newest line's number, and who wants no chat."""

    def switch(self, series: str, guest: str, *, on: bool) -> None:
        """Note whether somebody wants a chat beside the games of a series."""

    def off(self, series: str) -> frozenset[str]:
        """The ids of those who want none."""

    def forget(self, guest: str) -> None:
        """Drop all that a person has said or switched."""


class ChatAnnouncer(Protocol):
    """Tells the connected clients of the chat. Never blocks, never raises for a client's sake."""

    def said(self, match: Match, line: Line) -> None:
        """Those in the line's room read it."""

    def chat_off(self, match: Match, names: Sequence[str]) -> None:
        """Everybody in the match learns who has switched the chat off; nobody: it is on."""


class Thinker(Protocol):
    """Chooses AI moves in the background and answers by `Matches.answer`."""

    def ask(self, question: Question) -> None: ...
    def cancel(self, match_id: str) -> None:
        """Stop and forget what was asked for this match."""
