"""A game of the library with the variations and notes that came with it, to be read and copied."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from engine.formats.jsonrecord import format_json
from engine.formats.record import GameRecord
from engine.formats.studysgf import format_noted_sgf
from webapp.domain.study import KeptStudy
from webapp.extensions import services
from webapp.identity import current_guest
from webapp.pages.study import copied, exported, show_study

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Blueprint, Response
    from werkzeug.wrappers import Response as BaseResponse

    from engine.formats.study import Study
    from webapp.domain.library import KeptGame


MOST_GAMES = 2**63 - 1
"""What a column of games' numbers holds."""


def register(blueprint: Blueprint) -> None:
    rule, game = blueprint.add_url_rule, f"/library/<int(max={MOST_GAMES}):number>"
    rule(game, view_func=noted_game)
    rule(f"{game}/copy", view_func=copy_noted, methods=["POST"])
    rule(f"{game}.<any(sgf, json, txt):form>", view_func=export_noted)


def noted_game(number: int) -> str | BaseResponse:
    """As a study that nobody changes; ``move`` leads on."""
    _, study = _found(number)
    kept = KeptStudy("", "", "", study, 1, datetime.now(UTC))
    return show_study(kept, f"/library/{number}")


def copy_noted(number: int) -> BaseResponse:
    """The same as a study of one's own."""
    return copied(_found(number)[1])


def export_noted(number: int, form: str) -> Response:
    """The game, its players and, where the format holds them, its variations and notes."""
    game, study = _found(number)
    record = game.entry.record(study)
    return exported(form, lambda: WRITERS[form](record))


def _found(number: int) -> tuple[KeptGame, Study]:
    return services().library.noted(current_guest().id, number)


WRITERS: dict[str, Callable[[GameRecord], str]] = {
    "sgf": format_noted_sgf,
    "json": format_json,
    "txt": GameRecord.to_text,
}
