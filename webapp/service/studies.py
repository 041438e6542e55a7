"""Studies that people keep: changed by their owner alone, read by whoever has the address."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING

from engine.registry import family_key
from webapp.domain.errors import Refusal
from webapp.domain.library import plain
from webapp.domain.study import KeptStudy, Wish, bounded, edited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.formats.study import Study
    from webapp.domain.line import Line
    from webapp.domain.seat import Guest
    from webapp.service.ports import StudyAnnouncer, StudyStore

MOST = 100
"""Studies of one guest."""

KEPT = 50_000
"""Studies of all, ten kilobytes each as a rule; beyond, those that nobody has changed for the
longest go first."""

STUDY_ID = re.compile(r"[0-9A-Za-z_-]{1,32}")

ID_BYTES = 12
"""So that nobody finds a study by trying addresses."""


class Studies:
    """Every method may be called from any thread; of two writers one wins by the version."""

    def __init__(self, store: StudyStore, announcer: StudyAnnouncer) -> None:
        self._store = store
        self._announcer = announcer

    def get(self, study_id: str) -> KeptStudy:
        """The study at an address; raises `Refusal` where there is none."""
        found = self._store.load(study_id) if STUDY_ID.fullmatch(study_id) else None
        if found is None:
            raise Refusal("no_study")
        return found

    def of(self, owner: str) -> Sequence[KeptStudy]:
        """Somebody's studies, the last changed first."""
        return self._store.of(owner)

    def matching(self, owner: str, text: str, family: str, most: int) -> Sequence[KeptStudy]:
        """Somebody's studies with a text in their title or notes, the last changed first."""
        wanted = plain(text)
        found = (kept for kept in self._store.of(owner) if _says(kept.study, wanted, family))
        return list(islice(found, most))

    def begin(self, guest: Guest, study: Study) -> KeptStudy:
        """Keep a new study of this guest.

        Raises:
            Refusal: it is too large, or the guest has too many.
        """
        bounded(study)
        if self._store.count(guest.id) >= MOST:
            raise Refusal("many_studies")
        made = secrets.token_urlsafe(ID_BYTES)
        kept = KeptStudy(made, guest.id, guest.name, study, 1, datetime.now(UTC))
        self._store.add(kept, most=KEPT)
        return kept

    def edit(self, study_id: str, guest: str, version: int, wish: Wish) -> tuple[KeptStudy, Line]:
        """The study after its owner's change, and the place to show.

        Raises:
            Refusal: somebody else's, changed meanwhile, or the change is not possible.
        """
        old = self._own(study_id, guest)
        if old.version != version:
            raise Refusal("old_study")
        study, line = edited(old.study, wish)
        if study == old.study:
            return old, line
        new = replace(old, study=study, version=version + 1, updated_at=datetime.now(UTC))
        if not self._store.replace(new):
            raise Refusal("old_study")
        self._announcer.study(study_id, new.version)
        return new, line

    def delete(self, study_id: str, guest: str) -> None:
        """Forget a study; raises `Refusal` where it is not this guest's."""
        self._own(study_id, guest)
        self._store.remove(study_id)
        self._announcer.study(study_id, 0)

    def forget(self, guest: str) -> None:
        """Drop all that a person has kept."""
        self._store.forget(guest)

    def _own(self, study_id: str, guest: str) -> KeptStudy:
        found = self.get(study_id)
        if found.owner != guest:
            raise Refusal("not_yours")
        return found


def _says(study: Study, wanted: str, family: str) -> bool:
    """Whether a study is of a family, if one is given, and has a text in it."""
    if family and family_key(study.game.key) != family:
        return False
    return wanted in plain(study.words)
