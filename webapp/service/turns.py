"""Work that waits, of which addresses get equal shares of time, and the guests behind each of
one equal shares of its part.

Whoever has had the least goes first (start-time fair queueing: P. Goyal, H. Vin, H. Cheng,
1996). Who comes back after a while has saved nothing up, and many sockets of one guest, or
many guests at one address, take nothing from others.
"""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

KEPT = 1000
"""Shares of those for whom nothing is done that are kept at most."""


class Visitor(NamedTuple):
    """Who asks, so that everybody gets a fair share."""

    address: str = ""
    guest: str = ""


NOBODY = Visitor()


class Task(Protocol):
    """What can wait; the least urgency comes first among those of one visitor."""

    @property
    def visitor(self) -> Visitor: ...
    @property
    def urgency(self) -> int: ...


W = TypeVar("W", bound=Task)


@dataclass(slots=True)
class _Shares:
    """Seconds that each of some sharers has had, counted from a common clock."""

    used: dict[Hashable, float] = field(default_factory=dict)
    clock: float = 0.0

    def of(self, sharer: Hashable) -> float:
        return max(self.used.get(sharer, 0.0), self.clock)

    def charge(self, sharer: Hashable, seconds: float) -> None:
        self.used[sharer] = self.of(sharer) + seconds
        if len(self.used) > KEPT:
            self.used = {who: had for who, had in self.used.items() if had > self.clock}

    def give_back(self, sharer: Hashable, seconds: float) -> None:
        if sharer in self.used:
            self.used[sharer] -= seconds


class Turns(Generic[W]):
    """Not thread-safe: whoever shares it holds a lock."""

    def __init__(self) -> None:
        self._order = itertools.count()
        self._waiting: dict[Visitor, list[tuple[int, int, W]]] = {}
        self._addresses = _Shares()
        self._guests: defaultdict[str, _Shares] = defaultdict(_Shares)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[W]:
        """What waits, in no order."""
        return (entry[2] for queue in self._waiting.values() for entry in queue)

    def put(self, work: W) -> None:
        queue = self._waiting.setdefault(work.visitor, [])
        heapq.heappush(queue, (work.urgency, next(self._order), work))

    def take(self) -> W | None:
        """The next work of whoever has had the least, None where none waits."""
        visitor = self._next()
        if visitor is None:
            return None
        self._addresses.clock, self._guests[visitor.address].clock = self._had(visitor)
        queue = self._waiting[visitor]
        work = heapq.heappop(queue)[2]
        if not queue:
            del self._waiting[visitor]
        return work

    def peek(self) -> W | None:
        """What `take` would take."""
        visitor = self._next()
        return None if visitor is None else self._waiting[visitor][0][2]

    def charge(self, visitor: Visitor, seconds: float) -> None:
        """Count time as had, before it is known how much it will be."""
        self._addresses.charge(visitor.address, seconds)
        self._guests[visitor.address].charge(visitor.guest, seconds)
        if len(self._guests) > KEPT:
            busy = {who.address for who in self._waiting} | {visitor.address}
            for address in [old for old in self._guests if old not in busy]:
                del self._guests[address]

    def give_back(self, visitor: Visitor, seconds: float) -> None:
        """Count so much less of what was charged."""
        self._addresses.give_back(visitor.address, seconds)
        self._guests[visitor.address].give_back(visitor.guest, seconds)

    def line(self, seconds: float, most: int) -> list[W]:
        """What waits, in the order it would be taken if each took `seconds`; `most` of it."""
        trial: Turns[W] = Turns()
        trial._waiting = {who: list(queue) for who, queue in self._waiting.items()}
        trial._addresses = _Shares(dict(self._addresses.used), self._addresses.clock)
        for address, guests in self._guests.items():
            trial._guests[address] = _Shares(dict(guests.used), guests.clock)
        found: list[W] = []
        while len(found) < most and (work := trial.take()) is not None:
            trial.charge(work.visitor, seconds)
            found.append(work)
        return found

    def before(self, visitor: Visitor, other: Visitor) -> bool:
        """Whether it is a visitor's turn rather than another's."""
        return visitor == other or self._had(visitor) < self._had(other)

    def drop(self, unwanted: Callable[[W], bool]) -> None:
        """Forget what nobody waits for any more."""
        for visitor, queue in list(self._waiting.items()):
            kept = [entry for entry in queue if not unwanted(entry[2])]
            if len(kept) == len(queue):
                continue
            heapq.heapify(kept)
            self._waiting[visitor] = kept
            if not kept:
                del self._waiting[visitor]

    def _next(self) -> Visitor | None:
        """Whose turn it is."""
        if not self._waiting:
            return None
        return min(self._waiting, key=lambda who: (*self._had(who), self._waiting[who][0][:2]))

    def _had(self, visitor: Visitor) -> tuple[float, float]:
        guests = self._guests.get(visitor.address)
        had = guests.of(visitor.guest) if guests else 0.0
        return self._addresses.of(visitor.address), had
