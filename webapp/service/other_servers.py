"""What one server tells the servers beside it, and knows of them; `ALONE` where it is alone."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from webapp.domain.seat import Guest


class OtherServers(Protocol):
    """The other servers. Every method may be called from any thread, never waits and never
    raises: whoever cannot be reached catches up by the versions of the matches."""

    @property
    def alone(self) -> bool:
        """Whether there can be no others."""

    @property
    def reached(self) -> bool:
        """Whether the others hear us and we hear them."""

    def follow(self, match_id: str) -> None:
        """The match stays in memory here: hear of all that happens to it there."""

    def unfollow(self, match_id: str) -> None:
        """The match has left this server's memory."""

    def came(self, match_id: str, guest: str) -> None:
        """Somebody looks at a match here, who did not before."""

    def went(self, match_id: str, guest: str) -> None:
        """Somebody has closed the last page here with a match."""

    def people(self, match_id: str) -> frozenset[str]:
        """The ids of those who look at a followed match by way of other servers."""

    def named(self, match_id: str, guest: str, name: str) -> None:
        """Somebody who looks on here may be told of by this name; empty: no more."""

    def names(self, match_id: str) -> Mapping[str, str]:
        """The names, by ids, of those who look on by way of other servers and may be told of."""

    def does(self, guest: str, doing: str) -> None:
        """Somebody plays, watches or is online here, as `Standing` has it; empty: no more."""

    def doing(self, guest: str) -> str:
        """What somebody does by way of other servers."""

    def sign(self, match_id: str, guest: str, lag: int) -> None:
        """A player has answered a beat here, after so many milliseconds."""

    def pairing(self) -> AbstractContextManager[None]:
        """Meanwhile no other server brings strangers together, and all seeks are known here."""

    def challenging(self) -> AbstractContextManager[None]:
        """Meanwhile no other server has anybody challenge somebody."""

    def keep_seek(self, match_id: str, milliseconds: int) -> None:
        """Whoever waits in a seek is here, and may be away for so long."""

    def is_kept(self, match_id: str) -> bool:
        """Whether whoever waits in a seek may be at another server."""

    def claim_job(self, job_id: str) -> bool:
        """Whether this server answers an open question of the laboratory, now and until it
        ends: no living one does. To be claimed again and again."""

    def kept_job(self, job_id: str) -> None:
        """A question is stored, anew or otherwise than before."""

    def wants_job(self, job_id: str, guest: str) -> None:
        """Somebody here waits for a question that another server answers; empty: still."""

    def stops_job(self, job_id: str, guest: str) -> None:
        """Somebody here wants no answer any more to a question that another server answers."""

    def keeps_library(self) -> bool:
        """Whether this server writes to the library for all, now and until it ends: no living
        one does. To be asked again and again."""

    def opened(self, counts: Mapping[str, int]) -> Mapping[str, int]:
        """So much is open here of what is limited, by names; answers how much at the others."""

    def renamed(self, guest: Guest) -> None:
        """A person goes by another name."""

    def hung_up(self, guest: str) -> None:
        """All sockets of a person end."""


class NoOtherServers:
    """There are no other servers."""

    alone = True
    reached = True

    def follow(self, match_id: str) -> None:
        pass

    def unfollow(self, match_id: str) -> None:
        pass

    def came(self, match_id: str, guest: str) -> None:
        pass

    def went(self, match_id: str, guest: str) -> None:
        pass

    def people(self, match_id: str) -> frozenset[str]:
        return frozenset()

    def named(self, match_id: str, guest: str, name: str) -> None:
        pass

    def names(self, match_id: str) -> Mapping[str, str]:
        return {}

    def does(self, guest: str, doing: str) -> None:
        pass

    def doing(self, guest: str) -> str:
        return ""

    def sign(self, match_id: str, guest: str, lag: int) -> None:
        pass

    def pairing(self) -> AbstractContextManager[None]:
        return nullcontext()

    def challenging(self) -> AbstractContextManager[None]:
        return nullcontext()

    def keep_seek(self, match_id: str, milliseconds: int) -> None:
        pass

    def is_kept(self, match_id: str) -> bool:
        return False

    def claim_job(self, job_id: str) -> bool:
        return True

    def kept_job(self, job_id: str) -> None:
        pass

    def wants_job(self, job_id: str, guest: str) -> None:
        pass

    def stops_job(self, job_id: str, guest: str) -> None:
        pass

    def keeps_library(self) -> bool:
        return True

    def opened(self, counts: Mapping[str, int]) -> Mapping[str, int]:
        return {}

    def renamed(self, guest: Guest) -> None:
        pass

    def hung_up(self, guest: str) -> None:
        pass


ALONE = NoOtherServers()
