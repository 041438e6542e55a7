"""Playing at a server from a terminal: by link, over cut lines, behind a path, to the rematch."""

from __future__ import annotations

import http.server
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pexpect
import pytest

from engine.cli import BAD_INPUT, run
from engine.formats.record import GameRecord, one_line
from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.passing import Proxy
from tests.webapp.terminals import Terminal
from webapp.cli import cli
from webapp.client.address import Address, parse_address
from webapp.client.errors import ClientError
from webapp.client.joining import MatchRequest
from webapp.client.visit import LINE, Visit
from webapp.sockets import handlers


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Makes terminals, each of a person of its own unless told whose."""
    with ExitStack() as stack:
        count = iter(range(100))

        def make(
            address: str, request: MatchRequest | None = None, name: str = "", who: str = ""
        ) -> Terminal:
            made = Terminal(address, tmp_path / (who or str(next(count))), request, name)
            stack.callback(made.leave)
            return made

        yield make


def test_two_play_by_a_link_and_again_with_colours_swapped(running, terminal):
    red = terminal(running.address, MatchRequest("connectfour:4x4:3"), "Mira")
    red.reads(f"Whoever opens {red.link} may play.")
    red.type("1")
    red.reads("A player is still missing.")
    yellow = terminal(red.link, name="Tomasz")
    yellow.reads("Connect Four. Red: Mira. Yellow: Tomasz, you.")
    yellow.type("say  Good Luck")
    for each in (red, yellow):
        each.reads("Tomasz: Good Luck")
    red.type(f"say {'x' * 200}")
    red.reads("160 letters are the most.")
    red.reads("Yellow (Tomasz) has come.")
    for column in ["1", "2", "1", "2"]:
        (red, yellow)["12".index(column)].play(column)
    yellow.type("3")
    yellow.reads("Red to move.", 3)
    red.play("1")
    for each in (red, yellow):
        each.reads("Red wins")
        each.reads("Type rematch or quit.")
    first = red.link
    red.type("rematch")
    yellow.reads("Red (Mira) offers a rematch. Type accept or decline.")
    yellow.type("accept")
    for each in (red, yellow):
        each.reads("Red: Tomasz")
    assert red.link == yellow.link != first
    yellow.play("4")
    red.reads("Red drops in column 4, row 1.")
    yellow.type("resign")
    red.reads("Yellow wins")
    red.leave()
    record = GameRecord.from_text(red.said[-1])
    assert record.players == ("Tomasz", "Mira")
    assert record.transcript() == "4"
    assert (record.result.winner, record.result.reason) == (1, "resignation")


def test_what_is_offered_is_answered(running, terminal):
    red = terminal(running.address, MatchRequest("othello:6"))
    white = terminal(red.link)
    red.play_any()
    red.type("undo")
    white.reads("asks to take back. Type accept or decline.")
    white.type("decline")
    red.reads("is declined.")
    white.play_any()
    red.type("undo")
    red.reads("You have asked that already")
    white.type("draw")
    red.reads("offers a draw")
    red.type("accept")
    for each in (red, white):
        wait_until(lambda each=each: each.visit.table.over)
    red.leave()
    assert GameRecord.from_text(red.said[-1]).result.reason == "agreement"


def test_the_computer_answers_and_gives_hints(running, terminal):
    red = terminal(running.address, MatchRequest("connectfour:5x4", ("human", "2"), clock="5+3"))
    red.reads("Clocks: Red 5:00, Yellow 5:00.")
    red.type("hint")
    red.reads("Hint: ")
    red.play("3")
    wait_until(lambda: red.visit.table.position.ply == 2)
    red.type("9", "undo")
    red.reads("Try again, or type help.")
    red.reads("Taken back.")
    assert red.visit.table.position.ply == 0


def test_a_cut_line_costs_nothing(running, terminal):
    with Proxy(running.address) as proxy:
        red = terminal(proxy.address, MatchRequest("connectfour"))
        yellow = terminal(f"{running.address}/m/{red.visit.table.id}")
        red.play("4")
        proxy.cut()
        red.reads("The line is cut")
        yellow.play("4")
        red.reads("The line is back.")
        red.reads("Yellow drops in column 4, row 2.")
        red.play("3")
        yellow.reads("Red drops in column 3, row 1.")


def test_a_move_on_a_cut_line_counts_once(running, terminal):
    with Proxy(running.address, "/games") as proxy:
        red = terminal(proxy.address, MatchRequest("connectfour:5x4", ("human", "1")))
        proxy.letting_in.clear()
        proxy.cut()
        red.reads("The line is cut")
        red.type("2")
        proxy.letting_in.set()
        wait_until(lambda: red.visit.table.position.ply == 2)
        assert red.visit.table.moves[0] == 1


def test_whoever_leaves_on_a_cut_line_waits_for_nobody(running, terminal):
    with Proxy(running.address, "/games") as proxy:
        red = terminal(proxy.address, MatchRequest("connectfour:5x4", ("human", "1")))
        proxy.letting_in.clear()
        proxy.cut()
        red.reads("The line is cut")
        red.type("say hello")
        red.reads("That was not said: the line is cut.")
        red.type("2", "quit")
        red.reads("Your seat is kept")
        proxy.letting_in.set()


def test_what_no_server_says_ends_in_a_sentence(running, terminal):
    red = terminal(running.address, MatchRequest("connectfour"))
    match = red.visit.table.id
    snapshot = red.api.get(f"/api/matches/{match}")

    def hears(snapshot: dict[str, Any], *told: tuple[str, Any]) -> None:
        queue: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        for one in (*told, (LINE, "quit")):
            queue.put(one)
        Visit(red.api.address, snapshot, red, red.live, queue).run()

    hears(snapshot)
    wrong = pytest.raises(ClientError, match="says what this program does not understand")
    for key in ("match", "v", "game", "seats", "you", "moves", "next"):
        with wrong:
            hears({**snapshot, key: None} if key != "next" else {"match": match})
    after = {"match": match, "v": snapshot["v"] + 1}
    ended = after | {"t": "ended", "outcome": {"title": "Over"}}
    for event in (None, [], {}, after, after | {"t": "moved"}, after | {"t": "offered"}, ended):
        with wrong:
            hears(snapshot, ("event", event))
    for answer in (None, {"ok": True, "snapshot": {}}, {"ok": True, "events": 3}):
        with wrong:
            hears(snapshot, ("answer", ({}, answer)))


def test_a_server_under_a_path_is_played_at(running, terminal):
    with Proxy(running.address, "/games/four") as proxy:
        red = terminal(f"{proxy.address}/", MatchRequest("connectfour"), "Mira")
        red.reads("Red: Mira, you.")
        assert red.link.startswith(f"{proxy.address}/m/")
        yellow = terminal(red.link)
        red.play("4")
        yellow.reads("Red drops in column 4, row 1.")


def test_whoever_comes_too_late_watches_a_public_match(running, terminal, capsys):
    red = terminal(running.address, MatchRequest("connectfour:4x4:3", strangers=True))
    yellow = terminal(red.link)
    watching = terminal(red.link)
    assert "All seats are taken." in capsys.readouterr().err
    watching.reads("You are watching.")
    early = terminal(f"{red.link}?watch", name="Ada")
    early.reads("You are watching.")
    watching.type("1")
    watching.reads("You are watching; type quit to leave.")
    for column in "12121":
        (red, yellow)["12".index(column)].play(column)
    watching.reads("Red wins")
    terminal(red.link).reads("Red wins")
    private = terminal(running.address, MatchRequest("connectfour"))
    terminal(private.link)
    with pytest.raises(ClientError, match="private"):
        terminal(private.link)


def test_the_seat_is_kept_for_whoever_comes_back(running, terminal):
    red = terminal(running.address, MatchRequest("connectfour:5x4", ("human", "1")), who="mira")
    red.play("3")
    red.leave()
    assert red.said[-1] == f"Your seat is kept: flipfour play --server {red.link}"
    again = terminal(red.link, who="mira")
    again.reads("Red: ")
    assert again.visit.table.you == [0]
    assert (red.api.name, again.visit.table.moves[0]) == (again.api.name, 2)
    again.play("2")


def test_a_server_of_another_protocol_is_named(running, terminal, monkeypatch):
    monkeypatch.setattr(handlers, "PROTOCOL", 4)
    with pytest.raises(ClientError, match="speaks version 4 of the protocol, this program 2"):
        terminal(running.address, MatchRequest("connectfour"))


def test_a_server_that_grew_meanwhile_ends_the_visit(running, terminal, monkeypatch):
    with Proxy(running.address) as proxy:
        red = terminal(proxy.address, MatchRequest("connectfour"))
        failed: list[str] = []
        monkeypatch.setattr(red.visit, "_outdated", failed.append)
        red.visit._handlers["outdated"] = failed.append
        monkeypatch.setattr(handlers, "PROTOCOL", 4)
        proxy.cut()
        wait_until(lambda: bool(failed))
        assert "version 4" in failed[0]


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """A server that is none of ours."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404 if "lost" in self.path else 200)
            self.end_headers()
            self.wfile.write(b"<p>Welcome</p>")

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with http.server.HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_what_is_no_server_of_ours_is_said_in_a_line(elsewhere, capsys, tmp_path):
    keep = ("--keep", str(tmp_path / "kept"))
    spoilt = tmp_path / "spoilt"
    spoilt.write_bytes(b"# Netscape HTTP Cookie File\na.example\tTRUE\n")
    other = tmp_path / "other"
    other.write_bytes(b"\xff\xfe\0")
    sentences = {
        ("connectfour", "--server", elsewhere): f"There is no Flipfour at {elsewhere}.",
        ("connectfour", "--server", f"{elsewhere}/lost"): "it answers with status 404.",
        ("connectfour", "--server", "http://127.0.0.1:1"): "cannot be reached: Connection refused.",
        ("connectfour", "--server", "play.example"): "is no address like https://play.example",
        ("--server", elsewhere): "Name a GAME, or the link of a match.",
        ("--server", f"{elsewhere}/m/abc", "--seat", "4"): "has its seats and clock already.",
        ("connectfour", "--server", elsewhere, "--seat", "11"): "There is no level '11'",
        ("connectfour", "--server", elsewhere, "--first", "3"): "There is no seat 3",
        ("connectfour", "--server", elsewhere, "--seed", "3"): "--seed is for games at home",
        ("connectfour", "--clock", "5+3"): "--clock is for games at a --server.",
        ("connectfour", "--open"): "--open is for games at a --server.",
        (): "Missing argument 'GAME'.",
        ("othello", "--server", elsewhere, "--keep", str(spoilt)): "holds no cookies",
        ("othello", "--server", elsewhere, "--keep", str(other)): "holds no cookies",
        ("othello", "--server", f"{elsewhere}/ü"): f"no Flipfour at {elsewhere}/%C3%BC.",
        ("othello", "--server", "http://a..b"): "is no address like https://play.example",
    }
    for arguments, sentence in sentences.items():
        given = [
            *arguments,
            *(keep if "--server" in arguments and "--keep" not in arguments else ()),
        ]
        assert run(cli, ["play", *given]) == BAD_INPUT, arguments
        output, errors = capsys.readouterr()
        assert sentence in errors, arguments
        assert (output, errors.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://localhost:5000", Address("http://localhost:5000")),
        ("https://a.example/", Address("https://a.example")),
        ("https://a.example/m/x-Y_1?from=3#b", Address("https://a.example", "", "x-Y_1")),
        ("https://a.example/m/abc?watch", Address("https://a.example", "", "abc", True)),
        ("https://a.example/games/m/abc/moves", Address("https://a.example", "/games", "abc")),
        (" http://[::1]:80/games/ ", Address("http://[::1]:80", "/games")),
    ],
)
def test_addresses_are_read(url, address):
    assert parse_address(url) == address


@pytest.mark.parametrize(
    "url", ["", "a.example", "ftp://a.example", "http://u:p@a.example", "http://:x"]
)
def test_what_is_no_address_is_refused(url):
    with pytest.raises(ClientError, match="is no address"):
        parse_address(url)


def test_a_pipe_plays_its_moves_in_turn(running, tmp_path):
    command = [sys.executable, "-m", "webapp.cli", "play", "connectfour:5x4", "--seat", "human"]
    options = ["--seat", "1", "--server", running.address, "--keep", str(tmp_path / "kept")]
    done = subprocess.run(
        [*command, *options], input="3\n3\n", capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Your seat is kept: flipfour play --server")
    moves = done.stdout.split("\n\n")[-2].split()
    assert len(moves) == 4
    assert moves[::2] == ["3", "3"]
    assert Path(tmp_path / "kept").stat().st_mode & 0o077 == 0 or os.name != "posix"


def test_a_person_at_a_terminal_is_asked_and_may_close_it(running, tmp_path):
    arguments = ["-m", "webapp.cli", "play", "connectfour", "--seat", "human", "--seat", "1"]
    arguments += ["--server", running.address, "--keep", str(tmp_path / "kept")]
    child = pexpect.spawn(sys.executable, arguments, encoding="utf-8", timeout=PATIENCE)
    child.expect("Red> ")
    child.sendline("4")
    child.expect("Yellow drops")
    child.expect("Red> ")
    child.close(force=True)
    assert not child.isalive()


def test_what_others_say_steers_no_terminal():
    assert one_line("a\x1b[2Jb\r\nc\u202e\x07") == "a [2Jb c"


def test_whoever_asked_for_another_game_is_told(running, terminal):
    red = terminal(running.address, MatchRequest("connectfour"))
    with pytest.raises(ClientError, match="a match of connectfour, not of othello"):
        terminal(red.link, MatchRequest("othello"))
    assert red.visit.table.status == "waiting"
