"""``flipfour solve``: exact scores for a file of positions."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import TYPE_CHECKING

import click

from engine.errors import EngineError
from engine.parts.of_game import solver_of
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.cores import MOST_THREADS
from engine.search.limits import Limit
from engine.search.solver import Question, Wanted
from engine.terminal.lines import chunks
from engine.terminal.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from io import BufferedIOBase
    from typing import TypeAlias

    from engine.game import Game
    from engine.search.solver import Answer, PositionSolver

    Format: TypeAlias = Callable[[str, Answer, float], str]
    """A line of output: position, answer and its seconds."""

NO_POSITION = "There is no position in the input."

LONG = 10
"""Seconds after which who waits is told what can be done about it: some positions take days."""

PATIENCE = "; Ctrl-C ends it, --time limits each"


@click.command()
@click.argument("game")
@click.option(
    "--input",
    "source",
    type=click.File("rb"),
    required=True,
    metavar="FILE|-",
    help="Positions, one a line; - is standard input.",
)
@click.option("-a", "--all", "every", is_flag=True, help="Tell the score of every move.")
@click.option("--wdl", is_flag=True, help="Only who wins: scores 1 (the mover), 0 and -1.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Seconds for each position at most.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    default=1,
    metavar="N",
    help="Threads that share the work on a hard position of Othello; 1 if not told.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def command(
    game: str,
    source: BufferedIOBase,
    every: bool,
    wdl: bool,
    seconds: float | None,
    threads: int,
    as_json: bool,
) -> None:
    """Solve positions of GAME: prints position, score, nodes and microseconds of each.

    A line is a move string (Connect Four; an empty one is the empty board, and a score may
    follow) or an OBF board (Othello). With --all the scores of all moves follow the position, in
    Connect Four column by column and -1000 where one is full.

    A line that is no position, or is not solved in time, is reported in its place; the exit
    status is then 2. Easy positions are solved many at once; their time is shared out by nodes.
    """
    subject = game_of(game)
    wanted = Wanted.EVERY if every else Wanted.BEST if as_json else Wanted.SCORE
    run = Run(solver_of(subject), Question(wanted, wdl, threads), Limit(time=seconds).time)
    form = _object(subject) if as_json else _row_of_all(run.solver) if every else _row
    wrong = _as_object if as_json else _as_row
    # the solver runs on a thread of its own, so that Ctrl-C ends it at once
    with ThreadPoolExecutor(max_workers=1) as pool:
        try:
            for lines in chunks(source):
                run.solve(lines, pool, form, wrong)
        except BaseException:
            run.control.stop()
            raise
    run.finish()


class Run:
    """One run over the lines of an input; it remembers which had no answer."""

    def __init__(self, solver: PositionSolver, question: Question, seconds: float | None) -> None:
        self.solver, self.control = solver, SearchControl()
        self._question, self._seconds = question, seconds
        self._progress = Progress()
        self._count, self._wrong = 0, list[int]()

    def solve(
        self,
        lines: Sequence[tuple[int, str]],
        pool: Executor,
        form: Format,
        wrong: Callable[[str, str], str],
    ) -> None:
        """Print each line's answer in this form as soon as it is there, or what is `wrong`."""
        numbered = [(number, self.solver.position_text(line)) for number, line in lines]
        numbers = [number for number, text in numbered if text is not None]
        texts = [text for _, text in numbered if text is not None]
        self._count += len(texts)
        if len(texts) > 1 or (texts and self._seconds is not None):
            # the first position's seconds, and its limit, are its own
            self._progress.wait(pool.submit(self.solver.prepare), _preparing)
        while texts:
            number, started = numbers[-len(texts)], perf_counter()
            work = pool.submit(self._answers, texts)
            try:
                answers = self._progress.wait(work, self._reporter(number))
            except EngineError as error:
                self._wrong.append(number)
                click.echo(wrong(texts.pop(0), str(error)))
                continue
            share = (perf_counter() - started) / sum(answer.nodes + 1 for answer in answers)
            click.echo(
                "\n".join(
                    form(text, answer, share * (answer.nodes + 1))
                    for text, answer in zip(texts, answers, strict=False)
                )
            )
            del texts[: len(answers)]

    def finish(self) -> None:
        """Raise `EngineError` where the run did not answer all it was asked."""
        if not self._count:
            raise EngineError(NO_POSITION)
        if self._wrong:
            wrong, first = len(self._wrong), self._wrong[0]
            have = "has" if wrong == 1 else "have"
            raise EngineError(
                f"{wrong} of {self._count} positions {have} no score; the first is on line {first}."
            )

    def _answers(self, texts: list[str]) -> Sequence[Answer]:
        """The answers on the first of some positions, each in time."""
        together = texts if self._seconds is None else texts[:1]
        with self.control.deadline(self._seconds):
            answers = self.solver.answers(together, self.control, self._question)
        if not answers and self._seconds is None:
            raise EngineError("The search was ended before the position was solved.")
        if not answers:
            unit = "second" if self._seconds == 1 else "seconds"
            raise EngineError(f"The position was not solved within {self._seconds:g} {unit}.")
        return answers

    def _reporter(self, number: int) -> Callable[[float], str]:
        before = self.control.nodes

        def report(seconds: float) -> str:
            nodes = self.control.nodes - before
            if not nodes:  # a first hard question waits for compiled code
                return _preparing(seconds)
            progress = f"Line {number}: {nodes:,} nodes in {seconds:.0f} s"
            endless = self._seconds is None and seconds >= LONG
            return progress + PATIENCE if endless else progress

        return report


def _preparing(seconds: float) -> str:
    return f"Preparing the engine: {seconds:.0f} s"


def _row(text: str, answer: Answer, seconds: float) -> str:
    return f"{text} {answer.score} {answer.nodes} {round(seconds * 1e6)}"


def _row_of_all(solver: PositionSolver) -> Format:
    return lambda text, answer, _: f"{text} {solver.row(answer)}"


def _as_row(text: str, error: str) -> str:
    return f"{text} error: {error}"


def _object(game: Game) -> Format:
    """Tells of positions of `game` as JSON, moves in text notation."""

    def row(text: str, answer: Answer, seconds: float) -> str:
        best = None if answer.best is None else game.format_move(answer.best)
        of_all = {"scores": {game.format_move(move): score for move, score in answer.scores}}
        return json.dumps(
            {"position": text, "score": answer.score, "best": best}
            | (of_all if answer.scores else {})
            | {"nodes": answer.nodes, "seconds": round(seconds, 6)}
        )

    return row


def _as_object(text: str, error: str) -> str:
    return json.dumps({"position": text, "error": error})
