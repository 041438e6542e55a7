"""The server as a process: its end, its sudden end, its files."""

from __future__ import annotations

import signal
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.cli import BAD_INPUT, run
from tests.webapp.browsers import Person
from tests.webapp.processes import ServerProcess
from webapp import serving
from webapp.cli import cli
from webapp.persistence.database import CannotOpen, open_database


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "flipfour.db"
    with ServerProcess(database) as server:
        red, yellow = Person(server.address), Person(server.address)
        with red, yellow:
            match = red.create(seat0="me", seat1="friend")
            yellow.join(match)
            against_ai = red.create(seat0="me", seat1="ai:8")
            seen = yellow.watch(match)["v"]
            for ply in range(5):
                assert (red, yellow)[ply % 2].move(match, ply, ply)["ok"]
            assert red.move(against_ai, 3, 0)["ok"]
            server.kill()
        with ServerProcess(database, server.port), red.reconnect(), yellow.reconnect():
            assert [move for _, move, _ in red.snapshot(match)["moves"]] == [0, 1, 2, 3, 4]
            assert [event["v"] for event in yellow.watch(match, seen)["events"]] == [
                *range(seen + 1, seen + 6)
            ]
            assert yellow.move(match, 5, 5)["ok"], "the seat is still hers"
            view = red.watch(against_ai)["snapshot"]
            if view["ply"] == 1:
                red.wait_for("event", lambda event: event["match"] == against_ai)
            assert red.snapshot(against_ai)["ply"] == 2, "the AI has moved"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_ends_quickly_though_pages_are_open(tmp_path: Path, number: int) -> None:
    with ServerProcess(tmp_path / "flipfour.db") as server, Person(server.address) as person:
        match = person.create(seat0="ai:8", seat1="ai:8")
        person.watch(match)
        secrets = [str(person.http.headers["X-CSRF-Token"])]
        secrets += [str(cookie.value) for cookie in person.http.cookies]
        began = time.monotonic()
        output = server.stop(number)
        assert time.monotonic() - began < 10
        assert server.process.returncode == 0
        assert output.count("\n") == 2, "nothing but where it is and where the games are"
        assert not [secret for secret in secrets if secret in output]


def test_bound_to_all_interfaces_the_addresses_to_share_are_said() -> None:
    assert serving.addresses("192.168.1.7") == ["192.168.1.7"]
    everywhere = serving.addresses("0.0.0.0")  # noqa: S104
    assert everywhere[0] == "127.0.0.1"
    assert "0.0.0.0" not in everywhere  # noqa: S104


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file::memory:?cache=shared&uri=true",
        "sqlite:///file:x?mode=memory",
    ],
)
def test_games_are_kept_in_no_memory(url: str) -> None:
    with pytest.raises(CannotOpen, match="name a file"):
        open_database(url)


@pytest.mark.parametrize("given", [{"args": ["--secret", "x" * 15]}, {"env": "guess me"}])
def test_a_secret_that_can_be_guessed_is_refused(given: dict[str, Any]) -> None:
    args, secret = ["serve", *given.get("args", [])], given.get("env")
    result = CliRunner().invoke(cli, args, env={"FLIPFOUR_SECRET": secret} if secret else {})
    assert result.exit_code == 2
    assert "openssl rand -hex 32" in result.output
    assert "guess me" not in result.output


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////proc/none/x.db", "nosuch://host/x"])
def test_a_wrong_database_is_said_in_a_line(url: str) -> None:
    with pytest.raises(CannotOpen, match=r"The database cannot be opened: .+"):
        open_database(url)


def test_an_address_that_cannot_be_had_is_said_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serving, "PATIENCE", 0)
    database = ["--database", f"sqlite:///{tmp_path / 'flipfour.db'}"]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        sentences = {
            ("--port", port): f"Port {port} is in use; choose another one with --port.",
            ("--host", "203.0.113.7"): "'203.0.113.7' is no address of this machine.",
            ("--host", "256.1.1.1", "--port", "0"): "There is no host '256.1.1.1'.",
        }
        for options, sentence in sentences.items():
            assert run(cli, ["serve", *options, *database]) == BAD_INPUT
            assert capsys.readouterr().err == f"flipfour: {sentence}\n"


def test_an_address_that_is_free_is_not_complained_of() -> None:
    for host in ("127.0.0.1", "0.0.0.0", ""):  # noqa: S104
        serving.check_address(host, 0)
