"""The tables but for the library's. Events are the truth; a match's row is a summary for lists."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Double,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
    false,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def now() -> datetime:
    return datetime.now(UTC)


class Base(DeclarativeBase):
    """Metadata of the application's tables."""


class MatchRow(Base):
    """What lists need to know of a match without reading its events; `to_rate`: it is rated, and no
    server that knows ratings has written down its end."""

    __tablename__ = "matches"
    __table_args__ = (
        Index("ix_matches_status_updated", "status", "public", "updated_at"),
        Index("ix_matches_updated", "updated_at"),
        Index(
            "ix_matches_to_rate",
            "status",
            postgresql_where=text("to_rate"),
            sqlite_where=text("to_rate"),
        ),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    status: Mapped[str] = mapped_column(String(16))
    public: Mapped[bool]
    ai_to_move: Mapped[bool]
    clocked: Mapped[bool]
    to_rate: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class EventRow(Base):
    """One event, never changed once written. Its key lets one of two writers win."""

    __tablename__ = "events"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    v: Mapped[int] = mapped_column(primary_key=True)
    t: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    seat: Mapped[int | None]
    act: Mapped[str | None] = mapped_column(String(80))
    clock: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class PlayerRow(Base):
    """A guest who sits in a match, or had it made."""

    __tablename__ = "players"
    __table_args__ = (Index("ix_players_match", "match_id"),)

    guest: Mapped[str] = mapped_column(String(64), primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)


class RatingRow(Base):
    """How strong a person plays a game; see `webapp.domain.rating.Rating`."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_game_value", "game", "value"),)

    guest: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    volatility: Mapped[float] = mapped_column(Double)
    games: Mapped[int]
    day: Mapped[int]


class RatedRow(Base):
    """What a match has made of a player's rating. Its key lets no match count twice."""

    __tablename__ = "rated"
    __table_args__ = (Index("ix_rated_guest", "guest", "game", "at"),)

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    guest: Mapped[str] = mapped_column(String(64))
    game: Mapped[str] = mapped_column(String(40))
    before: Mapped[float] = mapped_column(Double)
    after: Mapped[float] = mapped_column(Double)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class ArchiveRow(Base):
    """The events up to version `v` of a match that rests for long, packed; see `archive`."""

    __tablename__ = "archives"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    v: Mapped[int]
    events: Mapped[bytes] = mapped_column(LargeBinary)


class UptimeRow(Base):
    """For how long the server has run, over all its starts. One row."""

    __tablename__ = "uptime"

    id: Mapped[int] = mapped_column(primary_key=True)
    milliseconds: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class JobRow(Base):
    """One question to the laboratory, and its answer once there is one."""

    __tablename__ = "laboratory_jobs"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    rules: Mapped[str] = mapped_column(String(64))
    request: Mapped[dict[str, Any]] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(String(16))
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    witnesses: Mapped[list[str]] = mapped_column(JSON)
    askers: Mapped[list[str]] = mapped_column(JSON)
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class IdentityRow(Base):
    """A guest who has signed browsers out; all others are of generation 0."""

    __tablename__ = "identities"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    generation: Mapped[int]


class AccountRow(Base):
    """A person whose name is kept; `rescue` is the digest of the link that sets a new password."""

    __tablename__ = "accounts"

    guest: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    password: Mapped[str] = mapped_column(String(255))
    rescue: Mapped[str] = mapped_column(String(64), unique=True)
    since: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    renamed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    hidden: Mapped[bool] = mapped_column(default=False, server_default=false())


class AccountNameRow(Base):
    """What one name and all that look like it have in common (`webapp.lookalikes`), and whose it
    is: a person's, also after another name was taken; nobody's for ever once he has gone. In the
    order of its signs, as SQLite has it anyhow, so that the index finds what begins alike."""

    __tablename__ = "account_names"
    __table_args__ = (Index("ix_account_names_guest", "guest"),)

    key: Mapped[str] = mapped_column(
        String(120).with_variant(String(120, "C"), "postgresql"), primary_key=True
    )
    guest: Mapped[str | None] = mapped_column(String(64))


class DepartureRow(Base):
    """A person who has left for good, while what was theirs is being forgotten; `reached`: the last
    of their matches, in the order of ids, that bears their name no more."""

    __tablename__ = "departures"

    guest: Mapped[str] = mapped_column(String(64), primary_key=True)
    everywhere: Mapped[bool]
    reached: Mapped[str] = mapped_column(String(16), default="")


class ChallengeRow(Base):
    """Whom an invitation is meant for, by whom, and when it was declined."""

    __tablename__ = "challenges"
    __table_args__ = (
        Index("ix_challenges_guest", "guest"),
        Index("ix_challenges_by", "by", "guest"),
    )

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    guest: Mapped[str] = mapped_column(String(64))
    by: Mapped[str | None] = mapped_column(String(64))
    registered: Mapped[bool] = mapped_column(default=False, server_default=false())
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    declined_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class SpentLinkRow(Base):
    """A private link that was used. Kept until it would have expired anyway."""

    __tablename__ = "spent_links"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    spent_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class ReviewRow(Base):
    """What is known of one game's plies."""

    __tablename__ = "reviews"
    __table_args__ = (Index("ix_reviews_updated", "updated_at"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    moves: Mapped[str] = mapped_column(Text)
    plies: Mapped[dict[str, Any]] = mapped_column(JSON)
    done: Mapped[bool] = mapped_column(default=False)
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class ChatLineRow(Base):
    """Something said beside a match; a list of its own, of which the oldest lines go."""

    __tablename__ = "chat_lines"
    __table_args__ = (Index("ix_chat_lines_guest", "guest"),)

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    room: Mapped[str] = mapped_column(String(16))
    guest: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class ChatOffRow(Base):
    """A player who wants no chat beside a match."""

    __tablename__ = "chat_off"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    guest: Mapped[str] = mapped_column(String(64), primary_key=True)


class StudyRow(Base):
    """A game with variations and notes that somebody keeps."""

    __tablename__ = "studies"
    __table_args__ = (
        Index("ix_studies_owner", "owner"),
        Index("ix_studies_updated", "updated_at"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    author: Mapped[str] = mapped_column(String(64))
    version: Mapped[int]
    data: Mapped[str] = mapped_column(Text)
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class PuzzleTryRow(Base):
    """What a guest has made of a puzzle; `daily` is the day whose puzzle was solved by it."""

    __tablename__ = "puzzle_tries"
    __table_args__ = (Index("ix_puzzle_tries_at", "at"),)

    guest: Mapped[str] = mapped_column(String(64), primary_key=True)
    puzzle: Mapped[int] = mapped_column(primary_key=True)
    first_right: Mapped[bool]
    solved: Mapped[bool]
    wrong: Mapped[int]
    daily: Mapped[int | None]
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class PuzzleRateRow(Base):
    """How many guests have tried a puzzle, and how many were right at once."""

    __tablename__ = "puzzle_rates"

    puzzle: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    tries: Mapped[int]
    solved: Mapped[int]
