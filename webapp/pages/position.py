"""The laboratory's playground: any arrangement of discs, and what can be said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import redirect, render_template, request

from engine.arrangement import Arrangement
from engine.errors import EngineError, NotationError
from engine.formal import explain, playable, position_of, turn_of, unreachable
from engine.formats.boards import board_rows_of, one_line_board
from engine.formats.boardtext import board_rows
from engine.laboratory.trace import Trace
from engine.registry import FAMILIES, family_of, usual_game
from engine.registry import game as game_of
from engine.sentences import describe_outcome
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.line import Line
from webapp.extensions import services
from webapp.identity import current_guest
from webapp.pages.analysis_view import path, path_of
from webapp.pages.column import play_on_path
from webapp.svg import Drawing, draw_arrangement

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as BaseResponse

    from engine.game import Game, Square
    from engine.violation import Violation

MAX_TEXT = 2000
"""Characters of a board's text; the largest board has 512."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that can be said of an arrangement, good or bad, and of which squares."""

    text: str
    good: bool = True
    squares: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class Ways:
    """Where one can go on with a board; empty addresses where one cannot."""

    analyse: str = ""
    play_on: str = ""


NOWHERE = Ways()


def position_page() -> str | tuple[str, int]:
    """An arrangement of discs and everything that is known of it at once."""
    game, rows, turn = _wishes(request.args)
    if not rows and (request.args.get("moves") or request.args.get("start")):
        position = wire.parse_line(request.args).position
        rows, turn = "\n".join(board_rows(position)), position.to_move
    elif not rows:
        rows = "\n".join(board_rows(game.start()))
    try:
        arrangement = Arrangement.from_rows(game, rows, turn)
    except NotationError as error:
        return _render(game, rows, turn, None, [], refusal=str(error)), 400
    known = _known_game(game, rows, turn)
    play_on = play_on_path(game, known.moves, known.final) if known else ""
    ways = Ways(_analysis(arrangement, known), play_on)
    return _render(
        game,
        rows,
        turn,
        draw_arrangement(arrangement, "The arrangement"),
        _findings(arrangement),
        ways=ways,
    )


def start_position() -> BaseResponse:
    """Look for a game that reaches the arrangement, or solve it."""
    game, rows, turn = _wishes(request.form)
    try:
        position_of(Arrangement.from_rows(game, rows, turn))
    except EngineError as error:
        raise Refusal("malformed", str(error)) from None
    wanted = _request(game, rows, turn)
    if "solve" in request.form and game.players == 2:
        wanted["solve"] = True
    job = services().laboratory.ask(wanted, current_guest().id)
    return redirect(f"/lab/{job.id}", 303)


def _request(game: Game, rows: str, turn: int | None) -> dict[str, Any]:
    """The question whether the arrangement can come up."""
    lines = [line for line in map(str.strip, rows.splitlines()) if line]
    return {"game": game.key, "rows": lines, "to_move": turn}


def _known_game(game: Game, rows: str, turn: int | None) -> Trace | None:
    """A game that comes here, once the laboratory has found one."""
    job = services().laboratory.known(_request(game, rows, turn))
    if job is None or not job.witnesses:
        return None
    return Trace(game, game.parse_moves(job.witnesses[0]))


def _analysis(arrangement: Arrangement, known: Trace | None) -> str:
    """Where the board is analysed; empty where it cannot be played on from."""
    if known is not None:
        return path_of(arrangement.game, known.moves)
    try:
        position = playable(arrangement)
    except EngineError:
        return ""
    return path(Line(arrangement.game, (), 0, start=position))


def _wishes(fields: Any) -> tuple[Game, str, int | None]:
    try:
        game = game_of(fields.get("game", usual_game().key))
    except EngineError as error:
        raise Refusal("unsupported_game", str(error)) from None
    text, turn = fields.get("rows", "")[:MAX_TEXT], fields.get("turn", type=int)
    written = one_line_board(text)
    if written is not None:  # a board of another program says its size and whose turn it is
        return written.game, "\n".join(board_rows(written)), written.to_move
    if turn is None and not game.bottom_up:
        turn = 0  # in Othello the discs do not tell whose turn it is
    if turn is not None and not 0 <= turn < game.players:
        raise Refusal("malformed", "There is no such player.")
    rows = board_rows_of(text, game)
    return game, text if rows is None else "\n".join(rows), turn


def _render(
    game: Game,
    rows: str,
    turn: int | None,
    drawing: Drawing | None,
    findings: list[Finding],
    ways: Ways = NOWHERE,
    refusal: str = "",
) -> str:
    broken = sorted({square for finding in findings for square in finding.squares})
    legal = drawing is not None and all(finding.good for finding in findings)
    return render_template(
        "pages/position.html",
        game=game,
        rows_text=rows,
        turn=turn,
        drawing=drawing,
        findings=findings,
        broken=broken,
        start_rows="\n".join(board_rows(game.start())),
        empty_rows="\n".join([game.symbols[game.players] * game.columns] * game.rows),
        legal=legal,
        ways=ways,
        refusal=refusal,
        boards=[board for family in FAMILIES.values() for board in family.offered.positions],
    )


def _findings(arrangement: Arrangement) -> list[Finding]:
    """Broken rules, or turn, result and threats of a legal position."""
    if violations := explain(arrangement):
        return [_broken(arrangement.game, violation) for violation in violations]
    game, position = arrangement.game, position_of(arrangement)
    found = [_broken(game, violation) for violation in unreachable(arrangement)]
    outcome = position.outcome()
    if outcome is not None:
        found.append(Finding(f"The game is over: {describe_outcome(game, outcome)}"))
    else:
        turn = turn_of(arrangement)
        if turn is not None:
            found.append(Finding(f"It is {game.player_names[turn]}'s turn."))
    threats = family_of(game).threats
    if threats is not None:
        found += [Finding(said) for said in threats.describe_threats(position)]
    return found


def _broken(game: Game, violation: Violation) -> Finding:
    on_board = (
        row * game.columns + column
        for column, row in violation.places
        if 0 <= column < game.columns and 0 <= row < game.rows
    )
    return Finding(str(violation), good=False, squares=tuple(on_board))
