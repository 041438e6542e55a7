"""What can happen to a match. Each event knows how it changes the state, and nothing else.

Events are facts: `apply` never refuses. Whether something may happen is decided before,
in `actions`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from engine import registry
from engine.game import Move
from webapp.domain.clock import TimeControl, begin
from webapp.domain.match import UNNAMED, Hint, Match, Offer, OfferKind, Tally
from webapp.domain.opening import positions
from webapp.domain.rating import Rated, Rating
from webapp.domain.result import Reason, Result
from webapp.domain.seat import Seat, SeatKind


class Event(Protocol):
    """Something that happened; `t` is its name in the database and on the wire."""

    t: ClassVar[str]

    def apply(self, match: Match) -> Match:
        """The state after it; the version is the caller's business."""


@dataclass(frozen=True, slots=True)
class Created:
    """The first event: everything the match starts with.

    Attributes:
        moves: played from the first board before anybody sat down; the match starts after them.
        host: the id of the person who had it made, if only AIs sit at the board.
        open: whether strangers are invited to its free seats.
        series: the id of the first of the games that rematches joined; empty in that one.
        rated: whether the result counts for the players' ratings.
        near: whether strangers are to be of about the same rating.
    """

    t: ClassVar[str] = "created"
    match: str
    game: str
    seats: tuple[Seat, ...]
    public: bool = True
    number: int = 1
    wins: tuple[int, ...] = ()
    draws: int = 0
    previous: str | None = None
    moves: tuple[Move, ...] = ()
    host: str | None = None
    control: TimeControl | None = None
    open: bool = False
    series: str = ""
    rated: bool = False
    near: bool = False

    def start(self) -> Match:
        game = registry.game(self.game)
        clocks = () if self.control is None else (begin(self.control, game.players),)
        wins = self.wins or (0,) * game.players
        return Match(
            id=self.match,
            game=game,
            seats=self.seats,
            positions=positions(game, self.moves),
            tally=Tally(wins, self.draws),
            moves=self.moves,
            opening=len(self.moves),
            number=self.number,
            public=self.public,
            host=self.host,
            control=self.control,
            clocks=clocks,
            open=self.open,
            series=self.series or self.match,
            rated=self.rated,
            near=self.near,
            agreed_public=frozenset(range(game.players)) if self.public else frozenset(),
        )

    def apply(self, match: Match) -> Match:
        raise AssertionError("A match is created once.")


@dataclass(frozen=True, slots=True)
class Joined:
    """A person took an open seat."""

    t: ClassVar[str] = "joined"
    seat: int
    guest: str
    name: str
    registered: bool = False
    rating: Rating | None = None

    def apply(self, match: Match) -> Match:
        person = Seat.human(self.guest, self.name, registered=self.registered, rating=self.rating)
        # A server of an older version lets anybody in: then nothing is at stake.
        rated = match.rated and self.rating is not None
        return replace(_reseat(match, self.seat, person), rated=rated)


@dataclass(frozen=True, slots=True)
class Renamed:
    """A person's name changed, or is kept for this person from now on, or no more."""

    t: ClassVar[str] = "renamed"
    seat: int
    name: str
    registered: bool = False

    def apply(self, match: Match) -> Match:
        person = replace(match.seats[self.seat], name=self.name, registered=self.registered)
        return _reseat(match, self.seat, person)


@dataclass(frozen=True, slots=True)
class Moved:
    """A move, or a pass that the rules forced. It ends every open offer."""

    t: ClassVar[str] = "moved"
    seat: int
    move: Move

    def apply(self, match: Match) -> Match:
        return replace(
            match,
            positions=(*match.positions, match.position.play(self.move)),
            moves=(*match.moves, self.move),
            clocks=(*match.clocks, *match.clocks[-1:]),
            offer=None,
            hint=None,
        )


@dataclass(frozen=True, slots=True)
class TookBack:
    """The match went back to an earlier ply, and on if it was over already."""

    t: ClassVar[str] = "took_back"
    ply: int
    by: int

    def apply(self, match: Match) -> Match:
        return replace(
            match,
            positions=match.positions[: self.ply + 1],
            moves=match.moves[: self.ply],
            clocks=match.clocks[: self.ply - match.opening + 1],
            spent=match.spent[: self.ply - match.opening],
            epoch=match.epoch + 1,
            offer=None,
            offered={},
            hint=None,
            result=None,
            tally=match.tally if match.result is None else match.tally.before(match.result),
            acts={key: v for key, v in match.acts.items() if not key[1].startswith(UNNAMED)},
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """A player wants others to be able to watch, or does not. They can while all want it."""

    t: ClassVar[str] = "shown"
    seat: int
    on: bool

    def apply(self, match: Match) -> Match:
        own = {self.seat}
        agreed = match.agreed_public | own if self.on else match.agreed_public - own
        public = all(
            seat in agreed for seat, who in enumerate(match.seats) if who.kind is SeatKind.HUMAN
        )
        return replace(match, agreed_public=agreed, public=public)


@dataclass(frozen=True, slots=True)
class GaveTime:
    """A player gave another more time. It stays given when moves are taken back."""

    t: ClassVar[str] = "gave_time"
    seat: int
    by: int
    time: int

    def apply(self, match: Match) -> Match:
        clocks = tuple(clock.given(self.seat, self.time) for clock in match.clocks)
        return replace(match, clocks=clocks)


@dataclass(frozen=True, slots=True)
class Left:
    """A player has given no sign for a while; `at` is the moment at which that was noticed."""

    t: ClassVar[str] = "left"
    seat: int
    at: int

    def apply(self, match: Match) -> Match:
        return replace(match, gone={**match.gone, self.seat: self.at})


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had left is there again."""

    t: ClassVar[str] = "returned"
    seat: int

    def apply(self, match: Match) -> Match:
        gone = {seat: at for seat, at in match.gone.items() if seat != self.seat}
        return replace(match, gone=gone)


@dataclass(frozen=True, slots=True)
class Offered:
    """A player asked the others for something."""

    t: ClassVar[str] = "offered"
    kind: OfferKind
    by: int

    def apply(self, match: Match) -> Match:
        return replace(
            match,
            offer=Offer(self.kind, self.by, frozenset((self.by,))),
            offered={**match.offered, (self.by, self.kind): match.ply},
        )


@dataclass(frozen=True, slots=True)
class Agreed:
    """One of several asked players said yes; others have not answered yet."""

    t: ClassVar[str] = "agreed"
    kind: OfferKind
    by: int

    def apply(self, match: Match) -> Match:
        offer = match.offer
        if offer is None:
            return match
        return replace(match, offer=replace(offer, agreed=offer.agreed | {self.by}))


@dataclass(frozen=True, slots=True)
class Declined:
    """An offer was refused, or withdrawn by the one who made it."""

    t: ClassVar[str] = "declined"
    kind: OfferKind
    by: int

    def apply(self, match: Match) -> Match:
        return replace(match, offer=None)


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over. The one place where it ends, whatever the reason.

    `ratings`: in the order of the seats, what a result that counts makes of the players'.
    """

    t: ClassVar[str] = "ended"
    result: Result
    ratings: tuple[Rated, ...] = ()

    def apply(self, match: Match) -> Match:
        tally = match.tally.after(self.result)
        epoch = match.epoch + 1
        over = replace(match, result=self.result, tally=tally, epoch=epoch, offer=None, hint=None)
        return replace(over, ratings=self.ratings)


@dataclass(frozen=True, slots=True)
class Levelled:
    """An AI's level changed, from its next move on."""

    t: ClassVar[str] = "levelled"
    seat: int
    level: str

    def apply(self, match: Match) -> Match:
        seat = replace(match.seats[self.seat], level=self.level)
        return _reseat(match, self.seat, seat)


@dataclass(frozen=True, slots=True)
class HandedOver:
    """One of three players is out, and an AI plays on, so that the others can."""

    t: ClassVar[str] = "handed_over"
    seat: int
    level: str
    reason: Reason = Reason.RESIGNATION

    def apply(self, match: Match) -> Match:
        guest = match.seats[self.seat].guest
        handed = match.handed_over if guest is None else {**match.handed_over, self.seat: guest}
        after = _reseat(match, self.seat, Seat.ai(self.level))
        gone = {seat: at for seat, at in match.gone.items() if seat != self.seat}
        return replace(after, handed_over=handed, offer=None, gone=gone)


@dataclass(frozen=True, slots=True)
class Rematched:
    """The series goes on in another match, or whoever waited for somebody plays there."""

    t: ClassVar[str] = "rematched"
    next: str
    swapped: bool = True
    """Whether the colours move on by one seat."""
    level: str | None = None
    """The AIs' level from then on, where another was chosen."""
    begins: bool = True
    """Whether that match begins by this."""

    def apply(self, match: Match) -> Match:
        return replace(match, next=self.next, offer=None)


@dataclass(frozen=True, slots=True)
class AiFailed:
    """An AI found no move by itself; the fallback plays one instead."""

    t: ClassVar[str] = "ai_failed"
    seat: int
    text: str

    def apply(self, match: Match) -> Match:
        return match


@dataclass(frozen=True, slots=True)
class AskedHint:
    """A player asked what to play."""

    t: ClassVar[str] = "asked_hint"
    seat: int

    def apply(self, match: Match) -> Match:
        taken = match.hints.get(self.seat, 0) + 1
        return replace(match, hints={**match.hints, self.seat: taken}, hint=Hint(self.seat))


@dataclass(frozen=True, slots=True)
class Hinted:
    """The answer to who asked what to play; without a move none was found, and none is spent."""

    t: ClassVar[str] = "hinted"
    seat: int
    move: Move | None

    def apply(self, match: Match) -> Match:
        if self.move is not None:
            return replace(match, hint=Hint(self.seat, self.move))
        taken = max(0, match.hints.get(self.seat, 0) - 1)
        return replace(match, hints={**match.hints, self.seat: taken}, hint=None)


AnyEvent = (
    Created
    | Joined
    | Renamed
    | Moved
    | TookBack
    | Shown
    | GaveTime
    | Left
    | Returned
    | Offered
    | Agreed
    | Declined
    | Ended
    | Levelled
    | HandedOver
    | Rematched
    | AiFailed
    | AskedHint
    | Hinted
)


def _reseat(match: Match, index: int, seat: Seat) -> Match:
    seats = tuple(seat if i == index else old for i, old in enumerate(match.seats))
    return replace(match, seats=seats)
