"""How much one person, and one address, may ask for: one table, and who is over it.

The counts live where `Config.limit_store` says, in memory or in a store that several servers
share. A school class, or the hall of a tournament, comes from one address: an address may do
what forty people do who do all they may, or three hundred who play.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

from limits import parse_many

from webapp.domain.errors import Refusal
from webapp.service.counting import BadStore, Counting
from webapp.service.other_servers import ALONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from webapp.service.other_servers import OtherServers
    from webapp.service.turns import Visitor

RATES: dict[str, tuple[str, str]] = {
    "requests": ("600/minute", "12000/minute"),
    "sockets": ("60/minute", "1200/minute"),
    "messages": ("150/10 seconds", "8000/10 seconds"),
    "matches": ("20/minute;200/hour", "800/minute"),
    "renames": ("10/minute", "800/minute"),
    "chat": ("6/10 seconds;60/5 minutes", "600/10 seconds"),
    "reports": ("5/minute", "60/minute"),
    "links": ("20/minute", "60/minute"),
    "registrations": ("10/minute;40/hour", "60/minute;400/hour"),
    "signins": ("10/minute;60/hour", "60/minute;600/hour"),
    "guesses": ("10/10 minutes;50/day", "2000/day"),
    "analysis": ("150/10 seconds", "1500/10 seconds"),
    "studies": ("20/minute;100/hour", "400/minute"),
    "puzzles": ("60/minute", "6000/minute"),
    "imports": ("6/minute;60/hour", "60/minute"),
    "exports": ("6/minute;60/hour", "20/minute"),
    "laboratory": ("20/minute", "200/minute"),
}
"""Name -> (for one guest, for one address), in the notation of the library `limits`.

``analysis`` lets somebody hold an arrow key down; ``guesses`` are tries at the password of one
name, from one place and from all together (`webapp.signing_in.guesser`); the rest is what nobody
does by hand.
"""

AT_ONCE: dict[str, tuple[int, int]] = {"open_sockets": (30, 1200)}
"""What may be open at a time: name -> (for one guest, for one address)."""

IPV6_PREFIX = 64
"""Bits of an IPv6 address that say who it is; the rest a machine chooses by itself."""

IPV6_PLACE = 48
"""Bits of one that say from where somebody guesses, or waits for strangers: more than that anybody
may rent, and has 65,536 addresses as `IPV6_PREFIX` counts them."""

RETRY = 30
"""Seconds after which to try again what is limited by what is open, not by time."""


class BadLimit(ValueError):
    """A limit that cannot be read, with a sentence for whoever wrote it."""


def address_key(address: str | None, prefix: int = IPV6_PREFIX) -> str:
    """The part of an address, or of what this answered for one, that stands for one household or
    school; empty for this machine, which is not limited, as all would seem to be it behind a proxy
    that was not declared."""
    try:
        found = ip_address((address or "").partition("/")[0])
    except ValueError:
        return address or ""
    if found.version == 6:
        if found.ipv4_mapped is not None:
            return address_key(str(found.ipv4_mapped), prefix)
        if not found.is_loopback:
            network = ip_network((found, prefix), strict=False)
            return str(network)
    return "" if found.is_loopback else str(found)


def refusal(wait: float, said: str = "That was too much at once") -> Refusal:
    """The sentence for whoever has to wait so many seconds."""
    seconds = max(1, math.ceil(wait))
    when = "in a second" if seconds == 1 else f"in {seconds} seconds"
    if seconds > 90:
        when = f"in {math.ceil(seconds / 60)} minutes"
    if seconds > 90 * 60:
        when = f"in {math.ceil(seconds / 3600)} hours"
    return Refusal("limit", f"{said}; please try again {when}.", retry=seconds)


class Pace(NamedTuple):
    """How much is taken at once, and a second from then on."""

    burst: float
    rate: float


class Limits:
    """Counts what people do. Every method may be called from any thread."""

    def __init__(
        self,
        changes: Iterable[str] = (),
        store: str = "memory://",
        other_servers: OtherServers = ALONE,
    ) -> None:
        """`changes`: ``matches.guest=5/minute`` or ``open_sockets.address=5000`` each.

        Raises:
            BadLimit: with a sentence.
        """
        table = _changed(changes)
        self._rates = {name: tuple(parse_many(text) for text in table[name]) for name in RATES}
        self._at_once = {name: tuple(map(int, table[name])) for name in AT_ONCE}
        try:
            self._counting = Counting(store)
        except BadStore as error:
            raise BadLimit(f"Limits cannot be counted at {store!r}: {error}") from None
        self._other_servers = other_servers
        self._lock = threading.Lock()
        self._open: Counter[str] = Counter()
        """What is open here, by its name and whose it is."""

    def spend(self, name: str, visitor: Visitor) -> None:
        """Count one more of `name`.

        Raises:
            Refusal: it is one too many; with when to try again.
        """
        for limits, key in zip(self._rates[name], _keys(visitor), strict=True):
            for limit in limits if key else ():
                reset = self._counting.hit(limit, name, key)
                if reset is not None:
                    raise refusal(reset - time.time())

    def pace(self, name: str) -> Pace:
        """Twice what one guest may do: who is over a limit is told so, yet need not be told as
        often as he asks."""
        mine = self._rates[name][0]
        rate = min(limit.amount / limit.get_expiry() for limit in mine)
        return Pace(2.0 * min(limit.amount for limit in mine), 2.0 * rate)

    def enter(self, name: str, visitor: Visitor) -> None:
        """Count one more that is open, until `leave`.

        Raises:
            Refusal: as many are open as may be.
        """
        most = dict(zip(_names(name, visitor), self._at_once[name], strict=True))
        most.pop("", None)
        with self._lock:
            if any(self._open[key] >= many for key, many in most.items()):
                raise refusal(RETRY)
            self._open.update(most.keys())
            here = {key: self._open[key] for key in most}
        there = self._other_servers.opened(here)
        if any(here[key] + there.get(key, 0) > many for key, many in most.items()):
            self.leave(name, visitor)
            raise refusal(RETRY)

    def leave(self, name: str, visitor: Visitor) -> None:
        """What was counted by `enter` is closed."""
        keys = set(_names(name, visitor)) - {""}
        with self._lock:
            self._open.subtract(keys)
            here = {key: max(0, self._open[key]) for key in keys}
            for key in [key for key, count in here.items() if not count]:
                del self._open[key]
        self._other_servers.opened(here)

    def open_here(self) -> dict[str, int]:
        """What is open at this server, by the names that others are told."""
        with self._lock:
            return dict(self._open)


def _names(name: str, visitor: Visitor) -> tuple[str, str]:
    """What is open for a guest and for an address; empty where nothing is counted."""
    guest, address = _keys(visitor)
    return guest and f"{name}:{guest}", address and f"{name}:{address}"


def _keys(visitor: Visitor) -> tuple[str, str]:
    """What stands for the guest and for the address; empty where nothing is counted."""
    guest = f"guest:{visitor.guest}" if visitor.guest else ""
    return guest, f"address:{visitor.address}" if visitor.address else ""


def _require_some(amounts: Iterable[int]) -> None:
    """Nothing at all is no limit: nobody could do it."""
    if min(amounts) < 1:
        raise ValueError


def _changed(changes: Iterable[str]) -> Mapping[str, tuple[str, str]]:
    table: dict[str, tuple[str, str]] = dict(RATES)
    table |= {name: (str(one), str(many)) for name, (one, many) in AT_ONCE.items()}
    for change in changes:
        where, _, rule = change.partition("=")
        name, _, whom = where.strip().partition(".")
        if name not in table or whom not in {"guest", "address"}:
            known = ", ".join(table)
            raise BadLimit(f"{change!r} is not like matches.guest=5/minute; there are {known}.")
        try:
            _require_some([int(rule)] if name in AT_ONCE else [a.amount for a in parse_many(rule)])
        except ValueError:
            raise BadLimit(f"{rule!r} is no limit for {name}; {table[name][0]!r} is one.") from None
        guest, address = table[name]
        table[name] = (rule, address) if whom == "guest" else (guest, rule)
    return table
