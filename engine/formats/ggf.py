"""GGF, the game format of the Generic Game Server: ``(;GM[Othello]...B[d3]W[c5]...;)``.

A property is a name in capitals and values in brackets; a move's value is the square, then
the mover's evaluation and seconds.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, TypeAlias

from engine.errors import EngineError, NotationError
from engine.formats.boardtext import board_rows
from engine.formats.draft import Draft
from engine.formats.obf import parse_squares
from engine.formats.properties import BRACKETS, escape, values
from engine.formats.record import Details, GameRecord, Result, if_any, is_year
from engine.formats.study import Note, Study
from engine.replay import PlayedGame, with_forced_passes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.formats.study import Moves
    from engine.games.othello.position import OthelloGame, OthelloPosition

Properties: TypeAlias = list[tuple[str, str]]

_PROPERTY = re.compile(rf"\s*([A-Za-z]+)((?:\s*{BRACKETS})+)", re.DOTALL)
_DATE = re.compile(r"([0-9]{4})(?:[.-]([0-9]{1,2})[.-]([0-9]{1,2})(?![0-9])|\Z)")
_RESULT = re.compile(r"([+-]?[0-9]{1,4}(?:\.[0-9]{0,9})?)(?::([rtsRTS]))?")
_NUMBER = re.compile(r"[+-]?[0-9]{1,4}(?:\.[0-9]{0,9})?")
_SAID = re.compile(r"(?:(?:Black|White)’s score ([−+]?[0-9.]+))?(?:(?:^|, )([0-9.]+ s))?")
_REASONS = {"r": "resignation", "t": "time", "s": "agreement"}
_MOVERS = {"B": 0, "W": 1}

NONE = "There is no GGF game, '(;GM[Othello]...;)', in the text."


def parse_ggf(text: str) -> tuple[GameRecord, ...]:
    """Every game of a GGF text. A result won by komi is given as the board's own score.

    Raises:
        NotationError: the text is no GGF, or a game breaks the rules; the game's number and
            the ply are named.
    """
    records = []
    for number, properties in enumerate(_games(text), start=1):
        try:
            records.append(_draft(properties).alone())
        except EngineError as error:
            raise NotationError(f"Game {number}: {error}") from None
    if not records:
        raise NotationError(NONE)
    return tuple(records)


def draft_ggf(text: str) -> Draft:
    """The first game of a GGF text as it stands there.

    Raises:
        NotationError: the text is no GGF.
    """
    for properties in _games(text):
        return _draft(properties)
    raise NotationError(NONE)


def format_ggf(record: GameRecord) -> str:
    """A record of Othello as one line of GGF."""
    position: OthelloPosition = record.start or record.game.start()  # type: ignore[assignment]
    size = record.game.columns
    names = record.players or ("", "")
    board = " ".join([str(size), *board_rows(position), "*O"[position.to_move]])
    details = record.details
    thinking = details.thinking or ("",) * len(record.moves)
    properties = [("GM", "Othello"), ("PC", details.place or "Flipfour")]
    if record.date:
        properties.append(("DT", record.day(".")))
    properties += [("PB", names[0]), ("PW", names[1])]
    properties += zip(("RB", "RW"), details.ratings, strict=False)
    properties += [("TI", details.clock)] if details.clock else []
    properties.append(("TY", details.kind or str(size)))
    properties += [("KM", details.komi)] if details.komi else []
    result = _format_result(record.result, _discs(details.komi))
    properties += [("RE", result), ("BO", board.replace("X", "*"))]
    for ply, (move, thought) in enumerate(zip(record.moves, thinking, strict=False)):
        token = "PA" if record.game.is_pass(move) else record.game.format_move(move)
        mover = "BW"[(position.to_move + ply) % 2]  # as passes are moves, too
        properties.append((mover, f"{token}/{thought}" if thought else token))
    return "(;" + "".join(f"{name}[{escape(value)}]" for name, value in properties) + ";)"


def thinking_notes(record: GameRecord) -> Study | None:
    """What the players' programs thought of their moves, as notes; None where nothing is known.

    A study begins at the usual board, so games from another one have none.
    """
    thinking = record.details.thinking
    if record.start is not None or not any(thinking):
        return None
    notes = {}
    for ply, thought in enumerate(thinking, start=1):
        if said := _thought(thought, record.game.player_names[(ply - 1) % 2]):
            notes[record.moves[:ply]] = Note(said)
    return Study.of(record.game, (record.moves,), notes) if notes else None


def _thought(thought: str, mover: str) -> str:
    """``-2.5/12`` in words."""
    score, _, seconds = (part.strip() for part in thought.partition("/"))
    parts = []
    if _NUMBER.fullmatch(score):
        discs = round(float(score), 2)
        sign = "" if discs == 0 else "−+"[discs > 0]
        parts.append(f"{mover}’s score {sign}{abs(discs):g}")
    if _NUMBER.fullmatch(seconds) and float(seconds) >= 0:
        parts.append(f"{round(float(seconds), 2):g} s")
    return ", ".join(parts)


def brief_thought(text: str) -> str:
    """``+2.5, 12 s``, of a note as `thinking_notes` writes it; empty of one that somebody wrote."""
    said = _SAID.fullmatch(text)
    return ", ".join(filter(None, said.groups())) if said else ""


def _games(text: str) -> Iterator[Properties]:
    at = text.find("(;")
    while at >= 0:
        at += 2
        properties: Properties = []
        while match := _PROPERTY.match(text, at):
            properties += [(match[1].upper(), value) for value in values(match[2])]
            at = match.end()
        if not text[at:].strip():
            raise NotationError("The text ends within this game.")
        if not re.compile(r"\s*;\s*\)").match(text, at):
            raise NotationError(f"{text[at : at + 20]!r} is no property like 'PB[name]'.")
        yield properties
        at = text.find("(;", at)


def _draft(properties: Properties) -> Draft:
    headers = {name: value for name, value in properties if name not in _MOVERS}
    if headers.get("GM", "").lower() != "othello":
        raise NotationError(f"GM[{headers.get('GM', '')[:20]}] is not Othello.")
    start = _board(headers.get("BO", ""))
    game: OthelloGame = start.game
    said = [(name, *value.partition("/")[::2]) for name, value in properties if name in _MOVERS]
    written = GameRecord(
        game,
        tuple(game.parse_move(token) for _, token, _ in said),
        _result(game, headers.get("RE", ""), headers.get("KM", "")),
        if_any((headers.get("PB", ""), headers.get("PW", ""))),
        None if start == game.start() else start,
        _date(headers.get("DT", "")),
    )
    movers = tuple(_MOVERS[name] for name, *_ in said)
    thinking = [thought for *_, thought in said]

    def finish(whole: PlayedGame) -> GameRecord:
        details = _details(headers, _of_all(whole.moves, written.moves, thinking))
        return replace(written, moves=whole.moves, details=details)

    return Draft(written, finish, lambda: finish(_by_rules(written, said)), movers)


def _of_all(moves: Moves, written: Moves, said: Sequence[str]) -> tuple[str, ...]:
    """What is said of each move: nothing of a pass that is not written."""
    found, at = [], 0
    for move in moves:
        is_written = at < len(written) and written[at] == move
        found.append(said[at] if is_written else "")
        at += is_written
    return tuple(found)


def _details(headers: Mapping[str, str], thinking: tuple[str, ...]) -> Details:
    ratings = if_any((headers.get("RB", ""), headers.get("RW", "")))
    whole_year = is_year(headers.get("DT", "").strip())
    clock, place = headers.get("TI", ""), headers.get("PC", "")
    komi = headers.get("KM", "").strip()
    return Details(
        place,
        ratings,
        clock,
        if_any(thinking),
        whole_year,
        komi=komi if _NUMBER.fullmatch(komi) else "",
        kind=headers.get("TY", ""),
    )


def _board(text: str) -> OthelloPosition:
    words = text.split()
    size, board, side = "".join(words[:1]), "".join(words[1:-1]), "".join(words[-1:])
    if side not in {"*", "O"} or not size.isdecimal() or len(board) != int(size[:2]) ** 2:
        raise NotationError(f"BO[{text[:30]}] is no board like 'BO[8 -------- ... *]'.")
    return parse_squares(board, side)


def _by_rules(written: GameRecord, said: Sequence[tuple[str, str, str]]) -> PlayedGame:
    """How a game went whose moves are said to be somebody's.

    Raises:
        EngineError: a move breaks the rules, or is somebody else's; its ply is named.
    """
    game, position = written.game, written.start or written.game.start()
    played: Moves = ()
    for (name, token, _), move in zip(said, written.moves, strict=True):
        complete, after = with_forced_passes(position, (move,), len(played))
        mover = (position.to_move + len(complete) - 1) % 2
        played += complete
        if mover != _MOVERS[name]:
            who = game.player_names[mover]
            raise NotationError(f"Ply {len(played)}: {name}[{token[:10]}], but it is {who}'s turn.")
        position = after
    return PlayedGame.of(played, position)


def _date(text: str) -> date | None:
    """The day of a header, of a year the first; None where it names none that there is."""
    day = _DATE.match(text.strip())
    try:
        return date(int(day[1]), int(day[2] or 1), int(day[3] or 1)) if day else None
    except ValueError:
        return None


def _result(game: OthelloGame, text: str, komi: str) -> Result | None:
    """The result of a header, None where no game on this board can end so."""
    match = _RESULT.fullmatch(text.strip())
    if match is None:
        return None
    lead = round(float(match[1]) + _discs(komi), 3)  # of sums like 0.1 + 5.9
    if abs(lead) > game.size**2:
        return None
    winner = None if lead == 0 else int(lead < 0)
    reason = _REASONS[match[2].lower()] if match[2] else ""
    whole = lead == round(lead)
    return Result(winner, round(lead) if whole and not reason else None, reason)


def _discs(komi: str) -> float:
    """The komi of a header, none where it is no number."""
    return float(komi) if _NUMBER.fullmatch(komi.strip()) else 0.0


def _format_result(result: Result | None, komi: float) -> str:
    """What a header says, from which komi is taken as `_result` adds it."""
    if result is None:
        return "?"
    codes = {reason: code for code, reason in _REASONS.items()}
    sign = 0 if result.winner is None else 1 - 2 * result.winner
    score = float(sign) if result.score is None else float(result.score)
    if result.reason in codes:
        return f"{score - komi:+.3f}:{codes[result.reason]}"
    if result.score is None and sign:
        score = sign / 2  # no board's score: who won is all that is known
    return f"{score - komi:+.3f}"
