"""What servers tell each other: typed packets, as JSON on Redis channels.

What belongs to one match goes over that match's channel, which only the servers hear that have
it in memory; the rest goes to all. Nothing is lost with a packet: versions heal it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, TypeAlias, get_args

ALL = "flipfour:all"
"""The channel that every server hears."""

_MATCH = "flipfour:match:"


def match_channel(match_id: str) -> str:
    """The channel of a match."""
    return _MATCH + match_id


def match_of(channel: str) -> str | None:
    """The match whose channel this is."""
    return channel.removeprefix(_MATCH) if channel.startswith(_MATCH) else None


@dataclass(frozen=True, slots=True)
class Look:
    """A match has come to version `v`."""

    t: ClassVar[str] = "look"
    match: str
    v: int


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody looks at a match by way of the sending server."""

    t: ClassVar[str] = "came"
    match: str
    guest: str


@dataclass(frozen=True, slots=True)
class Went:
    """Somebody looks at a match by way of the sending server no more."""

    t: ClassVar[str] = "went"
    match: str
    guest: str


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody who looks on by way of the sending server may be told of by name; empty: no more."""

    t: ClassVar[str] = "named"
    match: str
    guest: str
    name: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A player has answered a beat after `lag` milliseconds."""

    t: ClassVar[str] = "sign"
    match: str
    guest: str
    lag: int


@dataclass(frozen=True, slots=True)
class Does:
    """Somebody plays, watches or is online by way of the sending server, or, with no word, is not
    there."""

    t: ClassVar[str] = "does"
    guest: str
    doing: str


@dataclass(frozen=True, slots=True)
class Said:
    """Line `number` of a match's chat is there to be read."""

    t: ClassVar[str] = "said"
    match: str
    number: int


@dataclass(frozen=True, slots=True)
class Switched:
    """Somebody has switched a match's chat off or on."""

    t: ClassVar[str] = "switched"
    match: str


@dataclass(frozen=True, slots=True)
class Seek:
    """A match waits for strangers, or no more."""

    t: ClassVar[str] = "seek"
    match: str


@dataclass(frozen=True, slots=True)
class Listed:
    """How a public match stands in lists, as pages are told."""

    t: ClassVar[str] = "listed"
    thumbnail: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Owned:
    """How a match stands in the list of one of its players."""

    t: ClassVar[str] = "owned"
    guest: str
    game: dict[str, Any]


@dataclass(frozen=True, slots=True)
class JobKept:
    """A question to the laboratory is stored."""

    t: ClassVar[str] = "job_kept"
    job: str


@dataclass(frozen=True, slots=True)
class JobNews:
    """How far a question is, as pages are told."""

    t: ClassVar[str] = "job_news"
    news: dict[str, Any]


@dataclass(frozen=True, slots=True)
class JobWanted:
    """Somebody waits for a question; nobody new with an empty guest."""

    t: ClassVar[str] = "job_wanted"
    job: str
    guest: str


@dataclass(frozen=True, slots=True)
class JobStopped:
    """Somebody does not want a question's answer any more."""

    t: ClassVar[str] = "job_stopped"
    job: str
    guest: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """A person goes by another name, or is known otherwise; what else, the store says."""

    t: ClassVar[str] = "renamed"
    guest: str
    name: str


@dataclass(frozen=True, slots=True)
class HungUp:
    """All sockets of a person end."""

    t: ClassVar[str] = "hung_up"
    guest: str


@dataclass(frozen=True, slots=True)
class Studied:
    """A study has come to version `version`; 0: it is gone."""

    t: ClassVar[str] = "studied"
    study: str
    version: int


Packet: TypeAlias = (
    Look | Came | Went | Named | Sign | Said | Switched | Seek | Listed | Owned | Renamed | HungUp
    | Studied | JobKept | JobNews | JobWanted | JobStopped | Does
)  # fmt: skip

HEAD = 40
"""Bytes of a packet within which its kind and its sender stand."""

_KINDS: dict[str, type[Packet]] = {kind.t: kind for kind in get_args(Packet)}


def encode(packet: Packet, sender: str) -> str:
    """A packet and the id of the server that sends it."""
    return json.dumps([packet.t, sender, asdict(packet)], separators=(",", ":"))


def decode(text: bytes, me: str) -> tuple[Packet, str] | None:
    """A packet and its sender; None for what a newer or older server says to its like, and for
    what the server `me` has said itself, which is not read."""
    if me.encode() in text[:HEAD]:
        return None
    try:
        t, sender, fields = json.loads(text)
        return _KINDS[t](**fields), str(sender)
    except (ValueError, KeyError, TypeError):
        return None
