"""Runs the application until it is told to stop, and says where it is to be found."""

from __future__ import annotations

import errno
import logging
import socket
import sys
import time

from sqlalchemy.engine import make_url
from werkzeug.serving import make_server

from webapp import create_app
from webapp.config import Config
from webapp.persistence.database import open_database

SWITCH_INTERVAL = 0.0005
"""Seconds a thread may keep the interpreter while others wait. Python's default is ten times
as long: with searches running beside, the slowest hundredth of the moves took 305 ms instead
of 26 on a busy machine with two cores."""


PATIENCE = 3.0
"""Seconds for a server that is leaving to give its port up."""


class CannotListen(Exception):
    """The address is not this machine's, or another program listens there."""


def serve(config: Config, host: str, port: int) -> None:
    """Serve until SIGTERM or Ctrl-C.

    Raises:
        CannotOpen: there is no such database.
        CannotListen: with a sentence for the person who chose the address.
    """
    open_database(config.database).dispose()
    check_address(host, port)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    sys.setswitchinterval(SWITCH_INTERVAL)
    if sys.platform == "win32":
        serve_anywhere(config, host, port)
    else:
        from webapp.production import Server  # noqa: PLC0415 (gunicorn needs a POSIX system)

        Server(config, host, port).run()


def check_address(host: str, port: int) -> None:
    """Raise `CannotListen`, with the reason, where a server could not listen."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            family, *_, address = socket.getaddrinfo(host or None, port, flags=socket.AI_PASSIVE)[0]
            with socket.socket(family) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
            return
        except (OSError, UnicodeError) as error:
            in_use = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
            if in_use and time.monotonic() < deadline:
                time.sleep(0.1)
                continue
            raise CannotListen(_why_not(host, port, error)) from error


def _why_not(host: str, port: int, error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError | socket.gaierror):
        return f"There is no host {host!r}."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use; choose another one with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host!r} is no address of this machine."
    return f"Cannot listen on port {port} of {host!r}: {error.strerror or error}."


def serve_anywhere(config: Config, host: str, port: int) -> None:
    """Serve where gunicorn does not run. Meant for one household, not for a crowd."""
    server = make_server(host, port, create_app(config), threaded=True)
    say_where(host, server.server_port, config.database)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


def say_where(host: str, port: int, database: str) -> None:
    """Print the addresses to open, and where the games are kept."""
    for address in addresses(host):
        shown = f"[{address}]" if ":" in address else address
        print(f"Flipfour is at http://{shown}:{port}")  # noqa: T201
    place = make_url(database).render_as_string(hide_password=True)
    print(f"Games are kept in {place.removeprefix('sqlite:///')}", flush=True)  # noqa: T201


def addresses(host: str) -> list[str]:
    """What to type into a browser for a server bound to `host`."""
    if host not in {"0.0.0.0", "::", ""}:  # noqa: S104 (compared, not bound)
        return [host]
    return list(dict.fromkeys(["127.0.0.1", *_network_addresses()]))


def names_of(host: str) -> tuple[str, ...]:
    """The names that a server bound to `host` answers to, besides ``localhost``."""
    found = addresses(host)
    if found != [host]:  # all interfaces: what the network calls this machine as well
        name = socket.gethostname()
        found += [name, f"{name.partition('.')[0]}.local"]
    return tuple(found)


def _network_addresses() -> list[str]:
    """This machine's IPv4 addresses: the one that leads outside, then the name's."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; asks for the route only
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(info[4][0]) for info in infos]
    except OSError:
        pass
    return [address for address in found if not address.startswith("127.")]
