"""What a client may send. Every event is acknowledged, a refusal with code and sentence."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from flask_socketio import ConnectionRefusedError as Refused

from webapp import wire
from webapp.domain.errors import SENTENCES, Refusal
from webapp.domain.seat import Guest
from webapp.errors import log_failure, log_refusal, log_report, status_of
from webapp.identity import guest_of
from webapp.service.analysis import Look
from webapp.service.limits import address_key
from webapp.service.live import WouldWait
from webapp.service.turns import NOBODY, Visitor
from webapp.sockets.announcer import LOBBY, laboratory_room, own_room, spread, study_room
from webapp.sockets.broadcast import UNREADABLE
from webapp.sockets.loop_handler import Haste, LoopHandler

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from _typeshed.wsgi import WSGIEnvironment
    from flask_socketio import SocketIO

    from webapp.extensions import Services

PROTOCOL = 2
"""Grows when an old page could no longer follow a newer server."""

CLOCKLESS = 1
"""The one before: whoever speaks it follows any match but one with clocks."""

EVENTS = [
    *("pulse", "beat", "watch", "leave", "act", "lobby", "laboratory", "analysis"),
    *("chat", "say", "chat_switch", "report", "study"),
]
"""What a connected client may send."""


MOST_WATCHED = 200
"""Matches that one socket looks at; a page looks at one. Each stays in memory for it."""


class Handlers:
    """The events of the application's only namespace.

    None has Flask's context of a request, which takes longer to make than most of what is asked.
    """

    def __init__(
        self,
        socketio: SocketIO,
        services: Services,
        session_of: Callable[[WSGIEnvironment], Mapping[str, Any]],
    ) -> None:
        """`session_of`: what the cookie of a request says."""
        self._services = services
        self._server = socketio.server
        self._session_of = session_of
        self._haste = Haste()
        config = services.config
        alone = not config.redis and config.count_in.startswith("memory")
        self.loop_handler = LoopHandler(self._haste, self._enters_at_once, alone=alone)
        self._clockless: set[str] = set()
        self._visitors: dict[str, Visitor] = {}
        self._counted: set[str] = set()
        """Whose next message has been counted already, when it was tried without waiting."""
        self._server.on("connect", self.connect)
        self._server.on("disconnect", self.disconnect)
        for name in EVENTS:
            self._server.on(name, self._answering(getattr(self, name)))
        self._server.on(UNREADABLE, self._answering(self.unreadable))
        self._server.on("*", self._answering(self.unknown, named=True))

    def connect(self, sid: str, environ: WSGIEnvironment, auth: object = None) -> None:
        protocol = auth.get("protocol") if isinstance(auth, dict) else None
        if protocol not in {PROTOCOL, CLOCKLESS}:
            raise Refused(SENTENCES["protocol"], {"code": "protocol", "protocol": PROTOCOL})
        nobody = Guest(f"anonymous-{secrets.token_urlsafe(8)}", "")
        cookie = self._session_of(environ)
        guest = guest_of(cookie, self._services.identities) or nobody
        self._admit(sid, Visitor(address_key(environ.get("REMOTE_ADDR")), guest.id))
        if protocol == CLOCKLESS:
            self._clockless.add(sid)
        try:
            guest = self._come(sid, cookie, nobody)
        except Exception:
            self._part(sid)
            raise
        self._services.matches.presence.connected(guest.id)

    def _come(self, sid: str, cookie: Mapping[str, Any], nobody: Guest) -> Guest:
        """Put a socket among the others, of whom the store knows now: who takes another name or
        signs it out meanwhile tells the sockets that are there."""
        identities, crowd = self._services.identities, self._services.crowd
        while True:
            changes = identities.changes
            guest = guest_of(cookie, identities) or nobody
            crowd.connect(sid, guest, cookie.get("generation", 0))
            if changes == identities.changes:
                return guest
            crowd.disconnect(sid)

    def disconnect(self, sid: str, *_reason: object) -> None:
        try:
            self._part(sid)
        except Exception as error:
            self.failed(sid, error)

    def _part(self, sid: str) -> None:
        self._clockless.discard(sid)
        self._counted.discard(sid)
        if (leaving := self._visitors.pop(sid, None)) is not None:
            self._services.limits.leave("open_sockets", leaving)
        gone = self._services.crowd.disconnect(sid)
        self._services.analyses.rest(sid)
        self._services.laboratory.leave(sid)
        for match_id in self._services.crowd.watched_by(sid):
            self._server.leave_room(sid, match_id)  # or it would be told, after the close
            self._services.matches.leave(match_id, sid)
        if gone is not None:
            self._services.matches.presence.connected(gone.id)

    def pulse(self, sid: str, *_: object) -> Mapping[str, Any]:
        """A sign of life for a player's page, which would notice silence late by itself."""
        return {"ok": True}

    def watch(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        match_id, v, you, named, name = wire.parse_watching(data)
        guest = self._guest(sid)
        if name and guest.name not in {"", name}:
            raise Refusal("other")
        if sid in self._clockless and self._services.matches.match(match_id).control:
            raise Refusal("protocol")
        watched = self._services.crowd.watched_by(sid)
        if len(watched) >= MOST_WATCHED and match_id not in watched:
            raise Refusal("watching")
        enter = partial(self._server.enter_room, sid, match_id)
        answer = self._services.matches.watch(
            match_id, v, sid, guest, enter, you, named=named, wait=not self._haste.on
        )
        return wire.watched(answer, self._services.listing.describe)

    def leave(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        match_id, _v = wire.parse_watch(data)
        self._server.leave_room(sid, match_id)
        self._services.matches.leave(match_id, sid)
        return {"ok": True}

    def act(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        match_id, _v = wire.parse_watch(data)
        matches = self._services.matches
        try:
            with self._services.metrics.acting():
                v = matches.act(match_id, self._guest(sid), wire.parse_act(data))
            return {"ok": True, "v": v}
        except Refusal as error:
            self._services.metrics.refused(error.code)
            return wire.refusal(error, matches.version(match_id))

    def beat(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        match_id, sent_at = wire.parse_beat(data)
        self._services.matches.heard(match_id, self._guest(sid), sent_at)
        return {"ok": True}

    def lobby(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        """Follow the list of matches, and whose boards the page shows."""
        on, shown = wire.parse_listing(data)
        own = own_room(self._guest(sid).id)
        self._services.crowd.show(sid, (shown or ()) if on else ())
        if not on:
            self._server.leave_room(sid, LOBBY)
            self._server.leave_room(sid, own)
            return {"ok": True}
        self._server.enter_room(sid, LOBBY)
        self._server.enter_room(sid, own)
        return {
            "ok": True,
            "spread": spread(self._server),
            "games": self._services.listing.snapshots()
            if shown is None
            else [wire.thumbnail(match) for match in self._services.lobby.known(shown)],
            "seeks": [wire.seek(match) for match in self._services.seeks.shown()],
        }

    def laboratory(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        """Follow a laboratory job; the answer says how it stands now."""
        job_id = wire.parse_job(data)
        with self._entering(sid, laboratory_room(job_id)):
            return {"ok": True} | self._services.laboratory.listen(job_id, sid).news()

    def analysis(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        """Analyse what the page shows, or nothing more for it."""
        if isinstance(data, dict) and data.get("on") is False:
            self._services.analyses.rest(sid)
        else:
            token, line, review, effort = wire.parse_look(data)
            visitor = self._visitors[sid]
            self._services.limits.spend("analysis", visitor)
            self._services.analyses.look(sid, Look(token, line, visitor, review, effort))
        return {"ok": True}

    def study(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        """Follow a study; the answer says which version it has now."""
        study_id = wire.parse_study_id(data)
        with self._entering(sid, study_room(study_id)):
            return {"ok": True, "version": self._services.studies.get(study_id).version}

    def chat(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        """What was said beside a match so far."""
        match_id, _v = wire.parse_watch(data)
        return wire.chat(self._services.chat.hear(match_id, self._guest(sid)))

    def say(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        match_id, room, text = wire.parse_say(data)
        self._services.limits.spend("chat", self._visitors[sid])
        self._services.chat.say(match_id, self._guest(sid), room, text)
        return {"ok": True}

    def chat_switch(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        match_id, on = wire.parse_switch(data)
        self._services.limits.spend("chat", self._visitors[sid])
        self._services.chat.switch(match_id, self._guest(sid), on=on)
        return {"ok": True}

    def report(self, sid: str, data: object = None, *_: object) -> Mapping[str, Any]:
        """A line for the operator's log, with what was said."""
        match_id, number = wire.parse_report(data)
        self._services.limits.spend("reports", self._visitors[sid])
        reported = self._services.chat.reported(match_id, self._guest(sid), number)
        log_report(reported, self._visitors[sid])
        return {"ok": True}

    def unknown(self, sid: str, *_: object) -> Mapping[str, Any]:
        return wire.refusal(Refusal("unknown_event"))

    def unreadable(self, sid: str, *_: object) -> Mapping[str, Any]:
        return wire.refusal(Refusal("malformed"))

    def failed(self, sid: str, error: Exception) -> Mapping[str, Any]:
        """The answer when a handler raised."""
        visitor = self._visitors.get(sid, NOBODY)
        if isinstance(error, Refusal):
            self._services.metrics.refused(error.code)
            log_refusal(error.code, status_of(error), visitor)
            return wire.refusal(error)
        log_failure(error, visitor)
        return wire.refusal(Refusal("unavailable"))

    @contextmanager
    def _entering(self, sid: str, room: str) -> Iterator[None]:
        """Be in a room before what is told there is looked up, and not at all where it is refused:
        a room for every name that somebody makes up would be kept as long as the socket."""
        self._server.enter_room(sid, room)
        try:
            yield
        except Exception:
            self._server.leave_room(sid, room)
            raise

    def _admit(self, sid: str, visitor: Visitor) -> None:
        """Count one more socket of a visitor; one too many is refused."""
        limits = self._services.limits
        try:
            limits.spend("sockets", visitor)
            limits.enter("open_sockets", visitor)
        except Refusal as error:
            self._services.metrics.refused(error.code)
            log_refusal(error.code, status_of(error), visitor)
            raise Refused(error.message, {"code": error.code, "retry": error.retry}) from None
        self._visitors[sid] = visitor
        self._services.guest_addresses.saw(visitor)

    def _answering(
        self, handler: Callable[..., Mapping[str, Any]], *, named: bool = False
    ) -> Callable[..., Mapping[str, Any]]:
        """`handler`, for as many messages as one visitor may send, with an answer in any case;
        `named`: it is called with the event's name first."""

        def answer(*given: Any) -> Mapping[str, Any]:
            sid, *data = given[1:] if named else given
            try:
                visitor = self._visitors.get(sid)
                if visitor is None:  # it has gone meanwhile
                    self._counted.discard(sid)
                    raise Refusal("unavailable")
                if sid in self._counted:
                    self._counted.discard(sid)
                else:
                    self._services.limits.spend("messages", visitor)
                return handler(sid, *data)
            except WouldWait:
                self._haste.in_vain = True
                self._counted.add(sid)
                return cast("Mapping[str, Any]", self._server.not_handled)  # no answer so far
            except Exception as error:
                return self.failed(sid, error)

        return answer

    def _enters_at_once(self, transport: str) -> bool:
        """Whether who comes there is known without asking the database."""
        session = self._session_of(self._server.environ[transport])
        guest = session.get("guest")
        if not isinstance(guest, str):
            return True
        known = self._services.identities.remembers
        return known(guest, session["name"], session.get("generation", 0))

    def _guest(self, sid: str) -> Guest:
        guest = self._services.crowd.guest(sid)
        if guest is None:
            raise Refusal("unavailable")
        return guest
