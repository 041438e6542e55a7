"""A match: the fold of its numbered events, and the questions one can ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal
from webapp.domain.seat import SeatKind

if TYPE_CHECKING:
    from engine.game import Game, Move, Position
    from webapp.domain.clock import Clock, TimeControl
    from webapp.domain.rating import Rated
    from webapp.domain.result import Result
    from webapp.domain.seat import Seat


class Status(StrEnum):
    """The three stages of a match."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"


class OfferKind(StrEnum):
    """What one player can ask of the others."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    REMATCH = "rematch"


UNNAMED = "="
"""Begins the key of a move whose client gave it no id: it is known by what it is, and so
only until it is taken back."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An open question; `agreed` are the seats that said yes, the asking one included."""

    kind: OfferKind
    by: int
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Hint:
    """What a seat was told to play, None while the search goes on."""

    seat: int
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins of each seat's player and draws, over a series of rematches."""

    wins: tuple[int, ...]
    draws: int = 0

    def after(self, result: Result) -> Tally:
        """With one more result, if that counts."""
        return self._with(result, 1)

    def before(self, result: Result) -> Tally:
        """Without a result that was taken back."""
        return self._with(result, -1)

    def _with(self, result: Result, count: int) -> Tally:
        if not result.counts:
            return self
        if result.winner is None:
            return Tally(self.wins, self.draws + count * result.drawn)
        wins = tuple(n + count * (seat == result.winner) for seat, n in enumerate(self.wins))
        return Tally(wins, self.draws)


@dataclass(frozen=True, slots=True)
class Match:
    """The state after `v` events.

    Attributes:
        positions: from the first board to the current one, one more than there are `moves`.
        opening: how many of the `moves` the match started after; they are never taken back.
        epoch: grows whenever a search in progress has lost its meaning though the ply may
            come again (takeback, end).
        acts: (seat, the client's id of an action) -> the version that action produced, to
            recognise what is sent twice.
        host: see `events.Created`. It never leaves the server.
        control: the time it is played with, None for no clock.
        clocks: at each ply since the opening, as taking back restores them; empty without.
        spent: how long each move since the opening took, as it was last played, also those for
            which no clock ran yet; empty without clocks.
        public: whether anybody may watch; see `may_see`.
        open: whether strangers are invited to its free seats.
        agreed_public: the seats whose players want others to watch.
        gone: the seats whose players have left, and the moments at which that was noticed.
        offered: (seat, what) -> the ply at which that was last offered.
        hints: how many hints each seat has taken.
        hint: the one for the move to come.
        series: the id of the first of the games that rematches joined.
        handed_over: the seats that an AI took over, and the ids of the people who had them.
        rated: whether the result counts for the players' ratings.
        ratings: in the order of the seats, what it has made of them.
        near: whether strangers are to be of about the same rating.
    """

    id: str
    game: Game
    seats: tuple[Seat, ...]
    positions: tuple[Position, ...]
    tally: Tally
    v: int = 1
    moves: tuple[Move, ...] = ()
    opening: int = 0
    epoch: int = 0
    offer: Offer | None = None
    result: Result | None = None
    number: int = 1
    next: str | None = None
    public: bool = True
    host: str | None = None
    acts: Mapping[tuple[int, str], int] = field(default_factory=dict)
    handed_over: Mapping[int, str] = field(default_factory=dict)
    control: TimeControl | None = None
    clocks: tuple[Clock, ...] = ()
    spent: tuple[int, ...] = ()
    open: bool = False
    agreed_public: frozenset[int] = frozenset()
    gone: Mapping[int, int] = field(default_factory=dict)
    offered: Mapping[tuple[int, OfferKind], int] = field(default_factory=dict)
    hints: Mapping[int, int] = field(default_factory=dict)
    hint: Hint | None = None
    series: str = ""
    rated: bool = False
    ratings: tuple[Rated, ...] = ()
    near: bool = False

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def status(self) -> Status:
        if self.result is not None:
            return Status.FINISHED
        if any(seat.kind is SeatKind.OPEN for seat in self.seats):
            return Status.WAITING
        return Status.PLAYING

    @property
    def to_move(self) -> int:
        return self.position.to_move

    @property
    def clock(self) -> Clock | None:
        """The clocks as the last event left them."""
        return self.clocks[-1] if self.clocks else None

    @property
    def persons(self) -> int:
        """How many different people sit at the board."""
        return len(self.guests())

    def has_moved(self, seat: int) -> bool:
        """Whether a seat has moved since the match began."""
        return any(position.to_move == seat for position in self.positions[self.opening : self.ply])

    @property
    def begun(self) -> bool:
        """Whether every seat has moved."""
        return all(self.has_moved(seat) for seat in range(self.game.players))

    def may_reopen(self, seats: tuple[int, ...]) -> bool:
        """Whether the holder of `seats`, who plays alone, may take back the end itself."""
        result = self.result
        if result is None or result.by is not None or not result.counts or not seats:
            return False
        return self.next is None and not self.asked(seats) and self.undo_ply(seats) is not None

    def asked(self, seats: tuple[int, ...]) -> bool:
        """Whether a person sits at the board besides the holders of `seats`."""
        own = {self.seats[seat].guest for seat in seats}
        return any(s.kind is SeatKind.HUMAN and s.guest not in own for s in self.seats)

    def to_move_guest(self) -> str | None:
        """The id of the person to move."""
        return self.seats[self.to_move].guest

    def waits_for(self, guest: str) -> bool:
        """Whether it is a person's turn in a game that goes on."""
        return self.status is Status.PLAYING and self.to_move_guest() == guest

    def held_by(self, guest: str) -> tuple[int, ...]:
        """The seats of a person."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.guest == guest)

    def may_see(self, viewer: str | None) -> bool:
        """Whether somebody may look at the match: a private one is its players' own, once
        whoever got its link has taken the last seat."""
        if self.public or self.status is Status.WAITING:
            return True
        return (
            viewer in self.guests()
            or viewer in self.handed_over.values()
            or (viewer is not None and self.host == viewer)
        )

    def admit(self, viewer: str | None, you: tuple[int, ...] | None = None) -> None:
        """Pass whoever may see the match, and whose page takes the right seats, `you`, for its own.

        Raises:
            Refusal: with the reason, also for a friend whose invitation was called off.
        """
        if you is not None and you != self.held_by(viewer or ""):
            raise Refusal("other")
        if self.may_see(viewer):
            return
        host = next((seat.name for seat in self.seats if seat.kind is SeatKind.HUMAN), "")
        if host and any(seat.kind is SeatKind.OPEN for seat in self.seats):
            raise Refusal("private", f"{host} called the game off.")
        raise Refusal("private")

    def is_hosted_by(self, guest: str) -> bool:
        """Whether this person, without a seat, decides on levels and on the next game."""
        return self.host == guest

    def guests(self) -> frozenset[str]:
        """The ids of all persons at the board."""
        return frozenset(seat.guest for seat in self.seats if seat.guest is not None)

    def is_alone(self, guest: str) -> bool:
        """Whether every seat is this person's or an AI's."""
        ours = {SeatKind.AI: True, SeatKind.OPEN: False}
        return all(ours.get(seat.kind, seat.guest == guest) for seat in self.seats)

    def ai_to_move(self) -> int | None:
        """The seat of the AI whose turn it is, if it is one's."""
        if self.status is not Status.PLAYING:
            return None
        return self.to_move if self.seats[self.to_move].kind is SeatKind.AI else None

    def undo_ply(self, seats: tuple[int, ...]) -> int | None:
        """The latest earlier ply at which one of `seats` had a move to choose."""
        for ply in range(self.ply - 1, self.opening - 1, -1):
            if self.positions[ply].to_move in seats and not self.game.is_pass(self.moves[ply]):
                return ply
        return None
