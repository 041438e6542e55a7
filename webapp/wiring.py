"""The one place that makes the parts of the web application and hands them to each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from engine.players import player_for
from engine.puzzles.collection import collection
from engine.warmup import Warmup
from webapp.extensions import Services
from webapp.hosts import Hosts
from webapp.listing import Listing
from webapp.metrics import Metrics
from webapp.paths import signing_secret
from webapp.persistence.accounts import AccountRows
from webapp.persistence.challenges import ChallengeRows
from webapp.persistence.chat import ChatLines
from webapp.persistence.database import answers, identity, let_go, open_database
from webapp.persistence.departures import DepartureRows
from webapp.persistence.identities import Identities as IdentityRows
from webapp.persistence.library import LibraryRows
from webapp.persistence.neighbours import Neighbours
from webapp.persistence.patience import Patience
from webapp.persistence.puzzles import PuzzleRows
from webapp.persistence.questions import Questions
from webapp.persistence.ratings import RatingRows
from webapp.persistence.repository import Repository
from webapp.persistence.reviews import Reviews
from webapp.persistence.shared_uptime import SharedUptime
from webapp.persistence.studies import StudyRows
from webapp.persistence.uptime import UptimeRecord
from webapp.pictures import Painter
from webapp.service.accounts import Accounts
from webapp.service.alarms import Alarms
from webapp.service.analysis import Analyses
from webapp.service.challenges import Challenges
from webapp.service.chat import Chat
from webapp.service.crowd import Crowd
from webapp.service.departures import Departures
from webapp.service.environment import Environment
from webapp.service.guest_addresses import GuestAddresses
from webapp.service.identities import Identities
from webapp.service.laboratory import Laboratory
from webapp.service.late_ratings import LateRatings
from webapp.service.librarian import Librarian
from webapp.service.library import Library
from webapp.service.limits import Limits
from webapp.service.live import LiveMatches
from webapp.service.lobby import Lobby
from webapp.service.matches import Matches
from webapp.service.other_servers import ALONE
from webapp.service.passwords import Passwords
from webapp.service.polled_reviews import PolledReviews
from webapp.service.puzzles import Puzzles
from webapp.service.ratings import Ratings
from webapp.service.seeks import Seeks
from webapp.service.studies import Studies
from webapp.service.uptime import Uptime
from webapp.sockets.announcer import RoomAnnouncer
from webapp.worker.analyst import Analyst
from webapp.worker.analyst import nobody as nobody_else
from webapp.worker.laboratory import ChildRunner
from webapp.worker.pool import AiPool, nobody

if TYPE_CHECKING:
    from flask_socketio import SocketIO
    from sqlalchemy import Engine

    from webapp.cluster.cluster import Cluster
    from webapp.config import Config
    from webapp.service.other_servers import OtherServers
    from webapp.service.ports import Store

UNHEARD_SERVERS = "Servers that have this database and another Redis, or none"


@dataclass(frozen=True, slots=True)
class _Base:
    """What most parts need: the database, the clock, who is here, and whom to tell of it."""

    config: Config
    database: Engine
    cluster: Cluster | None
    neighbours: Neighbours
    patience: Patience
    uptime: Uptime
    alarms: Alarms
    crowd: Crowd
    store: Store
    announcer: RoomAnnouncer
    guest_addresses: GuestAddresses
    warmup: Warmup
    metrics: Metrics

    @property
    def other_servers(self) -> OtherServers:
        return self.cluster or ALONE


@dataclass(frozen=True, slots=True)
class _Play:
    """What a match needs from an open seek to a rating."""

    live: LiveMatches
    rating_rows: RatingRows
    ratings: Ratings
    matches: Matches
    lobby: Lobby
    seeks: Seeks
    chat: Chat


def wire_services(config: Config, socketio: SocketIO) -> Services:
    """The services, their database opened; nothing runs before each of `background` is started."""
    base = _base(config, socketio)
    database, cluster = base.database, base.cluster
    other_servers, announcer = base.other_servers, base.announcer
    play = _play(base)
    limits = Limits(config.limits, config.count_in, other_servers)
    identities = Identities(IdentityRows(database))
    laboratory = _laboratory(base)
    analyses = Analyses(announcer, Reviews(database))
    analyst = _analyst(base, analyses)
    pool = _pool(base, play.matches)
    if cluster is None:
        play.matches.attach(pool)
    else:
        play.matches.attach(cluster.thinker(pool, config.ai_threads))
        cluster.attach(
            base.store, base.crowd, play.matches, play.seeks, play.chat,
            laboratory, identities, limits,
        )  # fmt: skip
        cluster.helpers.widen(analyst, laboratory)
        base.metrics.watch(cluster.gauges())
    base.metrics.watch({"unheard_servers": (UNHEARD_SERVERS, lambda: base.neighbours.unheard)})
    shelves = LibraryRows(database)
    librarian = Librarian(shelves, base.store, other_servers, base.uptime.wall)
    challenges = Challenges(
        ChallengeRows(database), play.matches, play.lobby, announcer, other_servers
    )
    studies = Studies(StudyRows(database), announcer)
    puzzles = Puzzles(PuzzleRows(database), collection())
    library = Library(shelves, librarian)
    departures = Departures(
        DepartureRows(database),
        base.store,
        play.matches,
        identities,
        keepers=(challenges, play.chat, studies, puzzles, library, play.ratings),
        other_servers=other_servers,
    )
    late_ratings = LateRatings(play.rating_rows, play.ratings, play.live)
    background = (
        base.uptime, librarian, base.patience, base.neighbours, late_ratings, departures,
    )  # fmt: skip
    return Services(
        config=config,
        database=database,
        store_answers=partial(answers, database),
        let_go=partial(let_go, database),
        crowd=base.crowd,
        live=play.live,
        matches=play.matches,
        lobby=play.lobby,
        listing=Listing(play.lobby),
        ai=pool,
        warmup=base.warmup,
        laboratory=laboratory,
        analyses=analyses,
        polled_reviews=PolledReviews(analyses, base.alarms, base.uptime),
        identities=identities,
        accounts=Accounts(AccountRows(database), Passwords()),
        challenges=challenges,
        hosts=Hosts(config),
        alarms=base.alarms,
        seeks=play.seeks,
        limits=limits,
        guest_addresses=base.guest_addresses,
        metrics=base.metrics,
        chat=play.chat,
        studies=studies,
        puzzles=puzzles,
        library=library,
        painter=Painter(),
        ratings=play.ratings,
        departures=departures,
        background=(*background, *([cluster] if cluster else ())),
    )


def _base(config: Config, socketio: SocketIO) -> _Base:
    database = open_database(config.database)
    cluster = _cluster(config, database)
    # these two see all connections that are made from now on
    neighbours = Neighbours(database, *(cluster.among_servers() if cluster else ()))
    patience = Patience(database)
    uptime = _uptime(database)
    crowd = Crowd(cluster or ALONE)
    store: Store = Repository(database, uptime.wall)
    announcer = RoomAnnouncer(socketio.server, crowd)
    if cluster is not None:
        store = cluster.publishing(store)
        announcer = cluster.announcer(socketio.server, crowd)
    return _Base(
        config=config,
        database=database,
        cluster=cluster,
        neighbours=neighbours,
        patience=patience,
        uptime=uptime,
        alarms=Alarms(uptime),
        crowd=crowd,
        store=store,
        announcer=announcer,
        guest_addresses=GuestAddresses(),
        warmup=Warmup(),
        metrics=Metrics(),
    )


def _play(base: _Base) -> _Play:
    store, crowd, announcer = base.store, base.crowd, base.announcer
    uptime, others = base.uptime, base.other_servers
    live = LiveMatches(store, lambda match_id: not crowd.is_empty(match_id), others)
    rating_rows = RatingRows(base.database, uptime.wall)
    ratings = Ratings(rating_rows)
    environment = Environment(
        store, live, crowd, announcer, uptime, base.alarms, ratings, base.guest_addresses, others
    )
    matches = Matches(environment, base.config.ai_pace)
    return _Play(
        live=live,
        rating_rows=rating_rows,
        ratings=ratings,
        matches=matches,
        lobby=Lobby(store, matches, live),
        seeks=Seeks(matches, environment),
        chat=Chat(ChatLines(base.database), matches, announcer, on=base.config.chat),
    )


def _pool(base: _Base, matches: Matches) -> AiPool:
    """The threads that choose the computer's moves, which ask workers first where there are any."""
    return AiPool(
        matches.answer,
        partial(player_for, compiled=base.warmup.searcher),
        base.config.ai_threads,
        base.config.ai_deadline,
        tell=matches.waits,
        measure=base.metrics.searched,
        workers=base.cluster.workers.ask if base.cluster else nobody,
        load=base.warmup.searcher,
    )


def _laboratory(base: _Base) -> Laboratory:
    """The laboratory, whose questions child processes answer, or workers."""
    config, cluster = base.config, base.cluster
    children = ChildRunner(config.folder / "laboratory", config.laboratory_memory)
    return Laboratory(
        cluster.helpers.runner(children, config.laboratory_jobs) if cluster else children,
        base.announcer,
        Questions(base.database),
        config.laboratory_jobs,
        base.guest_addresses,
        base.other_servers,
    )


def _analyst(base: _Base, analyses: Analyses) -> Analyst:
    """The threads that search what people analyse, or have workers do it."""
    return Analyst(
        analyses,
        base.warmup.searcher,
        lambda: base.config.compile and not base.warmup.wait(0),
        base.cluster.helpers.analyse if base.cluster else nobody_else,
    )


def _cluster(config: Config, database: Engine) -> Cluster | None:
    """The line to other servers, where there are any."""
    if not config.redis:
        return None
    from webapp.cluster.cluster import Cluster  # noqa: PLC0415 (Redis's client is optional)

    secret = config.secret or signing_secret(config.folder)
    return Cluster(config.redis, secret, identity(database))


def _uptime(database: Engine) -> Uptime:
    """The clock: this server's own, or that of all servers where several may have the database."""
    if database.dialect.name == "postgresql":
        return SharedUptime(database)
    return Uptime(UptimeRecord(database))
