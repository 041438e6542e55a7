"""What the service needs of the store about people: names, challenges and ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from webapp.domain.seat import Guest
from webapp.names import as_guest

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from webapp.domain.account import Account, Kept
    from webapp.domain.match import Match
    from webapp.domain.rating import Rated, Rating


@dataclass(frozen=True, slots=True)
class Standing:
    """What the store knows of somebody who comes with a cookie.

    Attributes:
        generation: how often the guest has signed browsers out.
        name: the one that is kept for this person, None of a guest.
        taken: whether the nickname in the cookie is kept for somebody else.
        hidden: whether this person wishes nobody to see that he or she is here.
    """

    generation: int = 0
    name: str | None = None
    taken: bool = False
    hidden: bool = False

    def person(self, guest_id: str, nickname: str) -> Guest:
        """Who stands so and whose cookie has this nickname."""
        if self.name is not None:
            return Guest(guest_id, self.name, registered=True, hidden=self.hidden)
        return Guest(guest_id, as_guest(nickname) if self.taken else nickname)


class IdentityStore(Protocol):
    """Keeps who has signed browsers out. Every method may be called from any thread."""

    def standing(self, guest: str, keys: Collection[str]) -> Standing:
        """How somebody stands whose nickname has these `webapp.lookalikes.keys`."""

    def standings(self, guests: Collection[str]) -> Mapping[str, Standing]:
        """How these people stand, but for whether a nickname is taken; without those of whom
        nothing is kept."""

    def advance(self, guest: str) -> int:
        """Count one more time; answers how many there are now."""

    def spend(self, link: str, lifetime: timedelta) -> bool:
        """Note that a link was used; False where it had been. What is long past may go."""


class AccountStore(Protocol):
    """Keeps the names of people. Every method may be called from any thread.

    A name is kept by its `webapp.lookalikes.keys`, each of which one person alone has, for ever.
    """

    def date(self) -> datetime:
        """The date and time by which names are kept."""

    def of(self, guest: str) -> Kept | None:
        """The account of a person, None of a guest."""

    def by_keys(self, keys: Collection[str]) -> Kept | None:
        """Whoever has, or had before, a name with one of these keys; best with all."""

    def is_free(self, keys: Collection[str], guest: str) -> bool:
        """Whether a person may have a name: none of its keys is somebody else's, or was."""

    def names(self, guests: Collection[str]) -> Mapping[str, str]:
        """The names of those of some people who have an account, by their ids."""

    def search(self, beginning: str, most: int) -> Sequence[Account]:
        """People whose names' keys begin so."""

    def add(
        self, guest: str, name: str, keys: Collection[str], password: str, rescue: str
    ) -> Account | None:
        """Keep a new account with a password's hash and a rescue link's digest; None where a
        key is somebody else's, or the guest has an account already."""

    def rename(self, of: Kept, name: str, keys: Collection[str], moment: datetime | None) -> bool:
        """Give a person another name; `moment` counts as the last change, None: it is none.
        False where a key is somebody else's, or the account is not `of` any more."""

    def set_password(self, of: Kept, password: str, rescue: str | None) -> bool:
        """Keep another hash, and another rescue link's digest where there is one; False where the
        account is not `of` any more."""

    def hide(self, guest: str, *, hidden: bool) -> bool:
        """Note whether a person wishes nobody to see that he or she is here; False: no account."""

    def of_rescue(self, rescue: str) -> Kept | None:
        """The account with this rescue link's digest."""

    def rescue(self, rescue: str, password: str, following: str) -> bool:
        """Put a password's hash and a new digest in place of the old ones; False where nobody has
        this digest any more."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Somebody who has left for good.

    Attributes:
        everywhere: the name goes from all matches, not only from those that are not over.
        reached: the last match, in the order of ids, that bears the name no more.
    """

    guest: str
    everywhere: bool
    reached: str = ""


class DepartureStore(Protocol):
    """Keeps who has left, until all that was theirs is forgotten. Every method may be called from
    any thread."""

    def note(self, guest: str, *, everywhere: bool) -> Departure:
        """Note that a person leaves, and drop the account, if there is one: its names are nobody's
        from then on, and nobody gets them."""

    def all(self) -> Sequence[Departure]:
        """Those of whom something may be left."""

    def reach(self, guest: str, match_id: str) -> None:
        """The person's matches up to this one bear the name no more."""

    def done(self, guest: str) -> None:
        """Nothing is left of a person."""


class ChallengeStore(Protocol):
    """Keeps whom invitations are meant for. Every method may be called from any thread."""

    def add(self, match_id: str, guest: str, by: Guest) -> None:
        """Note that a match of a person's is meant for another one."""

    def of(self, guest: str, most: int) -> Mapping[str, int]:
        """Ids of the matches that wait and are meant for a person, with their versions: first those
        of people who keep their names, of either kind the newest first."""

    def waiting(self, guest: str, *, registered: bool) -> int:
        """How many wait for a person, by people who keep their names or by others."""

    def made(self, by: str) -> int:
        """How many of a person's wait for others."""

    def between(self, by: str, guest: str, within: timedelta) -> str | None:
        """Id of the newest match of one person's for another that waits, or that was declined in
        the time `within`."""

    def decline(self, match_id: str, guest: str) -> bool:
        """Note that a person declines; False: the match is not meant for him or her, or does not
        wait any more."""

    def forget(self, guest: str) -> None:
        """Drop a person's challenges to others, and decline those to him or her: by them
        `Store.matches_of` finds where the name stands."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody on a list of the strongest."""

    guest: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class Past:
    """A rating as it was from a moment on, by which match."""

    at: datetime
    value: float
    match: str


class RatingStore(Protocol):
    """Keeps ratings, which `Store.commit` changes. Every method may be called from any thread."""

    def today(self) -> int:
        """The day's number, the same at all servers that have the store."""

    def of(self, guest: str) -> Mapping[str, Rating]:
        """A person's ratings by game, as of the last one that counted."""

    def history(self, guest: str, game: str, limit: int) -> Sequence[Past]:
        """The last changes of a rating, the oldest first."""

    def made(self, matches: Collection[str]) -> Mapping[tuple[str, int], tuple[float, float]]:
        """What matches have made of their players' ratings: before and after, by match and seat."""

    def strongest(self, game: str, since: int, deviation: float, count: int) -> Sequence[Ranked]:
        """Those who keep a name, whose rating is as sure as that, and who have played since a day;
        so many where there are."""

    def left_over(self) -> Sequence[str]:
        """Ids of rated matches whose end was written down without what it counts for."""

    def settle(self, match: Match, ratings: Sequence[Rated]) -> None:
        """Count a match that was left over, unless somebody else has; without `ratings` it counts
        for nothing.

        Raises:
            VersionConflict: the ratings it was worked out from are others by now.
        """

    def forget(self, guest: str) -> None:
        """Drop a person's ratings, and the way to them."""
