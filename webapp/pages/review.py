"""A review to be read: what is found of a game so far, on a page that needs no script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template, request

from engine.registry import family_of
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.extensions import services
from webapp.pages import analysis_view as shown
from webapp.pages import review_view
from webapp.pages.clocked import clocked
from webapp.pages.review_graph import HEIGHT, WIDTH, graph
from webapp.rationing import visitor
from webapp.wire.review import review as review_message

if TYPE_CHECKING:
    from flask import Blueprint

AGAIN = 5
"""Seconds after which the page asks for more, while there is more to come."""


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/analysis/review", view_func=review)


def review() -> str:
    """The game that an address names as ``/analysis`` does, gone through by the engine."""
    line = wire.parse_line(request.args)
    line = line.at(len(line.moves)).without
    if not line.moves:
        raise Refusal("malformed", "There is no move yet that could be reviewed.")
    who = visitor()
    services().limits.spend("analysis", who)
    news, goes_on = services().polled_reviews.read(who, line)
    known = {ply["ply"]: ply for ply in review_message(news)["review"]}
    players = line.game.players
    return render_template(
        "pages/review.html",
        game=line.game,
        family=family_of(line.game).key,
        sentence=review_view.sentence(line, known),
        heads=review_view.heads(line, known),
        graph=graph(known, len(line.moves)) if players == 2 else None,
        box=(WIDTH, HEIGHT),
        mistakes=review_view.mistakes(line, known),
        proved=news.proved,
        plies=len(line.moves),
        again=AGAIN if goes_on else None,
        rounds=shown.rounds(line, shown.Addresses(line), clocked(line)),
        marks={ply: entry["mark"] for ply, entry in known.items()},
        back=shown.path(line),
    )
