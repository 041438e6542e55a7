"""Lets the engine think without making the terminal deaf to Ctrl-C."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from engine.search.control import SearchControl

if TYPE_CHECKING:
    from engine.game import Position
    from engine.players import Choice, Chooser


def choose(executor: ThreadPoolExecutor, player: Chooser, position: Position) -> Choice:
    """The player's choice, found on the executor's thread.

    A kernel does not notice Ctrl-C; waiting in this thread does, and stops the search.
    """
    control = SearchControl()
    future = executor.submit(player.choose, position, control)
    try:
        return future.result()
    except KeyboardInterrupt:
        control.stop()
        raise
