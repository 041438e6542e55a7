"""The page on which a game is looked through, and other moves are tried, beside the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import redirect, render_template, request

from engine import registry
from engine.errors import EngineError
from engine.games.connectfour.position import ConnectFourPosition
from engine.games.connectfour.threats import threats
from engine.words import describe_move, describe_outcome, describe_turn
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.line import Line
from webapp.errors import STATUSES
from webapp.pages import view
from webapp.pages.column import play_on_path
from webapp.pages.root import public_root
from webapp.svg import draw_position
from webapp.wire.board import position_fields

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from engine.game import Game, Move, Position

GAMES = (
    ("connectfour", "Connect Four 7 × 6"),
    ("connectfour:8x7", "Connect Four 8 × 7"),
    ("connectfour:9x7", "Connect Four 9 × 7"),
    ("connectfour:6x5", "Connect Four 6 × 5"),
    ("connectfour:7x6:4:3p", "Three players 7 × 6"),
    ("othello", "Othello 8 × 8"),
    ("othello:6", "Othello 6 × 6"),
    ("othello:10", "Othello 10 × 10"),
)
"""What the form offers; a key in the address may name any other."""

MOST = 2000
"""Characters of moves that the form takes."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the game or of the side line.

    Attributes:
        path: of the page after it.
        ply: how many moves of the game lead there; None in a side line.
    """

    text: str
    path: str
    ply: int | None
    player: int
    current: bool


@dataclass(frozen=True, slots=True)
class Round:
    """One move of every player, and the side line that leaves the game in it."""

    number: int
    steps: tuple[Step, ...]
    side: tuple[Step, ...] = ()


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/analysis", view_func=analysis)


def analysis() -> str | BaseResponse | tuple[str, int]:
    """A game's place that ``game``, ``moves``, ``ply`` and ``side`` name; ``move`` plays on.

    Where they name none, an empty board, what was wrong, and what was given, to be mended.
    """
    try:
        line = wire.parse_line(request.args)
    except Refusal as error:
        game = _game(request.args.get("game", ""))
        given = request.args.get("moves", "")[:MOST]
        return _page(Line.of(game, ""), error.message, given), STATUSES.get(error.code, 409)
    move = request.args.get("move", type=int)
    if move is not None:
        if move not in line.position.legal_moves():
            raise Refusal("illegal")
        return redirect(path(line.after(move)), 303)
    return _page(line)


def path(line: Line) -> str:
    """The address of a place in a game."""
    game = line.game
    fields: dict[str, Any] = {"game": game.key, "moves": game.format_moves(line.moves)}
    if line.ply < len(line.moves):
        fields["ply"] = line.ply
    fields["side"] = game.format_moves(line.side)
    return f"/analysis?{urlencode({k: value for k, value in fields.items() if value != ''})}"


def path_of(game: Game, moves: Sequence[Move]) -> str:
    """The address of a game, looked at from its end."""
    return path(Line(game, tuple(moves), len(moves)))


def _game(key: str) -> Game:
    """The game of a key, Connect Four where there is none."""
    try:
        return registry.game(key)
    except EngineError:
        return registry.game("connectfour")


def _page(line: Line, refusal: str = "", given: str = "") -> str:
    game, position = line.game, line.position
    snapshot = position_fields(position)
    standing = _standing(line)
    other = (game.key, f"{game.name} {game.columns} × {game.rows}")
    offered = GAMES if game.key in dict(GAMES) else (other, *GAMES)
    return render_template(
        "pages/analysis.html",
        line=line,
        refusal=refusal,
        text=given or game.format_moves(line.moves),
        snapshot=snapshot,
        drawing=draw_position(position, standing),
        threatened=_threatened(position),
        standing=standing,
        rounds=_rounds(line),
        start=path(line.at(0)),
        back=path(line.back),
        forward=path(line.forward),
        end=path(line.at(len(line.moves))),
        leave=path(line.at(line.ply)),
        fields=_fields(line),
        link_here=public_root() + path(line),
        play_on=play_on_path(game, line.shown, position),
        games=offered,
        data={
            "snapshot": snapshot,
            "sentences": view.sentences(game),
            "look": _fields(line) | {"ply": line.ply},
            "plies": len(line.moves),
        },
    )


def _fields(line: Line) -> dict[str, Any]:
    """The place in the game as a form's hidden fields and the socket's message have it."""
    game = line.game
    moves, side = game.format_moves(line.moves), game.format_moves(line.side)
    return {"game": game.key, "moves": moves, "ply": line.ply, "side": side}


def _standing(line: Line) -> str:
    """The last move and whose turn it is, or how the game ended."""
    position = line.position
    outcome = position.outcome()
    if outcome is not None:
        return str(describe_outcome(line.game, outcome))
    if not line.shown:
        return describe_turn(position)
    before = line.positions[line.ply - 1] if not line.side else line.back.position
    return f"{describe_move(before, line.shown[-1])} {describe_turn(position)}"


def _rounds(line: Line) -> list[Round]:
    players = line.game.players
    steps = [
        _step(line, line.at(ply + 1), line.positions[ply], move, ply + 1)
        for ply, move in enumerate(line.moves)
    ]
    side = _side(line)
    leaves = max(line.ply - 1, 0) // players
    rounds = [
        Round(i // players + 1, tuple(steps[i : i + players]))
        for i in range(0, len(steps), players)
    ]
    if side:
        rounds = rounds or [Round(1, ())]  # it may leave the game before the first move
        left = rounds[leaves]
        rounds[leaves] = Round(left.number, left.steps, side)
    return rounds


def _side(line: Line) -> tuple[Step, ...]:
    steps = []
    position = line.positions[line.ply]
    for i, move in enumerate(line.side):
        at = Line(line.game, line.moves, line.ply, line.side[: i + 1])
        steps.append(_step(line, at, position, move, None))
        position = position.play(move)
    return tuple(steps)


def _step(line: Line, at: Line, before: Position, move: Move, ply: int | None) -> Step:
    game = line.game
    text = "pass" if game.is_pass(move) else game.format_move(move)
    current = at.ply == line.ply and at.side == line.side
    return Step(text, path(at), ply, before.to_move, current)


def _threatened(position: Position) -> dict[int, str]:
    """Squares on which a disc would complete a line, and the players for whom it would."""
    found: dict[int, str] = {}
    if isinstance(position, ConnectFourPosition) and position.outcome() is None:
        for player in range(position.game.players):
            for square in threats(position, player):
                found[square] = f"{found.get(square, '')}{player}"
    return found
