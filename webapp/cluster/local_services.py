"""This server's services, as the other servers' news and the cluster's rounds call them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from webapp.cluster.packets import (
    HungUp,
    JobKept,
    JobNews,
    JobStopped,
    JobWanted,
    Listed,
    Owned,
    Renamed,
    Said,
    Seek,
    Sign,
    Studied,
    Switched,
)
from webapp.cluster.remote_chat import RemoteChat
from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from webapp.cluster.announcer import SharedAnnouncer
    from webapp.cluster.claiming import ClaimingThinker
    from webapp.cluster.packets import Packet
    from webapp.service.chat import Chat
    from webapp.service.crowd import Crowd
    from webapp.service.identities import Identities
    from webapp.service.laboratory import Laboratory
    from webapp.service.matches import Matches
    from webapp.service.ports import Store
    from webapp.service.seeks import Seeks

WAITED = timedelta(hours=1)
"""A seek older than that has lost its owner long ago."""


PEOPLE_AT_ONCE = 500
"""Of whom the store is asked in one query."""


class LocalServices:
    """The parts of a server that other servers' news concern."""

    def __init__(
        self,
        store: Store,
        crowd: Crowd,
        matches: Matches,
        seeks: Seeks,
        chat: Chat,
        laboratory: Laboratory,
        identities: Identities,
        announcer: SharedAnnouncer,
        thinker: ClaimingThinker,
    ) -> None:
        self._store = store
        self._crowd = crowd
        self._matches = matches
        self._seeks = seeks
        self.remote_chat = RemoteChat(chat, announcer)
        self._laboratory = laboratory
        self._identities = identities
        self._announcer = announcer
        self._thinker = thinker
        self._kinds: dict[str, Callable[[Any], None]] = {
            Sign.t: lambda p: matches.remote.sign(p.match, p.guest, p.lag),
            Said.t: lambda p: self.remote_chat.heard(p.match, p.number),
            Switched.t: lambda p: self.remote_chat.switched(p.match),
            Seek.t: lambda p: seeks.heard(p.match),
            Listed.t: lambda p: announcer.listed(p.thumbnail),
            Owned.t: lambda p: announcer.owned(p.guest, p.game),
            JobKept.t: lambda p: laboratory.remote.kept(p.job),
            JobNews.t: self._job_news,
            JobWanted.t: lambda p: laboratory.remote.wanted(p.job, p.guest),
            JobStopped.t: self._job_stopped,
            Renamed.t: self._renamed,
            Studied.t: lambda p: announcer.heard_study(p.study, p.version),
            HungUp.t: self._hung_up,
        }

    def hear(self, packet: Packet) -> None:
        """Take in what is nothing of the cluster's own."""
        with suppress(Refusal):  # the match is none of ours, or the store is away
            self._kinds[packet.t](packet)

    def refresh_seeks(self) -> None:
        """Know of all who wait, and that those known do."""
        known = {match.id for match in self._seeks.all()}
        for match_id in known.union(self._store.waiting(WAITED)):
            with suppress(Refusal):
                self._seeks.heard(match_id)

    def refresh_people(self) -> None:
        """Know by the store whose names are new, and who was signed out."""
        people = self._crowd.generations()
        ids = list(people)
        for first in range(0, len(ids), PEOPLE_AT_ONCE):
            standings = self._identities.standings(ids[first : first + PEOPLE_AT_ONCE])
            for guest_id, standing in standings.items():
                guest, generation = people[guest_id]
                if standing.generation > generation:
                    self._hung_up(HungUp(guest_id))
                elif standing.name and standing.person(guest_id, guest.name) != guest:
                    self._renamed(Renamed(guest_id, guest.name))

    def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        return self._store.versions(match_ids)

    def catch_up(self, match_id: str, v: int) -> None:
        self._matches.remote.catch_up(match_id, v)

    def catch_up_chat(self, match_ids: Collection[str]) -> None:
        """Read to those here what was said at these matches while nobody could hear it."""
        here = self._matches.remote.here(match_ids)
        self.remote_chat.look(here)
        for match_id in set(here).difference(self._matches.remote.here(here)):
            self.remote_chat.forget(match_id)  # it went meanwhile, and would be kept

    def crowd_changed(self, match_id: str) -> None:
        self._matches.remote.crowd_changed(match_id)

    def people(self, match_id: str) -> dict[str, str]:
        """Who is there by way of this server, with the names of those who may be told of."""
        nameless = dict.fromkeys(self._crowd.people(match_id), "")
        return nameless | self._matches.presence.named_here(match_id)

    def does(self, guest: str) -> None:
        """Somebody does something else at another server."""
        self._matches.presence.heard(guest)

    def activities(self) -> dict[str, str]:
        return self._matches.presence.activities()

    def take_over(self) -> None:
        """See to what dead servers have left undone."""
        self._thinker.take_over()

    def tend(self) -> None:
        """See to the clocks and computers of matches that no server may have in memory."""
        self._matches.resume.clocks()
        self._matches.resume.thinking()

    def look_after_jobs(self) -> None:
        """See to the questions that this server answers, and to those that dead ones did."""
        self._laboratory.remote.look_after()

    def _hung_up(self, packet: HungUp) -> None:
        self._identities.forget(packet.guest)
        self._matches.presence.hang_up(packet.guest)

    def _renamed(self, packet: Renamed) -> None:
        self._identities.forget(packet.guest)
        guest = self._identities.person(packet.guest, packet.name)
        self._crowd.rename(guest)
        self._matches.presence.renamed(guest)

    def _job_news(self, packet: JobNews) -> None:
        self._laboratory.remote.heard(packet.news)
        self._announcer.heard_news(packet.news)

    def _job_stopped(self, packet: JobStopped) -> None:
        if not self._laboratory.job(packet.job).away:
            self._laboratory.stop(packet.job, packet.guest)
