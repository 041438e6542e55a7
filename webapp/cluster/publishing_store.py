"""A store that tells the other servers of all that is committed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.cluster.packets import ALL, Look, Seek, match_channel
from webapp.domain.events import Created, Ended, Joined, Shown
from webapp.service.ports import StoreAway

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from datetime import timedelta

    from webapp.cluster.packets import Packet
    from webapp.domain.history import Recorded
    from webapp.service.ports import Batch, Store

OF_SEEKS = (Created, Joined, Ended, Shown)
"""What may put a match among those that wait for strangers, or take it away."""


class PublishingStore:
    """The service's `Store` over another one; news go out once a commit has succeeded."""

    def __init__(
        self, store: Store, tell: Callable[[str, Packet], None], doubt: Callable[[str], None]
    ) -> None:
        """`doubt` hears of matches of which nobody knows whether a commit has succeeded."""
        self._store = store
        self._tell = tell
        self._doubt = doubt

    def commit(self, batches: Sequence[Batch]) -> None:
        try:
            self._store.commit(batches)
        except StoreAway:
            for batch in batches:  # what was lost may be the answer alone
                self._doubt(batch.match.id)
            raise
        for batch in batches:
            match = batch.match
            self._tell(match_channel(match.id), Look(match.id, match.v))
            if match.open and any(isinstance(record.event, OF_SEEKS) for record in batch.records):
                self._tell(ALL, Seek(match.id))

    def load(self, match_id: str, after: int = 0) -> list[Recorded]:
        return self._store.load(match_id, after)

    def load_all(self, match_ids: Collection[str]) -> dict[str, list[Recorded]]:
        return self._store.load_all(match_ids)

    def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        return self._store.versions(match_ids)

    def waiting(self, within: timedelta) -> list[str]:
        return self._store.waiting(within)

    def public(self, limit: int, within: timedelta) -> dict[str, int]:
        return self._store.public(limit, within)

    def unfinished_of(self, guest: str, within: timedelta) -> dict[str, int]:
        return self._store.unfinished_of(guest, within)

    def finished_of(self, guest: str, within: timedelta, most: int) -> dict[str, int]:
        return self._store.finished_of(guest, within, most)

    def matches_of(self, guest: str, after: str, most: int, *, over: bool) -> list[str]:
        return self._store.matches_of(guest, after, most, over=over)

    def count_public(self, within: timedelta) -> int:
        return self._store.count_public(within)

    def awaiting_ai(self) -> list[str]:
        return self._store.awaiting_ai()

    def clocked(self) -> list[str]:
        return self._store.clocked()
