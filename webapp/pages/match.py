"""The page of a match, its pictures and records, and its forms."""

from __future__ import annotations

import io
import secrets
from typing import TYPE_CHECKING

import segno
from flask import Response, jsonify, make_response, redirect, render_template, request

from engine.formats.record import GameRecord, Result
from engine.openings import opening_of
from engine.sentences import describe_move, describe_turn
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.hints import HINTS
from webapp.domain.match import Status
from webapp.domain.result import Reason
from webapp.extensions import services
from webapp.identity import current_guest, current_player, known_guest, set_name
from webapp.names import clean_name
from webapp.pages import keys, view
from webapp.pages.analysis_view import path_of
from webapp.pages.column import Board, board, play_on_path
from webapp.pages.inviting import change_path
from webapp.pages.picture import picture_of
from webapp.pages.root import public_root
from webapp.pages.texts import CONFIRMATIONS
from webapp.rationing import client_address, visitor
from webapp.security import csrf_token

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from webapp.domain.match import Match
    from webapp.wire.messages import Snapshot


SQUARES = 4200
"""Squares of all boards on one page of `trace`: 65 boards of 8×8, or 16 of 16×16."""

FATAL = frozenset({"no_match", "unreadable", "unavailable", "private"})
"""Refusals after which there may be no page of the match to show them on."""


LATE = "Somebody was faster. This game is private: only its players see it."
"""What a friend reads who took too long over an invitation."""

PREVIEW = 640
"""Pixels of the picture that stands beside a link."""


def register(blueprint: Blueprint) -> None:
    rule = blueprint.add_url_rule
    rule("/m/<match_id>", view_func=show)
    rule("/m/<match_id>/join", view_func=join, methods=["POST"])
    rule("/m/<match_id>/act", view_func=act, methods=["POST"])
    for form in ("join", "act"):  # whoever comes back to where a form led
        rule(f"/m/<match_id>/{form}", view_func=back, methods=["GET"])
    rule("/m/<match_id>/board.svg", view_func=picture)
    rule("/m/<match_id>/board.png", view_func=preview)
    rule("/m/<match_id>/qr.svg", view_func=qr)
    rule("/m/<match_id>/moves", view_func=trace)
    rule("/m/<match_id>/analysis", view_func=analyse)
    rule("/m/<match_id>/changes.json", view_func=changes)
    rule("/m/<match_id>/record.txt", view_func=record)


def show(match_id: str) -> str:
    """The match; to somebody for whom a seat is kept, first who invites, and to what."""
    if "watch" not in request.args:
        snapshot = _snapshot(match_id, current_guest().id)
        if snapshot["can_join"]:
            return render_template(
                "pages/invited.html",
                snapshot=snapshot,
                inviter=view.inviter(snapshot),
                seat=view.turn_seat(snapshot),
            )
    services().matches.glance(match_id)
    return _page(match_id)


def join(match_id: str) -> BaseResponse | str:
    """Take a seat, by the name that the form brings; whoever finds none stays and watches."""
    name, guest = clean_name(request.form.get("name", "")), current_guest()
    if name and name != guest.name and not guest.registered:
        services().limits.spend("renames", visitor())
        services().matches.rename(set_name(name))
    try:
        services().matches.join(match_id, current_player())
    except Refusal as error:
        if error.code in FATAL:
            raise
        if error.code == "full" and not services().matches.match(match_id).public:
            raise Refusal("private", LATE) from None
        if error.code != "seated":
            return _page(match_id, error.message)
    return redirect(f"/m/{match_id}", 303)


def back(match_id: str) -> BaseResponse:
    """To the match itself."""
    services().matches.match(match_id)
    return redirect(f"/m/{match_id}", 303)


def act(match_id: str) -> BaseResponse | str:
    """An action from a form; a refusal is a sentence on the page."""
    fields = request.form.to_dict()
    if "act" in fields:  # a button carries one value: the action and what it concerns
        fields["t"], _, what = fields.pop("act").partition(":")
        fields["level" if fields["t"] == "rematch" else "kind"] = what
    try:
        action = wire.parse_act(fields, form=True)
        if fields["t"] in CONFIRMATIONS and "sure" not in fields and _goes_on(match_id):
            return _ask(match_id, fields["t"])
        with services().metrics.acting():
            services().matches.act(match_id, current_guest(), action)
    except Refusal as error:
        if error.code in FATAL:
            raise
        return _page(match_id, error.message)
    following = services().matches.match(match_id).next
    moved_on = following is not None and fields["t"] in {"rematch", "reset", "accept"}
    return redirect(f"/m/{following if moved_on else match_id}", 303)


def picture(match_id: str) -> Response:
    """The board as it stands, as an image."""
    snapshot = _snapshot(match_id, _viewer())
    drawn = picture_of("boards/picture.svg", drawing=view.drawing(snapshot))
    answer = _revalidated(drawn, "image/svg+xml", f"{match_id}-{snapshot['v']}")
    if not snapshot["public"]:  # others may not see it, nor a cache between them keep it
        answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def preview(match_id: str) -> Response:
    """The same for where a link to the match is shown."""
    snapshot = _snapshot(match_id, None)
    drawn = picture_of("boards/picture.svg", drawing=view.drawing(snapshot))
    drawing = drawn.get_data(as_text=True)
    body = make_response(services().painter.png(drawing, PREVIEW, client_address()))
    return _revalidated(body, "image/png", f"{match_id}-{snapshot['v']}-png")


def qr(match_id: str) -> Response:
    """The link to the match for a phone's camera."""
    services().matches.match(match_id)
    out = io.BytesIO()
    segno.make(_share_url(match_id), error="m").save(
        out, kind="svg", border=3, dark="#1e252c", light="#fff", svgclass=None, lineclass=None
    )
    return _revalidated(make_response(out.getvalue()), "image/svg+xml", f"{match_id}-qr")


def trace(match_id: str) -> str:
    """Every board of the match, one below the other; of big boards a page of some."""
    snapshot = _snapshot(match_id, _viewer())
    match = services().matches.seen(match_id, _viewer())
    boards = len(match.positions)
    at_once = max(8, SQUARES // (match.game.columns * match.game.rows))
    begin = min(max(0, request.args.get("from", 0, type=int)), boards - 1) // at_once * at_once
    end = min(boards, begin + at_once)
    return render_template(
        "pages/moves.html",
        snapshot=snapshot,
        opening=opening_of(match.positions),
        boards=[_board(match, ply) for ply in range(begin, end)],
        begin=begin,
        earlier=begin - at_once if begin else None,
        later=end if end < boards else None,
        last=boards - 1,
    )


def analyse(match_id: str) -> BaseResponse:
    """The analysis of a finished match; one that goes on is not analysed for its players."""
    match = services().matches.seen(match_id, _viewer())
    if match.status is not Status.FINISHED:
        raise Refusal("unfinished")
    timed = match.id if match.spent else ""
    return redirect(f"{path_of(match.game, match.moves, timed)}&tab=review", 303)


def changes(match_id: str) -> Response:
    """What each move changed, for looking back: the first board and ``[square, owner]`` pairs."""
    match = services().matches.seen(match_id, _viewer())
    game, first = match.game, match.positions[0]
    steps = [
        [[square, position.cell(square)] for square in position.last_changes]
        for position in match.positions[1:]
    ]
    start = [first.cell(square) for square in range(game.columns * game.rows)]
    return jsonify(start=start, changes=steps)


def record(match_id: str) -> Response:
    """The game as text, to keep."""
    match = services().matches.seen(match_id, _viewer())
    result = match.result
    reason = str(result.reason) if result and isinstance(result.reason, Reason) else ""
    hints = tuple(match.hints.get(seat, 0) for seat in range(match.game.players))
    text = GameRecord(
        match.game,
        match.moves,
        Result(result.winner, result.score, reason) if result and result.decided else None,
        tuple(seat.name for seat in match.seats),
        hints=hints if any(hints) else (),
    ).to_text()
    return Response(text, mimetype="text/plain")


def _goes_on(match_id: str) -> bool:
    return services().matches.seen(match_id, _viewer()).status is Status.PLAYING


def _ask(match_id: str, act: str) -> str:
    """Whether somebody is sure; where scripts run, the page of the match asks in place."""
    return render_template(
        "pages/sure.html",
        question=CONFIRMATIONS[act],
        act=act,
        base=f"/m/{match_id}",
        action_id=secrets.token_urlsafe(9),
    )


def _page(match_id: str, refusal: str = "") -> str:
    snapshot = _snapshot(match_id, current_guest().id)
    game = services().matches.match(match_id).game
    shown = view.flags(snapshot)
    turn = view.turn(snapshot)
    return render_template(
        "pages/match.html",
        snapshot=snapshot,
        drawing=view.drawing(snapshot),
        own=view.own_seat(snapshot),
        confirmations=CONFIRMATIONS,
        shown=lambda names: set(names.split()) <= shown,
        turn_text=turn,
        turn_seat=view.turn_seat(snapshot),
        title=f"{turn} {game.name}",
        verdict_text=view.headline(snapshot) if snapshot["outcome"] else "",
        result_text=view.result_line(snapshot) if snapshot["outcome"] else "",
        series_text=view.series_line(snapshot) if snapshot["outcome"] else "",
        offer_text=view.offer_line(snapshot),
        share_url=_share_url(match_id),
        result=view.result(snapshot),
        next_level=view.next_level(snapshot),
        change=change_path(snapshot),
        keys_of=keys.path("match", game),
        action_id=secrets.token_urlsafe(9),
        refusal=refusal,
        chat=services().chat.on,
        data={
            "snapshot": snapshot,
            "sentences": view.sentences(game, *view.unsaid_between(snapshot)),
            "squares": view.square_names(game),
            "csrf": csrf_token(),
            "keys": keys.actions("match", game),
            "hints": HINTS,
        },
    )


def _viewer() -> str | None:
    guest = known_guest()
    return guest.id if guest else None


def _snapshot(match_id: str, viewer: str | None) -> Snapshot:
    return services().listing.describe(services().matches.view(match_id, viewer))


def _board(match: Match, ply: int) -> Board:
    position, play_on = match.positions[ply], ""
    if match.status is Status.FINISHED:  # a game that goes on is not tried out elsewhere
        play_on = play_on_path(match.game, match.moves[:ply], position)
    if ply == 0:
        return board(position, ply, describe_turn(position), None, play_on)
    before = match.positions[ply - 1]
    text = describe_move(before, match.moves[ply - 1])
    return board(position, ply, text, before.to_move, play_on)


def _share_url(match_id: str) -> str:
    return f"{public_root()}/m/{match_id}"


def _revalidated(response: Response, mimetype: str, etag: str) -> Response:
    response.mimetype = mimetype
    response.set_etag(etag)
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request)
    return response
