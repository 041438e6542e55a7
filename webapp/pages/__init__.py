"""The pages a person sees: parse, ask a service, render. No rules and no state here."""

from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request
from markupsafe import Markup

from engine.players.levels import DEEPEST, LEVELS, NEWCOMERS
from engine.registry import FAMILIES
from webapp.domain.clock import clock_text
from webapp.identity import current_guest
from webapp.names import person_path
from webapp.pages import (
    account,
    analysis,
    assets,
    embed,
    export,
    home,
    importing,
    installing,
    keys,
    laboratory,
    library,
    look,
    match,
    new,
    noted,
    overlay,
    pairing,
    people,
    person,
    puzzles,
    ratings,
    review,
    rules,
    settings,
    share,
    sheet,
    study,
    view,
    written,
)
from webapp.pages.root import public_root
from webapp.pages.texts import TEXTS
from webapp.pictures import GROUNDS
from webapp.security import csrf_token

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flask import Flask

LONG = 100_000
"""Bytes of text from which on shrinking it well would cost more than making it: drawings repeat
themselves so much that a glance is enough."""


PACKED = frozenset({"text/html", "image/svg+xml", "application/json"})
"""What is packed on its way."""


def register(app: Flask) -> None:
    """Add the pages, and what their templates may call, to `app`."""
    assets.register(app)
    installing.register(app)
    pages = Blueprint("pages", __name__)
    for module in (
        home,
        new,
        pairing,
        match,
        person,
        account,
        people,
        analysis,
        review,
        overlay,
        embed,
        sheet,
        importing,
        study,
        written,
        laboratory,
        puzzles,
        ratings,
        library,
        noted,
        rules,
        settings,
        share,
        keys,
        export,
    ):
        module.register(pages)
    pages.after_request(_compress)
    app.register_blueprint(pages)
    app.jinja_env.trim_blocks = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "sort_keys": True}
    app.add_template_global(_csrf_field, "csrf_field")
    app.add_template_global(person_path)
    for say in (
        *(view.target_name, view.seat_name, view.seat_state, view.clock_rule, clock_text),
        *(view.move_name, view.move_text, view.move_took, view.watching_line, view.tally_text),
    ):
        app.add_template_global(say)
    app.context_processor(_everywhere)


def _everywhere() -> dict[str, Any]:
    """What every page shows: who looks at it, in which light, and how boards look there."""
    chosen = look.look_of_request()
    return {
        "viewer": current_guest(),
        "theme": chosen.theme,
        "look_words": " ".join(chosen.words),
        "url_root": public_root(),
        "levels": _levels(),
        "newcomers_level": NEWCOMERS,
        "texts": TEXTS,
        "family_keys": tuple(FAMILIES),
        "usual": next(iter(FAMILIES.values())),
        "grounds": GROUNDS,
    }


def _csrf_field() -> Markup:
    return Markup('<input type="hidden" name="csrf_token" value="{}">').format(csrf_token())


def _levels() -> list[tuple[str, str]]:
    """Every strength to choose, as (value, label)."""
    named = [(level.key, f"Level {level.key}, {level.name}") for level in LEVELS.values()]
    return named + [(f"depth:{depth}", f"Depth {depth}") for depth in range(1, DEEPEST + 1)]


def _compress(response: Response) -> Response:
    """Shrink text for the wire; the forgery tokens in it differ on every page."""
    response.vary.add("Accept-Encoding")
    if response.is_streamed:
        if response.mimetype in PACKED and request.accept_encodings["gzip"] != 0:
            response.response = _shrunk(response.iter_encoded())
            response.content_encoding = "gzip"
        return response
    body = response.get_data()
    if len(body) < 1024 or request.accept_encodings["gzip"] == 0:
        return response
    if response.mimetype in PACKED:
        response.set_data(gzip.compress(body, 1 if len(body) > LONG else 9, mtime=0))
        response.content_encoding = "gzip"
    return response


def _shrunk(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The same as its parts come."""
    packer = zlib.compressobj(1, wbits=zlib.MAX_WBITS | 16)
    for part in parts:
        yield packer.compress(part)
    yield packer.flush()
