"""The Flask application: its settings, its edges, and what it begins with."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp import pages
from webapp.addresses import correct_addresses
from webapp.api.matches import blueprint as api
from webapp.config import MAX_BODY, Config
from webapp.errors import answer_errors
from webapp.extensions import KEY
from webapp.hosts import HostGate, Hosts
from webapp.pages import operator
from webapp.paths import resource, signing_secret
from webapp.rationing import ration
from webapp.security import protect
from webapp.sessions import Sessions
from webapp.sockets.handlers import Handlers
from webapp.sockets.progress import tell_progress
from webapp.sockets.server import socket_server
from webapp.wiring import wire_services

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from flask import Request
    from werkzeug.routing import MapAdapter


A_YEAR = 365 * 24 * 3600

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
    correct_addresses(app)
    protect(app)
    answer_errors(app)
    socketio = socket_server(app, config)
    services = wire_services(config, socketio)
    app.extensions[KEY] = services
    handlers = Handlers(socketio, services, partial(sessions.of_socket, app))
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
