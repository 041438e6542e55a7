"""The one thread that waits for all sockets, and how other threads hand it work.

Nothing is monkey-patched: pages, events and searches run on real threads, and only what never
waits runs here. gevent's loop tells which sockets can be read or written.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import gevent
from gevent.event import Event

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)


class Loop:
    """gevent's hub in a thread of its own. What is handed over before it runs waits for it."""

    def __init__(self) -> None:
        self._handed: deque[tuple[Any, ...]] = deque()
        """What other threads want called, in their order."""
        self._rung = False
        """Whether the loop knows that there is something."""
        self._bell: Any = None
        self._loop: Any = None
        self._ended: Event
        self._thread: threading.Thread | None = None

    def start(self, prepare: Callable[[], None]) -> None:
        """Run until `stop`; `prepare` is called there first, and what it raises is raised here."""
        begun: Future[None] = Future()
        self._thread = threading.Thread(
            target=self._run, args=(prepare, begun), name="flipfour-edge", daemon=True
        )
        self._thread.start()
        begun.result()

    def call(self, function: Callable[..., None], *arguments: Any) -> None:
        """Have `function` called on the loop's thread; calls keep their order."""
        self._handed.append((function, *arguments))
        self._ring()

    def soon(self, function: Callable[[], None]) -> None:
        """Call `function` once all that has come in by now is read; on the loop's thread."""
        self._loop.run_callback(function)

    def watch(self, descriptor: int, events: int) -> Any:
        """A watcher of a descriptor (1: can be read, 2: can be written); on the loop's thread."""
        return self._loop.io(descriptor, events)

    def every(self, seconds: float, function: Callable[[], None]) -> None:
        """Call `function` again and again; on the loop's thread."""
        timer = self._loop.timer(seconds, seconds)
        timer.start(function)

    def later(self, seconds: float, function: Callable[[], None]) -> None:
        """Call `function` once; on the loop's thread."""
        timer = self._loop.timer(seconds)

        def ring() -> None:
            timer.close()
            function()

        timer.start(ring)

    def stop(self) -> None:
        """End the thread. What waits for a socket then waits in vain."""
        if self._thread is not None:
            self.call(self._ended.set)
            self._thread.join()

    def _run(self, prepare: Callable[[], None], begun: Future[None]) -> None:
        self._loop = gevent.get_hub().loop
        self._ended = Event()
        bell = self._loop.async_()
        bell.start(self._take)
        self._bell = bell
        self._ring()
        try:
            prepare()
        except BaseException as error:
            begun.set_exception(error)
            return
        begun.set_result(None)
        self._ended.wait()

    def _ring(self) -> None:
        if self._handed and self._bell is not None and not self._rung:
            self._rung = True
            self._bell.send()

    def _take(self) -> None:
        """Call what was handed over by now; what comes meanwhile waits for sockets, too."""
        self._rung = False
        for _ in range(len(self._handed)):
            function, *arguments = self._handed.popleft()
            try:
                function(*arguments)
            except Exception:
                log.exception("What another thread asked for failed.")
        if self._handed:
            self._ring()
