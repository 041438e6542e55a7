"""Games that come as text or as a file: read, and opened in the analysis or listed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from flask import redirect, render_template, request

from engine import registry
from engine.errors import EngineError
from engine.formats.reading import decoded
from engine.formats.wthor import is_names, is_wthor
from engine.replay import without_passes
from webapp import wire
from webapp.config import MAX_FILE
from webapp.domain.errors import Refusal
from webapp.extensions import services
from webapp.identity import current_player
from webapp.pages.analysis import show_part
from webapp.pages.analysis_view import path
from webapp.pages.readings import best_reading, path_to
from webapp.rationing import visitor

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from engine.formats.reading import Reading
    from engine.formats.record import GameRecord
    from engine.formats.study import Study
    from engine.game import Game

MAX_TEXT = 64 * 1024
"""Bytes of games as text: half a second at most, as one tree of 9,000 moves."""

MUCH = 4 * 1024
"""Bytes from which on reading counts as an import; a game or two is read as often as one likes."""

TAKE_FILES = frozenset({"pages.open_games", "pages.bring_games"})
"""Endpoints whose requests may be as long as a file of games."""

LISTED = 500
"""Games of a file, and complaints about one, that a page lists."""


GAMES = ("/m/", "/study/", "/library/", "/puzzles/")
"""What addresses begin with that show a game without naming its moves."""

_LINK = re.compile(r"\s*https?://\S+\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """A game of a file as the list shows it."""

    number: int
    path: str
    players: str
    result: str
    moves: int


def register(blueprint: Blueprint) -> None:
    rule = blueprint.add_url_rule
    rule("/analysis/open", view_func=open_games, methods=["POST"])
    rule("/analysis/open", view_func=open_anew)
    blueprint.url_value_preprocessor(_allow_files)


def _allow_files(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    if endpoint in TAKE_FILES:
        request.max_content_length = MAX_FILE


def open_games() -> BaseResponse | str | tuple[str, int]:
    """The game that was pasted or dropped, at its end; of several a list."""
    file = request.files.get("file")
    text = request.form.get("moves", "")
    if linked := _linked(text):
        return redirect(linked, 303)
    content = file.read() if file is not None and file.filename else text
    game = game_named(request.form.get("game", ""))
    binary = isinstance(content, bytes) and (is_wthor(content) or is_names(content))
    if len(content) > MAX_TEXT and not binary:
        raise Refusal(
            "too_large",
            "A text of games may have 64 KB here, WTHOR files and the library's texts 1 MB.",
        )
    if len(content) > MUCH:
        services().limits.spend("imports", visitor())
    found = best_reading(content, game)
    if len(found.records) == 1 and not found.problems:
        study = found.records[0].study
        return redirect(path_to(found.records[0]), 303) if study is None else _kept(study)
    if len(found.records) > 1 or (found.records and file is not None and file.filename):
        name = file.filename if file is not None and file.filename else ""
        return _list(found, name or "", content)
    given = text if isinstance(content, str) else ""
    return show_part(found, game, given)


def _linked(text: str) -> str:
    """Where a pasted link leads: the game that an address names, whichever server's it is, or a
    page of this one that shows a game; empty where the text is no such link."""
    if not _LINK.fullmatch(text):
        return ""
    try:
        parts = urlsplit(text.strip())
        fields = dict(parse_qsl(parts.query))
        if fields.get("moves") or fields.get("start"):
            return path(wire.parse_line(fields))
    except (Refusal, ValueError):  # the second where it has no host that could be one
        return ""
    ours = parts.netloc == request.host and parts.path.startswith(GAMES)
    return f"{parts.path}?{parts.query}".rstrip("?") if ours else ""


def open_anew() -> BaseResponse:
    """Who comes back to the address of what was opened finds the form again."""
    return redirect("/analysis?tab=import", 303)


def _kept(study: Study) -> BaseResponse:
    """What somebody brings with variations and notes is kept as a study of theirs."""
    services().limits.spend("studies", visitor())
    kept = services().studies.begin(current_player(), study)
    return redirect(f"/study/{kept.id}", 303)


def _list(found: Reading, name: str, content: bytes | str) -> str:
    text = "" if isinstance(content, bytes) and is_wthor(content) else decoded(content)
    rows = [_row(number, record) for number, record in enumerate(found.records[:LISTED], start=1)]
    return render_template(
        "pages/import.html",
        name=name,
        text=text,
        game=request.form.get("game", ""),
        format=found.format,
        rows=rows,
        count=len(found.records),
        refused=found.refused,
        partly=found.partly,
        noted=sum(record.study is not None for record in found.records),
        problems=[str(problem) for problem in found.problems[:20]],
    )


def _row(number: int, record: GameRecord) -> Row:
    players = " – ".join(name or "?" for name in record.players) if record.players else ""
    count = len(without_passes(record.game, record.moves))
    return Row(number, path_to(record), players, _result(record), count)


def _result(record: GameRecord) -> str:
    result = record.result
    if result is None:
        return ""
    if result.winner is None:
        return "draw"
    by = f" by {abs(result.score)}" if result.score else ""
    return f"{record.game.player_names[result.winner]} wins{by}"


def game_named(key: str) -> Game | None:
    """The game of a form's field, None for "find out"."""
    if not key:
        return None
    try:
        return registry.game(key)
    except EngineError as error:
        raise Refusal("unsupported_game", str(error)) from None
