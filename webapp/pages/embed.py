"""Boards for other sites: a position or a game to step through, and a public match as it goes on.

These pages alone may stand in a frame of another site. They are the same for everybody: who looks
is not asked, no cookie is set, and nothing can be done on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, current_app, request

from webapp import wire
from webapp.domain.line import Line
from webapp.domain.match import Status
from webapp.extensions import services
from webapp.pages import analysis_view as shown
from webapp.pages import view
from webapp.pages.root import public_root
from webapp.svg import draw_position
from webapp.wire.board import position_fields

if TYPE_CHECKING:
    from flask import Blueprint

    from engine.game import Game

THEMES = frozenset({"light", "dark"})

MINUTES_10 = 600


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/embed", view_func=embed)
    blueprint.add_url_rule("/embed/m/<match_id>", view_func=embed_match)


def embed() -> Response:
    """The game or position that an address names as ``/analysis`` does."""
    response = _game(wire.parse_line(request.args), "")
    response.headers["Cache-Control"] = f"public, max-age={MINUTES_10}"
    return response


def embed_match(match_id: str) -> Response:
    """A public match: live, or once it is over to step through."""
    seen = services().matches.view(match_id, None)
    match, snapshot = seen.match, services().listing.describe(seen)
    players = " – ".join(seat["name"] or "?" for seat in snapshot["seats"])
    if match.status is Status.FINISHED:
        response = _game(Line.of(match.game, match.moves), players, f"/m/{match_id}")
    else:
        data = {
            "match": match_id,
            "v": snapshot["v"],
            "snapshot": snapshot,
            "turns": [f"{seat['name'] or '?'} to move." for seat in snapshot["seats"]],
        }
        response = _page(
            match.game,
            data,
            drawing=view.drawing(snapshot),
            snapshot={**snapshot, "you": []},
            title=players,
            standing=view.turn(snapshot),
            link=f"{public_root()}/m/{match_id}",
            fields={"ply": snapshot["ply"]},
            steps=False,
        )
    response.headers["Cache-Control"] = "no-cache"
    return response


def _game(line: Line, title: str, path: str = "") -> Response:
    snapshot = position_fields(line.position)
    standing = shown.standing(line)
    data = {
        "snapshot": snapshot,
        "look": shown.fields(line),
        "course": shown.course(line),
    }
    return _page(
        line.game,
        data,
        drawing=draw_position(line.position, standing),
        snapshot={**snapshot, "you": []},
        title=title or line.game.name,
        standing=standing,
        link=public_root() + (path or shown.path(line)),
        fields=shown.fields(line),
        steps=bool(line.moves),
    )


def _page(game: Game, data: dict[str, Any], **content: Any) -> Response:
    """The page, made without what other pages know of the person who asks."""
    theme = request.args.get("theme", "")
    template = current_app.jinja_env.get_template("pages/embed.html")
    data |= {"sentences": view.sentences(game), "squares": view.square_names(game)}
    shown_theme = theme if theme in THEMES else ""
    return Response(template.render(theme=shown_theme, data=data, **content))
