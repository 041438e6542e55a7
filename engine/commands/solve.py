"""``flipfour solve``: exact scores for a file of positions."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any

import click

from engine.errors import EngineError
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.solving import solver_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.game import Game, Position
    from engine.solving import PositionSolver, Solved


@click.command()
@click.argument("game")
@click.option(
    "--input",
    "source",
    type=click.File("r", encoding="utf-8-sig", errors="replace"),
    required=True,
    metavar="FILE|-",
    help="Positions, one a line; - is standard input.",
)
@click.option("--wdl", is_flag=True, help="Only who wins: scores 1 (the mover), 0 and -1.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, source: IO[str], wdl: bool, as_json: bool) -> None:
    """Solve positions of GAME: prints position, score, nodes and microseconds of each.

    A line is a move string (Connect Four) or an OBF board (Othello).
    """
    subject = game_of(game)
    started = perf_counter()
    results: list[dict[str, Any]] = []
    solved = 0
    for result in _results(subject, solver_of(subject), source, wdl):
        solved += 1
        if as_json:
            results.append(result)
        else:
            microseconds = round(result["seconds"] * 1e6)
            click.echo(f"{result['position']} {result['score']} {result['nodes']} {microseconds}")
    if not solved:
        raise EngineError("There is no position in the input.")
    if as_json:
        seconds = round(perf_counter() - started, 6)
        click.echo(json.dumps({"game": subject.key, "results": results, "seconds": seconds}))


def _results(
    game: Game, solver: PositionSolver, lines: IO[str], wdl: bool
) -> Iterator[dict[str, Any]]:
    """One object per line that is not blank.

    The solver runs on a thread of its own, so that Ctrl-C ends it at once.
    """
    control = SearchControl()
    solve = solver.solve_wdl if wdl else solver.solve
    with ThreadPoolExecutor(max_workers=1) as pool:
        try:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield pool.submit(_solve, game, solver, solve, number, line, control).result()
        except BaseException:
            control.stop()
            raise


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
