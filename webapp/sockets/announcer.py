"""The service's `Announcer` over Socket.IO rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webapp import wire
from webapp.domain.chat import rooms_of
from webapp.domain.match import Status
from webapp.sockets.broadcast import emit, emit_each, hang_up, listeners
from webapp.sockets.coalesce import Coalescer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from socketio import Server

    from webapp.domain.chat import Line
    from webapp.domain.history import Change
    from webapp.domain.match import Match
    from webapp.service.crowd import Crowd
    from webapp.service.news import PositionNews, ProgressNews, ReviewNews
    from webapp.service.views import Presence

LOBBY = "lobby"
"""The room of those who look at the list of matches. Match ids are longer."""

PRESENCE_INTERVAL = 0.25
"""Seconds between two messages of who is in a match, of its players at least."""

LISTS_INTERVAL = 0.25
"""Seconds between two messages of how one match stands in lists, of which matches there are, and of
who waits for a stranger; where many listen, more."""

LOADS = 50
"""Pages a second of all that look at the list of matches, when it has changed for all of them."""


def own_room(guest: str) -> str:
    """The room of a person who looks at his or her list of games."""
    return f"own:{guest}"


def laboratory_room(job_id: str) -> str:
    """The room of those who wait for a laboratory job."""
    return f"laboratory:{job_id}"


def study_room(study_id: str) -> str:
    """The room of those who look at a study."""
    return f"study:{study_id}"


def spread(server: Server) -> int:
    """Milliseconds over which lists of matches are made anew that have changed for everybody."""
    return 1000 * listeners(server, LOBBY) // LOADS


class RoomAnnouncer:
    """Sends each kind of message to those whom it concerns."""

    def __init__(self, server: Server, crowd: Crowd) -> None:
        self._server = server
        self._crowd = crowd
        self._presence = Coalescer(self._emit_presence, PRESENCE_INTERVAL, self._later)
        self._seeks = Coalescer(self._emit_seeks, LISTS_INTERVAL, self._later)
        self._boards = Coalescer(self._emit_board, LISTS_INTERVAL, self._later)
        self._lists = Coalescer(self._emit_list, LISTS_INTERVAL, self._later)
        self._waiting: Sequence[Match] = ()

    def event(self, change: Change) -> None:
        emit(self._server, "event", wire.event(change), to=change.after.id)

    def hints(self, match: Match, guest: str) -> None:
        if sids := self._crowd.sids(match.id, guest):
            payload = wire.hints(match)
            for sid in sids:
                emit(self._server, "hints", payload, to=sid)

    def beat(self, match_id: str, guest: str, now: int) -> None:
        for sid in self._crowd.sids(match_id, guest):
            emit(self._server, "beat", wire.beat(match_id, now), to=sid)

    def thinking(self, match_id: str, seat: int | None, ahead: int = 0) -> None:
        emit(self._server, "thinking", wire.thinking(match_id, seat, ahead), to=match_id)

    def presence(self, match_id: str, presence: Presence) -> None:
        seats = presence.online, presence.standings
        self._presence.put(match_id, wire.presence(match_id, presence), seats, presence.watching)

    def laboratory(self, job_id: str, payload: Mapping[str, Any]) -> None:
        emit(self._server, "laboratory", payload, to=laboratory_room(job_id))

    def analysis(self, sid: str, news: PositionNews | ProgressNews | ReviewNews) -> None:
        emit(self._server, "analysis", wire.analysis(news), to=sid)

    def seeks(self, matches: Sequence[Match]) -> None:
        self._waiting = matches
        if many := listeners(self._server, LOBBY):
            self._seeks.put(LOBBY, {}, listeners=many)

    def lobby(self, match: Match) -> None:
        self.listed(wire.thumbnail(match))

    def listed(self, thumbnail: Mapping[str, Any]) -> None:
        """Those who see a match's board in a list see how it stands. All others learn that one has
        begun, or goes on, only as often as their lists can be made anew."""
        match_id, status = thumbnail["match"], thumbnail["status"]
        if seen := self._crowd.boards.count(match_id):
            self._boards.put(match_id, thumbnail, status, seen)
        if status != Status.FINISHED.value and (many := listeners(self._server, LOBBY)):
            begins = thumbnail["v"] == 1
            self._lists.put("begun" if begins else "gone on", thumbnail, listeners=many)

    def own(self, match: Match) -> None:
        for guest in {seat.guest for seat in match.seats if seat.guest}:
            self.owned(guest, wire.own_game(match, guest))

    def challenged(self, match: Match, guest: str) -> None:
        self.owned(guest, wire.own_game(match, guest))

    def owned(self, guest: str, game: Mapping[str, Any]) -> None:
        """One player's lists of games show how one stands."""
        emit(self._server, "own", game, to=own_room(guest))

    def said(self, match: Match, line: Line) -> None:
        sids = self._crowd.sids_where(match.id, lambda guest: line.room in rooms_of(match, guest))
        emit_each(self._server, "chat", wire.chat_line(match, line), sids)

    def chat_off(self, match: Match, names: Sequence[str]) -> None:
        emit(self._server, "chat_off", wire.chat_off(match.id, names), to=match.id)

    def study(self, study_id: str, version: int) -> None:
        emit(
            self._server, "study", {"study": study_id, "version": version}, to=study_room(study_id)
        )

    def hang_up(self, sid: str) -> None:
        hang_up(self._server, sid)

    def _later(self, seconds: float, function: Callable[[], None]) -> None:
        loop = self._server.flipfour_loop
        loop.call(loop.later, seconds, function)

    def _emit_seeks(self, room: str, _payload: Mapping[str, Any]) -> None:
        """As they are by now: whoever has come meanwhile was told of the latest."""
        emit(self._server, "seeks", {"seeks": [wire.seek(one) for one in self._waiting]}, to=room)

    def _emit_board(self, match_id: str, thumbnail: Mapping[str, Any]) -> None:
        emit_each(self._server, "lobby", thumbnail, self._crowd.boards.seen_by(match_id))

    def _emit_list(self, _news: str, thumbnail: Mapping[str, Any]) -> None:
        emit(self._server, "lobby", {**thumbnail, "spread": spread(self._server)}, to=LOBBY)

    def _emit_presence(self, match_id: str, payload: Mapping[str, Any]) -> None:
        emit(self._server, "presence", payload, to=match_id)
