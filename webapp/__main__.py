"""The console script ``flipfour``, and ``python -m webapp``: Ctrl-C ends it from the start."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line of this process.

    Until it is loaded Ctrl-C ends the process as the system does: it would interrupt an import,
    and Python would tell where.
    """
    heard = signal.getsignal(signal.SIGINT)
    if heard is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from webapp.cli import main as run  # noqa: PLC0415 (it takes a tenth of a second)

    if heard is signal.default_int_handler:
        signal.signal(signal.SIGINT, heard)
    run()


if __name__ == "__main__":
    main()
