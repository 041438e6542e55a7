"""The service's `Announcer` over Socket.IO rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webapp.sockets.broadcast import emit
from webapp.sockets.coalesce import Coalescer

if TYPE_CHECKING:
    from socketio import Server

    from webapp.service.crowd import Crowd

LOBBY = "lobby"
"""The room of those who look at the list of matches. Match ids are longer."""

PRESENCE_INTERVAL = 0.25
"""Seconds between two messages of who is in a match."""


def laboratory_room(job_id: str) -> str:
    """The room of those who wait for a laboratory job."""
    return f"laboratory:{job_id}"


class RoomAnnouncer:
    """Sends each kind of message to those whom it concerns."""

    def __init__(self, server: Server, crowd: Crowd) -> None:
        self._server = server
        self._crowd = crowd
        self._presence = Coalescer(self._emit_presence, PRESENCE_INTERVAL)

    def event(self, match_id: str, payload: dict[str, Any]) -> None:
        emit(self._server, "event", payload, to=match_id)

    def hints(self, match_id: str, guest: str, payload: dict[str, Any]) -> None:
        for sid in self._crowd.sids(match_id, guest):
            emit(self._server, "hints", payload, to=sid)

    def thinking(self, match_id: str, payload: dict[str, Any]) -> None:
        emit(self._server, "thinking", payload, to=match_id)

    def presence(self, match_id: str, payload: dict[str, Any]) -> None:
        self._presence.put(match_id, payload)

    def laboratory(self, job_id: str, payload: dict[str, Any]) -> None:
        emit(self._server, "laboratory", payload, to=laboratory_room(job_id))

    def analysis(self, sid: str, payload: dict[str, Any]) -> None:
        emit(self._server, "analysis", payload, to=sid)

    def lobby(self, payload: dict[str, Any]) -> None:
        emit(self._server, "lobby", payload, to=LOBBY)

    def _emit_presence(self, match_id: str, payload: dict[str, Any]) -> None:
        emit(self._server, "presence", payload, to=match_id)
