"""The library: games to be searched, files to be brought, and what was played from a position."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING

from flask import Response, redirect, render_template, request

from engine.errors import NotationError
from engine.fingerprint import fingerprint
from engine.formats.files import read_files
from engine.openings import opening_of
from engine.parts.of_game import soon_proved
from engine.registry import FAMILIES, family_of
from engine.search.control import SearchControl
from engine.sentences import describe_turn, name_move
from webapp import wire
from webapp.domain.errors import Refusal
from webapp.domain.library import Keeping, keeps
from webapp.domain.taken import NOTED, OTHELLO, TARGETS, family_of_form, file_of
from webapp.errors import status_of
from webapp.extensions import services
from webapp.identity import current_guest, current_player
from webapp.names import clean_line
from webapp.pages import library_view as shown
from webapp.pages.analysis_view import path_of
from webapp.pages.importing import MAX_TEXT, game_named
from webapp.pages.readings import best_reading
from webapp.rationing import visitor
from webapp.service.library import TAKEN
from webapp.svg import draw_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from engine.formats.reading import Reading
    from engine.game import Position
    from engine.search.searcher import Candidate
    from webapp.domain.library import KeptGame, Wanted
    from webapp.domain.line import Line
    from webapp.service.library import Page

STUDIES = 8
"""Of one's own studies, so many stand above the games; all have a page of their own."""

FILES = 20
"""Files that come at once: of games, and of the names of players and tournaments."""

TYPES = {"json": "application/json", "sgf": "application/x-go-sgf", "zip": "application/zip"}

NO_GAME = "There is no game in this."
BOARDS = "These are boards; the library keeps games from the usual start. Analysis opens boards."

REFRESH = {Keeping.GOING_ON: 3, Keeping.HELD_UP: 60}
"""Seconds after which the page looks how far the keeping of a file has come."""

MOST_FILES = 2**31 - 1
"""What a column of files' numbers holds."""

NAME = 80
"""Characters of a collection's name that are kept."""


def register(blueprint: Blueprint) -> None:
    rule = blueprint.add_url_rule
    rule("/library", view_func=library)
    rule("/library", view_func=bring_games, methods=["POST"])
    rule(
        f"/library/<int(max={MOST_FILES}):number>/delete",
        view_func=delete_brought,
        methods=["POST"],
    )
    rule(f"/library/games.<any({', '.join(TARGETS)}):form>", view_func=take_games)
    rule("/openings", view_func=openings)


def library() -> str:
    """The games that an address asks for, the newest first."""
    return _page()


def _page(problems: Sequence[str] = ()) -> str:
    guest = current_guest().id
    wanted, line = _wanted()
    board = {} if line is None else {"game": line.game.key, "moves": _moves_of(line)}
    families = set() if line is None else {family_of(line.game).key}
    page = services().library.search(guest, wanted)
    cards = cards_of(page.games)
    studies = _studies(guest, wanted)
    brought = services().library.collections(guest)
    newest = replace(wanted, before=None)
    again = min((REFRESH[keeping] for _, keeping in brought if keeping in REFRESH), default=0)
    shown_here = {*families, *(c.family for c in cards), *(s.family for s in studies)}
    return render_template(
        "pages/library.html",
        wanted=wanted,
        named=wire.wanted_fields(newest),
        results=shown.results(wanted),
        families=list(FAMILIES.values()),
        cards=cards,
        studies=studies,
        board=board,
        came_through=draw_position(line.position) if line else None,
        opening=opening_of(line.positions) if line else "",
        drawn=sorted(FAMILIES if again else shown_here),  # any may come
        empty=shown.nothing(wanted),
        anywhere=shown.address(newest, {}),
        taken=shown.files(newest, board, othello=_some_of_othello(guest, wanted, page)),
        most=TAKEN,
        more=shown.address(page.more, board) if page.more else "",
        newest=shown.address(newest, board) if wanted.before else "",
        scopes=[(mine, shown.address(replace(newest, mine=mine), board)) for mine in (False, True)],
        brought=brought,
        again=again,
        problems=problems,
    )


def _some_of_othello(guest: str, wanted: Wanted, page: Page) -> bool:
    """Whether any game of a search is one, on whichever page."""
    if wanted.family:
        return wanted.family == OTHELLO
    if any(family_of(kept.entry.game).key == OTHELLO for kept in page.games):
        return True
    if page.more is None and wanted.before is None:  # it is the only page
        return False
    return services().library.has(guest, replace(wanted, family=OTHELLO, before=None))


def _wanted() -> tuple[Wanted, Line | None]:
    """What an address asks for, and the line to the board that games are to come through."""
    wanted, line = wire.parse_wanted(request.args), wire.parse_board(request.args)
    if line is not None:
        wanted = replace(wanted, position=fingerprint(line.position))
    return wanted, line


def _moves_of(line: Line) -> str:
    return line.game.format_moves(line.moves)


def take_games(form: str) -> Response:
    """The games that an address asks for as one file; WTHOR's several in an archive."""
    services().limits.spend("exports", visitor())
    wanted, _ = _wanted()
    only = family_of_form(form)
    if only and not wanted.family:
        wanted = replace(wanted, family=only)
    found = services().library.take(current_guest().id, wanted, noted=form in NOTED)
    parts = (part for part, _ in file_of(form, found, datetime.now(UTC).date()))
    first = next(parts)  # what is refused is refused before anything is sent
    response = Response(chain([first], parts), mimetype=TYPES.get(form, "text/plain"))
    response.headers["Content-Disposition"] = f'attachment; filename="games.{form}"'
    return response


def cards_of(games: Sequence[KeptGame]) -> list[shown.Card]:
    """Games with what is known of them here besides: reviews, and changes of ratings."""
    reviewed = services().analyses.reviewed([game.entry.whole for game in games])
    matches = [game.entry.match for game in games if game.entry.match]
    return shown.cards(games, reviewed, services().ratings.changes(matches))


def _studies(guest: str, wanted: Wanted) -> list[shown.StudyCard]:
    """One's own studies that a search may mean, above the games of its first page."""
    if wanted.before or not wanted.any_game or not (wanted.mine or wanted.text):
        return []
    found = services().studies.matching(guest, wanted.text, wanted.family, STUDIES)
    return [shown.study_card(kept) for kept in found]


def bring_games() -> str | BaseResponse | tuple[str, int]:
    """Keep the games of the files, or of the text, that a form brings."""
    try:
        contents = {} if request.form.get("text") else _brought()
        name, found = (", ".join(contents), read_files(contents)) if contents else _pasted()
    except NotationError as error:
        return _page([str(error)]), 400
    if not any(map(keeps, found.records)):
        reasons = [str(problem) for problem in found.problems[:5]]
        return _page(reasons or [BOARDS if found.records else NO_GAME]), 400
    try:
        called = clean_line(name, NAME) or "Games"
        services().library.bring(current_player().id, called, found.records, found.refused)
    except Refusal as error:
        return _page([error.message]), status_of(error)
    return redirect("/library?mine=1", 303)


def _brought() -> dict[str, bytes]:
    """What the files hold, by their names; all of them or none are taken."""
    files = [(file.filename, file) for file in request.files.getlist("files") if file.filename]
    contents = {name: file.read() for name, file in files}
    if not contents:
        raise NotationError("No file was chosen; choose one with games.")
    if len(files) > FILES:
        raise NotationError(f"{FILES} files can come at once; bring the others after them.")
    if len(contents) < len(files):
        raise NotationError("Two of these files have the same name; bring one after the other.")
    return contents


def _pasted() -> tuple[str, Reading]:
    """What a form sends again that listed the games of a text."""
    text = request.form["text"]
    if len(text) > MAX_TEXT:
        raise NotationError("A text of games may have 64 KB here; bring it as a file.")
    found = best_reading(text, game_named(request.form.get("game", "")))
    return request.form.get("name", "") or "Pasted games", found


def delete_brought(number: int) -> BaseResponse:
    services().library.delete(current_guest().id, number)
    return redirect("/library?mine=1", 303)


def _proved(position: Position) -> tuple[Candidate, ...]:
    """Every move's exact score, where some hundredths of a second suffice."""
    return () if position.outcome() else soon_proved(position, SearchControl())


def openings() -> str:
    """What was played from the position of an address; ``part`` asks for the list alone."""
    line, wanted = wire.parse_line(request.args), wire.parse_wanted(request.args)
    position, moves, game = line.position, line.shown, line.game
    found = services().library.explore(current_guest().id, position, wanted)
    through = replace(wanted, position=fingerprint(position))
    board = {"game": game.key, "moves": game.format_moves(moves)}
    part = bool(request.args.get("part"))  # beside which the scores come live
    return render_template(
        "partials/explorer.html" if part else "pages/openings.html",
        position=position,
        game=game,
        family=family_of(game).key,
        opening=opening_of((*line.positions[: line.ply + 1], *line.tried[: len(line.side)])),
        moves=" ".join(name_move(game, move) for move in moves),
        turn="" if position.outcome() else describe_turn(position),
        found=found,
        rows=shown.rows(position, moves, found, () if part else _proved(position)),
        games=cards_of(found.games),
        wanted=wanted,
        named=wire.wanted_fields(wanted),
        board=board,
        all_games=shown.address(wanted, board),
        drawing=draw_position(position),
        empty=shown.nothing(through),
        back=path_of(game, moves),
        plies=family_of(game).explored,
    )
