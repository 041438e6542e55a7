"""``flipfour play``: a game in the terminal, against people or the engine."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from engine.players.levels import NEWCOMERS
from engine.registry import family_of
from engine.registry import game as game_of
from engine.terminal.seats import Seating
from engine.terminal.session import Session
from engine.warmup import Warmup


def in_colour() -> bool:
    """Whether a terminal's reader wants colours, see https://no-color.org."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class LineConsole:
    """Standard input and output, one move a line; without prompts, for pipes and files."""

    colour = False

    def say(self, text: str) -> None:
        click.echo(text)

    def ask(self, prompt: str) -> str | None:
        return sys.stdin.readline() or None


class TerminalConsole(LineConsole):
    """A person at a terminal: prompts, line editing and, unless NO_COLOR is set, colours."""

    def __init__(self) -> None:
        self.colour = in_colour()
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 (`input` then offers editing and history)

    def ask(self, prompt: str) -> str | None:
        try:
            return input(prompt)
        except EOFError:
            self.say("")
            return None


@click.command()
@click.argument("game")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="human|LEVEL",
    help="Who sits in each seat, in order: human, 1 to 10, or depth:N. May be repeated. "
    f"Seats left over get level {NEWCOMERS}, at a server people; without any the first is yours.",
)
@click.option("--first", default=1, type=int, metavar="N", help="The seat that moves first.")
@click.option("--seed", type=int, help="Makes the engine's choices repeatable.")
def command(game: str, seats: tuple[str, ...], first: int, seed: int | None) -> None:
    """Play GAME, such as `connectfour`, `connectfour:7x6:4:3p` or `othello:6`.

    Type a move a line, or undo, hint, resign, quit, help.
    """
    played = game_of(game)
    seating = Seating.parse(played, seats, first)
    warmup = Warmup([family_of(played).key])
    warmup.start()
    if seed is not None:
        warmup.wait()  # the plain search, which else begins, chooses differently
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    console = TerminalConsole() if at_terminal else LineConsole()
    try:
        Session(played, seating, console, warmup.searcher, seed).play()
    finally:
        warmup.stop()
