"""One server among several: the service's `OtherServers`, and what is done with others' news.

A version says that there is something to see; what it is stands in the store. So news may be
lost, doubled or late: the store is asked whenever the line to Redis was down, and every two seconds
while it is.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from webapp.cluster.activities import Activities
from webapp.cluster.agreement import agree
from webapp.cluster.announcer import SharedAnnouncer
from webapp.cluster.catching_up import CatchingUp
from webapp.cluster.claiming import ClaimingThinker
from webapp.cluster.helpers import Helpers
from webapp.cluster.link import Link
from webapp.cluster.local_services import LocalServices
from webapp.cluster.members import BEAT, SERVERS, Members
from webapp.cluster.open_counts import OpenCounts
from webapp.cluster.packets import (
    ALL,
    Came,
    Does,
    HungUp,
    JobKept,
    JobStopped,
    JobWanted,
    Look,
    Named,
    Renamed,
    Sign,
    Went,
    decode,
    encode,
    match_channel,
    match_of,
)
from webapp.cluster.people import People
from webapp.cluster.publishing_store import PublishingStore
from webapp.cluster.rounds import Backlog, Rounds
from webapp.cluster.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from socketio import Server

    from webapp.cluster.packets import Packet
    from webapp.domain.seat import Guest
    from webapp.service.chat import Chat
    from webapp.service.crowd import Crowd
    from webapp.service.identities import Identities
    from webapp.service.laboratory import Laboratory
    from webapp.service.limits import Limits
    from webapp.service.matches import Matches
    from webapp.service.ports import Store
    from webapp.service.seeks import Seeks
    from webapp.worker.pool import AiPool

PAIRING = 5.0
"""Seconds for which one server may hold the others up while it brings people together."""

ASK_EVERY = 2.0
"""Seconds between two looks at the store while the other servers cannot be heard."""

TEND_EVERY = 10.0
"""Seconds between two looks at what nobody has in memory, by one server for all."""

KEEP_EVERY = 20.0
"""Seconds between two times that Redis is told who is here: less than it takes to forget."""


class Cluster:
    """Thread-safe. The parts of the application are made or wrapped by it, then `attach`ed."""

    def __init__(self, url: str, secret: str, database: str = "") -> None:
        """`secret` and `database`, any text that stands for it, are the same at all servers."""
        self._agreed = secret, database
        self._link = Link(url, self._hear, self._joined, self._returned)
        self.members = Members(self._link)
        self.workers = Workers(self._link, self.members)
        self.helpers = Helpers(self._link, self.members, self.workers.task_queue)
        self.activities = Activities(self._link, self.members.me, self._does)
        self._open_counts = OpenCounts(self._link, self.members)
        self._limits: Limits
        self._behind = CatchingUp(self.tell)
        self.people_there = People(self._link, self.members.me, self._behind.crowd_changed)
        self._announcer: SharedAnnouncer
        self._thinker: ClaimingThinker
        self._pool: AiPool
        self._own_threads = 1
        self._local: LocalServices
        self._news = Backlog()
        self._rounds = Rounds(
            BEAT / 2,
            (BEAT, self._meet),
            (ASK_EVERY, self._ask_store),
            (KEEP_EVERY, self._keep_people),
            (TEND_EVERY, self._tend_resting),
        )

    # -- For the wiring --------------------------------------------------------------------

    def publishing(self, store: Store) -> Store:
        """A store that tells the others of all that is committed."""
        return PublishingStore(store, self.tell, self._behind.doubt)

    def announcer(self, server: Server, crowd: Crowd) -> SharedAnnouncer:
        """Tells pages here and elsewhere."""
        self._announcer = SharedAnnouncer(server, crowd, self.tell, self._tell_soon)
        return self._announcer

    def thinker(self, pool: AiPool, threads: int) -> ClaimingThinker:
        """Asks a pool with so many threads of its own what no other server asks its own."""
        self._pool, self._own_threads = pool, threads
        self._thinker = ClaimingThinker(pool, self.members)
        return self._thinker

    def gauges(self) -> dict[str, tuple[str, Callable[[], float]]]:
        """For the operator."""
        return {
            "workers": ("Workers that live", lambda: len(self.workers)),
            "redis_up": ("Whether Redis is reached", lambda: float(self.reached)),
        } | self.helpers.gauges()

    def among_servers(self) -> tuple[str, Callable[[], Collection[str] | None]]:
        """This server's id, and what answers those that live; None where Redis is away."""

        def alive() -> Collection[str] | None:
            found = self.members.all(SERVERS)
            return found if self.reached else None

        return self.members.me, alive

    def attach(
        self,
        store: Store,
        crowd: Crowd,
        matches: Matches,
        seeks: Seeks,
        chat: Chat,
        laboratory: Laboratory,
        identities: Identities,
        limits: Limits,
    ) -> None:
        """Let these hear what others say."""
        self._limits = limits
        parts = (store, crowd, matches, seeks, chat, laboratory, identities)
        self._local = LocalServices(*parts, self._announcer, self._thinker)

    def start(self) -> None:
        """Hear and be heard from now on; waits a moment for Redis, and goes on without."""
        self._link.follow(ALL)
        self._link.start()
        self._behind.start(self._local, self.people_there)
        self._rounds.start()
        self._news.start()
        self._link.wait(1.0)

    def close(self) -> None:
        self._rounds.close()
        self._behind.close()
        self._news.close()
        self.members.leave()
        self._link.close()

    def tell(self, channel: str, packet: Packet) -> None:
        """Tell the servers that hear a channel."""
        self._link.publish(channel, encode(packet, self.members.me))

    def _tell_soon(self, channel: str, packet: Packet) -> None:
        self._news.put(lambda: self.tell(channel, packet))

    # -- OtherServers -----------------------------------------------------------------------

    alone = False

    @property
    def reached(self) -> bool:
        return self._link.up

    def follow(self, match_id: str) -> None:
        self._link.follow(match_channel(match_id))

    def unfollow(self, match_id: str) -> None:
        self._link.unfollow(match_channel(match_id))
        self.people_there.forget(match_id)
        self._local.remote_chat.forget(match_id)

    def came(self, match_id: str, guest: str) -> None:
        self.people_there.came(match_id, guest)
        self.tell(match_channel(match_id), Came(match_id, guest))

    def went(self, match_id: str, guest: str) -> None:
        self.people_there.went(match_id, guest)
        self.tell(match_channel(match_id), Went(match_id, guest))

    def named(self, match_id: str, guest: str, name: str) -> None:
        self.people_there.named(match_id, guest, name)
        self.tell(match_channel(match_id), Named(match_id, guest, name))

    def names(self, match_id: str) -> Mapping[str, str]:
        return self.people_there.names(match_id)

    def does(self, guest: str, doing: str) -> None:
        if self.activities.note(guest, doing):
            self.tell(ALL, Does(guest, doing))

    def doing(self, guest: str) -> str:
        return self.activities.of(guest)

    def people(self, match_id: str) -> frozenset[str]:
        return self.people_there.at(match_id)

    def sign(self, match_id: str, guest: str, lag: int) -> None:
        self.tell(match_channel(match_id), Sign(match_id, guest, lag))

    @contextmanager
    def pairing(self) -> Iterator[None]:
        with self._before_others("flipfour:pairing") as first:
            if first:
                self._local.refresh_seeks()
            yield

    @contextmanager
    def challenging(self) -> Iterator[None]:
        with self._before_others("flipfour:challenging"):
            yield

    def keep_seek(self, match_id: str, milliseconds: int) -> None:
        self._link.do(
            lambda redis: redis.set(f"flipfour:seek:{match_id}", 1, px=milliseconds), None
        )

    def is_kept(self, match_id: str) -> bool:
        if not self.reached:
            return True
        return bool(self._link.do(lambda redis: redis.exists(f"flipfour:seek:{match_id}"), 1))

    def claim_job(self, job_id: str) -> bool:
        return self.members.claim(f"job:{job_id}")

    def kept_job(self, job_id: str) -> None:
        self.tell(ALL, JobKept(job_id))

    def wants_job(self, job_id: str, guest: str) -> None:
        self.tell(ALL, JobWanted(job_id, guest))

    def stops_job(self, job_id: str, guest: str) -> None:
        self.tell(ALL, JobStopped(job_id, guest))

    def keeps_library(self) -> bool:
        return self.members.claim("library")

    def opened(self, counts: Mapping[str, int]) -> Mapping[str, int]:
        return self._open_counts.tell(counts)

    def renamed(self, guest: Guest) -> None:
        self.tell(ALL, Renamed(guest.id, guest.name))

    def hung_up(self, guest: str) -> None:
        self.tell(ALL, HungUp(guest))

    @contextmanager
    def _before_others(self, name: str) -> Iterator[bool]:
        """Meanwhile the other servers wait, unless they cannot be told: whether they do."""
        release = self._link.lock(name, PAIRING)
        try:
            yield release is not None
        finally:
            if release:
                release()

    # -- On the listening thread -----------------------------------------------------------

    def _hear(self, channel: str, text: bytes) -> None:
        if self.workers.task_queue.hear(channel, text):
            return
        found = decode(text, self.members.me)
        if found is None:
            return
        packet, sender = found
        if isinstance(packet, Look):
            self._behind.see_to(packet.match, packet.v)
        elif isinstance(packet, Came | Went | Named):
            self.people_there.heard(sender, packet)
        elif isinstance(packet, Does):
            self.activities.heard(sender, packet.guest, packet.doing)
        elif isinstance(packet, Sign):
            self._local.hear(packet)
        else:
            self._news.put(lambda: self._local.hear(packet))

    def _joined(self, channel: str) -> None:
        if (match_id := match_of(channel)) is not None:
            self._behind.see_to(match_id, None)

    def _returned(self) -> None:
        self.members.beat()
        self._keep_people()
        self._news.put(self._local.refresh_seeks)
        self._news.put(self._local.refresh_people)

    def _does(self, guest: str) -> None:
        self._local.does(guest)

    # -- What the rounds do -----------------------------------------------------------------

    def _meet(self) -> None:
        """Live, and notice who does not."""
        self.members.beat()
        self._link.do(lambda redis: agree(redis, *self._agreed), None)
        known = self.people_there.servers()
        alive = self.members.alive(known)
        if alive is not None and (dead := known - alive):
            self.people_there.bury(dead)
            self.activities.learn(self.members.all(SERVERS))
        self.workers.refresh()
        self.workers.fit(self._pool, self._own_threads)
        self.helpers.refresh()
        self._local.take_over()

    def _ask_store(self) -> None:
        """See by the store what cannot be heard."""
        if self.reached:
            return
        for channel in self._link.channels:
            self._joined(channel)

    def _keep_people(self) -> None:
        for channel in self._link.channels:
            if (match_id := match_of(channel)) is not None:
                self.people_there.keep(match_id, self._local.people(match_id))
        self._open_counts.keep(self._limits.open_here())
        self.activities.keep(self._local.activities())
        self.activities.learn(self.members.all(SERVERS))

    def _tend_resting(self) -> None:
        self._local.look_after_jobs()
        if self.members.leads():
            self._local.tend()
