"""The laboratory: ready questions, composed ones, their answers, and single positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, jsonify, make_response, redirect, render_template, request

from engine.errors import EngineError
from engine.laboratory.backend import backend_of
from engine.laboratory.catalogue import catalogue
from engine.laboratory.language import MAX_LENGTH, QueryError, parse, to_json
from engine.laboratory.properties import all_properties, property_of
from engine.laboratory.report import boards_text
from engine.laboratory.trace import Trace
from engine.registry import game as game_of
from webapp.domain.errors import Refusal
from webapp.extensions import services
from webapp.identity import current_guest
from webapp.pages import laboratory_view as view
from webapp.pages.picture import picture_of
from webapp.pages.position import position_page, start_position
from webapp.security import csrf_token

if TYPE_CHECKING:
    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from engine.game import Game
    from webapp.service.laboratory import Job

BOARDS = (
    ("othello:4", "Othello 4 × 4"),
    ("othello:6", "Othello 6 × 6"),
    ("othello", "Othello 8 × 8"),
    ("connectfour:4x4", "Connect Four 4 × 4"),
    ("connectfour:5x4", "Connect Four 5 × 4"),
    ("connectfour:5x5", "Connect Four 5 × 5"),
    ("connectfour:6x4", "Connect Four 6 × 4"),
    ("connectfour", "Connect Four 7 × 6"),
    ("connectfour:8x8", "Connect Four 8 × 8"),
    ("connectfour:10x10", "Connect Four 10 × 10"),
    ("connectfour:3x4:3:3p", "Connect Three 3 × 4, 3 players"),
    ("connectfour:4x4:4:3p", "Connect Four 4 × 4, 3 players"),
    ("connectfour:7x6:4:3p", "Connect Four 7 × 6, 3 players"),
)
"""The boards to choose from; a key in the address may name any other."""

DOWNLOADS = {"txt": "text/plain", "json": "application/json", "svg": "image/svg+xml"}


def register(blueprint: Blueprint) -> None:
    rule = blueprint.add_url_rule
    rule("/lab", view_func=laboratory)
    rule("/lab", view_func=ask, methods=["POST"])
    rule("/lab/tree", view_func=tree)
    rule("/lab/position", view_func=position_page)
    rule("/lab/position", view_func=start_position, methods=["POST"])
    rule("/lab/<job_id>", view_func=answer)
    rule("/lab/<job_id>/stop", view_func=stop, methods=["POST"])
    rule("/lab/<job_id>/game.<extension>", view_func=download)


def laboratory() -> str:
    """The page for a question that is not asked yet; ``game`` and ``q`` fill the form."""
    services().laboratory.prepare()
    game = _game(request.args.get("game", "othello:4"))
    text = request.args.get("q", "")
    return _page(game, text, job=_known(game, text))


def ask() -> BaseResponse | tuple[str, int]:
    """Ask the question of a card or of the form."""
    game = _game(request.form.get("game", ""))
    text = request.form.get("q", "")
    try:
        question = parse(game, text)
    except QueryError as error:
        return _page(game, text[:MAX_LENGTH], refusal=str(error)), 400
    wanted = _request(game, question.text, distinct="distinct" in request.form)
    job = services().laboratory.ask(wanted, current_guest().id)
    return redirect(f"/lab/{job.id}", 303)


def answer(job_id: str) -> str:
    """A job: how far it is, or its answer with one of its games."""
    services().laboratory.prepare()
    job = services().laboratory.job(job_id)
    return _page(job.game, job.text, job=job)


def tree() -> Response | tuple[Response, int]:
    """The tree of a question's text, for the form; or where and why it is none."""
    game = _game(request.args.get("game", ""))
    try:
        question = parse(game, request.args.get("q", ""))
    except QueryError as error:
        return jsonify(message=str(error), line=error.line, column=error.column), 422
    return jsonify(tree=to_json(question), text=question.text)


def stop(job_id: str) -> BaseResponse:
    services().laboratory.stop(job_id, current_guest().id)
    return redirect(f"/lab/{job_id}", 303)


def download(job_id: str, extension: str) -> Response:
    """The game of an answer as text, data, or one drawing of all its boards."""
    job = services().laboratory.job(job_id)
    trace = _trace(job)
    if trace is None or extension not in DOWNLOADS:
        raise Refusal("not_found")
    if extension == "json":
        response = jsonify(view.as_data(job, trace))
    elif extension == "txt":
        text = f"{job.answer['claim'] if job.answer else ''}\n\n{boards_text(trace)}\n"
        response = make_response(text)
    else:
        boards = view.boards(trace)
        response = picture_of("boards/column.svg", boards=boards)
    response.mimetype = DOWNLOADS[extension]
    name = f"flipfour-{job_id}.{extension}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _known(game: Game, text: str) -> Job | None:
    """The job of a question that was asked before, so that its address shows the answer."""
    try:
        question = parse(game, text)
    except QueryError:
        return None
    return services().laboratory.known(_request(game, question.text))


def _request(game: Game, text: str, *, distinct: bool = False) -> dict[str, Any]:
    return {"game": game.key, "text": text, "distinct": distinct}


def _page(game: Game, text: str, *, job: Job | None = None, refusal: str = "") -> str:
    trace = _trace(job) if job else None
    ready = property_of(game.key, text) if text else None
    return render_template(
        "pages/laboratory.html",
        game=game,
        text=text,
        refusal=refusal,
        boards_to_choose=_boards(game),
        cards=_cards(job),
        words=[view.phrase(game, predicate) for predicate in catalogue(game)],
        job=job,
        mine=job is not None and current_guest().id in job.askers,
        title=ready.title if ready else "",
        result=view.result(job, trace) if job else None,
        boards=view.boards(trace) if trace else (),
        shown=_shown(job) if job else 0,
        data={"job": job.id, "csrf": csrf_token()} if job and job.open else None,
    )


def _trace(job: Job) -> Trace | None:
    """The game to show: the first witness, or the one the address asks for."""
    if not job.witnesses:
        return None
    game = job.game
    return Trace(game, game.parse_moves(job.witnesses[_shown(job)]))


def _shown(job: Job) -> int:
    wanted = request.args.get("n", 0, type=int)
    return min(max(wanted, 0), max(len(job.witnesses) - 1, 0))


def _game(key: str) -> Game:
    try:
        game = game_of(key)
        backend_of(game)
    except EngineError as error:
        raise Refusal("unsupported_game", str(error)) from None
    return game


def _boards(game: Game) -> list[tuple[str, str]]:
    boards = list(BOARDS)
    if game.key not in dict(boards):
        boards.insert(0, (game.key, f"{game.name} {game.columns} × {game.rows}"))
    return boards


def _cards(job: Job | None) -> dict[str, list[dict[str, Any]]]:
    """The ready questions by the name of their game, with what is known of their answers."""
    cards: dict[str, list[dict[str, Any]]] = {}
    for ready in all_properties():
        game = game_of(ready.game)
        known = services().laboratory.known(_request(game, ready.text))
        cards.setdefault(game.name, []).append(
            {
                "ready": ready,
                "drawing": view.card_drawing(ready),
                "board": view.board_name(game),
                "tag": view.tag(known),
                "current": job is not None and known is job,
            }
        )
    return cards
