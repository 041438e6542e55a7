"""``flipfour review``: how well games were played, and where they turned."""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from engine.formats.files import contents_of, read_files
from engine.formats.record import one_line
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.terminal.interruptible import interruptible
from engine.warmup import PREPARING, must_compile, strongest_searcher
from webapp.domain.line import Line
from webapp.pages import review_view as shown
from webapp.service.analysis import review_news
from webapp.service.known import Known, continued
from webapp.service.reviews import next_step
from webapp.wire.review import review
from webapp.worker.analyst import weigh

if TYPE_CHECKING:
    from engine.formats.record import GameRecord

SECONDS = 10.0
"""For each game, unless told otherwise: all of Connect Four, Othello from some 22 empties on."""


@click.command()
@click.argument("sources", nargs=-1, required=True, type=click.File("rb"))
@click.option("--game", "key", help="The game of a transcript; by default whichever fits.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=SECONDS,
    show_default=True,
    metavar="S",
    help="Seconds of the processor for each game at most.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
def command(sources: tuple[BinaryIO, ...], key: str | None, seconds: float, as_json: bool) -> None:
    """Review the games of SOURCES (- for standard input), in all formats that `convert` reads.

    Told are how many moves of each side kept the result, and every mistake with what was better
    and why. The end of a game is proved, and as much before it as there is time for.

    What cannot be read is told on standard error, the rest is reviewed; the status is then 2.
    """
    Limit(time=seconds)  # refuses what is no number
    found = read_files(contents_of(sources), None if key is None else game_of(key))
    for problem in found.problems:
        click.echo(str(problem), err=True)
    games = [record for record in found.records if record.moves]
    for number, record in enumerate(games, start=1):
        reviewed = _Reviewed(record, seconds)
        if as_json:
            click.echo(json.dumps(reviewed.as_object(), ensure_ascii=False))
        else:
            click.echo(("\n" if number > 1 else "") + "\n".join(reviewed.as_lines()))
    if not games:
        click.echo("There is no game with moves in this.", err=True)
    if found.problems or not games:
        sys.exit(2)


class _Reviewed:
    """A game, gone through within `seconds` of the processor."""

    def __init__(self, record: GameRecord, seconds: float) -> None:
        if must_compile(record.game):
            click.echo(PREPARING, err=True)
        line, control = Line.of(record.game, record.moves, start=record.start), SearchControl()
        known, self._seconds = interruptible(lambda: _searched(line, seconds, control), control)
        message = review(review_news(0, line, known, range(len(line.moves) + 1)))
        plies = {ply["ply"]: ply for ply in message["review"]}
        self._record, self._message = record, message
        self._sentence = shown.sentence(line, plies)
        self._heads = shown.heads(line, plies)
        self._mistakes = shown.mistakes(line, plies)

    def as_lines(self) -> list[str]:
        record, message = self._record, self._message
        players = " – ".join(filter(None, record.players))
        about = map(one_line, (players, record.details.place, record.day("-")))
        lines = [", ".join(filter(None, about)) or record.game.name, self._sentence]
        for head in self._heads:
            kept = f"{head.text} kept the result, {head.share} %"
            facts = filter(None, ("nothing is proved" if head.share is None else kept, head.lost))
            lines.append(f"{head.name}: {', '.join(facts)}.")
        for one in self._mistakes:
            error = one.error
            played = f"{one.number} {error['move']}{one.mark}"
            lines.append(f"  {played}  better: {error['better']}  {error['tag']}")
            lines.append(f"    {error['text']}")
        return [
            *lines,
            f"{message['proved']} of {message['of']} plies proved, {self._seconds:.1f} s.",
        ]

    def as_object(self) -> dict[str, Any]:
        record, message = self._record, self._message
        return {
            "game": record.game.key,
            "moves": record.transcript(),
            "players": list(record.players),
            "proved": message["proved"],
            "plies": message["of"],
            "sides": [
                {"kept": head.kept, "judged": head.judged, "lost": head.discs}
                for head in self._heads
            ],
            "mistakes": [
                {
                    "ply": one.ply,
                    "move": one.error["move"],
                    "mark": one.mark,
                    "better": one.error["better"],
                    "worth": one.error["tag"],
                    "why": one.error["text"],
                    "proved": one.error["sure"],
                }
                for one in self._mistakes
            ],
            "seconds": round(self._seconds, 3),
        }


def _searched(line: Line, seconds: float, control: SearchControl) -> tuple[dict[int, Known], float]:
    """What is found of each ply, and the seconds that it took of the processor."""
    searcher = strongest_searcher(line.game)
    found: dict[int, Known] = {}
    began = process_time()
    while True:
        known = continued(line.game, line.moves, found)
        step, spent = next_step(known, line.played), process_time() - began
        if step is None or spent >= seconds or control.stopped:
            return known, spent
        position, allowed = line.positions[step.ply], min(step.seconds, seconds - spent)
        weighed = weigh(position, searcher, allowed, control, _nobody_hears, review=True)
        fresh, before = Known(weighed, step.seconds), found.get(step.ply)
        found[step.ply] = fresh if before is None or fresh.beats(before) else before


def _nobody_hears(depth: int, nodes: int, elapsed: float) -> None:
    """Told now and then how far a search has come."""
