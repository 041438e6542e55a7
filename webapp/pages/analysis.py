"""The page on which a game is looked through, and other moves are tried, beside the engine."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import redirect, render_template, request

from engine import registry
from engine.errors import EngineError
from engine.formats.record import format_start
from engine.formats.sgf import sgf_holds
from engine.formats.study import GLYPHS, Note
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.line import Line
from webapp.errors import status_of
from webapp.pages import analysis_view as shown
from webapp.pages import keys, view
from webapp.pages.analysis_view import path
from webapp.pages.clocked import clocked
from webapp.pages.column import play_on_path
from webapp.pages.overlay import kinds_of
from webapp.pages.readings import best_reading, path_to
from webapp.pages.root import public_root
from webapp.pages.written import forms_of
from webapp.svg import draw_position
from webapp.wire.board import position_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from engine.formats.reading import Reading
    from engine.game import Game
    from webapp.domain.study import KeptStudy

MOST = 2000
"""Characters of moves that the form takes."""


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/analysis", view_func=analysis)


def analysis() -> str | BaseResponse | tuple[str, int]:
    """A game's place that ``game``, ``moves``, ``ply`` and ``side`` name; ``move`` plays on.

    Where they name none, what can be read of them, what was wrong, and what was given.
    """
    try:
        line = wire.parse_line(request.args)
    except Refusal as error:
        return _mended(error)
    move = request.args.get("move", type=int)
    if move is not None:
        if move not in line.position.legal_moves():
            raise Refusal("illegal")
        return redirect(path(line.after(move)), 303)
    return _page(line)


def _mended(error: Refusal) -> BaseResponse | tuple[str, int]:
    """An address that names no place: its moves may be written as people write them."""
    given, key = request.args.get("moves", ""), request.args.get("game", "")
    if len(given) > MOST:
        return _page(Line.of(_game(key), ""), error.message), status_of(error)
    game = _game(key)
    known = key in ("", game.key)
    found = best_reading(given, game if key else None) if given and known else None
    if found is not None and len(found.records) == 1 and not found.problems:
        record = found.records[0]
        if record.game.format_moves(record.moves) != given or record.game != game:
            return redirect(path_to(record), 303)
    if found is not None and found.problems and not request.args.get("ply"):
        page, _ = show_part(found, game, given)
        return page, status_of(error)
    return _page(Line.of(game, ""), error.message, given), status_of(error)


def show_part(found: Reading, game: Game | None, given: str) -> tuple[str, int]:
    """The readable part of a text, what is wrong with the rest, and the text to be mended."""
    record = found.records[0] if found.records and found.records[0].start is None else None
    shown_game = record.game if record else game or registry.usual_game()
    line = Line.of(shown_game, record.moves if record else "")
    if not found.problems:
        return _page(line, "The game breaks off. There is no game in this.", given), 400
    first, *others = found.problems[:3]
    said = f"{'The game breaks off. ' if record else ''}{replace(first, advice='')}"
    advice = " ".join(filter(None, (first.advice, *map(str, others))))
    return _page(line, said, given, advice), 400


def _game(key: str) -> Game:
    """The game of a key, the usual one where there is none."""
    try:
        return registry.game(key)
    except EngineError:
        return registry.usual_game()


def _page(line: Line, refusal: str = "", given: str = "", advice: str = "") -> str:
    frame = Frame(shown.Addresses(line), shown.fields(line), played=clocked(line))
    return show(line, frame, refusal, given, advice)


@dataclass(frozen=True, slots=True)
class Frame:
    """What the page belongs to: an address that says all, or a study that is kept.

    Attributes:
        fields: by which forms name the place.
        place: that forms on the board lead to, by a GET or else a POST.
        kept: the study, and whether who looks is its owner.
        played: what is known of the moves of a match.
    """

    at: shown.Addresses
    fields: Mapping[str, Any]
    place: str = "/analysis"
    kept: KeptStudy | None = None
    own: bool = False
    played: Mapping[tuple[int, ...], Note] = field(default_factory=dict)

    @property
    def forms(self) -> tuple[str, ...]:
        """The formats in which the study can be taken away."""
        if self.kept is None:
            return ()
        return ("sgf", "json", "txt") if sgf_holds(self.kept.study.game) else ("json", "txt")

    @property
    def notes(self) -> Mapping[tuple[int, ...], Note]:
        return self.kept.study.notes if self.kept else self.played


def show(line: Line, frame: Frame, refusal: str = "", given: str = "", advice: str = "") -> str:
    """The page of a place in a game.

    `refusal`: why a text was not read, `given`, and what would have been right.
    """
    game, position = line.game, line.position
    snapshot = position_fields(position)
    standing = shown.standing(line)
    other = (game.key, f"{game.name} {game.columns} × {game.rows}")
    usual = [board for family in registry.FAMILIES.values() for board in family.offered.analysis]
    offered = usual if game.key in dict(usual) else [other, *usual]
    at, kept = frame.at, frame.kept
    here = at.shown(line)
    begun = {"game": game.key}
    if line.start is not None:
        begun["start"] = format_start(line.start)
    pictured = {**begun, "moves": game.format_moves(line.shown)}
    return render_template(
        "pages/analysis.html",
        line=line,
        refusal=refusal,
        advice=advice,
        given=given,
        text=given or game.format_moves(line.moves),
        snapshot=snapshot,
        game_moves=pictured["moves"],
        pictured=pictured,
        written=forms_of(game, begun=line.start is not None),
        whole={**begun, "moves": game.format_moves(line.moves)},
        drawing=draw_position(position, standing),
        overlays=kinds_of(game),
        keys_of=keys.path("analysis", game),
        standing=standing,
        opening=shown.opening(line),
        rounds=shown.rounds(line, at, frame.notes),
        start=at.game(0),
        back=at.shown(line.back),
        forward=at.shown(line.forward),
        end=at.game(len(line.moves)),
        frame=frame,
        here_note=kept.study.notes.get(line.shown, Note()) if kept else Note(),
        opening_note=frame.notes.get((), Note()),
        glyphs=GLYPHS[1:4],
        link_here=public_root() + here,
        preview=f"{public_root()}/board.png?{urlencode(pictured)}",
        play_on=play_on_path(game, line.shown, position) if line.start is None else "",
        games=offered,
        data={
            "snapshot": snapshot,
            "sentences": view.sentences(game),
            "squares": view.square_names(game),
            "keys": keys.actions("analysis", game),
            "look": shown.fields(line),
            "study": wire.study(kept, frame.place, own=frame.own) if kept else None,
            "course": shown.course(line),
            "plies": len(line.moves),
        },
    )
