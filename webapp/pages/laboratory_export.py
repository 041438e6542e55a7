"""Files of an answer: its game as text, data or a picture, its question, its clauses."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import jsonify, make_response

from engine.jsonnumbers import exact
from engine.laboratory.clauses.certified import MOST_SQUARES
from engine.laboratory.clauses.combined import combined, dimacs, solved
from engine.laboratory.clauses.unsat import drat, prove
from engine.laboratory.report import boards_text
from engine.laboratory.stored import answer_from
from webapp.domain.errors import Refusal
from webapp.pages import laboratory_view as view
from webapp.pages.picture import picture_of

if TYPE_CHECKING:
    from flask import Response

    from engine.laboratory.answers import Answer
    from engine.laboratory.language.query import Question
    from engine.laboratory.trace import Trace
    from webapp.service.laboratory_job import Job

LABELS = {"svg": "Picture", "txt": "Text", "json": "Data", "cnf": "Clauses", "drat": "Proof"}

TYPES = {
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "json": "application/json",
    "cnf": "text/plain",
    "drat": "text/plain",
}


def offered_exports(job: Job, trace: Trace | None) -> dict[str, str]:
    """The files there are of an answer: what they end in, and their names."""
    if job.answer is None:
        return {}
    there = {"txt", "json"}
    if trace is not None:
        there.add("svg")
    if _solved(job) is not None:
        there.add("cnf")
        if job.answer.get("checked"):
            there.add("drat")
    return {extension: label for extension, label in LABELS.items() if extension in there}


def export(job: Job, trace: Trace | None, extension: str) -> Response:
    """One of those files.

    Raises:
        Refusal: there is no such file of this answer.
    """
    if extension not in offered_exports(job, trace):
        raise Refusal("not_found")
    if extension == "svg":
        assert trace is not None  # noqa: S101 (else it is not offered)
        response = picture_of("boards/column.svg", boards=view.boards(trace))
    elif extension == "json":
        response = jsonify(exact(_data(job, trace)))
    else:
        response = make_response(
            _WRITTEN[extension](job) if extension in _WRITTEN else _text(job, trace)
        )
    response.mimetype = TYPES[extension]
    name = f"flipfour-{job.id}.{extension}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _text(job: Job, trace: Trace | None) -> str:
    """Question, answer, and every board."""
    parts = [view.title(job), *([job.text] if job.text else [])]
    parts.append(str(job.answer["claim"]) if job.answer else "")
    if trace is not None:
        parts.append(boards_text(trace))
    return "\n\n".join(parts) + "\n"


def _data(job: Job, trace: Trace | None) -> dict[str, Any]:
    """The answer and its game for those who compute on."""
    fields: dict[str, Any] = {"answer": job.answer, "question": view.title(job)}
    if trace is None:
        return fields
    squares = range(trace.game.columns * trace.game.rows)
    return fields | {
        "moves": list(trace.moves),
        "text": trace.notation,
        "boards": [[position.cell(square) for square in squares] for position in trace.positions],
    }


def _solved(job: Job) -> Question | None:
    """What a SAT solver was asked, where its clauses can be written while somebody waits."""
    small = job.game.columns * job.game.rows <= MOST_SQUARES
    return solved(_answer(job)) if job.text and small and not job.request.get("solve") else None


def _answer(job: Job) -> Answer:
    return answer_from(job.answer or {})


@lru_cache(maxsize=8)
def _clauses(job: Job) -> str:
    return dimacs(combined(_answer(job)))


@lru_cache(maxsize=8)
def _proof(job: Job) -> str:
    """The proof that was checked, written once more: it was short."""
    return drat(prove(combined(_answer(job))))


_WRITTEN = {"cnf": _clauses, "drat": _proof}
