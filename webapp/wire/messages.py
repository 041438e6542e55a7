"""The shape of every message of a match, for the server that builds it and whoever reads it.

Times are milliseconds. `at` is a moment on the server's own clock, which never jumps and
rests while the server is down; only differences between two such moments mean anything.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class GameFields(TypedDict):
    """The game as a page needs it."""

    key: str
    family: str
    drops: bool
    counted: bool
    name: str
    columns: int
    rows: int
    connect: int | None
    players: int
    colours: list[str]
    size_text: str


class SeatFields(TypedDict):
    """One seat and who sits there; a name that is kept for this person is `registered`. `rating`
    is as at the beginning (``1587``, ``1500?``), after a game that counts as that has left it,
    with the `change` (``+9``)."""

    seat: int
    colour: str
    kind: str
    name: str
    level: str | None
    online: bool
    standing: str
    registered: NotRequired[bool]
    rating: NotRequired[str]
    change: NotRequired[str]


class OutcomeFields(TypedDict):
    """How a match ended, in data and in words; a move tells `winner` and `reason` only."""

    winner: int | None
    reason: str
    squares: NotRequired[list[int]]
    score: NotRequired[int | None]
    title: NotRequired[str]
    text: NotRequired[str]
    result: NotRequired[str]


class OfferFields(TypedDict):
    """An open offer: who made it, and which seats agree."""

    kind: str
    by: int
    agreed: list[int]


class HintFields(TypedDict):
    """What a seat was told to play, its notation, and a sentence that says it; nothing while the
    search goes on."""

    seat: int
    move: int | None
    text: str
    said: str


class TallyFields(TypedDict):
    """The series so far, wins in seat order."""

    wins: list[int]
    draws: int


class Hints(TypedDict):
    """What each legal move would do, for the person to move. Not versioned."""

    match: str
    v: int
    landing: dict[str, int]
    flips: dict[str, list[int]]


class Presence(TypedDict):
    """Who of the players is connected, or what else each does, how many others look on, and
    who of them wishes to be named. Not versioned."""

    match: str
    watching: int
    online: list[bool]
    standings: list[str]
    names: list[str]


class Beat(TypedDict):
    """Sent to each player every two seconds while others play with him, as ``beat``; the page
    answers at once with a ``beat`` of the same fields, by which it is known to be there and
    how far away. `now` tells it the server's own clock."""

    match: str
    now: int


class Thinking(TypedDict):
    """The seat of the AI that thinks, and how many moves are searched before its own. Not
    versioned."""

    match: str
    seat: int | None
    ahead: NotRequired[int]


class Seek(TypedDict):
    """A match that waits for strangers, in the ``seeks`` message (the list that all see, to those
    in the lobby) and in ``GET /api/seeks``. `colours` are those of the free seats, `seat` is the
    one that is taken next; `match` is joined like any other. `rating` is that of whoever waits in
    a rated game, ``1587``, and empty in a casual one."""

    match: str
    names: list[str]
    game: str
    game_name: str
    size_text: str
    control: str | None
    control_text: str
    colours: list[str]
    seat: int
    rating: str


class Thumbnail(TypedDict):
    """What a small picture of a match shows."""

    match: str
    v: int
    status: str
    to_move: int
    cells: list[int]
    last: list[int]


class OwnGame(Thumbnail):
    """The same for one of its players: whether it is his or her turn, and the time left."""

    turn: bool
    ms: int | None


class Refused(TypedDict):
    """The negative answer to an action: a code, and the sentence for the person."""

    ok: bool
    code: str
    message: str
    v: int | None
    retry: NotRequired[int]


class ClockFields(TypedDict):
    """What every seat had left at the moment `at`, from which on the clock of seat `run` runs.

    While a match is played and `run` is null, the seat to move is awaited for its first move
    `FIRST_MOVE` from `at` on.
    """

    ms: list[int]
    run: int | None
    at: int


class ControlFields(TypedDict):
    """The time control: ``5+3`` or ``30/move``, and in words. `kind` is fischer or move."""

    key: str
    text: str
    kind: str
    base: int
    increment: int
    first_move: int


class LeftFields(TypedDict):
    """The player of a seat gives no sign since about 5 s before `at`; from `claim_at` on the
    others may claim, while it is that seat's turn."""

    seat: int
    at: int
    claim_at: int


class Snapshot(TypedDict):
    """All a page needs to draw a match.

    `moves` are ``[seat, move, text]``; `spent` is how long each since the opening took, where there
    are clocks; `flips` and `landing` say what each legal move would
    do; `you` are the viewer's own seats; `now` is the moment of the snapshot, if there
    are clocks or somebody has left.
    """

    match: str
    v: int
    status: str
    game: GameFields
    seats: list[SeatFields]
    you: list[int]
    host: bool
    can_join: bool
    alone: bool
    can_undo: bool
    ply: int
    to_move: int
    cells: list[int]
    legal: list[int]
    last: list[int]
    moves: list[tuple[int, int, str]]
    opening: int
    spent: list[int]
    flips: dict[str, list[int]]
    landing: dict[str, int]
    outcome: OutcomeFields | None
    counts: list[int]
    offer: OfferFields | None
    tally: TallyFields
    number: int
    next: str | None
    thinking: int | None
    watching: int
    watchers: list[str]
    clock: ClockFields | None
    control: ControlFields | None
    gone: list[LeftFields]
    can_abort: bool
    now: int | None
    public: bool
    open: bool
    wants_public: bool
    level_choices: list[str]
    hint: HintFields | None
    hints_left: list[int]
    rated: bool


class SnapshotAnswer(TypedDict):
    """The answer to `watch` for who needs everything."""

    ok: bool
    v: int
    snapshot: Snapshot


class ChatLine(TypedDict):
    """Something said, sent as ``chat`` to those in its room. `speaker` stands for the person
    beside this match. Not versioned; `number` grows with every line of the match."""

    match: str
    number: int
    room: str
    speaker: str
    name: str
    text: str


class ChatNote(TypedDict):
    """An event that players read among their lines, behind the line numbered `after`."""

    v: int
    t: str
    after: int
    kind: NotRequired[str]
    by: NotRequired[int]
    seat: NotRequired[int]
    own: NotRequired[bool]


class Chat(TypedDict):
    """The answer to ``chat``: the rooms in which the person reads and writes and what is kept of
    them, who has switched the chat `off`, and the person's own `speaker` as `me`; `series` stands
    for all games that rematches joined."""

    ok: bool
    rooms: list[str]
    lines: list[ChatLine]
    notes: list[ChatNote]
    off: list[str]
    own_off: bool
    player: bool
    me: str
    series: str


class ChatOff(TypedDict):
    """Sent as ``chat_off``: the names of the players who want no chat; none: it is on."""

    match: str
    off: list[str]
