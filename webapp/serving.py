"""Runs the application until it is told to stop, and says where it is to be found."""

from __future__ import annotations

import errno
import gc
import logging
import os
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

from webapp import create_app
from webapp.config import Config
from webapp.extensions import services
from webapp.paths import signing_secret
from webapp.persistence.database import identity, open_database
from webapp.persistence.owner import owned
from webapp.sockets.edge import Edge
from webapp.stopping import Stop

if TYPE_CHECKING:
    from engine.warmup import Warmup

SWITCH_INTERVAL = 0.0005
"""Seconds a thread may keep the interpreter while others wait. Python's default is ten times
as long: with searches running beside, the slowest hundredth of the moves took 305 ms instead
of 26 on a busy machine with two cores."""


PATIENCE = 3.0
"""Seconds for a server that is leaving to give its port up."""


class CannotListen(Exception):
    """The address is not this machine's, or another program listens there."""


class CannotJoin(Exception):
    """There is no way to the other servers."""


def check_redis(url: str) -> None:
    """Raise `CannotJoin`, with the reason, where `url` leads to no Redis; one that is not there
    just now will be."""
    if not url:
        return
    try:
        from webapp.cluster.link import connect  # noqa: PLC0415 (Redis's client is optional)

        connect(url).close()
    except ImportError:
        raise CannotJoin("--redis needs more; in a checkout: pip install '.[machines]'") from None
    except ValueError as error:
        raise CannotJoin(f"{url!r} leads to no Redis: {error}") from None


DIFFERENCES = {
    "secret": "The other servers sign cookies with another secret; give all the same "
    "FLIPFOUR_SECRET.",
    "database": "The other servers at this Redis have another database; give all the same "
    "FLIPFOUR_DATABASE. If they have all been stopped, try again in a minute.",
}


def _check_agreement(config: Config, database: str) -> None:
    """Raise `CannotJoin` where the other servers would not know our people's cookies or games."""
    from webapp.cluster.agreement import differs  # noqa: PLC0415 (Redis's client is optional)

    found = differs(config.redis, config.secret or signing_secret(config.folder), database)
    if found:
        raise CannotJoin(DIFFERENCES[found])


def serve(config: Config, host: str, port: int) -> None:
    """Serve until SIGTERM or Ctrl-C.

    Raises:
        CannotOpen: there is no such database.
        CannotListen: with a sentence for the person who chose the address.
        CannotJoin: with one for whoever named Redis.
    """
    if config.redis:
        _check_agreement(config, "")  # before another installation's database is brought up to date
    database = open_database(config.database)
    if config.redis:
        _check_agreement(config, identity(database))
    database.dispose()
    with owned(config.database):
        run(config, host, port)


def run(config: Config, host: str, port: int) -> None:
    """Serve a database that nobody else serves."""
    check_address(host, port)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    sys.setswitchinterval(SWITCH_INTERVAL)
    stop = Stop()
    app = create_app(config)
    edge = Edge(app, host, port).start()
    spare_garbage(services(app).warmup)
    say_where(host, edge.port, config.database)
    stop.wait()  # every accepted move is in the database; nothing needs to be finished
    edge.stop()
    services(app).close()
    sys.stdout.flush()
    os._exit(0)  # a search in its kernel hears nothing until its next look at the stop word


def spare_garbage(warmup: Warmup) -> None:
    """Have the collector pass over what the program is made of, now and once its kernels are there.

    None of it becomes garbage, but looking through it stops every thread: for 180 ms at a time,
    while a thousand people came to watch.
    """

    def freeze() -> None:
        gc.collect()
        gc.freeze()

    def wait() -> None:
        warmup.wait()
        freeze()

    freeze()
    threading.Thread(target=wait, name="flipfour-garbage", daemon=True).start()


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
