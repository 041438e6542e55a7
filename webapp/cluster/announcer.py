"""The service's `Announcer` where pages of other servers want to know, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webapp import wire
from webapp.cluster.packets import (
    ALL,
    JobNews,
    Listed,
    Owned,
    Said,
    Studied,
    Switched,
    match_channel,
)
from webapp.sockets.announcer import RoomAnnouncer
from webapp.sockets.coalesce import Coalescer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from socketio import Server

    from webapp.cluster.packets import Packet
    from webapp.domain.chat import Line
    from webapp.domain.match import Match
    from webapp.service.crowd import Crowd

LISTED_INTERVAL = 1.0
"""Seconds between two packets of how one match stands in the lists of other servers, all of which
read it: lists are glanced at, and whoever looks at the match hears of its moves otherwise."""


class SharedAnnouncer(RoomAnnouncer):
    """Tells our pages, and the other servers what theirs do not learn by versions."""

    def __init__(
        self,
        server: Server,
        crowd: Crowd,
        tell: Callable[[str, Packet], None],
        tell_soon: Callable[[str, Packet], None],
    ) -> None:
        """`tell` may wait for Redis; `tell_soon` never does, and may be called on the loop."""
        super().__init__(server, crowd)
        self._tell = tell
        self._tell_soon = tell_soon
        self._elsewhere = Coalescer(self._tell_listed, LISTED_INTERVAL, self._later)

    def lobby(self, match: Match) -> None:
        thumbnail = wire.thumbnail(match)
        self.listed(thumbnail)
        self._elsewhere.put(match.id, thumbnail, match.status)

    def own(self, match: Match) -> None:
        for guest in {seat.guest for seat in match.seats if seat.guest}:
            game = wire.own_game(match, guest)
            self.owned(guest, game)
            self._tell(ALL, Owned(guest, dict(game)))

    def challenged(self, match: Match, guest: str) -> None:
        super().challenged(match, guest)
        self._tell(ALL, Owned(guest, dict(wire.own_game(match, guest))))

    def heard_line(self, match: Match, line: Line) -> None:
        """Our readers of something said by way of another server read it."""
        super().said(match, line)

    def heard_switch(self, match: Match, names: Sequence[str]) -> None:
        """Our part of a match learns that its chat was switched by way of another server."""
        super().chat_off(match, names)

    def laboratory(self, job_id: str, payload: Mapping[str, Any]) -> None:
        super().laboratory(job_id, payload)
        self._tell(ALL, JobNews(dict(payload)))

    def heard_news(self, payload: Mapping[str, Any]) -> None:
        """Those here who wait for a question that another server answers learn how far it is."""
        super().laboratory(str(payload["job"]), payload)

    def heard_study(self, study_id: str, version: int) -> None:
        """Our readers of a study learn that it was changed by way of another server."""
        super().study(study_id, version)

    def study(self, study_id: str, version: int) -> None:
        super().study(study_id, version)
        self._tell(ALL, Studied(study_id, version))

    def said(self, match: Match, line: Line) -> None:
        super().said(match, line)
        self._tell(match_channel(match.id), Said(match.id, line.number))

    def chat_off(self, match: Match, names: Sequence[str]) -> None:
        super().chat_off(match, names)
        self._tell(match_channel(match.id), Switched(match.id))

    def _tell_listed(self, _match_id: str, thumbnail: Mapping[str, Any]) -> None:
        self._tell_soon(ALL, Listed(dict(thumbnail)))
