"""Entries for tests of the library's store, and all that it keeps."""

from __future__ import annotations

from importlib.resources import files

from sqlalchemy import func, select

from engine.formats.wthor import read_names, records_of
from engine.registry import game as game_of
from webapp.domain.library import WON, Entry, Wanted
from webapp.persistence import library_models
from webapp.persistence.library import LibraryRows

DATA = files("tests.data").joinpath("othello")
RECORDS, _ = records_of(
    DATA.joinpath("WTH_1980.wtb").read_bytes(),
    read_names(DATA.joinpath("wthor_players.jou").read_bytes()),
    read_names(DATA.joinpath("wthor_tournaments.trn").read_bytes()),
)


ENTRIES = [Entry.of_record(record) for record in RECORDS]


def drops(moves: str, players=("Ann", "Bob"), result=WON, day=20260102, **more) -> Entry:
    game = game_of("connectfour")
    return Entry(game, game.parse_moves(moves), players, result, day, **more)


def everything(rows: LibraryRows) -> dict[str, int]:
    tables = (
        library_models.LibraryGameRow,
        library_models.LibraryNamedRow,
        library_models.LibraryNoteRow,
        library_models.LibraryPositionRow,
    )
    with rows._engine.connect() as connection:
        sizes = {t.__tablename__: connection.scalar(select(func.count()).select_from(t))
                 for t in tables}  # fmt: skip
        played = connection.scalar(select(func.sum(library_models.LibraryMoveRow.games)))
    return sizes | {"played": int(played or 0)}


def search(rows: LibraryRows, guest: str = "", **wanted) -> list[str]:
    found = rows.search(guest, Wanted(**wanted), 100)
    return [kept.entry.game.format_moves(kept.entry.moves) for kept in found]
