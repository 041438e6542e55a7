"""Any game and position as text, at addresses like those of their pictures.

``/game.txt``, ``/game.json`` and, of Othello, ``/game.ggf`` and ``/game.sgf`` are the game that
``game`` and ``moves`` name, ``/board.txt`` the board that they lead to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, request

from engine.errors import EngineError
from engine.formats.record import GameRecord, Result
from engine.formats.writing import fits, write
from webapp import wire
from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from flask import Blueprint

    from engine.game import Game

TARGETS = {"txt": "text", "json": "json", "ggf": "ggf", "sgf": "sgf"}
"""What `engine.formats.writing` calls each ending."""

TYPES = {"json": "application/json", "sgf": "application/x-go-sgf"}


def register(blueprint: Blueprint) -> None:
    for form in TARGETS:
        blueprint.add_url_rule(f"/game.{form}", view_func=game_text, defaults={"form": form})
    blueprint.add_url_rule("/board.txt", view_func=board_text)


def forms_of(game: Game, *, begun: bool) -> tuple[str, ...]:
    """Endings of the formats that hold a game; `begun`: with a board that was set up."""
    return tuple(
        form
        for form, target in TARGETS.items()
        if fits(game, target) and not (begun and form == "sgf")
    )


def game_text(form: str) -> Response:
    line = wire.parse_line(request.args)
    outcome = line.positions[-1].outcome()
    result = Result.of(outcome) if outcome else None
    text = _written(GameRecord(line.game, line.moves, result, start=line.start), TARGETS[form])
    response = Response(text, mimetype=TYPES.get(form, "text/plain"))
    response.headers["Content-Disposition"] = f'attachment; filename="game.{form}"'
    return response


def board_text() -> Response:
    """In one line where the field has a form for it."""
    position = wire.parse_line(request.args).position
    target = "obf" if fits(position.game, "obf") else "board"
    text = _written(GameRecord(position.game, (), start=position), target)
    return Response(text, mimetype="text/plain")


def _written(record: GameRecord, target: str) -> str:
    try:
        return write(record, target) + "\n"
    except EngineError as error:
        raise Refusal("malformed", str(error)) from None
