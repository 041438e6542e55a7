"""What the services of a match share beside the match itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from webapp.service.other_servers import ALONE

if TYPE_CHECKING:
    from webapp.service.alarms import Alarms
    from webapp.service.crowd import Crowd
    from webapp.service.guest_addresses import GuestAddresses
    from webapp.service.live import LiveMatches
    from webapp.service.other_servers import OtherServers
    from webapp.service.ports import Announcer, Store
    from webapp.service.ratings import Ratings
    from webapp.service.uptime import Uptime


@dataclass(frozen=True, slots=True)
class Environment:
    """Where matches are kept and in memory, who is there and whom to tell, the clock and what it
    wakes, ratings, where people come from, and the other servers."""

    store: Store
    live: LiveMatches
    crowd: Crowd
    announcer: Announcer
    uptime: Uptime
    alarms: Alarms
    ratings: Ratings
    guest_addresses: GuestAddresses
    other_servers: OtherServers = ALONE
