"""``flipfour solve``: exact scores for a file of positions."""

from __future__ import annotations

import json
from codecs import getincrementaldecoder
from concurrent.futures import ThreadPoolExecutor
from io import IncrementalNewlineDecoder
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from engine.errors import EngineError
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.solver import solver_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor
    from io import BufferedIOBase

    from engine.game import Game, Position
    from engine.search.solver import PositionSolver, Score, Solved

NO_POSITION = "There is no position in the input."

CHUNK = 1 << 16
"""Bytes of input read at once, at most."""


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
@click.option("--wdl", is_flag=True, help="Only who wins: scores 1 (the mover), 0 and -1.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, source: BufferedIOBase, wdl: bool, as_json: bool) -> None:
    """Solve positions of GAME: prints position, score, nodes and microseconds of each.

    Easy positions are solved many at once; their time is shared out by nodes.

    A line is a move string (Connect Four) or an OBF board (Othello).
    """
    subject, control = game_of(game), SearchControl()
    # the solver runs on a thread of its own, so that Ctrl-C ends it at once
    with ThreadPoolExecutor(max_workers=1) as pool:
        try:
            (_print_json if as_json else _print_rows)(subject, source, wdl, control, pool)
        except BaseException:
            control.stop()
            raise


def _print_rows(
    game: Game, source: BufferedIOBase, wdl: bool, control: SearchControl, pool: Executor
) -> None:
    """Print scores as soon as they are there, several positions at once where they are easy."""
    solver, solved = solver_of(game), 0
    for lines in _chunks(source):
        texts = [solver.position_text(line) for _, line in lines]
        while texts:
            number, started = lines[-len(texts)][0], perf_counter()
            scores = pool.submit(_scores, solver, texts, number, control, wdl).result()
            microseconds = (perf_counter() - started) * 1e6
            shares = microseconds / sum(score.nodes + 1 for score in scores)
            click.echo(
                "\n".join(
                    f"{text} {score.score} {score.nodes} {round(shares * (score.nodes + 1))}"
                    for text, score in zip(texts, scores, strict=False)
                )
            )
            solved += len(scores)
            del texts[: len(scores)]
    if not solved:
        raise EngineError(NO_POSITION)


def _scores(
    solver: PositionSolver, texts: list[str], number: int, control: SearchControl, wdl: bool
) -> Sequence[Score]:
    """The scores of the first of some positions, which stands on line `number`."""
    try:
        scores = solver.scores(texts, control, wdl=wdl)
    except EngineError as error:
        raise type(error)(f"Line {number}: {error}") from None
    if not scores:
        raise EngineError(f"Line {number} was not solved: the search was ended.")
    return scores


def _print_json(
    game: Game, source: BufferedIOBase, wdl: bool, control: SearchControl, pool: Executor
) -> None:
    """Print one object with the score and a best move of every position."""
    started, solver = perf_counter(), solver_of(game)
    solve = solver.solve_wdl if wdl else solver.solve
    results = [
        pool.submit(_solve, game, solver, solve, number, line, control).result()
        for lines in _chunks(source)
        for number, line in lines
    ]
    if not results:
        raise EngineError(NO_POSITION)
    seconds = round(perf_counter() - started, 6)
    click.echo(json.dumps({"game": game.key, "results": results, "seconds": seconds}))


def _chunks(source: BufferedIOBase) -> Iterator[list[tuple[int, str]]]:
    """The lines that are not blank, and their numbers; each time all that have come by now."""
    decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8-sig")("replace"), True)
    rest, number, more = "", 1, True
    while more:
        data = source.read1(CHUNK)
        more = bool(data)
        *lines, rest = (rest + decoder.decode(data, final=not more)).split("\n")
        if not more:
            lines.append(rest)
        yield [(at, line) for at, line in enumerate(lines, number) if line.strip()]
        number += len(lines)


def _solve(
    game: Game,
    solver: PositionSolver,
    solve: Callable[[Position, SearchControl], Solved | None],
    number: int,
    line: str,
    control: SearchControl,
) -> dict[str, Any]:
    text = solver.position_text(line)
    try:
        position = solver.read(text)
    except EngineError as error:
        raise type(error)(f"Line {number}: {error}") from None
    nodes, started = control.nodes, perf_counter()
    solved = solve(position, control)
    if solved is None:
        raise EngineError(f"Line {number} was not solved: the search was ended.")
    return {
        "position": text,
        "score": solved.score,
        "best": None if solved.best is None else game.format_move(solved.best),
        "nodes": control.nodes - nodes,
        "seconds": round(perf_counter() - started, 6),
    }
