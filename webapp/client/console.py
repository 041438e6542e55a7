"""A visit on standard output."""

from __future__ import annotations

import sys

import click

from engine.commands.play import in_colour
from engine.terminal.progress import CLEAR, rewrites


class StandardConsole:
    """`webapp.client.visit.Console`: a person at a terminal is asked for lines, a pipe is not."""

    def __init__(self) -> None:
        self.prompting = sys.stdin.isatty() and sys.stdout.isatty()
        self.colour = self.prompting and in_colour()
        self._asked = ""
        self._again = CLEAR if rewrites() else "\n"
        """What goes before a text that takes the place of what asked for a line."""

    def say(self, text: str) -> None:
        click.echo(f"{self._again}{text}" if self._asked else text)
        self._asked = ""

    def prompt(self, text: str) -> None:
        if self.prompting and text != self._asked:
            click.echo(f"{self._again}{text}" if self._asked else text, nl=False)
            self._asked = text

    def entered(self) -> None:
        self._asked = ""
