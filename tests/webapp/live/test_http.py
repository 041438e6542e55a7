"""HTTP under clients that are slow, rude or merely unusual, on bare sockets."""

from __future__ import annotations

import errno
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from flask import Flask
from gevent.pywsgi import WSGIServer

from tests.webapp import many
from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.conftest import Running
from webapp.config import MAX_BODY
from webapp.service.ports import StoreAway
from webapp.sockets import edge, head, http
from webapp.sockets.http import Server


def connected(running: Running) -> socket.socket:
    place = urlsplit(running.address)
    return socket.create_connection((place.hostname, place.port), timeout=PATIENCE)


def answer(running: Running, request: bytes) -> bytes:
    """All that the server says to `request` before it hangs up, politely or not."""
    said = b""
    with connected(running) as client, suppress(ConnectionResetError):
        client.sendall(request)
        while data := client.recv(65536):
            said += data
    return said


def request(*lines: str, body: bytes = b"") -> bytes:
    head = ["GET /healthz HTTP/1.1", "Host: localhost", "Connection: close"]
    first = lines[0] if lines and " HTTP/" in lines[0] else None
    kept = [first, *head[1:]] if first else head
    return "\r\n".join([*kept, *lines[bool(first) :], "", ""]).encode("latin-1") + body


def test_usual_and_unusual_headers_are_read(running: Running) -> None:
    for odd in ("X-Empty:", "x-colons: a:b:c", "COOKIE: a=b", "Cookie: flipfour=\xff"):
        assert answer(running, request(odd)).startswith(b"HTTP/1.1 200 "), odd


@pytest.mark.parametrize(
    "line",
    [
        "no colon",
        " folded: onto the line before",
        "name : with space",
        ": no name",
        "Content-Length: 1\r\nContent-Length: 2",
        "Content-Length: 1\r\nContent-Length: 1",
        "Content-Length: -1",
        "Content-Length: many",
        "Content-Length: +1",
        "Content-Length: 1_0",
        "Content-Length: 1, 1",
        "Transfer-Encoding: chunked\r\nContent-Length: 1",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: \x0bchunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: identity",
        "Host: elsewhere.example",
        "X: a\rHost: elsewhere.example",
        "X: \rHost: elsewhere.example",
        "X: a\0b",
        "X: " + "x" * head.MAX_HEADERS,
    ],
)
def test_what_is_no_request_gets_400(running: Running, line: str) -> None:
    assert answer(running, request(line)).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("http://localhost/api/session", b"200"),
        ("HTTP://localhost/api/session?a=b", b"200"),
        ("http://localhost", b"200"),
        ("http://localhost?moves=4", b"200"),
        ("http://elsewhere.example/", b"400"),
        ("http://localhost@elsewhere.example/", b"400"),
        ("http:///api/session", b"400"),
        ("http://[/", b"400"),
        ("ftp://localhost/", b"404"),
    ],
)
def test_a_whole_address_is_taken_and_its_host_counts(
    running: Running, target: str, status: bytes
) -> None:
    said = answer(running, request(f"GET {target} HTTP/1.1"))
    assert said.startswith(b"HTTP/1.1 " + status)


def test_a_host_that_is_named_beside_a_whole_address_does_not_count(running: Running) -> None:
    said = b"GET http://localhost/ HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n"
    assert answer(running, said).startswith(b"HTTP/1.1 200 ")


def test_chunks_are_refused_where_they_were_not_known_yet(running: Running) -> None:
    """A proxy may take what follows for the next request."""
    said = request("POST /healthz HTTP/1.0", "Transfer-Encoding: chunked", body=b"0\r\n\r\n")
    assert answer(running, said).startswith(b"HTTP/1.1 400 ")


class File:
    """A file in place of all pages that is made part by part; what has become of it."""

    def __init__(self, *parts: bytes, breaks: bool = False) -> None:
        self.parts, self.breaks = parts, breaks
        self.made, self.closed = 0, False

    def __call__(self, _: object, start_response: Callable[..., object]) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return self._made()

    def _made(self) -> Iterator[bytes]:
        try:
            for part in self.parts:
                self.made += 1
                yield part
            if self.breaks:
                raise StoreAway
        finally:
            self.closed = True


def serving(running: Running, monkeypatch: pytest.MonkeyPatch, file: File) -> File:
    monkeypatch.setattr(running.app, "wsgi_app", file)
    return file


def test_a_file_of_no_known_length_comes_in_chunks(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = serving(running, monkeypatch, File(b"one,", b"", b"two"))
    told = answer(running, request("GET /a HTTP/1.1"))
    assert b"\r\nTransfer-Encoding: chunked\r\n" in told
    assert told.endswith(b"\r\n\r\n4\r\none,\r\n3\r\ntwo\r\n0\r\n\r\n")
    assert file.closed
    told = answer(running, request("HEAD /a HTTP/1.1"))
    assert b"chunked" not in told


def test_before_chunks_were_known_a_file_ends_with_the_connection(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    serving(running, monkeypatch, File(b"one,", b"two"))
    told = answer(running, b"GET /a HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n")
    assert told.partition(b"\r\n\r\n")[2] == b"one,two"


def test_a_file_that_breaks_off_does_not_look_whole(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = serving(running, monkeypatch, File(b"one,", b"two", breaks=True))
    told = answer(running, b"GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert told.endswith(b"4\r\none,\r\n3\r\ntwo\r\n")
    assert file.closed


def test_of_a_file_that_nobody_takes_no_more_is_made(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = serving(running, monkeypatch, File(*[bytes(2**22)] * 40))
    with connected(running) as client:
        client.sendall(request("GET /a HTTP/1.1"))
        assert client.recv(10) == b"HTTP/1.1 2"
    wait_until(lambda: file.closed)
    assert file.made < len(file.parts)


@pytest.mark.parametrize("coding", ["chunked", "Chunked"])
def test_a_body_in_chunks_ends_where_its_last_one_does(running: Running, coding: str) -> None:
    chunks = b"3\r\na=b\r\n0\r\n\r\n"
    first = f"POST /name HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: {coding}\r\n\r\n"
    told = answer(running, first.encode() + chunks + request())
    assert told.startswith(b"HTTP/1.1 400 ")  # the form's token is not there
    assert told.count(b"HTTP/1.1 ") == 2
    assert told.endswith(b'{"ok":true}\n')


def test_connections_are_kept_for_the_next_request(running: Running) -> None:
    place = urlsplit(running.address)
    assert place.hostname
    asked = HTTPConnection(place.hostname, place.port, timeout=PATIENCE)
    sockets = []
    for _ in range(2):
        asked.request("GET", "/healthz")
        sockets.append(asked.sock)
        answered = asked.getresponse()
        assert (answered.status, answered.read()) == (200, b'{"ok":true}\n')
    assert sockets[0] is sockets[1]
    asked.close()


def test_a_body_beyond_the_limit_is_refused_though_not_read(running: Running) -> None:
    size = MAX_BODY + 10
    head = request("POST /api/matches HTTP/1.1", f"Content-Length: {size}")
    assert b" 413 " in answer(running, head + b"x" * size)[:20]


def test_a_file_of_games_may_be_larger_than_other_bodies(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read whole, up to the form's token at its end, for the pages that take one."""
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    token = b'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n0'
    body = part + b"4" * 200_000 + b"\r\n" + token + b"\r\n--x--\r\n"
    fields = ("Content-Type: multipart/form-data; boundary=x", f"Content-Length: {len(body)}")
    wanted = request("POST /analysis/open HTTP/1.1", *fields, body=body)
    said = answer(running, wanted)
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"cookie" in said
    other = request("POST /name HTTP/1.1", *fields, body=body)
    assert b" 413 " in answer(running, other)[:20]
    monkeypatch.setattr(http, "FILES", 0)
    busy = answer(running, wanted)
    assert busy.startswith(b"HTTP/1.1 503 ")
    assert b"\r\nRetry-After: 5\r\n" in busy


HALVES = [
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nX: ",
    request("POST /name HTTP/1.1", "Content-Length: 9"),
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nUpgrade: websocket\r\n",
]


@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_let_go(
    running: Running, half: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "REQUEST_TIME", 0.2)
    assert answer(running, half).partition(b"\r\n")[0] in {b"", b"HTTP/1.1 408 Request Timeout"}


@pytest.mark.parametrize("place", [b"/socket.io/?", b"/socket.io?"], ids=["door", "gevent"])
@pytest.mark.parametrize(
    ("said", "instead", "status"),
    [
        (b"Key: dGhlIHNhbXBsZSBub25jZQ==", b"Nothing: 1", b"400"),
        (b"dGhlIHNhbXBsZSBub25jZQ==", b"dGhlIHNhbXBsZQ==", b"400"),
        (b"dGhlIHNhbXBsZSBub25jZQ==", b"no base64 of 16", b"400"),
        (b"Version: 13", b"Nothing: 1", b"426"),
        (b"Version: 13", b"Version: 8", b"426"),
        (b"Connection: Upgrade", b"Connection: close", b"400"),
    ],
    ids=["no key", "short key", "odd key", "no version", "old version", "stripped by a proxy"],
)
def test_who_asks_for_a_websocket_wrongly_gets_none(
    running: Running, said: bytes, instead: bytes, status: bytes, place: bytes
) -> None:
    """RFC 6455, sections 4.2.1 and 4.4; the door takes one address alone."""
    asked = many.upgrade(running.address).replace(said, instead).replace(b"/socket.io/?", place)
    with connected(running) as client:
        client.sendall(asked)
        told = b"".join(iter(lambda: client.recv(65536), b""))
    assert told.split(b" ")[1] == status
    assert (b"Sec-WebSocket-Version: 13\r\n" in told) is (status == b"426")


@pytest.mark.parametrize("wishes", [b"keep-alive, Upgrade", b"Upgrade\r\nConnection: keep-alive"])
def test_an_upgrade_may_be_one_wish_of_several(running: Running, wishes: bytes) -> None:
    asked = many.upgrade(running.address)
    with connected(running) as client:
        client.sendall(asked.replace(b"Connection: Upgrade", b"Connection: " + wishes))
        assert client.recv(65536).startswith(b"HTTP/1.1 101 ")


def test_an_answer_on_its_way_arrives_though_the_server_stops(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edge, "LEAVE_TIME", PATIENCE)
    asked, go_on = threading.Event(), threading.Event()

    def slow() -> str:
        asked.set()
        assert go_on.wait(PATIENCE)
        return "done"

    app.add_url_rule("/slow", view_func=slow)
    running = edge.Edge(app, "127.0.0.1", 0).start()
    with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE) as client:
        client.sendall(request("GET /slow HTTP/1.1"))
        assert asked.wait(PATIENCE)
        stopping = threading.Thread(target=running.stop)
        stopping.start()
        wait_until(lambda: running._server.closed)
        go_on.set()
        stopping.join(PATIENCE)
        assert client.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.skipif(os.name == "nt", reason="file descriptors are POSIX's")
def test_out_of_descriptors_one_client_is_refused_and_the_next_one_served(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept = http.Server.accept
    failures = [OSError(errno.EMFILE, "too many"), None]

    def scarce(server: http.Server) -> object:
        if failures and (error := failures.pop(0)):
            raise error
        return accept(server)

    monkeypatch.setattr(http.Server, "accept", scarce)
    assert answer(running, request()) == b""
    wait_until(lambda: not failures)
    assert answer(running, request()).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "broken_off",
    [
        b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\na=",
        b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n9\r\na",
        b"GET /wat",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    ],
    ids=["body", "chunk size", "chunk", "line", "header"],
)
def test_what_breaks_off_leaves_no_trace_in_the_log(
    running: Running, capfd: pytest.CaptureFixture[str], broken_off: bytes
) -> None:
    """The loop's thread would write it, and stand still once nobody reads what it writes."""
    for _ in range(3):
        with connected(running) as client:
            client.sendall(broken_off)
            client.shutdown(socket.SHUT_WR)
            while said := client.recv(1000):
                assert not said.startswith(b"HTTP/1.1 200 "), "it was no request"
    assert answer(running, request()).startswith(b"HTTP/1.1 200 ")
    assert "Traceback" not in capfd.readouterr().err


@pytest.fixture
def scarce(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a server, not yet made, that has to spare every file descriptor."""
    monkeypatch.setattr(http, "descriptor_limit", lambda: 0)


@pytest.mark.parametrize("half", HALVES)
def test_where_descriptors_run_short_who_has_not_asked_for_longest_goes(
    scarce: None, running: Running, half: bytes
) -> None:
    """One client leaves halves of requests; who says all at once is served, and open sockets
    stay open."""
    with ExitStack() as stack:
        entered = stack.enter_context(connected(running))
        entered.sendall(many.upgrade(running.address))
        assert entered.recv(65536).startswith(b"HTTP/1.1 101 ")
        rude = [stack.enter_context(connected(running)) for _ in range(30)]
        for client in rude[-3:]:
            client.sendall(half)
        for _ in rude[-3:]:  # who is just handed on from the door stands nowhere for a moment
            assert answer(running, request()).startswith(b"HTTP/1.1 200 ")
        for client in rude:  # none is kept waiting; what one has said may be left unread
            with suppress(ConnectionResetError):
                assert client.recv(100) == b""
        entered.sendall(many.frame('40{"protocol":2}'))
        heard = b""
        while b'40{"sid"' not in heard:  # the opening packet may come by itself before it
            part = entered.recv(65536)
            assert part, heard
            heard += part


def test_an_answer_does_not_wait_for_the_first_part_to_be_acknowledged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Head and body are sent apart, and a client acknowledges the head after 40 ms."""
    served: list[socket.socket] = []
    monkeypatch.setattr(WSGIServer, "do_handle", lambda _, line, address: served.append(line))
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()),
    ):
        Server.serve(object.__new__(Server), *listener.accept())
        assert served[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        served[0].close()
