"""Studies: a game with variations and notes at an address of its own, and one's list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Response, jsonify, redirect, render_template, request

from engine.errors import EngineError
from engine.formats.record import GameRecord
from engine.formats.study import Study, format_study
from engine.formats.studysgf import format_study_sgf
from engine.registry import family_of
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.study import edited, line_at
from webapp.extensions import services
from webapp.identity import current_guest, current_player, known_guest
from webapp.pages.analysis import Frame, show
from webapp.pages.analysis_view import Addresses
from webapp.pages.clocked import clocked
from webapp.svg import Drawing, draw_position

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from webapp.domain.line import Line, Variation
    from webapp.domain.study import KeptStudy


def register(blueprint: Blueprint) -> None:
    rule = blueprint.add_url_rule
    rule("/study", view_func=studies)
    rule("/study", view_func=begin_study, methods=["POST"])
    rule("/study/<study_id>", view_func=study)
    rule("/study/<study_id>", view_func=edit_study, methods=["POST"])
    rule("/study/<study_id>/copy", view_func=copy_study, methods=["POST"])
    rule("/study/<study_id>/delete", view_func=delete_study, methods=["POST"])
    rule("/study/<study_id>.<any(sgf, json, txt):form>", view_func=export_study)


class StudyAddresses(Addresses):
    """The places of a study: its address and the way there, as the lines are kept."""

    def __init__(self, base: str, line: Line) -> None:
        super().__init__(line)
        self.base = base

    def game(self, ply: int) -> str:
        return f"{self.base}?ply={ply}"

    def shown(self, line: Line) -> str:
        if not line.side:
            return self.game(line.ply)
        return f"{self.base}?{urlencode(_place(line))}"

    def beside(self, variation: Variation, length: int) -> str:
        side = self.line.game.format_moves(variation.moves[:length])  # whose signs stay as they are
        return f"{self.base}?ply={variation.ply}&side={side}"

    def actions(self, variation: Variation) -> dict[str, str]:
        """What is kept is changed by forms, not by addresses."""
        return {"leave": self.game(variation.ply), "forget": "", "promote": "", "cut": ""}


def studies() -> str:
    """What the person who asks has kept."""
    found = services().studies.of(current_guest().id)
    return render_template(
        "pages/studies.html",
        rows=[(kept, _board(kept), family_of(kept.study.game)) for kept in found],
        families=sorted({family_of(kept.study.game).key for kept in found}),
    )


def begin_study() -> BaseResponse:
    """Keep the game and the lines of a form's place, and do there what the form asks for."""
    line = wire.parse_line(request.form)
    if line.start is not None:
        raise Refusal("malformed", "A study begins with the first board of its game.")
    _, wish = wire.parse_edit(request.form)
    new, line = edited(Study.of(line.game, line.lines, clocked(line)), wish)
    return _done(services().studies.begin(current_player(), new), line)


def study(study_id: str) -> str | BaseResponse:
    """A study for whoever has its address; ``move`` leads on without changing it."""
    kept, guest = services().studies.get(study_id), known_guest()
    return show_study(kept, f"/study/{kept.id}", own=guest is not None and guest.id == kept.owner)


def show_study(kept: KeptStudy, base: str, *, own: bool = False) -> str | BaseResponse:
    """The place of a study that the request names, at its address `base`."""
    line = line_at(kept.study, wire.parse_place(request.args))
    at = StudyAddresses(base, line)
    move = request.args.get("move", type=int)
    if move is not None:
        if move not in line.position.legal_moves():
            raise Refusal("illegal")
        return redirect(at.shown(line.after(move)), 303)
    fields = {"version": kept.version, **_place(line)} if own else _place(line)
    return show(line, Frame(at, fields, at.base, kept, own))


def edit_study(study_id: str) -> BaseResponse:
    version, wish = wire.parse_edit(request.form)
    kept, line = services().studies.edit(study_id, current_guest().id, version, wish)
    return _done(kept, line)


def copy_study(study_id: str) -> BaseResponse:
    """The same as a study of one's own."""
    return copied(services().studies.get(study_id).study)


def copied(old: Study) -> BaseResponse:
    """To the place that the form names, in a new study of one's own."""
    line = line_at(old, wire.parse_place(request.form))
    return _done(services().studies.begin(current_player(), old), line)


def delete_study(study_id: str) -> BaseResponse:
    services().studies.delete(study_id, current_guest().id)
    return redirect("/study", 303)


def export_study(study_id: str, form: str) -> Response:
    """The whole study where the format holds it; a plain record is its game alone."""
    study = services().studies.get(study_id).study
    return exported(form, lambda: FORMS[form](study))


def exported(form: str, write: Callable[[], str]) -> Response:
    """What `write` makes, as a file of a format to be taken away."""
    try:
        response = Response(write(), mimetype=TYPES[form])
    except EngineError as error:
        raise Refusal("malformed", str(error)) from None
    response.headers["Content-Disposition"] = f'attachment; filename="study.{form}"'
    return response


def _done(kept: KeptStudy, line: Line) -> BaseResponse:
    """To the place in the study; a script that goes on with its own page asks for JSON."""
    path = StudyAddresses(f"/study/{kept.id}", line).shown(line)
    if request.accept_mimetypes.best == "application/json":
        return jsonify(ok=True, version=kept.version, location=path)
    return redirect(path, 303)


def _record(kept: Study) -> str:
    return GameRecord.from_moves(kept.game, kept.moves).to_text()


FORMS: dict[str, Callable[[Study], str]] = {
    "sgf": format_study_sgf,
    "json": format_study,
    "txt": _record,
}

TYPES = {"sgf": "application/x-go-sgf", "json": "application/json", "txt": "text/plain"}


def _place(line: Line) -> dict[str, int | str]:
    return {"ply": line.ply, "side": line.game.format_moves(line.side)}


def _board(kept: KeptStudy) -> Drawing:
    return draw_position(line_at(kept.study, wire.parse_place({})).position)
