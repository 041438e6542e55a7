"""Games that are forgotten: whichever they are, and with nobody kept waiting."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlalchemy import event, func, select, update

from tests.webapp.library.entries import ENTRIES, everything
from webapp.domain.library import EVERYBODY, Entry, Indexed, indexed
from webapp.persistence import library, library_waiting
from webapp.persistence.library import LibraryRows
from webapp.persistence.library_models import LibraryGameRow


def test_a_game_of_a_newer_server_is_forgotten_too(rows: LibraryRows) -> None:
    """It cannot be read here, and was looked for again and again without end."""
    rows.add(EVERYBODY, ENTRIES[:3])
    before = everything(rows)
    rows.add("ann", ENTRIES[5:8], rows.collect("ann", "file", [], 0))
    with rows._engine.begin() as connection:
        strange = connection.scalar(select(func.max(LibraryGameRow.id)))
        one = update(LibraryGameRow).where(LibraryGameRow.id == strange)
        connection.execute(one.values(game="hex:11"))
    rows.drop_collection("ann", 1)
    assert rows.count("ann") == 0
    played = everything(rows).pop("played")
    assert everything(rows) == before | {"played": played}


def test_nothing_is_worked_out_while_others_wait_to_write(
    rows: LibraryRows,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(library, "SWEEP", 5)
    rows.add("ann", ENTRIES[:12], rows.collect("ann", "file", [], 0))
    writing: list[str] = []
    sizes: list[int] = []

    def asked(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("SELECT"):
            writing.append(statement)

    def by_game(entries: Sequence[Entry]) -> list[Indexed]:
        assert not writing
        sizes.append(len(entries))
        return indexed(entries)

    event.listen(rows._engine, "before_cursor_execute", asked)
    event.listen(rows._engine, "checkin", lambda *_: writing.clear())
    monkeypatch.setattr(library_waiting, "by_game", by_game)
    rows.drop_collection("ann", 1)
    assert rows.count("ann") == 0
    assert sizes[:3] == [5, 5, 2]
