"""The engine's part of the command line, and how every command reports bad input.

A command is a module of `engine.commands` named like it, with the click command as
``command`` and a docstring such as "``flipfour perft``: how many...". It is imported when it
runs; the list of commands reads the docstrings only, so that ``--help`` is quick.
"""

from __future__ import annotations

import ast
import errno
import os
import pkgutil
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import click

import engine.commands
from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM = "flipfour"

BAD_INPUT, INTERRUPTED = 2, 130
"""Exit statuses; the second is the shell's for Ctrl-C. Click itself ends a command whose
reader has left, quietly and with status 1."""

NO_COMMAND = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""How Click, since 8.2, shows the help of a group that is called without a command."""

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a disk that takes no more of what is printed."""


class Commands(click.Group):
    """A group that finds its commands in `engine.commands` besides those added to it.

    Attributes:
        elsewhere: modules of the same kind beside those there, or in place of one, by their names.
    """

    elsewhere: ClassVar[dict[str, str]] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        found = {module.name for module in pkgutil.iter_modules(engine.commands.__path__)}
        return sorted(found | set(self.elsewhere) | set(super().list_commands(ctx)))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        added = super().get_command(ctx, cmd_name)
        if added is not None or cmd_name not in self.list_commands(ctx):
            return added
        module = self.elsewhere.get(cmd_name, f"engine.commands.{cmd_name}")
        command: click.Command = import_module(module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._summary(name)) for name in self.list_commands(ctx)])

    def _summary(self, name: str) -> str:
        """One line about a command; its module is not imported for it."""
        if name in self.commands:
            return self.commands[name].get_short_help_str(limit=100)
        spec = find_spec(self.elsewhere.get(name, f"engine.commands.{name}"))
        if spec is None or spec.origin is None:
            return ""
        source = Path(spec.origin).read_text(encoding="utf-8")
        docstring = ast.get_docstring(ast.parse(source)) or ""
        line = docstring.partition("\n")[0].partition(": ")[2]
        return line[:1].upper() + line[1:]


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name=PROGRAM, prog_name=PROGRAM)
@click.pass_context
def cli(context: click.Context) -> None:
    """Play, watch and understand Connect Four and Othello."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def run(group: click.Group, arguments: Sequence[str] | None = None) -> int:
    """Run a command line and answer its exit status.

    Bad input, be it the engine's `EngineError`, a usage error or a file that cannot be written,
    becomes one line on standard error and status 2.
    """
    _have_streams()
    # numpy's BLAS would start a thread for each core, which takes a fifth of a start
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # odd bytes are wrong moves, not crashes
    try:
        status = group.main(arguments, prog_name=PROGRAM, standalone_mode=False)
    except NO_COMMAND as error:
        click.echo(error.format_message(), err=True)
        return BAD_INPUT
    except click.ClickException as error:
        return _refuse(error.format_message())
    except EngineError as error:
        return _refuse(str(error))
    except OSError as error:
        if error.errno in NO_ROOM and error.filename is None:
            with suppress(OSError):
                sys.stdout.close()  # else Python would try once more at its end
            return _refuse(f"{error.strerror}.")
        if error.filename is None:  # it is about no file of the caller's
            raise
        return _refuse(f"{error.filename}: {error.strerror}.")
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _have_streams() -> None:
    """Have standard streams that the caller closed read nothing and swallow everything.

    Python has None in their place, and the next file or socket would get their number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 (until the end)


def main() -> None:
    """The engine's commands alone: ``python -m engine.cli``."""
    sys.exit(run(cli))


def _refuse(message: str) -> int:
    click.echo(f"{PROGRAM}: {' '.join(message.split())}", err=True)
    return BAD_INPUT


if __name__ == "__main__":
    main()
