"""Many games between the same players, several at a time."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING

from engine.contest.bout import Bout
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from engine.contest.openings import Openings
    from engine.contest.players import Contestant, Player
    from engine.formats.record import Result
    from engine.game import Game, Move

LOOK = 0.5
"""Seconds between two looks at how far the games are."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a contest.

    Attributes:
        number: from 0.
        seats: the contestants' numbers, in turn order.
        moves: all of them, the opening's too.
        seconds: of the processor that each contestant took, None where the system does not tell.
        result: who won, by seat.
        fault: what the loser did that no player may, for people.
    """

    number: int
    seats: tuple[int, ...]
    moves: tuple[Move, ...]
    seconds: tuple[float | None, ...]
    result: Result
    fault: str = ""

    @property
    def winner(self) -> int | None:
        """The contestant who won."""
        return None if self.result.winner is None else self.seats[self.result.winner]


@dataclass
class Contest:
    """Players, and the openings that they begin with.

    Attributes:
        every_seat: whether each opening is played from every seat in turn; else each game has
            an opening of its own.
    """

    game: Game
    contestants: Sequence[Contestant]
    openings: Openings
    seed: int
    every_seat: bool = True

    def __post_init__(self) -> None:
        self._idle: SimpleQueue[list[Player]] = SimpleQueue()
        self._teams: list[list[Player]] = []
        self._controls: set[SearchControl] = set()
        self._lock, self._stopped = Lock(), False

    def play(
        self, games: int, threads: int = 1, waiting: Callable[[int], None] = lambda _: None
    ) -> Generator[Played]:
        """Each game as it ends; `waiting` is told now and then which one begins next.

        Whoever leaves early ends the games that go on.
        """
        begun, going = 0, set[Future[Played | None]]()
        executor = ThreadPoolExecutor(threads, thread_name_prefix="contest")
        try:
            while begun < games or going:
                while begun < games and len(going) < threads:
                    going.add(executor.submit(self._play, begun))
                    begun += 1
                ended, going = wait(going, LOOK, FIRST_COMPLETED)
                waiting(begun)
                for future in ended:
                    if (played := future.result()) is not None:
                        yield played
        finally:
            self._stop()
            while wait(going, LOOK).not_done:
                self._close()  # programs of games that were beginning
            executor.shutdown()
            self._close()

    def _play(self, number: int) -> Played | None:
        """One game; None where the contest ended during it."""
        count = len(self.contestants)
        opening = number // count if self.every_seat else number
        seats = tuple((seat - number) % count for seat in range(count))
        team, control = self._team(), SearchControl()
        before = [player.seconds for player in team]
        bout = Bout(self.game, [team[one] for one in seats], control)
        with self._lock:
            self._controls.add(control)
            stopped = self._stopped
        if stopped:
            return None
        result = bout.play(self.openings(opening), f"{self.seed} {number}")
        with self._lock:
            self._controls.remove(control)
            if self._stopped:
                return None
        self._idle.put(team)
        spent = tuple(
            None if then is None or player.seconds is None else player.seconds - then
            for then, player in zip(before, team, strict=True)
        )
        return Played(number, seats, tuple(bout.moves), spent, result, bout.fault)

    def _team(self) -> list[Player]:
        """Players that sit idle, or new ones."""
        try:
            return self._idle.get_nowait()
        except Empty:
            team = [contestant.enter() for contestant in self.contestants]
            with self._lock:
                self._teams.append(team)
            return team

    def _stop(self) -> None:
        """End the games that go on, within moments."""
        with self._lock:
            self._stopped = True
            controls = list(self._controls)
        for control in controls:
            control.stop()
        self._close()

    def _close(self) -> None:
        """End the programs."""
        with self._lock:
            teams = list(self._teams)
        for player in (player for team in teams for player in team):
            player.close()
