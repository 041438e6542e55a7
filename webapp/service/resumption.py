"""What goes on by itself after a start, or where another server has left it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from webapp.service.ports import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from webapp.service.live import LiveMatch, LiveMatches
    from webapp.service.ports import Store
    from webapp.service.thinking import Thinking


class Resumption:
    """Takes up the matches in the store that wait for nobody's action."""

    def __init__(
        self,
        store: Store,
        live: LiveMatches,
        thinking: Thinking,
        set_alarm: Callable[[LiveMatch], None],
    ) -> None:
        self._store = store
        self._live = live
        self._thinking = thinking
        self._set_alarm = set_alarm

    def thinking(self) -> None:
        """Every AI whose turn it is goes on."""
        for match_id in self._store.awaiting_ai():
            with suppress(Unreadable), self._live.use(match_id) as live:
                self._thinking.update(live)

    def clocks(self) -> None:
        """The clocks of all matches in play go on."""
        for match_id in self._store.clocked():
            with suppress(Unreadable), self._live.use(match_id) as live:
                self._set_alarm(live)
