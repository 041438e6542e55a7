"""Puzzles as people solve them: tries that count once, the day's puzzle, streaks, difficulty.

Every answer to a move is looked up in what is shipped with the puzzle; nothing is searched.
"""

from __future__ import annotations

import time
from collections import defaultdict
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from engine.errors import IllegalMove
from engine.puzzles.grading import difficulty
from engine.puzzles.puzzle import standing
from webapp.domain.errors import Refusal
from webapp.domain.puzzle import Progress, daily, following

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.game import Move
    from engine.puzzles.collection import Collection
    from engine.puzzles.puzzle import Puzzle, Standing
    from webapp.service.ports import PuzzleStore

FRESH = 60.0
"""Seconds for which people's solve rates are not asked for again."""


class Puzzles:
    """Every method may be called from any thread."""

    def __init__(
        self,
        store: PuzzleStore,
        puzzles: Collection,
        moment: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._puzzles = puzzles
        self._moment = moment
        self._rates: tuple[float, Mapping[int, tuple[int, int]]] = (-FRESH, {})

    @property
    def numbers(self) -> tuple[int, ...]:
        """All puzzles, the easiest first as the levels found them."""
        return self._puzzles.numbers

    @property
    def day(self) -> int:
        """Today, by universal time."""
        return self._moment().toordinal()

    @property
    def today(self) -> Puzzle:
        """The day's puzzle."""
        return self._puzzles.get(daily(self.numbers, self.day))

    def get(self, number: int) -> Puzzle:
        """The puzzle of a number; raises `Refusal` where there is none."""
        if number not in self._puzzles:
            raise Refusal("no_puzzle")
        return self._puzzles.get(number)

    def progress(self, guest: str) -> Progress:
        """What a guest has made of the puzzles so far."""
        return Progress(tuple(self._store.of(guest)))

    def standing(self, number: int, tried: Sequence[Move]) -> Standing:
        """Where moves of the solver lead; raises `Refusal` where they lead nowhere."""
        try:
            return standing(self.get(number), tried)
        except IllegalMove as error:
            raise Refusal("illegal", str(error)) from None

    def attempt(self, guest: str, number: int, tried: Sequence[Move]) -> Standing:
        """Try the last of some moves; the first try that is wrong or solves the puzzle counts.

        Raises:
            Refusal: a move is not possible.
        """
        reached = self.standing(number, tried)
        if not (reached.solved or reached.wrong):
            return reached
        today = self._daily(number)
        new = self._store.first(guest, number, right=reached.solved, daily=today)
        if reached.wrong:
            self._store.wrong(guest, number)
        elif not new:
            self._store.solve(guest, number, today)
        return reached

    def help(self, guest: str, number: int) -> Puzzle:
        """A guest wants a hint or the answer: what has not been tried counts as not found."""
        puzzle = self.get(number)
        self._store.first(guest, number, right=False, daily=None)
        return puzzle

    def difficulty(self, number: int) -> int:
        """From 1 to 5: the levels' word, corrected by the first tries of people."""
        return difficulty(self._puzzles.entries[number].ease, *self.rate(number))

    def rate(self, number: int) -> tuple[int, int]:
        """(first tries by people, those that were right)."""
        read, rates = self._rates
        if time.monotonic() - read > FRESH:
            rates = self._store.rates()
            self._rates = time.monotonic(), rates
        return rates.get(number, (0, 0))

    def following(self, number: int, theme: str, solved: frozenset[int]) -> int | None:
        """The next unsolved puzzle, of a theme if one is given."""
        return following(self.of_theme(theme), number, solved)

    def of_theme(self, theme: str) -> tuple[int, ...]:
        """The puzzles of a theme (``connectfour.parity``), all where it is empty."""
        return self._themes.get(theme, ()) if theme else self.numbers

    @cached_property
    def _themes(self) -> Mapping[str, tuple[int, ...]]:
        """Every theme's puzzles."""
        found: dict[str, list[int]] = defaultdict(list)
        for number in self.numbers:
            entry = self._puzzles.entries[number]
            for theme in entry.themes:
                found[f"{entry.family}.{theme}"].append(number)
        return {theme: tuple(numbers) for theme, numbers in found.items()}

    def forget(self, guest: str) -> None:
        """Drop all that a person has tried."""
        self._store.forget(guest)

    def _daily(self, number: int) -> int | None:
        return self.day if number == self.today.number else None
