"""``flipfour match``: games between levels, searches and programs, and who is stronger."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import date
from math import isnan
from pathlib import Path
from random import SystemRandom
from time import perf_counter
from typing import TYPE_CHECKING

import click

from engine.contest.contest import Contest
from engine.contest.openings import openings
from engine.contest.players import KINDS, contestant
from engine.contest.sprt import Sprt
from engine.contest.standings import Standings
from engine.errors import EngineError
from engine.formats.record import GameRecord
from engine.formats.writing import refuse_unfit, write
from engine.registry import game as game_of
from engine.terminal.interruptible import interruptible, uninterrupted
from engine.terminal.progress import Progress
from engine.warmup import PREPARING, fresh_searcher, must_compile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from engine.contest.contest import Played
    from engine.game import Game

MOST_GAMES = 64
"""At a time: each of ours takes the memory of a search."""

LONGEST = 1_000_000
"""Seconds that a program may think."""

FORMATS = {".json": "json", ".jsonl": "json", ".ggf": "ggf", ".sgf": "sgf"}
"""What a file of games is written in, by the end of its name; else it is text."""


@click.command()
@click.argument("game")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER [PLAYER]")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="Games at most.",
)
@click.option(
    "--openings",
    "beginnings",
    default="random:4",
    show_default=True,
    metavar="random:K|FILE",
    help="What games begin with: random moves, or the lines of a file, such as XOT's.",
)
@click.option(
    "--both-sides/--own-openings",
    default=True,
    help="Play each opening from every seat (the default), or one opening a game.",
)
@click.option("--seed", type=int, help="Makes openings and choices repeatable.")
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_GAMES),
    default=1,
    metavar="N",
    help="Games at a time; 1 if not told.",
)
@click.option(
    "--patience",
    type=click.FloatRange(min=0, min_open=True, max=LONGEST),
    default=120.0,
    show_default=True,
    metavar="S",
    help="Seconds in which a program has to answer, else it loses.",
)
@click.option(
    "--sprt",
    type=(float, float),
    metavar="ELO0 ELO1",
    help="Stop once the first player is known to be ELO0 or ELO1 stronger.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Add every game to FILE: .json, .ggf, .sgf, else text.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end.")
def command(
    game: str,
    players: tuple[str, ...],
    games: int,
    beginnings: str,
    both_sides: bool,
    seed: int | None,
    threads: int,
    patience: float,
    sprt: tuple[float, float] | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Play games of GAME between PLAYERS and tell who is stronger, in Elo with its 95% error.

    A player is a level (1 to 10, depth:N), nodes:N or time:SECONDS (a search with so many
    positions, or so much processor time, a move), random, or gtp:COMMAND, a program that speaks
    GTP: match othello 8 "gtp:edax -gtp". A program that ends, hangs or breaks a rule loses that
    game. Ctrl-C tells what is counted so far.
    """
    subject = game_of(game)
    if len(players) != subject.players:
        raise EngineError(f"{subject.name} needs {subject.players} players here: {KINDS}.")
    if sprt is not None and subject.players > 2:
        raise EngineError("Elo, and so --sprt, is for two players.")
    if isnan(patience):
        raise EngineError("--patience is a number of seconds.")
    test = Sprt(*sprt) if sprt is not None else None
    target = FORMATS.get(save.suffix.lower(), "text") if save else "text"
    refuse_unfit(subject, target)
    seed = SystemRandom().getrandbits(31) if seed is None else seed
    lines = openings(subject, beginnings, seed)
    entered = [contestant(subject, player, patience) for player in players]
    if any(one.searches for one in entered) and must_compile(subject):
        click.echo(PREPARING, err=True)
        interruptible(lambda: fresh_searcher(subject))  # once, not by every game that begins
    standings = Standings(subject, _apart([one.name for one in entered]), test)
    contest = Contest(subject, entered, lines, seed, both_sides)
    saved = save.open("a", encoding="utf-8") if save else None
    stopped = False
    try:
        _play(contest, standings, games, threads, as_json, saved, target)
    except KeyboardInterrupt:
        stopped = True
    finally:
        if saved:
            saved.close()
    if as_json:
        click.echo(json.dumps(standings.figures() | {"seed": seed, "stopped": stopped}))
    else:
        click.echo("\n".join([*standings.report(), f"Seed: {seed}"]))
    if stopped:
        raise click.Abort


def _play(
    contest: Contest,
    standings: Standings,
    games: int,
    threads: int,
    quiet: bool,
    saved: TextIO | None,
    target: str,
) -> None:
    """Play and count the games, as many as it takes."""
    progress, started = Progress(), perf_counter()

    def waiting(begun: int) -> None:
        seconds = perf_counter() - started
        progress.show(f"Game {begun} of {games}, {seconds:.0f} s: {standings.score()}")

    with closing(contest.play(games, threads, waiting)) as bouts, progress:
        for played in bouts:
            record = write(_record(contest.game, played, standings.names), target) + "\n"
            with uninterrupted():  # what is counted is told and saved
                progress.clear()
                standings.add(played)
                if not quiet:
                    click.echo(standings.line(played, games))
                if saved:
                    saved.write(record)
                    saved.flush()
            if standings.decided:
                break


def _record(game: Game, played: Played, names: Sequence[str]) -> GameRecord:
    seated = tuple(names[one] for one in played.seats)
    return GameRecord(game, played.moves, played.result, seated, date=date.today())


def _apart(names: list[str]) -> list[str]:
    """The names, numbered where they are alike."""
    return [
        f"{name} #{names[:place].count(name) + 1}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]
