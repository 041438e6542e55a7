"""Pictures are drawn beside the server, one after the other, for everybody in turn."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PIL import Image

from engine.registry import game as game_of
from tests.webapp.browsers import wait_until
from webapp import pictures
from webapp.domain.errors import Refusal
from webapp.pages.export import SQUARES, _filmed
from webapp.pictures import LENGTH, LINE, OWN, Painter

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h5v5z"/></svg>'


class Held:
    """A process that draws nothing until it is let."""

    def __init__(self) -> None:
        self.let = threading.Event()
        self.orders = 0
        self.stdin, self.stdout = io.BytesIO(), self

    def read(self, size: int) -> bytes:
        self.let.wait()
        self.orders += size == LENGTH
        return len(b"pic").to_bytes(LENGTH, "big") if size == LENGTH else b"pic"

    def poll(self) -> None:
        pass

    def kill(self) -> None:
        self.let.set()

    def wait(self) -> None:
        pass

    def close(self) -> None:
        pass


def process(text: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", text, *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


@pytest.fixture
def painter() -> Iterator[Callable[..., Painter]]:
    made: list[Painter] = []

    def make(*arguments: Any) -> Painter:
        made.append(Painter(*arguments))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_a_file_is_what_the_process_draws(painter: Callable[..., Painter]) -> None:
    one = painter()
    picture = Image.open(io.BytesIO(one.png(DRAWING, 64)))
    assert (picture.format, picture.size) == ("PNG", (64, 64))
    film = Image.open(io.BytesIO(one.gif([DRAWING] * 3, 32)))
    assert (film.format, film.size) == ("GIF", (32, 32))


def test_what_cannot_be_drawn_spoils_nothing(painter: Callable[..., Painter]) -> None:
    one = painter()
    for _ in range(2):
        with pytest.raises(Refusal, match="cannot do that"):
            one.png("no drawing", 64)
    assert one.png(DRAWING, 64)


def test_a_process_that_ends_is_begun_again(painter: Callable[..., Painter]) -> None:
    begun = []

    def begin() -> subprocess.Popen[bytes]:
        begun.append(process("import sys; sys.stdin.readline()"))
        return begun[-1]

    one = painter(begin)
    for _ in range(2):
        with pytest.raises(Refusal):
            one.png(DRAWING, 64)
    assert len(begun) == 2
    assert all(child.poll() is not None for child in begun)


def test_a_process_that_was_killed_is_missed_by_nobody(painter: Callable[..., Painter]) -> None:
    one = painter()
    assert one.png(DRAWING, 64)
    assert one._process is not None
    one._process.kill()
    one._process.wait()
    assert one.png(DRAWING, 65)


@pytest.mark.skipif(sys.platform == "win32", reason="Processes count no such time there.")
def test_the_processors_time_counts_and_the_log_says_why_there_is_no_picture(
    caplog: pytest.LogCaptureFixture, painter: Callable[..., Painter]
) -> None:
    spins = "from webapp import painting\npainting.PROCESSOR = 0.05\n"
    spins += "painting._drawn = lambda line: [None for _ in iter(int, 1)]\npainting._main()"
    for text, why in (
        (spins, "it took more than 30 seconds of the processor's time"),
        ("import sys; sys.stdin.readline(); sys.exit(3)", "its process ended with status 3"),
        ("print('\\0' * 8, end='', flush=True); input()", "there is no such drawing"),
    ):
        caplog.clear()
        with pytest.raises(Refusal):
            painter(lambda text=text: process(text)).png(DRAWING, 64)
        assert caplog.messages == [f"A picture could not be drawn: {why}."]


def test_an_order_waits_where_the_machine_is_busy_but_not_for_ever(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, painter: Any
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE", 0.05)
    with pytest.raises(Refusal):
        painter(lambda: process("import sys; list(sys.stdin)")).png(DRAWING, 64)
    assert caplog.messages == ["A picture could not be drawn: it took more than 0.05 seconds."]


def test_nobody_takes_every_thread_of_the_pages(painter: Any) -> None:
    """Who asks for more than his share is told to come again; others still get into the line."""
    held = Held()
    one = painter(lambda: held)
    drawn: list[bytes] = []

    def ask(address: str, width: int) -> threading.Thread:
        thread = threading.Thread(target=lambda: drawn.append(one.png(DRAWING, width, address)))
        thread.start()
        return thread

    threads = [ask("rude", width) for width in range(OWN)]
    wait_until(lambda: one._line["rude"] == OWN)
    with pytest.raises(Refusal) as refused:
        one.png(DRAWING, 99, "rude")
    assert (refused.value.code, refused.value.retry is not None) == ("busy", True)
    threads += [ask(f"other {width}", width) for width in range(OWN, LINE)]
    wait_until(lambda: one._line.total() == LINE)
    with pytest.raises(Refusal):
        one.png(DRAWING, 98, "new")
    held.let.set()
    for thread in threads:
        thread.join()
    assert drawn == [b"pic"] * LINE
    assert not one._line


def test_a_picture_is_drawn_once_and_kept_within_bounds(painter: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(pictures, "KEPT", 7)
    held = Held()
    held.let.set()
    one = painter(lambda: held)
    for width in (1, 2, 1, 3, 1):  # of three, two are kept: the second has to go
        assert one.png(DRAWING, width) == b"pic"
    assert held.orders == 3
    one.png(DRAWING, 2)
    assert held.orders == 4


def test_what_two_ask_at_once_is_drawn_once(painter: Any) -> None:
    held = Held()
    one = painter(lambda: held)
    drawn: list[bytes] = []

    def ask() -> None:
        drawn.append(one.png(DRAWING, 64))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    wait_until(lambda: one._line.total() == 2)
    held.let.set()
    for thread in threads:
        thread.join()
    assert (drawn, held.orders) == ([b"pic"] * 2, 1)


def test_who_is_being_drawn_for_while_the_server_stops_hears_so_at_once(
    caplog: pytest.LogCaptureFixture, painter: Any
) -> None:
    """However late the process came to be: nobody waits for what it would have drawn."""
    draws = "import sys; sys.stdin.readline(); sys.stdout.write('\\0' * 7 + '\\3' + 'pic')"
    ended: list[Painter] = []

    def begin() -> subprocess.Popen[bytes]:
        closing = threading.Thread(target=ended[0].close)
        closing.start()
        wait_until(lambda: ended[0]._closed)
        children.append(process(draws))
        return children[-1]

    children: list[subprocess.Popen[bytes]] = []
    ended.append(painter(begin))
    with pytest.raises(Refusal, match="cannot do that"):
        ended[0].png(DRAWING, 64)
    ended[0].close()
    assert children[0].poll() is not None
    assert not caplog.messages


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there.")
def test_a_terminals_interrupt_is_the_servers(painter: Any) -> None:
    one = painter()
    assert one.png(DRAWING, 64)
    assert one._process is not None
    one._process.send_signal(signal.SIGINT)
    assert one.png(DRAWING, 65)
    assert one._process.poll() is None


@pytest.mark.parametrize("plies", [0, 1, 15, 16, 17, 100, 240])
def test_a_long_game_on_a_large_board_is_filmed_in_steps(plies: int) -> None:
    game = game_of("connectfour:16x16:16")
    boards = [game.start()]
    for ply in range(plies):
        boards.append(boards[-1].play(ply % 16))
    shown = _filmed(boards)
    assert (shown[0], shown[-1]) == (boards[0], boards[-1])
    assert (len(shown) - 1) * 256 <= SQUARES
    assert [board.ply for board in shown] == sorted({board.ply for board in shown})
    usual = game_of("othello").start()
    assert len(_filmed([usual] * 61)) == 61, "no game of the usual size is cut short"
