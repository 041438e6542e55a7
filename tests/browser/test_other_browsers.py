"""A whole game of each kind by the mouse, without an error, in the browsers that people use."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import ARGUMENTS
from tests.browser.engines import Remote, chrome, firefox, webkit
from tests.browser.server import Server
from tests.browser.window import BOARD, IDLE, OPEN
from tests.webapp.browsers import wait_until

GAMES = ("connectfour:5x4", "othello:4")

CREATE = """async (game) => {
  const { csrf_token: token } = await (await fetch("/api/session")).json();
  const headers = { "X-CSRF-Token": token, "Content-Type": "application/json" };
  const body = JSON.stringify({ game, seat0: "me", seat1: "me" });
  return (await (await fetch("/api/matches", { method: "POST", headers, body })).json()).match;
}"""

READY = "() => Boolean(document.getElementById('main').dataset.ready)"

SHOWN = """() => [
  document.querySelectorAll("#moves [data-ply]").length,
  document.getElementById("main").dataset.status,
]"""

TRUTH = "async (match) => (await fetch(`/api/matches/${match}`)).json()"


def play_out(window: Remote, address: str, game: str) -> None:
    """Play the first open move until the game is over."""
    window.open(address)
    match = window.ask(CREATE, game)
    window.open(f"{address}/m/{match}")
    wait_until(lambda: window.ask(READY))
    shown, status = window.ask(SHOWN)
    while status == "playing":
        move = window.ask(OPEN)[0]
        window.press(f"#board button[name=move][value='{move}']")
        wait_until(lambda before=shown: window.ask(SHOWN)[0] > before)  # type: ignore[misc]
        wait_until(lambda: window.ask(IDLE))
        shown, status = window.ask(SHOWN)
    truth = window.ask(TRUTH, match)
    assert truth["status"] == "finished"
    wait_until(lambda: all(view == truth["cells"] for view in window.ask(BOARD)))
    assert not window.complaints()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
@pytest.mark.parametrize("browser", [firefox, webkit])
def test_a_whole_game_of_each_kind(
    browser: Callable[[Path], AbstractContextManager[Remote]], server: Server, tmp_path: Path
) -> None:
    with browser(tmp_path) as window:
        for game in GAMES:
            play_out(window, server.address, game)


@pytest.mark.long
def test_a_whole_game_of_each_kind_in_chrome(chromium: Browser, server: Server) -> None:
    with chrome(chromium.browser_type, ARGUMENTS) as window:
        for game in GAMES:
            play_out(window, server.address, game)
