"""A game as a sheet to print: its moves, and boards on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import render_template, request

from engine.sentences import name_move
from webapp import wire
from webapp.pages import analysis_view as shown
from webapp.svg import draw_position

if TYPE_CHECKING:
    from flask import Blueprint

    from webapp.domain.line import Line

BOARDS = 24
"""Boards of a sheet that says nothing of how many: two pages."""

STEPS = (1, 2, 4, 10)
"""Every how many moves a board can be asked for."""


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/sheet", view_func=sheet)


def sheet() -> str:
    """The game that an address names as ``/analysis`` does; ``every`` so many moves a board."""
    line = wire.parse_line(request.args)
    count = len(line.moves)
    usual = next((step for step in STEPS if count // step < BOARDS), STEPS[-1])
    every = max(1, min(request.args.get("every", usual, type=int), max(count, 1)))
    plies = sorted({*range(every, count + 1, every), count})
    named = {name: shown.fields(line)[name] for name in ("game", "start", "moves")}
    return render_template(
        "pages/sheet.html",
        game=line.game,
        standing=shown.standing(line.at(count)),
        rows=_rows(line),
        boards=[(ply, draw_position(line.positions[ply]), _name(line, ply)) for ply in plies],
        every=every,
        steps=[(step, f"/sheet?{urlencode({**named, 'every': step})}") for step in STEPS],
        back=shown.path(line),
    )


def _rows(line: Line) -> list[tuple[int, list[str]]]:
    """The moves, a round a row."""
    players = line.game.players
    names = [name_move(line.game, move) for move in line.moves]
    return [
        (number + 1, names[number * players : (number + 1) * players])
        for number in range(-(-len(names) // players))
    ]


def _name(line: Line, ply: int) -> str:
    if not ply:
        return "Start"
    mover = line.game.player_names[line.positions[ply - 1].to_move]
    return f"{ply}. {mover}: {name_move(line.game, line.moves[ply - 1])}"
