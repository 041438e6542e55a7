"""The laboratory: ready questions, composed ones, their answers, and single positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import jsonify, redirect, render_template, request

from engine.errors import EngineError
from engine.formats.boardtext import board_rows
from engine.laboratory.backend import backend_of
from engine.laboratory.further import MOST
from engine.laboratory.language.catalogue import catalogue
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.naming import board_name
from engine.laboratory.language.parser import MAX_LENGTH, QueryError, parse, to_json
from engine.laboratory.language.wording import question_words
from engine.laboratory.trace import Trace
from engine.registry import FAMILIES, usual_game
from engine.registry import game as game_of
from webapp.domain.errors import Refusal
from webapp.extensions import services
from webapp.identity import current_guest
from webapp.pages import laboratory_front as front
from webapp.pages import laboratory_view as view
from webapp.pages.laboratory_evaluator import evaluations
from webapp.pages.laboratory_export import export, offered_exports
from webapp.pages.position import position_page, start_position
from webapp.pages.root import public_root
from webapp.security import csrf_token

if TYPE_CHECKING:
    from flask import Blueprint, Response
    from werkzeug.wrappers import Response as BaseResponse

    from engine.game import Game
    from webapp.service.laboratory_job import Job

OWN_SHOWN = 5
"""A person's own questions on the front page."""

OTHERS_SHOWN = 5
"""Questions of others that are being answered or wait, on the front page."""


def register(blueprint: Blueprint) -> None:
    rule = blueprint.add_url_rule
    rule("/lab", view_func=laboratory)
    rule("/lab", view_func=ask, methods=["POST"])
    rule("/lab/tree", view_func=tree)
    rule("/lab/position", view_func=position_page)
    rule("/lab/position", view_func=start_position, methods=["POST"])
    rule("/lab/language", view_func=language)
    rule("/lab/<job_id>", view_func=answer)
    rule("/lab/<job_id>/stop", view_func=stop, methods=["POST"])
    rule("/lab/<job_id>/park", view_func=park, methods=["POST"])
    rule("/lab/<job_id>/game.<extension>", view_func=download)


def laboratory() -> str | BaseResponse:
    """The front page; ``game`` and ``q`` fill the form, or lead to the answer if it is known."""
    services().laboratory.prepare()
    game = _game(request.args.get("game", front.first_asked()))
    text = request.args.get("q", "")
    job = None if "edit" in request.args else _known(game, text)
    return redirect(f"/lab/{job.id}") if job else _front(game, text)


def ask() -> BaseResponse | tuple[str, int]:
    """Ask the question of a card or of the form."""
    game = _game(request.form.get("game", ""))
    text = view.under(request.form) + request.form.get("q", "")
    try:
        question = parse(game, text)
    except QueryError as error:
        return _front(game, text[:MAX_LENGTH], refusal=str(error)), 400
    skip = request.form.get("skip", 0, type=int)
    if not 0 <= skip < MOST:
        return _front(
            game, question.text, refusal=f"At most {MOST:,} games can be passed over."
        ), 400
    wanted = _request(game, question.text, distinct="distinct" in request.form, skip=skip)
    job = services().laboratory.ask(wanted, current_guest().id)
    return redirect(f"/lab/{job.id}", 303)


def language() -> str:
    """What can be asked, by examples that run."""
    game = _game(request.args.get("game", usual_game().key))
    examples = [(shown, board_name(game_of(shown.game))) for shown in backend_of(game).examples]
    return render_template("pages/language.html", examples=examples, **_composer(game))


def answer(job_id: str) -> str:
    """A job: how far it is, or its answer with one of its games."""
    services().laboratory.prepare()
    job = services().laboratory.job(job_id)
    return _answer_page(job)


def tree() -> Response | tuple[Response, int]:
    """The tree of a question's text, for the form; or where and why it is none."""
    game = _game(request.args.get("game", ""))
    try:
        question = parse(game, request.args.get("q", ""))
    except QueryError as error:
        return jsonify(message=str(error), line=error.line, column=error.column), 422
    return jsonify(tree=to_json(question), text=question.text, sentence=question_words(question))


def stop(job_id: str) -> BaseResponse:
    services().laboratory.stop(job_id, current_guest().id)
    return redirect(f"/lab/{job_id}", 303)


def park(job_id: str) -> BaseResponse:
    """Let one's question go on while nobody looks."""
    services().laboratory.park(job_id, current_guest().id)
    return redirect(f"/lab/{job_id}", 303)


def download(job_id: str, extension: str) -> Response:
    """An answer for those who go on elsewhere: its game, its question, its clauses."""
    job = services().laboratory.job(job_id)
    return export(job, _trace(job), extension)


def _known(game: Game, text: str) -> Job | None:
    """The job of a question that was asked before, so that its address shows the answer."""
    try:
        question = parse(game, text)
    except QueryError:
        return None
    return services().laboratory.known(_request(game, question.text))


def _request(game: Game, text: str, *, distinct: bool = False, skip: int = 0) -> dict[str, Any]:
    asked = {"game": game.key, "text": text, "distinct": distinct}
    return asked | ({"skip": skip} if skip else {})


def _front(game: Game, text: str, *, refusal: str = "") -> str:
    known = services().laboratory.known
    cards = front.cards(lambda ready: known(_request(game_of(ready.game), ready.text)))
    return render_template(
        "pages/laboratory.html",
        text=text,
        refusal=refusal,
        sentence="" if refusal else view.sentence(game, text),
        yours=[(job, view.title(job), view.tag(job)) for job in _asked_by(current_guest().id)],
        others=[(job, view.title(job), view.tag(job)) for job in _of_others(current_guest().id)],
        **front.front(cards, front.Wanted.of(request.args)),
        **_composer(game),
    )


def _asked_by(guest: str) -> list[Job]:
    """A person's latest questions; the further games of one are no question of their own."""
    asked = services().laboratory.asked_by(guest)
    return [job for job in asked if not job.skip][:OWN_SHOWN]


def _of_others(guest: str) -> list[Job]:
    """What others have asked that is not answered yet."""
    asked = services().laboratory.asked_now()
    return [job for job in asked if guest not in job.askers][:OTHERS_SHOWN]


def _answer_page(job: Job) -> str:
    trace = _trace(job)
    boards = view.boards(trace) if trace else ()
    at = request.args.get("ply", len(boards) - 1, type=int)
    at = min(max(at, 0), max(len(boards) - 1, 0))
    kept, fresh = request.args.getlist("e"), request.args.get("expression", "")
    return render_template(
        "pages/laboratory-answer.html",
        text=job.text,
        job=job,
        mine=current_guest().id in job.askers,
        title=view.title(job),
        asked=view.asked(job),
        change=_change(job),
        result=view.result(job, trace),
        boards=boards,
        at=at,
        evaluated=evaluations(trace, kept, at, fresh) if trace else (),
        shown=_shown(job),
        preview=_preview(job, trace),
        downloads=offered_exports(job, trace),
        data={"job": job.id, "csrf": csrf_token()} if job.open else None,
        **_composer(job.game),
    )


def _preview(job: Job, trace: Trace | None) -> str:
    """The picture of a link to an answer: the end of its game, or the empty board."""
    shown = trace is not None and changes_of(trace.game) is None
    moves = trace.notation if trace is not None and shown else ""
    return f"{public_root()}/board.png?{urlencode({'game': job.game.key, 'moves': moves})}"


def _composer(game: Game) -> dict[str, Any]:
    """What the form for a question needs."""
    offered = [key for family in FAMILIES.values() for key in family.offered.laboratory]
    keys = offered if game.key in offered else (game.key, *offered)
    return {
        "game": game,
        "board": board_name(game),
        "boards_to_choose": [(key, board_name(game_of(key))) for key in keys],
        "words": [view.phrase(game, predicate) for predicate in catalogue(game)],
        "changes": backend_of(game).changes,
        "usual_start": "/".join(board_rows(game.start())),
    }


def _change(job: Job) -> str:
    """Where the question of a job is asked in another way."""
    if job.text:
        return f"/lab?{urlencode({'game': job.game.key, 'q': job.text, 'edit': 1})}#ask"
    fields = {"game": job.game.key, "rows": "\n".join(job.request["rows"])}
    turn = job.request.get("to_move")
    return f"/lab/position?{urlencode(fields | ({} if turn is None else {'turn': turn}))}"


def _trace(job: Job) -> Trace | None:
    """The game to show: the first witness, or the one the address asks for."""
    if not job.witnesses:
        return None
    game = job.played
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
