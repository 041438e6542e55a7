"""HTTP on the loop's thread: accepts and parses there, has pages made on real threads.

Each connection is a greenlet until its answer is sent or a websocket takes it over. It has a few
seconds to ask, so that half a request costs nobody anything.
"""

from __future__ import annotations

import errno
import io
import logging
import os
import socket
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from gevent import Timeout
from gevent.pywsgi import Input, WSGIHandler, WSGIServer
from gevent.socket import socket as gevent_socket
from werkzeug.test import run_wsgi_app

from webapp.config import MAX_BODY, MAX_FILE
from webapp.errors import RETRY
from webapp.sockets.descriptors import descriptor_limit
from webapp.sockets.door import Doorstep, Newcomer
from webapp.sockets.handshake import refused
from webapp.sockets.head import Headers, origin_form, slim

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gevent.threadpool import ThreadPool

    from webapp.sockets.host import Host

log = logging.getLogger(__name__)

REQUEST_TIME = 8.0
"""Seconds a client has for a whole request, and a connection may be idle."""

FILE_TIME = 60.0
"""Seconds a client has for a request that brings a file."""

FILES = 32
"""Requests with files that are read at a time; each keeps what it has read in memory."""

ANSWER_TIME = 30.0
"""Seconds a client has to take an answer."""

SPARE = 192
"""File descriptors that are left to the database, to pages and to those whose request is whole;
half of all where there are few."""


class Busy(Exception):
    """As much is done already as may be done at a time."""


class Handler(WSGIHandler):  # type: ignore[misc]
    """One connection."""

    environ: dict[str, Any]
    headers: Headers
    path: str
    request_version: str
    socket: Any
    wsgi_input: Any
    result: Any

    def __init__(self, connected: Any, address: Any, server: Any) -> None:
        connected.settimeout(ANSWER_TIME)
        super().__init__(connected, address, server)

    def read_request(self, raw_requestline: str) -> Any:
        """As gevent does; a proxy's way to name a page is understood too, and where a body ends has
        to be known."""
        super().read_request(raw_requestline)
        self.path, host = origin_form(self.path)
        if host:
            self.headers.name_host(host)
        if self.request_version != "HTTP/1.1" and "transfer-encoding" in self.headers:
            raise ValueError("Before 1.1 nobody knew chunks; RFC 9112, section 6.1.")
        return True

    def handle_one_request(self) -> Any:
        self.server.doorstep.add(self)
        try:
            with Timeout(REQUEST_TIME, False) as self.patience:
                return super().handle_one_request()
            return None
        finally:
            self.server.doorstep.remove(self)

    def handle(self) -> None:
        """A client who has gone before an answer to what is no request is nobody's fault."""
        with suppress(OSError):
            super().handle()

    def turn_away(self) -> None:
        """Somebody else needs the file descriptor more."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def MessageClass(self, file: Any, *_: Any) -> Headers:  # noqa: N802 (gevent's name)
        return Headers(file)

    def run_application(self) -> None:
        if self.environ.get("HTTP_UPGRADE", "").lower() == "websocket":
            self._upgrade()
            return
        try:
            body, most = self._body()
        except Timeout:
            self._close_unread()
            self._answer([], "408 Request Timeout", [("Content-Length", "0")])
            return
        except Busy:
            self._close_unread()
            when = ("Retry-After", str(RETRY))
            self._answer([], "503 Service Unavailable", [("Content-Length", "0"), when])
            return
        self.patience.cancel()
        self.server.doorstep.remove(self)
        if len(body) > most:
            self._close_unread()
        self.environ["wsgi.input"] = io.BytesIO(body)
        with self.server.answering():
            made = self.server.pages.apply(_made, (self.application, self.environ))
            with self._parts(made[0]) as parts:
                self._answer(parts, *made[1:])

    def _body(self) -> tuple[bytes, int]:
        """What was sent, a byte more than the most at most, and the most.

        Raises:
            Timeout: it did not come in time.
            Busy: too many files come already.
        """
        body = self.wsgi_input.read(MAX_BODY + 1)
        kind = self.environ.get("CONTENT_TYPE", "")
        if len(body) <= MAX_BODY or not kind.startswith("multipart/form-data"):
            return body, MAX_BODY
        with self.server.taking_a_file():
            self.patience.cancel()
            self.server.doorstep.remove(self)
            with Timeout(FILE_TIME):
                rest = self.wsgi_input.read(MAX_FILE + 1 - len(body))
        return body + rest, MAX_FILE

    @contextmanager
    def _parts(self, made: Iterable[bytes]) -> Iterator[Iterable[bytes]]:
        """What `_made` answers, to be sent: of a file each part is made on a real thread once the
        one before it has gone, so that a slow line keeps neither a thread nor the whole file.

        A part that cannot be made ends the connection, and whoever waits for it knows."""
        if isinstance(made, list):
            yield made
            return
        if self.request_version != "HTTP/1.1":
            self.close_connection = True  # which alone tells where such a file ends
        apply = self.server.pages.apply
        try:
            yield iter(lambda: apply(next, (made, None)), None)
        finally:
            if close := getattr(made, "close", None):
                apply(close)

    def _answer(self, chunks: Iterable[bytes], status: str, headers: list[tuple[str, str]]) -> None:
        self.start_response(status, headers)
        self.result = chunks
        self.process_result()
        self.result = None

    def _close_unread(self) -> None:
        """The rest of this request is nobody's, so no other can follow it."""
        self.close_connection = True
        self.wsgi_input = Input(self.rfile, 0)

    def _upgrade(self) -> None:
        """Engine.IO takes the connection over or refuses it, without waiting for anything."""
        self.close_connection = True
        if (wrong := refused(self.headers)) is not None:
            self._answer([], *wrong)
            return
        taken: list[bool] = []

        def take_over() -> tuple[Host, socket.socket]:
            taken.append(True)
            own = socket.socket(fileno=os.dup(self.socket.fileno()))
            return self.server.edge, own

        self.environ = slim(self.environ) | {"flipfour.take_over": take_over}
        self.result = self.application(self.environ, self.start_response)
        del self.environ["flipfour.take_over"]
        if taken:
            self.socket = None  # gevent would read it empty before closing it
        else:
            self.process_result()
        self.result = None

    def log_request(self) -> None:
        """Nobody reads a line for every request."""

    def handle_error(self, kind: Any, error: Any, trace: Any) -> None:
        """A client who breaks off or does not take the answer is nobody's fault here; of
        anything else the log has one line.

        gevent would print a trace from the loop's thread, which stands still for as long as
        nobody reads what it prints.
        """
        self.close_connection = True
        if not issubclass(kind, OSError):
            log.error("The request of %s failed: %r", self.client_address[0], error)
            self._send_error_response_if_possible(500)

    def _handle_client_error(self, ex: Exception) -> Any:
        """What is no HTTP gets 400 and leaves no trace in the log."""
        return 400, b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-length: 0\r\n\r\n"


def _made(
    application: Any, environ: dict[str, Any]
) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
    """A page, made whole, or a file of a length that is not known, to be made part by part; on a
    real thread."""
    file = environ["REQUEST_METHOD"] == "GET"
    parts, status, headers = run_wsgi_app(application, environ)
    if file and status.startswith("200 ") and "Content-Length" not in headers:
        return parts, status, headers.to_wsgi_list()
    try:
        return list(parts), status, headers.to_wsgi_list()
    finally:
        if close := getattr(parts, "close", None):
            close()


class Server(WSGIServer):  # type: ignore[misc]
    """Accepts connections, also when the process has hardly any file descriptors left."""

    handler_class = Handler
    max_accept = 16
    """Connections let in before anything else is done, as to let go of those turned away."""

    def __init__(self, listener: socket.socket, edge: Host, pages: ThreadPool) -> None:
        super().__init__(listener, edge.application, log=None, error_log=None)
        self.edge, self.pages = edge, pages
        self.doorstep = Doorstep()
        self._answering = self._files = 0
        self.rested = threading.Event()
        self._reserve = os.open(os.devnull, os.O_RDONLY)
        limit = descriptor_limit()
        self._plenty = limit - min(SPARE, limit // 2)

    def leave(self) -> None:
        """Accept nothing more; `rested` is told once no answer is on its way."""
        self.close()
        self.doorstep.clear()
        if not self._answering:
            self.rested.set()

    @contextmanager
    def taking_a_file(self) -> Iterator[None]:
        """While a file is read; raises `Busy` where too many are."""
        if self._files >= FILES:
            raise Busy
        self._files += 1
        try:
            yield
        finally:
            self._files -= 1

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While a page is made and sent."""
        self._answering += 1
        try:
            yield
        finally:
            self._answering -= 1
            if self.closed and not self._answering:
                self.rested.set()

    def do_read(self) -> Any:
        """Accept; out of descriptors, give the reserve up to refuse one client at once.

        gevent would stop accepting for ever longer while that client fills the line.
        """
        try:
            return self.accept()
        except OSError as error:
            if error.errno not in {errno.EMFILE, errno.ENFILE}:
                raise
            if self.doorstep.make_room():
                return None
            os.close(self._reserve)
            with suppress(OSError):
                self.accept()[0].close()
            self._reserve = os.open(os.devnull, os.O_RDONLY)
            return None

    def accept(self) -> Any:
        """A connection and whence it comes, or None."""
        listener = self.socket
        try:
            descriptor, address = listener._accept()
        except BlockingIOError:
            return None
        kind = listener.family, listener.type, listener.proto
        return socket.socket(*kind, fileno=descriptor), address

    def do_handle(self, connected: socket.socket, address: object) -> None:
        """Let somebody in; where descriptors run short, who has waited for longest has to go:
        half a request is sent in bulk by those who mean harm."""
        newcomer = Newcomer(connected, address, self)
        self.doorstep.add(newcomer)
        if connected.fileno() >= self._plenty:  # the system gives the lowest number that is free
            self.doorstep.make_room(newcomer)

    def serve(self, connected: socket.socket, address: object) -> None:
        with suppress(OSError):  # a Unix socket has no TCP options
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        kind = connected.family, connected.type, connected.proto
        super().do_handle(gevent_socket(*kind, fileno=connected.detach()), address)

    def tidy(self) -> None:
        """Turn away who is silent; whose request has begun to come has a timeout of its own."""
        self.doorstep.tidy(REQUEST_TIME + 0.5)
