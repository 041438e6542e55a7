"""``flipfour perft``: how many move sequences of a length a game has."""

from __future__ import annotations

import json
from time import perf_counter

import click

from engine.perft import perft
from engine.registry import game as game_of
from engine.terminal.interruptible import interruptible


def _plies(_context: click.Context, _parameter: click.Parameter, text: str) -> int:
    try:
        if text.isdecimal():
            return int(text)
    except ValueError:  # more digits than Python reads
        pass
    raise click.BadParameter(f"{text[:40]!r} is no number of plies such as 9.")


@click.command(context_settings={"ignore_unknown_options": True})  # so that -1 is a bad depth
@click.argument("game")
@click.argument("depth", callback=_plies)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, depth: int, as_json: bool) -> None:
    """Count the move sequences of GAME that are DEPTH plies long."""
    subject = game_of(game)
    started = perf_counter()
    leaves = interruptible(lambda: perft(subject, depth))
    seconds = round(perf_counter() - started, 4)
    if as_json:
        found = {"game": subject.key, "depth": depth, "leaves": leaves, "seconds": seconds}
        click.echo(json.dumps(found))
    else:
        click.echo(leaves)
