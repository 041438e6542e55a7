"""The service's `Announcer` over Socket.IO rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask_socketio import SocketIO

    from webapp.service.crowd import Crowd

LOBBY = "lobby"
"""The room of those who look at the list of matches. Match ids are longer."""


class RoomAnnouncer:
    """Sends each kind of message to those whom it concerns."""

    def __init__(self, socketio: SocketIO, crowd: Crowd) -> None:
        self._socketio = socketio
        self._crowd = crowd

    def event(self, match_id: str, payload: dict[str, Any]) -> None:
        self._socketio.emit("event", payload, to=match_id)

    def hints(self, match_id: str, guest: str, payload: dict[str, Any]) -> None:
        for sid in self._crowd.sids(match_id, guest):
            self._socketio.emit("hints", payload, to=sid)

    def thinking(self, match_id: str, payload: dict[str, Any]) -> None:
        self._socketio.emit("thinking", payload, to=match_id)

    def presence(self, match_id: str, payload: dict[str, Any]) -> None:
        self._socketio.emit("presence", payload, to=match_id)

    def lobby(self, payload: dict[str, Any]) -> None:
        self._socketio.emit("lobby", payload, to=LOBBY)
