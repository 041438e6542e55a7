"""Parses what clients send: forms (all values are text) and JSON (types must be right).

Anything that does not fit raises `Refusal` with a sentence that names the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError

from engine import registry
from engine.errors import NotationError, UnsupportedGame
from engine.formats.record import parse_start
from engine.game import Game, Position
from engine.players.levels import NEWCOMERS
from webapp.domain.action import Action, ActionKind, Claim
from webapp.domain.clock import parse_control
from webapp.domain.errors import Refusal
from webapp.domain.line import Line, Variation
from webapp.domain.match import OfferKind
from webapp.domain.opening import opening_of
from webapp.domain.setup import Colour, NewMatch, level_key, pairing
from webapp.names import clean_name
from webapp.service.effort import Effort

M = TypeVar("M", bound=BaseModel)

Small = Annotated[int, Field(ge=0, le=100_000)]
Word = Annotated[str, Field(min_length=1, max_length=64)]
MOST_SHOWN = 48
"""Boards in the longest list of matches."""
Nickname = Annotated[str, Field(max_length=100)]


def _opening_kind(value: object) -> str | None:
    if isinstance(value, str):
        return "text"
    return "numbers" if isinstance(value, list) else None


Opening = Annotated[
    Annotated[str, Field(max_length=2000), Tag("text")]
    | Annotated[list[Small], Field(max_length=512), Tag("numbers")],
    Discriminator(_opening_kind),
]
"""Moves as text or as numbers, at most as many as the longest game on the largest board has."""
_PARAMETERS = TypeAdapter(dict[str, Small])
PLAIN = r"^[\x20-\x7e]{1,64}$"
Token = Annotated[str, Field(pattern=PLAIN)]


def _usual() -> str:
    return registry.usual_game().key


class Message(BaseModel):
    """Fields nobody asked for are ignored, so that an older server reads a newer page."""

    model_config = ConfigDict(extra="ignore")


class _NewMatch(Message):
    game: Word = Field(default_factory=_usual)
    seat0: Word = "me"
    seat1: Word = f"ai:{NEWCOMERS}"
    seat2: Word = f"ai:{NEWCOMERS}"
    name0: Nickname = ""
    name1: Nickname = ""
    name2: Nickname = ""
    colour: Literal["", "first", "second", "random"] = ""
    public: bool | None = None
    open: bool = False
    moves: Opening = ""
    clock: Annotated[str, Field(max_length=16)] = ""
    rated: bool = False
    near: bool = False


class _Act(Message):
    t: Literal[
        "move",
        "resign",
        "offer",
        "accept",
        "decline",
        "takeback",
        "level",
        "rematch",
        "reset",
        "abort",
        "claim",
        "give",
        "show",
        "hint",
    ]
    id: Token | None = None
    ply: Small | None = None
    move: Small | None = None
    seat: Annotated[int, Field(ge=0, le=2)] | None = None
    kind: Literal["draw", "takeback", "rematch", "win", "on", "off"] | None = None
    level: Word | None = None


class _Job(Message):
    job: Word


class _Listing(Message):
    on: bool = True
    shown: Annotated[list[Word], Field(max_length=MOST_SHOWN)] | None = None


class _Line(Message):
    game: Word = Field(default_factory=_usual)
    start: Annotated[str, Field(max_length=600)] = ""
    moves: Opening = ""
    ply: Small | None = None
    side: Opening = ""
    rest: Opening = ""
    lines: Annotated[str, Field(max_length=4000, pattern=r"^([0-9]+_[^._]+(\.|$))*$")] = ""
    match: Annotated[str, Field(max_length=64)] = ""


class _Look(_Line):
    """`seconds` 0: as long as somebody looks; `depth` 0: no matter how deep."""

    token: Small
    review: bool = True
    seconds: Annotated[int, Field(ge=0, le=1000)] = 16
    depth: Annotated[int, Field(ge=0, le=300)] = 0
    lines_told: Annotated[int, Field(ge=1, le=10)] = 3


class _Beat(Message):
    match: Word
    now: Annotated[int, Field(ge=0)]


class _Watch(Message):
    match: Word
    v: Small | None = None
    you: list[Annotated[int, Field(ge=0, le=2)]] | None = None
    named: bool = False
    name: Nickname = ""


def parse_new_match(data: object, *, form: bool = False) -> NewMatch:
    """The ordered match of a form or a JSON object."""
    fields = _without_blanks(data) if form else data
    if form and isinstance(fields, dict):
        fields.setdefault("public", "0")
    message = parse(_NewMatch, fields, strict=not form)
    game = _game(message.game, _parameters(fields, strict=not form))
    given = (message.seat0, message.seat1, message.seat2)[: game.players]
    names = (message.name0, message.name1, message.name2)
    seats = tuple(map(_seat, given, names))
    opening = opening_of(game, message.moves)
    control = parse_control(message.clock)
    public = message.public
    if public is None:  # an invitation by its link is private unless somebody says otherwise
        public = message.open or "friend" not in given
    order = NewMatch(game, seats, Colour(message.colour), public, opening, control, message.open)
    return replace(order, rated=message.rated, near=message.rated and message.near)


def parse_pairing(data: object, *, form: bool = False) -> NewMatch:
    """What somebody wants to play with whoever wants the same: a game, a clock, and whether it
    counts."""
    fields = _without_blanks(data) if form else data
    message = parse(_NewMatch, fields, strict=not form)
    game = _game(message.game, _parameters(fields, strict=not form))
    control = parse_control(message.clock)
    return pairing(game, control, rated=message.rated, near=message.rated and message.near)


def _seat(seat: str, name: str) -> str:
    """``me`` with the name that somebody at this screen has chosen."""
    named = clean_name(name)
    return f"me:{named}" if seat == "me" and named else seat


def parse_act(data: object, *, form: bool = False) -> Action:
    """The action of a form, a JSON object or a socket message."""
    message = parse(_Act, _without_blanks(data) if form else data, strict=not form)
    return Action(
        kind=ActionKind(message.t),
        id=message.id,
        ply=message.ply,
        move=message.move,
        seat=message.seat,
        offer=OfferKind(message.kind) if message.kind in set(OfferKind) else None,
        on=message.kind == "on",
        claim=Claim(message.kind) if message.kind in set(Claim) else Claim.WIN,
        level=level_key(message.level) if message.level else None,
    )


def parse_watch(data: object) -> tuple[str, int | None]:
    """(match id, the last version the client has)."""
    message = parse(_Watch, data, strict=True)
    return message.match, message.v


def parse_watching(data: object) -> tuple[str, int | None, tuple[int, ...] | None, bool, str]:
    """The same, the seats that the client takes for its own, whether whoever begins to look on
    may be told of by name, and by which name the client's page calls him or her, if it says so."""
    message = parse(_Watch, data, strict=True)
    you = None if message.you is None else tuple(message.you)
    return message.match, message.v, you, message.named, message.name


def parse_beat(data: object) -> tuple[str, int]:
    """(match id, the moment that the server's beat told)."""
    message = parse(_Beat, data, strict=True)
    return message.match, message.now


def parse_job(data: object) -> str:
    """The id of the laboratory job a page wants to follow."""
    return parse(_Job, data, strict=True).job


def parse_listing(data: object) -> tuple[bool, list[str] | None]:
    """Whether a page follows the list of matches, and the ids of those whose boards it shows; None
    where it says nothing of that."""
    listing = parse(_Listing, {} if data is None else data, strict=True)
    return listing.on, listing.shown


def parse_line(data: object) -> Line:
    """The game to look at, and the place in it, of an address's query."""
    return _line(parse(_Line, _without_blanks(data), strict=False))


def parse_look(data: object) -> tuple[int, Line, bool, Effort]:
    """(the page's token, the place in a game, whether to review it, how hard to search)."""
    message = parse(_Look, data, strict=True)
    effort = Effort(message.seconds or None, message.depth or None, message.lines_told)
    return message.token, _line(message), message.review, effort


def lines_text(game: Game, lines: Sequence[Variation]) -> str:
    """Lines beside a game as an address has them: ``4_127.6_33``, each from its ply on."""
    return ".".join(f"{line.ply}_{game.format_moves(line.moves)}" for line in lines)


def _line(message: _Line) -> Line:
    try:
        game = registry.game(message.game)
    except UnsupportedGame as error:
        raise Refusal("unsupported_game", str(error)) from None
    lines = [line.partition("_") for line in message.lines.split(".") if line]
    kept = [(int(ply[:6]), moves) for ply, _, moves in lines]
    start = _start(game, message.start) if message.start else None
    line = Line.of(game, message.moves, message.ply, message.side, message.rest, kept, start)
    return replace(line, match=message.match)


def _start(game: Game, text: str) -> Position:
    try:
        return parse_start(game, text)
    except NotationError as error:
        raise Refusal("malformed", f"The board cannot be played on from. {error}") from None


def parse(model: type[M], data: object, *, strict: bool) -> M:
    """A message of this kind; whatever does not fit is refused with a sentence."""
    if not isinstance(data, dict):
        raise Refusal("malformed", "The message must be an object with named fields.")
    try:
        return model.model_validate(data, strict=strict)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise Refusal("malformed", _sentence(first)) from None


COMPLAINTS = {
    "missing": "is missing",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing_size": "is too large",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "string_type": "must be text",
    "string_too_short": "is empty",
    "string_too_long": "may have at most {max_length} characters",
    "too_long": "may have at most {max_length} entries",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "literal_error": "must be {expected}",
    "union_tag_not_found": "must be text or a list of numbers",
}
"""What people read instead of pydantic's messages, by the type of its error."""

PATTERNS = {PLAIN: "must be 1 to 64 plain characters"}
"""The same where a text does not fit a pattern."""


def _sentence(error: Any) -> str:
    """What is wrong with which field."""
    context = error.get("ctx", {})
    known = PATTERNS.get(context.get("pattern")) or COMPLAINTS.get(error["type"])
    name, *path = error["loc"]
    entry = "".join(f"Entry {place + 1} of " for place in path if isinstance(place, int))
    return f"{entry}{str(name)!r} {(known or 'cannot be read').format(**context)}."


def _without_blanks(data: object) -> dict[str, Any]:
    """A form's fields; an empty one counts as not filled in."""
    if not isinstance(data, Mapping):
        return {}
    return {key: value for key, value in data.items() if value != ""}


def _parameters(fields: object, *, strict: bool) -> dict[str, int]:
    """The parameters of a game among an order's fields, by name.

    In JSON that is whatever is no other field, so that a misspelt one is refused; a form may
    hold more than an order, so there it is what any family has for a parameter.
    """
    if not isinstance(fields, dict):
        return {}
    families = registry.FAMILIES.values()
    known = {parameter.name for family in families for parameter in family.parameters}
    named = {
        name: value
        for name, value in fields.items()
        if name not in _NewMatch.model_fields and (strict or name in known) and value is not None
    }
    try:
        return _PARAMETERS.validate_python(named, strict=strict)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = first["loc"][0]
        if name not in known:
            raise Refusal("malformed", f"{str(name)[:20]!r} is no field of an order.") from None
        raise Refusal("malformed", _sentence(first)) from None


def _game(key: str, parameters: dict[str, int]) -> Game:
    """The game of a full key, or of a family and its parameters."""
    family = registry.FAMILIES.get(key)
    try:
        if family is not None:
            return family.of_parameters(parameters)
        game = registry.game(key)
    except UnsupportedGame as error:
        raise Refusal("unsupported_game", str(error)) from None
    for name, value in parameters.items():
        if getattr(game, name, None) != value:
            raise Refusal("malformed", f"{name[:20]!r} does not fit the board {game.key}.")
    return game
