"""A real server and a real browser; every test ends by asking both for complaints."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Response,
    expect,
    sync_playwright,
)

from tests.__main__ import find_browser
from tests.browser.server import ROOT, Server
from tests.browser.window import Window
from tests.webapp.browsers import PATIENCE

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MILLISECONDS = 1000 * PATIENCE
"""What Playwright counts in; its own 30 s are too few beside the other tests of a small machine."""

NO_CONNECTION = (
    "WebSocket connection to .* failed|net::ERR_(CONNECTION_|EMPTY_RESPONSE|INTERNET_DISCONNECTED)"
)
"""What it says while a test has the server killed or the line cut, on whatever it loads."""

SOCKETS = "**/socket.io/**"
"""Where pages open their live connection."""

HARMLESS = ["WebSocket is closed before the connection is established"]
"""What a browser says when a page is left as soon as it was opened."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find_browser()
    assert path, "No Chromium or Chrome found. Run `python -m tests`, or set FLIPFOUR_BROWSER."
    expect.set_options(timeout=MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def kernels() -> None:
    """The compiled engine, so that no test waits for the compiler instead of the app."""
    subprocess.run([sys.executable, "-m", "engine.warmup"], cwd=ROOT, check=True, timeout=280)


@pytest.fixture(scope="session")
def shared_server(kernels: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("shared")).start()
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """A server that many tests share."""
    yield shared_server
    assert not (trouble := shared_server.new_trouble()), trouble


@pytest.fixture
def own_server(kernels: None, tmp_path: Path) -> Iterator[Server]:
    """A server for one test alone, which may be killed."""
    server = Server(tmp_path).start()
    yield server
    server.kill()
    assert not (trouble := server.new_trouble()), trouble


class Addressed(Protocol):
    """A server, whatever it runs in."""

    @property
    def address(self) -> str: ...


class People:
    """Opens windows of different people, and listens for complaints of the browser."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._contexts: list[BrowserContext] = []
        self._tolerated = list(HARMLESS)
        self.complaints: list[str] = []

    def arrive(self, server: Addressed, **options: object) -> Window:
        """A newcomer in a fresh browser; `options` are those of a Playwright context."""
        context = self._chromium.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(MILLISECONDS)
        context.on("console", self._console)
        context.on("weberror", lambda error: self._complain(f"exception: {error.error}"))
        context.on("response", self._response)
        self._contexts.append(context)
        return Window(context.new_page(), server.address)

    def tolerate(self, pattern: str) -> None:
        """Complaints that this test causes on purpose."""
        self._tolerated.append(pattern)

    def leave(self) -> None:
        for context in self._contexts:
            context.close()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._complain(f"{message.type}: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self._complain(f"{response.status}: {response.url}")

    def _complain(self, text: str) -> None:
        if not any(re.search(pattern, text) for pattern in self._tolerated):
            self.complaints.append(text)


@pytest.fixture
def people(chromium: Browser) -> Iterator[People]:
    everybody = People(chromium)
    yield everybody
    everybody.leave()
    assert not everybody.complaints


@pytest.fixture
def arrive(people: People, server: Server) -> Callable[..., Window]:
    """Makes windows of newcomers at the shared server."""

    def newcomer(**options: object) -> Window:
        return people.arrive(server, **options)

    return newcomer
