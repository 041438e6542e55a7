"""The shape of every live event of a match: what each adds to `Head`, by its `t`."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from webapp.wire.messages import ClockFields, Hints, LeftFields, OutcomeFields, TallyFields


class Head(TypedDict):
    """What every live event begins with: `t` names it, `v` is its version. An event that
    changes the clocks carries `clock` (`ClockFields`), a move always does."""

    match: str
    v: int
    t: str


class MovedFields(TypedDict):
    """A move: `changes` are ``[square, owner]``, `ply` counts the moves after it."""

    ply: int
    seat: int
    move: int
    text: str
    changes: list[list[int]]
    to_move: int
    legal: list[int]
    clock: ClockFields | None
    outcome: OutcomeFields | None


class TookBackFields(TypedDict):
    """The board after a takeback; `moves` are left. A match that was over goes on, with the
    `tally` as it was before."""

    ply: int
    cells: list[int]
    last: list[int]
    to_move: int
    legal: list[int]
    moves: int
    tally: TallyFields


class EndedFields(TypedDict):
    """The end, and the tally after it. `ratings` are, where the result counts for them, those of
    all seats and by how much they changed: ``["1596", "+9"]``."""

    outcome: OutcomeFields | None
    tally: TallyFields
    ratings: NotRequired[list[tuple[str, str]]]


class JoinedFields(TypedDict):
    """Who took which seat, and how the match stands then; a name that is kept is `registered`, its
    owner's `rating` is as in `SeatFields`."""

    seat: int
    name: str
    status: str
    registered: NotRequired[bool]
    rating: NotRequired[str]


class RenamedFields(TypedDict):
    """The new name of a seat's player; one that is kept is `registered`."""

    seat: int
    name: str
    registered: NotRequired[bool]


class OfferedFields(TypedDict):
    """An offer (`kind`), or the answer of seat `by` to one; to its `own`: it is withdrawn."""

    kind: str
    by: int
    own: NotRequired[bool]


class LevelledFields(TypedDict):
    """The new level of an AI's seat."""

    seat: int
    level: str
    name: str


class HandedOverFields(TypedDict):
    """An AI plays on for `player`, who sat there; `reason` is resignation, time or left."""

    seat: int
    level: str
    name: str
    player: str
    reason: str


class ShownFields(TypedDict):
    """Seat `seat` wants others to watch (`on`) or not; `public` says whether they can now."""

    seat: int
    on: bool
    public: bool


class GaveTimeFields(TypedDict):
    """Seat `by` gave `seat` so much `time`; the event's `clock` has it."""

    seat: int
    by: int
    time: int


class ReturnedFields(TypedDict):
    """The player of a seat is there again."""

    seat: int


class RematchedFields(TypedDict):
    """The match in which the series goes on."""

    next: str


class AiFailedFields(TypedDict):
    """What to say when an AI's search failed."""

    seat: int
    text: str


class AskedHintFields(TypedDict):
    """Seat `seat` wants to know what to play, and may ask so often again."""

    seat: int
    left: int


class HintedFields(TypedDict):
    """The answer: `move`, None where none was found, and more as in `HintFields`; `left` as in
    `AskedHintFields`."""

    seat: int
    move: int | None
    text: str
    said: str
    left: int


EventFields = (
    MovedFields
    | TookBackFields
    | EndedFields
    | JoinedFields
    | RenamedFields
    | OfferedFields
    | LevelledFields
    | HandedOverFields
    | ShownFields
    | GaveTimeFields
    | LeftFields
    | ReturnedFields
    | RematchedFields
    | AiFailedFields
    | AskedHintFields
    | HintedFields
)

Event = dict[str, Any]
"""A `Head` and, by its `t`, the fields of one of `EventFields`."""


class Missed(TypedDict):
    """The answer to `watch` for who has missed little."""

    ok: bool
    v: int
    events: list[Event]
    hints: Hints
    thinking: int | None
    now: int
