"""The service's `RatingStore` over SQLAlchemy, and what the end of a match writes of ratings.

A rating is written only in place of the one it was worked out from, known by how many games that
had: whoever ends two matches of one person at once does so one after the other.
"""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.domain.match import Status
from webapp.domain.rated import ladder
from webapp.domain.rating import Rating
from webapp.persistence.models import AccountRow, MatchRow, RatedRow, RatingRow, now
from webapp.persistence.sweeping import sweep
from webapp.service.people_store import Past, Ranked
from webapp.service.ports import VersionConflict

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from datetime import datetime

    from sqlalchemy import Connection, Engine

    from webapp.domain.match import Match
    from webapp.domain.rating import Rated


class RatingRows:
    """Every call is one transaction of its own."""

    def __init__(self, engine: Engine, wall: Callable[[], datetime] = now) -> None:
        """`wall`: the date and time, the same at all servers that have the database."""
        self._engine = engine
        self._wall = wall

    def today(self) -> int:
        return self._wall().toordinal()

    def of(self, guest: str) -> dict[str, Rating]:
        query = select(RatingRow.game, *_RATING).where(RatingRow.guest == guest)
        with self._engine.connect() as connection:
            return {row[0]: Rating(*row[1:]) for row in connection.execute(query)}

    def history(self, guest: str, game: str, limit: int) -> list[Past]:
        query = (
            select(RatedRow.at, RatedRow.after, RatedRow.match_id)
            .where(RatedRow.guest == guest, RatedRow.game == game)
            .order_by(RatedRow.at.desc())
            .limit(limit)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [
            Past(at.replace(tzinfo=at.tzinfo or UTC), value, id_) for at, value, id_ in rows[::-1]
        ]

    def made(self, matches: Collection[str]) -> dict[tuple[str, int], tuple[float, float]]:
        row = RatedRow
        query = select(row.match_id, row.seat, row.before, row.after).where(
            row.match_id.in_(matches)
        )
        with self._engine.connect() as connection:
            return {(at[0], at[1]): (at[2], at[3]) for at in connection.execute(query)}

    def strongest(self, game: str, since: int, deviation: float, count: int) -> list[Ranked]:
        query = (
            select(RatingRow.guest, *_RATING)
            .join(AccountRow, AccountRow.guest == RatingRow.guest)
            .where(RatingRow.game == game, RatingRow.day >= since)
            .where(RatingRow.deviation <= deviation)
            .order_by(RatingRow.value.desc(), RatingRow.guest)
            .limit(count)
        )
        with self._engine.connect() as connection:
            return [Ranked(row[0], Rating(*row[1:])) for row in connection.execute(query)]

    def left_over(self) -> list[str]:
        query = select(MatchRow.id).where(
            MatchRow.to_rate, MatchRow.status == Status.FINISHED.value
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def settle(self, match: Match, ratings: Sequence[Rated]) -> None:
        left = update(MatchRow).where(MatchRow.id == match.id, MatchRow.to_rate)
        try:
            with self._engine.begin() as connection:
                if connection.execute(left.values(to_rate=False)).rowcount and ratings:
                    keep(connection, match, ratings, self._wall())
        except IntegrityError as error:
            raise VersionConflict(str(error.orig)) from error

    def forget(self, guest: str) -> None:
        sweep(self._engine, RatingRow, RatingRow.guest == guest)
        sweep(self._engine, RatedRow, RatedRow.guest == guest)


_RATING = (
    RatingRow.value,
    RatingRow.deviation,
    RatingRow.volatility,
    RatingRow.games,
    RatingRow.day,
)


def keep(connection: Connection, match: Match, ratings: Sequence[Rated], moment: datetime) -> None:
    """Write what a match makes of its players' ratings, `ratings` in the order of its seats.

    Raises:
        VersionConflict: one of them is another by now.
        IntegrityError: the same, or the match has counted before.
    """
    game = ladder(match.game)
    told: list[dict[str, Any]] = [
        {
            "match_id": match.id,
            "seat": seat,
            "guest": match.seats[seat].guest,
            "game": game,
            "before": rated.before.value,
            "after": rated.after.value,
            "at": moment,
        }
        for seat, rated in enumerate(ratings)
    ]
    connection.execute(insert(RatedRow), told)
    # In one order for all, or two ends would each wait for the other.
    for row, rated in sorted(zip(told, ratings, strict=True), key=lambda pair: pair[0]["guest"]):
        _put(connection, {"guest": row["guest"], "game": game}, rated)


def _put(connection: Connection, whose: dict[str, Any], rated: Rated) -> None:
    after = rated.after
    values = {
        "value": after.value,
        "deviation": after.deviation,
        "volatility": after.volatility,
        "games": after.games,
        "day": after.day,
    }
    if not rated.before.games:
        connection.execute(insert(RatingRow), whose | values)
        return
    same = update(RatingRow).where(RatingRow.games == rated.before.games)
    if not connection.execute(same.filter_by(**whose).values(values)).rowcount:
        raise VersionConflict
