"""Shows pages here what other servers did, by the store, on a thread of its own."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from webapp.cluster.packets import Look, match_channel
from webapp.domain.errors import Refusal
from webapp.service.ports import StoreAway

if TYPE_CHECKING:
    from collections.abc import Callable

    from webapp.cluster.local_services import LocalServices
    from webapp.cluster.packets import Packet
    from webapp.cluster.people import People

log = logging.getLogger(__name__)

AGAIN = 0.5
"""Seconds until the next attempt when the store was away; nothing is lost meanwhile."""

SELDOM = 8.0
"""Seconds until the next attempt with a match that fails again and again by itself."""


class CatchingUp:
    """Thread-safe. Versions say what there is to see, so news may be lost, doubled or late."""

    def __init__(self, tell: Callable[[str, Packet], None]) -> None:
        self._tell = tell
        self._changed = threading.Condition()
        self._behind: dict[str, int | None] = {}
        """Matches to look at, and their versions where those are known."""
        self._crowds: set[str] = set()
        self._pauses: dict[str, float] = {}
        """Matches that failed by themselves, and the seconds that they wait the next time."""
        self._put_off: set[str] = set()
        self._doubted: set[str] = set()
        self._ended = threading.Event()

    def start(self, local: LocalServices, people: People) -> None:
        run = threading.Thread(target=self._run, args=(local, people), daemon=True)
        run.name = "flipfour-catching-up"
        run.start()

    def close(self) -> None:
        self._ended.set()
        with self._changed:
            self._changed.notify()

    def see_to(self, match_id: str, v: int | None) -> None:
        """A match has come to a version, or may have come to any."""
        with self._changed:
            known = self._behind.get(match_id, 0)
            self._behind[match_id] = None if v is None or known is None else max(v, known)
            self._changed.notify()

    def doubt(self, match_id: str) -> None:
        """Nobody knows whether what was written last of a match is stored."""
        with self._changed:
            self._doubted.add(match_id)
        self.see_to(match_id, None)

    def crowd_changed(self, match_id: str) -> None:
        """Others look at a match elsewhere than before."""
        with self._changed:
            self._crowds.add(match_id)
            self._changed.notify()

    def _run(self, local: LocalServices, people: People) -> None:
        while True:
            with self._changed:
                while not (self._behind or self._crowds or self._ended.is_set()):
                    self._changed.wait()
                if self._ended.is_set():
                    return
                behind, self._behind = self._behind, {}
                crowds, self._crowds = self._crowds, set()
            try:
                self._look(local, people, behind)
                for match_id in crowds:
                    local.crowd_changed(match_id)
            except Exception as error:
                _log(error)
                for match_id in behind:
                    self.see_to(match_id, None)
                for match_id in crowds:
                    self.crowd_changed(match_id)
                self._ended.wait(AGAIN)

    def _look(self, local: LocalServices, people: People, behind: dict[str, int | None]) -> None:
        """Raises what the store raises; one match that fails is tried again by itself."""
        unknown = [match_id for match_id, v in behind.items() if v is None]
        versions = local.versions(unknown) if unknown else {}
        for match_id in self._doubted.intersection(unknown):
            self._doubted.discard(match_id)
            if match_id in versions:  # else it was never stored
                self._tell(match_channel(match_id), Look(match_id, versions[match_id]))
        for match_id, v in behind.items():
            try:
                local.catch_up(match_id, versions.get(match_id, 0) if v is None else v)
                self._pauses.pop(match_id, None)
            except StoreAway:  # as it will be for all that come after it
                raise
            except Exception as error:
                _log(error)
                self._wait_with(match_id)
        for match_id in unknown:
            people.learn(match_id)
        local.catch_up_chat(unknown)

    def _wait_with(self, match_id: str) -> None:
        """See to it later, the seldomer the more often it has failed."""
        if match_id in self._put_off:
            return
        self._put_off.add(match_id)
        pause = self._pauses.get(match_id, AGAIN)
        self._pauses[match_id] = min(2 * pause, SELDOM)
        timer = threading.Timer(pause, self._try_again, (match_id,))
        timer.daemon = True
        timer.start()

    def _try_again(self, match_id: str) -> None:
        self._put_off.discard(match_id)
        self.see_to(match_id, None)


def _log(error: Exception) -> None:
    """A refusal says that the store is away or a match in use, which passes."""
    if not isinstance(error, Refusal):
        log.error("What other servers did could not be shown.", exc_info=error)
