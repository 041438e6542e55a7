"""The one place that wires the parts of the web application together."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from engine.players import player_for
from engine.puzzles.collection import collection
from engine.warmup import Warmup
from webapp import pages
from webapp.addresses import mend
from webapp.api.matches import blueprint as api
from webapp.config import MAX_BODY, Config
from webapp.errors import answer_errors
from webapp.extensions import KEY, Services
from webapp.hosts import HostGate, Hosts
from webapp.listing import Listing
from webapp.metrics import Metrics
from webapp.pages import operator
from webapp.paths import resource, signing_secret
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
from webapp.rationing import ration
from webapp.security import protect
from webapp.service.accounts import Accounts
from webapp.service.alarms import Alarms
from webapp.service.analysis import Analyses
from webapp.service.challenges import Challenges
from webapp.service.chat import Chat
from webapp.service.crowd import Crowd
from webapp.service.departures import Departures
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
from webapp.sessions import Sessions
from webapp.sockets.announcer import RoomAnnouncer
from webapp.sockets.handlers import Handlers
from webapp.sockets.progress import tell_progress
from webapp.sockets.server import socket_server
from webapp.worker.analyst import Analyst
from webapp.worker.analyst import nobody as nobody_else
from webapp.worker.laboratory import ChildRunner
from webapp.worker.pool import AiPool, nobody

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from flask import Request
    from flask_socketio import SocketIO
    from sqlalchemy import Engine
    from werkzeug.routing import MapAdapter

    from webapp.cluster.cluster import Cluster
    from webapp.service.ports import Store

A_YEAR = 365 * 24 * 3600

UNHEARD_SERVERS = "Servers that have this database and another Redis, or none"

SOCKETS = "/socket.io/"
"""Where sockets begin; Socket.IO takes them before Flask does."""


class Application(Flask):
    """Flask, which looks for no route where a socket begins: there is none."""

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        if request is not None and request.path == SOCKETS:
            return None
        return super().create_url_adapter(request)


def build(config: Config | None = None) -> Flask:
    """The application, its database opened and its AI threads running."""
    config = config or Config()
    app = Application(
        "webapp",
        template_folder=str(resource("templates")),
        static_folder=str(resource("static")),
    )
    app.config.update(
        SECRET_KEY=config.secret or signing_secret(config.folder),
        MAX_CONTENT_LENGTH=MAX_BODY,
        MAX_FORM_PARTS=100,
        PERMANENT_SESSION_LIFETIME=2 * A_YEAR,
        SESSION_REFRESH_EACH_REQUEST=False,
        SESSION_COOKIE_NAME="flipfour",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
    )
    app.session_interface = sessions = Sessions()
    ration(app)
    mend(app)
    protect(app)
    answer_errors(app)
    socketio = socket_server(app, config)
    services = _wire(config, socketio)
    app.extensions[KEY] = services
    handlers = Handlers(socketio, services, partial(sessions.said, app))
    app.extensions["flipfour.loop_handler"] = handlers.loop_handler
    app.register_blueprint(api)
    operator.register(app)
    pages.register(app)
    services.metrics.watch(services.gauges())
    app.wsgi_app = _front(app.wsgi_app, config, services.hosts)  # type: ignore[assignment,method-assign]
    if config.compile:
        services.warmup.start()
        tell_progress(socketio.server, services.warmup)
    for part in services.background:
        part.start()
    services.matches.resume.thinking()
    services.matches.resume.clocks()
    services.alarms.start()
    services.laboratory.resume()
    return app


def _front(app: WSGIApplication, config: Config, hosts: Hosts) -> WSGIApplication:
    """What a request meets first: whom the proxies speak for, and whether it is meant for us."""
    guarded = HostGate(app, hosts)
    if not config.proxies:
        return guarded
    return ProxyFix(guarded, x_for=config.proxies, x_proto=config.proxies, x_host=0)


def _wire(config: Config, socketio: SocketIO) -> Services:
    database = open_database(config.database)
    cluster = _cluster(config, database)
    other_servers = cluster or ALONE
    neighbours = Neighbours(database, *(cluster.among_servers() if cluster else ()))
    patience = Patience(database)  # both see all connections that are made from now on
    uptime = _uptime(database)
    alarms = Alarms(uptime)
    guest_addresses = GuestAddresses()
    warmup = Warmup()
    crowd = Crowd(other_servers)
    store: Store = Repository(database, uptime.wall)
    announcer = RoomAnnouncer(socketio.server, crowd)
    if cluster is not None:
        store = cluster.publishing(store)
        announcer = cluster.announcer(socketio.server, crowd)
    live = LiveMatches(store, lambda match_id: not crowd.is_empty(match_id), other_servers)
    rating_rows = RatingRows(database, uptime.wall)
    ratings = Ratings(rating_rows)
    matches = Matches(
        store,
        live,
        crowd,
        announcer,
        uptime,
        alarms,
        ratings,
        pace=config.ai_pace,
        guest_addresses=guest_addresses,
        other_servers=other_servers,
    )
    lobby = Lobby(store, matches, live)
    seeks = Seeks(
        matches, crowd, announcer, uptime, alarms, ratings, guest_addresses, other_servers
    )
    chat = Chat(ChatLines(database), matches, announcer, on=config.chat)
    limits = Limits(config.limits, config.count_in, other_servers)
    identities = Identities(IdentityRows(database))
    laboratory = _laboratory(config, database, announcer, guest_addresses, cluster)
    analyses = Analyses(announcer, Reviews(database))
    analyst = _analyst(config, analyses, warmup, cluster)
    metrics = Metrics()
    pool = _pool(config, matches, warmup, metrics, cluster)
    if cluster is None:
        matches.attach(pool)
    else:
        matches.attach(cluster.thinker(pool, config.ai_threads))
        cluster.attach(store, crowd, matches, seeks, chat, laboratory, identities, limits)
        cluster.helpers.widen(analyst, laboratory)
        metrics.watch(cluster.gauges())
    metrics.watch({"unheard_servers": (UNHEARD_SERVERS, lambda: neighbours.unheard)})
    shelves = LibraryRows(database)
    librarian = Librarian(shelves, store, other_servers, uptime.wall)
    late_ratings = LateRatings(rating_rows, ratings, live)
    accounts = Accounts(AccountRows(database), Passwords())
    challenges = Challenges(ChallengeRows(database), matches, lobby, announcer, other_servers)
    studies = Studies(StudyRows(database), announcer)
    puzzles = Puzzles(PuzzleRows(database), collection())
    library = Library(shelves, librarian)
    departures = Departures(
        DepartureRows(database),
        store,
        matches,
        identities,
        keepers=(challenges, chat, studies, puzzles, library, ratings),
        other_servers=other_servers,
    )
    background = (uptime, librarian, patience, neighbours, late_ratings, departures)
    return Services(
        config=config,
        database=database,
        store_answers=partial(answers, database),
        let_go=partial(let_go, database),
        crowd=crowd,
        live=live,
        matches=matches,
        lobby=lobby,
        listing=Listing(lobby),
        ai=pool,
        warmup=warmup,
        laboratory=laboratory,
        analyses=analyses,
        polled_reviews=PolledReviews(analyses, alarms, uptime),
        identities=identities,
        accounts=accounts,
        challenges=challenges,
        hosts=Hosts(config),
        alarms=alarms,
        seeks=seeks,
        limits=limits,
        guest_addresses=guest_addresses,
        metrics=metrics,
        chat=chat,
        studies=studies,
        puzzles=puzzles,
        library=library,
        painter=Painter(),
        ratings=ratings,
        departures=departures,
        background=(*background, *([cluster] if cluster else ())),
    )


def _pool(
    config: Config, matches: Matches, warmup: Warmup, metrics: Metrics, cluster: Cluster | None
) -> AiPool:
    """The threads that choose the computer's moves, which ask workers first where there are any."""
    return AiPool(
        matches.answer,
        partial(player_for, compiled=warmup.searcher),
        config.ai_threads,
        config.ai_deadline,
        tell=matches.waits,
        measure=metrics.searched,
        workers=cluster.workers.ask if cluster else nobody,
        load=warmup.searcher,
    )


def _laboratory(
    config: Config,
    database: Engine,
    announcer: RoomAnnouncer,
    guest_addresses: GuestAddresses,
    cluster: Cluster | None,
) -> Laboratory:
    """The laboratory, whose questions child processes answer, or workers."""
    children = ChildRunner(config.folder / "laboratory", config.laboratory_memory)
    return Laboratory(
        cluster.helpers.runner(children, config.laboratory_jobs) if cluster else children,
        announcer,
        Questions(database),
        config.laboratory_jobs,
        guest_addresses,
        cluster or ALONE,
    )


def _analyst(
    config: Config, analyses: Analyses, warmup: Warmup, cluster: Cluster | None
) -> Analyst:
    """The threads that search what people analyse, or have workers do it."""
    return Analyst(
        analyses,
        warmup.searcher,
        lambda: config.compile and not warmup.wait(0),
        cluster.helpers.analyse if cluster else nobody_else,
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
