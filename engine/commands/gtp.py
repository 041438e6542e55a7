"""``flipfour gtp``: a player of ours for programs that speak GTP."""

from __future__ import annotations

import sys
from importlib.metadata import version
from random import SystemRandom

import click

from engine.contest.players import contestant
from engine.contest.speaker import Speaker
from engine.errors import EngineError
from engine.registry import game as game_of
from engine.warmup import PREPARING, must_compile


@click.command()
@click.argument("game")
@click.argument("player", default="10")
@click.option("--seed", type=int, help="Makes its choices repeatable.")
def command(game: str, player: str, seed: int | None) -> None:
    """Speak the Go Text Protocol of GAME on standard input and output.

    PLAYER is who moves: a level (1 to 10, depth:N; 10 if not told), nodes:N, time:SECONDS or
    random. Black is the first player; moves are columns or squares: play b 4, genmove w.
    """
    subject = game_of(game)
    if player.startswith("gtp:"):
        raise EngineError("A program that speaks GTP needs no help.")
    ours = contestant(subject, player, patience=0)
    if ours.searches and must_compile(subject):
        click.echo(PREPARING, err=True)
    seed = SystemRandom().getrandbits(31) if seed is None else seed
    speaker = Speaker(subject, ours.enter(), version("flipfour"), seed)
    for line in sys.stdin:
        if answer := speaker.answer(line):
            click.echo(f"{answer}\n")
        if speaker.leaving:
            break
