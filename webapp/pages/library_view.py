"""Games of the library, and moves that were played, as pages show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from engine.fingerprint import fingerprint
from engine.judging.appraisal import label, note
from engine.openings import named, opening_name
from engine.parts.of_game import book_moves
from engine.registry import FAMILIES, family_of
from engine.replay import without_passes
from engine.sentences import name_move
from webapp import wire
from webapp.domain.library import DRAW, UNKNOWN, WON, Played, parted, winner
from webapp.domain.taken import ANY_GAME, TARGETS
from webapp.pages.analysis_view import path_of
from webapp.pages.small_boards import last_board
from webapp.service.library import Choice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from markupsafe import Markup

    from engine.game import Game, Position
    from engine.search.searcher import Candidate
    from webapp.domain.library import KeptGame, Wanted
    from webapp.domain.study import KeptStudy
    from webapp.service.known import ReviewedGame
    from webapp.service.library import Explored

FORMS = {"txt": "Text", "ggf": "GGF", "sgf": "SGF", "json": "JSON", "zip": "WTHOR"}
"""What files are called, by what they end in."""

LAST = (-2, 0)
"""Behind the rank of every score."""


@dataclass(frozen=True, slots=True)
class Card:
    """A game as the library shows it.

    Attributes:
        ratings: by seat, with the change that a rated game of this server made; else without.
    """

    path: str
    board: Markup
    game: Game
    family: str
    players: tuple[str, ...]
    ratings: tuple[tuple[str, str], ...]
    result: str
    about: str
    day: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A move of an explored position.

    Attributes:
        shares: percent of the decided games that the first player won, drawn, that others won;
            None: none was decided.
        opening: what the opening is called that the move leads to; empty: nothing, or as before.
        worth: what the book says for the side to move, and its source; empty: it says nothing.
    """

    move: int
    name: str
    path: str
    played: Played
    shares: tuple[int, int, int] | None
    opening: str
    worth: str
    source: str


def cards(
    games: Sequence[KeptGame],
    reviewed: Collection[ReviewedGame],
    changes: Mapping[tuple[str, int], tuple[str, str]],
) -> list[Card]:
    """Games with their last boards; which of them are reviewed, and what `Ratings.changes` says."""
    return [_card(kept, kept.entry.whole in reviewed, changes) for kept in games]


def _card(
    kept: KeptGame, reviewed: bool, changes: Mapping[tuple[str, int], tuple[str, str]]
) -> Card:
    entry = kept.entry
    ratings = [(rating, "") for rating in entry.details.ratings]
    changed = [changes.get((entry.match, seat), ("", "")) for seat in range(entry.game.players)]
    if any(change for _, change in changed):
        ratings = changed
    imported = kept.collection is not None
    said = (("Reviewed", reviewed), ("Notes", kept.noted), ("Imported", imported))
    game, family = entry.game, family_of(entry.game)
    about = (family.name, entry.details.place, day(entry.day), kept.opening)
    return Card(
        f"/library/{kept.id}" if kept.noted else path_of(game, entry.moves, entry.match),
        last_board(game, entry.moves),
        game,
        family.key,
        entry.players or ("?",) * game.players,
        tuple(ratings),
        result(kept),
        ", ".join(filter(None, about)),
        day(entry.day),
        tuple(tag for tag, holds in said if holds),
    )


@dataclass(frozen=True, slots=True)
class StudyCard:
    """A study as the library shows it."""

    path: str
    board: Markup
    family: str
    title: str
    about: str


def study_card(kept: KeptStudy) -> StudyCard:
    """A study with the last board of its game."""
    game, notes = kept.study.game, len(kept.study.notes)
    family = family_of(game)
    about = (family.name, f"{notes} note{'' if notes == 1 else 's'}", f"{kept.updated_at:%Y-%m-%d}")
    title = kept.study.title or family.name
    path = f"/study/{kept.id}"
    return StudyCard(path, last_board(game, kept.study.moves), family.key, title, ", ".join(about))


def result(kept: KeptGame) -> str:
    """``White wins 40–24, 60 moves``, the winner's discs first."""
    entry = kept.entry
    made = len(without_passes(entry.game, entry.moves))
    count = f"{made} move{'' if made == 1 else 's'}"
    if entry.result == UNKNOWN:
        return f"{count}, no result"
    sentences = family_of(entry.game).sentences
    score = "" if entry.score is None else sentences.describe_score(entry.game, entry.score)
    won = winner(entry.result)
    if won is None:
        return ", ".join(filter(None, (score, "a draw", count)))
    return f"{entry.game.player_names[won]} wins{' ' if score else ''}{score}, {count}"


def day(number: int) -> str:
    """A day as the library keeps it, or the year alone where no more is known."""
    if not number:
        return ""
    year, month, of_month = parted(number)
    return (
        str(year)
        if of_month == 0 or (month, of_month) == (1, 1)
        else f"{year}-{month:02}-{of_month:02}"
    )


def rows(
    position: Position, moves: tuple[int, ...], found: Explored, proved: Sequence[Candidate] = ()
) -> list[Row]:
    """The legal moves: those that were played, the most played first, then the others, the best
    first, as far as the book says; of moves that are images of one another one.

    `proved`: every move's exact score, where it is known.
    """
    known = {candidate.move: candidate for candidate in (*book_moves(position), *proved)}
    choices = {fingerprint(position.play(one.move)): one for one in found.choices}
    others: dict[int, Choice] = {}
    ranks = {move: one.score.rank for move, one in known.items()}
    for move in sorted(
        position.legal_moves(), key=lambda move: ranks.get(move, LAST), reverse=True
    ):
        image = fingerprint(position.play(move))
        if image not in choices:
            others.setdefault(image, Choice(move, Played()))
    names, here = named(position.game), opening_name(position)
    return [
        _row(position, moves, choice, known.get(choice.move), names.get(image, here))
        for image, choice in (choices | others).items()
    ]


def _row(
    position: Position,
    moves: tuple[int, ...],
    choice: Choice,
    known: Candidate | None,
    opening: str,
) -> Row:
    game, played = position.game, choice.played
    decided = played.draws + played.first + played.second
    shares = None
    if decided:
        first, draws = (round(100 * part / decided) for part in (played.first, played.draws))
        shares = (first, draws, max(0, 100 - first - draws))
    path = f"{path_of(game, (*moves, choice.move))}&tab=openings"
    fresh = "" if opening == opening_name(position) else opening
    name, worth = name_move(game, choice.move), _worth(position, known)
    return Row(choice.move, name, path, played, shares, fresh, *worth)


def _worth(position: Position, known: Candidate | None) -> tuple[str, str]:
    if known is None:
        return "", ""
    if known.exact:
        return f"{label(known.score)} {note(position, known.score)}".strip(), "exact"
    value = round(known.score.value / 100, 1)
    text = f"{value:+}" if value else "0"
    return text.replace("-", "−"), f"book, {known.depth}"


def results(wanted: Wanted) -> list[tuple[str, str]]:
    """The results to choose from, in the words of the game where one is chosen."""
    names: tuple[str, ...] = ("First player", "Second player")
    if wanted.family:
        names = FAMILIES[wanted.family].parse("").player_names
    return [("first", f"{names[0]} wins"), ("second", f"{names[1]} wins"), ("draw", "Draw")]


def nothing(wanted: Wanted) -> str:
    """What there is none of: ``No game of Leila before 1990.``"""
    parts = [f"of {wanted.text}"] if wanted.text else []
    if wanted.family:
        name = FAMILIES[wanted.family].name
        parts.append(f"in {name}" if wanted.text else f"of {name}")
    if wanted.result is not None:
        chosen = dict(results(wanted))
        won = chosen["first" if wanted.result == WON else "second"].removesuffix(" wins")
        parts.append("that ended in a draw" if wanted.result == DRAW else f"that {won} won")
    if wanted.since or wanted.until:
        fields = wire.wanted_fields(wanted)
        parts.append(_time(str(fields.get("since", "")), str(fields.get("until", ""))))
    if wanted.position is not None:
        parts.append("that came through this board")
        if len(parts) == 1 and not wanted.mine:
            return "No game has come through this board yet."
    if wanted.mine:
        parts.append("among yours" if parts else "of yours yet")
    return " ".join(["No game", *(parts or ["yet"])]) + "."


def _time(first: str, last: str) -> str:
    """``before 1990``, ``until 1990-05-02``, ``in 1990``, ``on 1990-05-02``."""
    if not last:
        return f"since {first}"
    if not first:
        return f"before {int(last) + 1}" if last.isdecimal() else f"until {last}"
    if first == last:
        return f"in {first}" if first.isdecimal() else f"on {first}"
    return f"from {first} to {last}"


def files(wanted: Wanted, board: Mapping[str, str], *, othello: bool) -> list[tuple[str, str]]:
    """What the games of a search can be taken away as, and where.

    `othello`: whether one is of Othello, of which more formats know.
    """
    query = urlencode({**wire.wanted_fields(wanted), **board})
    forms = TARGETS if othello else ANY_GAME
    return [(FORMS[form], f"/library/games.{form}?{query}".rstrip("?")) for form in forms]


def address(wanted: Wanted, board: Mapping[str, str]) -> str:
    """Of the library's page with these games; `board`: the one they came through."""
    fields = {**wire.wanted_fields(wanted), **board}
    return f"/library?{urlencode(fields)}" if fields else "/library"
