"""The tables of the library's games."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    DateTime,
    Index,
    LargeBinary,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from webapp.persistence.models import Base, now


class ShelfRow(Base):
    """Whose games of the library are looked through together: everybody's, or one guest's own."""

    __tablename__ = "library_shelves"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner: Mapped[str] = mapped_column(String(64), unique=True)
    games: Mapped[int]


class NumberRow(Base):
    """The last number given to a row of each kind; whoever writes to the library takes one first,
    so that one does at a time."""

    __tablename__ = "library_numbers"

    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    last: Mapped[int] = mapped_column(BigInteger)


class CollectionRow(Base):
    """Games that came in one file."""

    __tablename__ = "library_collections"
    __table_args__ = (Index("ix_library_collections_shelf", "shelf"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    shelf: Mapped[int]
    name: Mapped[str] = mapped_column(String(120))
    games: Mapped[int]
    expected: Mapped[int]
    refused: Mapped[int]
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class WaitingRow(Base):
    """Games of a collection that are still to be kept, some together; the first parts of all
    files come first. Whoever keeps them takes the row away in the same transaction."""

    __tablename__ = "library_waiting"
    __table_args__ = (Index("ix_library_waiting_collection", "collection"),)

    part: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    collection: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    shelf: Mapped[int]
    entries: Mapped[bytes] = mapped_column(LargeBinary)


class LibraryGameRow(Base):
    """A game of the library. `result` is 0 where it is not known, 1 for a draw, 2 + the winner;
    `day` is 20261127, 0 where it is not known."""

    __tablename__ = "library_games"
    __table_args__ = (
        UniqueConstraint("source", "shelf"),
        Index("ix_library_games_found", "shelf", "family", "result", "day", "id"),
        Index("ix_library_games_collection", "collection"),
    )

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    shelf: Mapped[int]
    family: Mapped[str] = mapped_column(String(20))
    game: Mapped[str] = mapped_column(String(40))
    result: Mapped[int] = mapped_column(SmallInteger)
    day: Mapped[int]
    score: Mapped[int | None] = mapped_column(SmallInteger)
    players: Mapped[str] = mapped_column(Text)
    opening: Mapped[str] = mapped_column(String(80))
    moves: Mapped[bytes] = mapped_column(LargeBinary)
    source: Mapped[str | None] = mapped_column(String(40))
    collection: Mapped[int | None]
    details: Mapped[str | None] = mapped_column(Text)


class LibraryNoteRow(Base):
    """The variations and notes that came with a game of the library, and the words in them."""

    __tablename__ = "library_notes"
    __table_args__ = (Index("ix_library_notes_shelf", "shelf"),)

    game: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    shelf: Mapped[int]
    study: Mapped[str] = mapped_column(Text)
    folded: Mapped[str] = mapped_column(Text)


class LibraryNameRow(Base):
    """A player, an opening, or a guest's id, by which games of a shelf are found."""

    __tablename__ = "library_names"
    __table_args__ = (UniqueConstraint("shelf", "kind", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    shelf: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(80))
    folded: Mapped[str] = mapped_column(String(160))


class LibraryNamedRow(Base):
    """A game that a name belongs to."""

    __tablename__ = "library_named"
    __table_args__ = ({"sqlite_with_rowid": False},)

    name: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    day: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)


class LibraryPositionRow(Base):
    """A position that a game came through, by its fingerprint, and the one that came next."""

    __tablename__ = "library_positions"
    __table_args__ = ({"sqlite_with_rowid": False},)

    shelf: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    day: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    after: Mapped[int]
    result: Mapped[int] = mapped_column(SmallInteger)


class LibraryMoveRow(Base):
    """How many games went from an early position to the next, year by year, and how they ended."""

    __tablename__ = "library_moves"
    __table_args__ = ({"sqlite_with_rowid": False},)

    shelf: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    after: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    year: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    games: Mapped[int]
    draws: Mapped[int]
    first: Mapped[int]
    second: Mapped[int]
