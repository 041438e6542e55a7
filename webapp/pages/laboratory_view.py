"""What the laboratory's pages say and show. Pure: jobs and traces in, words and drawings out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.arrangement import Arrangement
from engine.game import EMPTY
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.naming import board_name
from engine.laboratory.language.parser import QueryError, parse
from engine.laboratory.language.predicates import ParameterKind, Predicate
from engine.laboratory.language.wording import question_words
from engine.laboratory.properties import property_of
from engine.laboratory.published import published_text
from engine.laboratory.report import move_caption, outcome_text
from engine.laboratory.trace import Trace
from engine.registry import game as game_of
from webapp.pages.column import Board, board, play_on_path
from webapp.svg import Drawing, draw, draw_arrangement

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict

    from engine.game import Game
    from engine.laboratory.properties import Property
    from webapp.service.laboratory_job import Job

EXAMPLES = {
    "player": ("red", "black"),
    "square": ("d1", "a1"),
    "column": ("4", "1"),
    "direction": ("horizontal", "horizontal"),
}


@dataclass(frozen=True, slots=True)
class Tag:
    """A job in two or three words, and the colour of its pill."""

    text: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict card of a job.

    Attributes:
        tag: the verdict.
        icon: the icon beside it.
        headline: the answer as a sentence.
        detail: what the shown game is, and what the answer is worth.
        figures: what the search met and cost, as (number, label) pairs.
    """

    tag: Tag
    icon: str
    headline: str
    detail: str
    figures: tuple[tuple[str, str], ...]


def tag(job: Job | None) -> Tag:
    """How the question of a card stands."""
    if job is None:
        return Tag("Not run")
    if job.open:
        return Tag("Running" if job.status == "running" else "In line")
    if job.answer is None:
        return Tag("Stopped")
    verdict, holds = job.answer["verdict"], job.answer["holds"]
    if verdict == "proved":
        if holds is not None:
            return Tag("Proved: yes" if holds else "Proved: no", "good")
        value = job.answer["value"]
        return Tag("Proved" if value is None else f"Proved: {value:,}", "good")
    if verdict == "witness":
        return Tag("Witness", "warn")
    if verdict == "counted within the bound":
        return Tag(f"To ply {job.answer['bound']}")
    return Tag("Stopped" if verdict == "stopped" else f"Not found within {job.answer['bound']}")


def result(job: Job, trace: Trace | None) -> Result | None:
    """The verdict card, None while there is no answer."""
    if job.status == "refused":
        return Result(Tag("Cannot be asked", "bad"), "flag", job.message, "", ())
    if job.status in {"stopped", "failed"}:
        said = "Stopped" if job.status == "stopped" else "The search failed"
        then = "Ask again to go on." if job.takes_long else "Ask again to start anew."
        return Result(Tag(said), "reset", f"{said}. {then}", "", ())
    if job.answer is None:
        return None
    answer = job.answer
    headings = {
        "proved": (Tag("Proved", "good"), "check"),
        "witness": (Tag("Witness found", "warn"), "eye"),
        "stopped": (Tag("Stopped"), "reset"),
        "counted within the bound": (Tag(f"Counted within {answer['bound']} plies"), "flag"),
    }
    if job.skip and not job.witnesses:
        return Result(Tag("No further game"), "flag", str(answer["claim"]), "", _figures(answer))
    bound = Tag(f"Not found within {answer['bound']} plies")
    heading, icon = headings.get(answer["verdict"], (bound, "flag"))
    return Result(heading, icon, _headline(job, answer), _detail(job, trace), _figures(answer))


def _headline(job: Job, answer: dict[str, Any]) -> str:
    """The claim, or what it means for the board that was asked about."""
    if job.text or answer["holds"] is None:
        return str(answer["claim"])
    if answer["holds"]:
        return "Yes. A game can come to this board."
    return "No. No game comes to this board."


def _detail(job: Job, trace: Trace | None) -> str:
    """Sentences on the game shown and on what the search has excluded."""
    answer, said = job.answer or {}, []
    if trace is not None:
        moves = "1 move" if trace.plies == 1 else f"{trace.plies} moves"
        if "This game of" not in answer["claim"]:
            said.append(
                f"This game of {moves} shows it." if trace.plies else "The first board does."
            )
        if trace.outcome is not None:
            said.append(outcome_text(trace))
        sooner = answer["bound"] is not None and answer["bound"] >= trace.plies - 1
        if answer["holds"] and sooner and trace.plies and "none is shorter" not in answer["claim"]:
            said.append("No game does it sooner.")
    ready = property_of(job.game.key, job.text) if job.text else None
    if ready is not None and trace is None:
        said.append(ready.summary)
    if answer.get("verdict") == "not found within the bound":
        said.append("Longer games were not all examined, so this is no proof.")
    said.append(published_text(job.game.key, job.text, str(answer.get("verdict"))))
    if answer.get("checked"):
        said.append(f"A proof of {answer['checked']:,} clauses was checked.")
    return " ".join(filter(None, said))


def _figures(answer: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    numbers = [(f"{number:,}", label) for label, number in answer["figures"].items()]
    return (*numbers, (f"{answer['seconds']:.2f} s", answer["method"]))


def boards(trace: Trace) -> tuple[Board, ...]:
    """Every board of a game, from the start."""
    return tuple(_board(trace, ply) for ply in range(trace.plies + 1))


def _board(trace: Trace, ply: int) -> Board:
    mover = trace.movers[ply - 1] if ply else None
    position = trace.positions[ply]
    varied = changes_of(trace.game) is not None  # nothing else plays under such rules
    play_on = "" if varied else play_on_path(trace.game, trace.moves[:ply], position)
    return board(position, ply, move_caption(trace, ply), mover, play_on)


def _example(game: Game, kind: ParameterKind) -> str:
    """A value of a parameter, as a question writes it."""
    if kind.name in EXAMPLES:
        return EXAMPLES[kind.name][0 if game.bottom_up else 1]
    return kind.write(game, kind.domain(game)[0])


def phrase(game: Game, predicate: Predicate) -> tuple[str, str]:
    """An example of a predicate that can be asked as it stands, and what it says."""
    words = [_example(game, kind) for kind in predicate.parameters[: predicate.required]]
    if predicate.name == "won":
        words = [game.player_names[0].lower()]
    text = predicate.name + (f"({', '.join(words)})" if words else "")
    return text if predicate.boolean else f"{text} >= 1", predicate.summary


def title(job: Job) -> str:
    """The question of a job as a sentence, with its board named in full."""
    if not job.text:
        ending = _to_move(job)
        board = board_name(job.game)
        if job.request.get("solve"):
            return f"Who wins from this board of {board}{ending}?"
        return f"Can this board come up in a game of {board}{ending}?"
    return sentence(job.game, job.text)


def sentence(game: Game, text: str) -> str:
    """A question's text in words; empty where it is none."""
    if not text.strip():
        return ""
    try:
        return question_words(parse(game, text))
    except QueryError:
        return ""


def under(fields: MultiDict[str, str]) -> str:
    """The rules ticked in the form, as they stand in front of a question; empty for none.

    Only without script: else the question's text has them.
    """
    rules = fields.getlist("rule")
    rows = "/".join(fields.get("start", "").replace("/", " ").split())
    if rows:
        rules.append(f'start "{rows}" {fields.get("turn", "")}'.rstrip())
    return f"under {', '.join(rules)}: " if rules else ""


def _to_move(job: Job) -> str:
    turn = job.request.get("to_move")
    return "" if turn is None else f" with {job.game.player_names[turn]} to move"


def asked(job: Job) -> Drawing | None:
    """The board that a question about a single position is about."""
    if "rows" not in job.request:
        return None
    arrangement = Arrangement.from_rows(job.game, job.request["rows"], job.request.get("to_move"))
    return draw_arrangement(arrangement, "The board that was asked about")


@lru_cache(maxsize=64)
def card_drawing(ready: Property) -> Drawing:
    """A small picture for a card: a pattern of discs on the question's board."""
    game = game_of(ready.game)
    seed = sum(map(ord, ready.name))
    cells = [EMPTY] * (game.columns * game.rows)
    if game.bottom_up:
        for column in range(game.columns):
            for row in range((seed + 3 * column + column * column) % 4 % game.rows):
                cells[row * game.columns + column] = (column + row + seed) % game.players
    else:
        for square in range(len(cells)):
            kind = (square * 7 + seed * (square // game.columns + 2)) % 5
            cells[square] = EMPTY if kind > 2 else kind % 2
    return draw(game, cells, title=ready.title)
