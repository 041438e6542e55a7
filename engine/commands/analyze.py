"""``flipfour analyze``: the best line of a position and the worth of every move."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from engine.formats.record import GameRecord
from engine.judging.analysis import Analysis, analyze, decide, known, proved
from engine.judging.figures import figures, speed
from engine.judging.remarks import summary
from engine.openings import opening_of
from engine.parts.of_game import solver_of
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.cores import MOST_THREADS
from engine.search.limits import Limit
from engine.sentences import describe_turn
from engine.terminal.interruptible import interruptible
from engine.terminal.screen import counts, draw

if TYPE_CHECKING:
    from engine.game import Game, Position
    from engine.search.info import Info

DEFAULT_SECONDS = 2.0

OUTCOMES = {1: "wins", 0: "draws", -1: "loses"}
"""What a move leads to, by its score."""


@click.command()
@click.argument("game")
@click.argument("moves", default="")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Seconds to search at most.",
)
@click.option("--depth", type=click.IntRange(min=1), metavar="N", help="Plies to look ahead.")
@click.option("--exact", is_flag=True, help="Search until the score is proved.")
@click.option("--wdl", is_flag=True, help="Prove only who wins: scores 1 (the mover), 0 and -1.")
@click.option("--stats", is_flag=True, help="Tell what the search did: cut-offs, table, speed.")
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    metavar="N",
    help="Threads that share the work; as many as cores are idle if not told.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str,
    moves: str,
    seconds: float | None,
    depth: int | None,
    exact: bool,
    wdl: bool,
    stats: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """Analyze GAME after MOVES, such as `analyze connectfour 4453`."""
    if (seconds is not None) + (depth is not None) + exact + wdl > 1:
        raise click.UsageError("Choose one of --time, --depth, --exact and --wdl.")
    record = GameRecord.from_moves(game_of(game), moves)
    position = record.final()
    control = SearchControl()
    soon = None
    if exact:
        soon = interruptible(lambda: proved(position, control, threads), control)
    elif not (depth or wdl or stats):
        soon = interruptible(lambda: known(position, control), control)
    if soon is None:
        _ask_for_patience(record.game)
    limit = Limit(time=None if depth or exact else seconds or DEFAULT_SECONDS, depth=depth)
    if wdl:
        found = _decided(position, control)
    else:
        found = soon or _searched(position, limit, control, threads)
    remarks = summary(position, () if wdl else found.candidates)  # outcomes tell no distance
    result = as_object(record, position, found, remarks)
    if as_json:
        told = {"stats": _stats(found.best)} if stats else {}
        click.echo(json.dumps(result | told))
        return
    if wdl:
        _print_outcomes(position, result)
    else:
        _print(position, result)
    for figure in figures(found.best) if stats else ():
        click.echo(f"  {figure.label}: {figure.value}")


def _ask_for_patience(game: Game) -> None:
    """Say so where compiled code is needed that is not there."""
    from engine.warmup import PREPARING, must_compile  # noqa: PLC0415 (see `_searched`)

    if must_compile(game):
        click.echo(PREPARING, err=True)


def _decided(position: Position, control: SearchControl) -> Analysis:
    """What each move leads to, proved."""
    solver = solver_of(position.game)
    return interruptible(lambda: decide(position, solver, control), control)


def _searched(
    position: Position, limit: Limit, control: SearchControl, threads: int | None
) -> Analysis:
    """What compiled code finds; it takes longer to load than an easy question to answer."""
    from engine.warmup import strongest_searcher  # noqa: PLC0415 (the same)

    searcher = strongest_searcher(position.game)
    return interruptible(
        lambda: analyze(position, searcher, limit, control, threads=threads), control
    )


def as_object(
    record: GameRecord, position: Position, found: Analysis, remarks: tuple[str, ...]
) -> dict[str, Any]:
    """The analysis as the command line's JSON object, moves in text notation."""
    game, best = position.game, found.best
    return {
        "game": game.key,
        "moves": record.transcript(),
        "to_move": position.to_move,
        "best": game.format_move(best.pv[0]) if best.pv else None,
        **best.score.to_json(),
        "depth": best.depth,
        "pv": [game.format_move(move) for move in best.pv],
        "nodes": best.nodes,
        "seconds": round(best.elapsed, 4),
        "candidates": [
            {
                "move": game.format_move(c.move),
                **c.score.to_json(),
                "depth": c.depth,
                "pv": [game.format_move(move) for move in c.pv],
            }
            for c in found.candidates
        ],
        "confidence": best.confidence,
        "book": [
            {
                "move": game.format_move(c.move),
                **c.score.to_json(),
                "depth": c.depth,
            }
            for c in found.book
        ],
        "opening": opening_of(record.replay()),
        "remarks": list(remarks),
    }


def _stats(best: Info) -> dict[str, float | None] | None:
    """What the search did, as the JSON object has it; None where nothing was searched."""
    counted = best.statistics
    if counted is None:
        return None
    share = counted.first_share
    return {
        "nodes_per_second": speed(best),
        "table_hits": counted.hits,
        "cutoffs": counted.cuts,
        "first_move_cutoffs": counted.first_cuts,
        "first_move_share": None if share is None else round(share, 4),
    }


def _print(position: Position, result: dict[str, Any]) -> None:
    unit = "" if counts(position) is None else " discs"
    click.echo(draw(position))
    click.echo(describe_turn(position))
    if result["opening"]:
        click.echo(f"Opening: {result['opening']}.")
    if result["best"] is not None:
        sure = "" if result["confidence"] == 100 else f" at {result['confidence']}% confidence"
        score = f"{_score(result, unit)}, depth {result['depth']}{sure}"
        click.echo(f"Best: {result['best']}, {score}.")
        click.echo(f"Line: {' '.join(result['pv'])}")
        for candidate in result["candidates"]:
            line = " ".join(candidate["pv"])
            click.echo(
                f"  {candidate['move']}: {_score(candidate, unit)},"
                f" depth {candidate['depth']}: {line}"
            )
        for known in result["book"]:
            text = f"{_score(known, unit)}, depth {known['depth']}"
            click.echo(f"  {known['move']} in the opening book: {text}")
        for remark in result["remarks"]:
            click.echo(remark)
        click.echo(f"{result['nodes']} nodes in {result['seconds']:.2f} s.")


def _print_outcomes(position: Position, result: dict[str, Any]) -> None:
    click.echo(draw(position))
    click.echo(describe_turn(position))
    for candidate in result["candidates"]:
        click.echo(f"  {candidate['move']}: {OUTCOMES[candidate['score']]}")
    for remark in result["remarks"]:
        click.echo(remark)
    if result["best"] is not None:
        click.echo(f"{result['nodes']} nodes in {result['seconds']:.2f} s.")


def _score(of: dict[str, Any], unit: str) -> str:
    """A score, an estimate with the `unit` it is in: discs where they decide, else none."""
    if "bound" in of:
        return f"{of['bound']} {of['score']:+d} (proved)"
    if not of["exact"]:
        return f"{of['score'] / 100:+.2f}{unit} (estimate)"
    return f"{of['score']:+d} (exact)" if of["score"] else "0 (exact)"
