"""Ratings in either kind of database: each result counts once, whoever dies or is faster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, func, insert, select, update

from engine import registry
from webapp.domain.clock import parse_control
from webapp.domain.events import AnyEvent, Created, Ended, Moved, Renamed
from webapp.domain.history import Recorded, changes, first, fold
from webapp.domain.match import Match
from webapp.domain.rated import ladder
from webapp.domain.rating import PROVISIONAL, Rating, after_game
from webapp.domain.result import Reason, Result
from webapp.domain.seat import Seat
from webapp.persistence.accounts import AccountRows
from webapp.persistence.copying import copy_store
from webapp.persistence.database import open_database
from webapp.persistence.models import MatchRow, RatedRow, RatingRow
from webapp.persistence.ratings import RatingRows
from webapp.persistence.repository import Repository
from webapp.service.late_ratings import LateRatings
from webapp.service.live import LiveMatches
from webapp.service.ports import Batch, VersionConflict
from webapp.service.ratings import ACTIVE, Ratings

CLOCK = parse_control("5+3")
RESIGNED = Ended(Result(Reason.RESIGNATION, 0, by=1))


def begun(engine: Engine, match_id: str, one: str = "ann", other: str = "ben") -> Match:
    """A rated match in which both have moved."""
    seats = tuple(Seat.human(guest, guest.title(), rating=Rating()) for guest in (one, other))
    made = Created(match_id, "connectfour", seats, control=CLOCK, rated=True)
    records = [first(made), Recorded(2, Moved(0, 3)), Recorded(3, Moved(1, 3))]
    match = fold(records)
    Repository(engine).commit([Batch(match, tuple(records))])
    return match


def end(engine: Engine, match: Match, ratings: Ratings | None = None) -> None:
    """The second player resigns; without `ratings` as a server would write it that knows none."""
    events: list[AnyEvent] = [RESIGNED]
    if ratings is not None:
        events = list(ratings.settle(match, events))
    done = changes(match, events)
    Repository(engine).commit([Batch(done[-1].after, tuple(change.record for change in done))])


def ratings_of(engine: Engine) -> Ratings:
    return Ratings(RatingRows(engine))


def rows(engine: Engine) -> tuple[int, int]:
    with engine.connect() as connection:
        counts = [
            connection.scalar(select(func.count()).select_from(t)) for t in (RatingRow, RatedRow)
        ]
    return counts[0] or 0, counts[1] or 0


def test_an_end_brings_the_ratings_with_it(engine: Engine) -> None:
    ratings = ratings_of(engine)
    end(engine, begun(engine, "match001"), ratings)
    day = datetime.now(UTC).toordinal()
    ours, theirs = after_game(Rating(), Rating(), 1, day)
    assert ratings.of("ann") == {"connectfour": ours.after}
    assert ratings.of("ben") == {"connectfour": theirs.after}
    (past,) = ratings.history("ann", "connectfour")
    assert (past.value, past.match) == (ours.after.value, "match001")
    assert abs(past.at - datetime.now(UTC)) < timedelta(hours=1)
    stored = fold(Repository(engine).load("match001"))
    assert stored.ratings == (ours, theirs), "and the match tells of them itself"


def die_at_the_end(url: str) -> None:
    """End the match, and be killed between its end and the ratings."""
    engine = open_database(url)

    def die(*arguments: object) -> None:
        if "INSERT INTO ratings" in str(arguments[2]):
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(engine, "before_cursor_execute", die)
    end(engine, fold(Repository(engine).load("match001")), ratings_of(engine))


def test_whoever_dies_at_the_end_leaves_nothing_half_done(engine: Engine) -> None:
    match, ratings = begun(engine, "match001"), ratings_of(engine)
    url = engine.url.render_as_string(hide_password=False)
    call = f"from {__name__} import die_at_the_end; die_at_the_end({url!r})"
    killed = subprocess.run([sys.executable, "-c", call], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert rows(engine) == (0, 0)
    assert fold(Repository(engine).load("match001")).result is None
    end(engine, match, ratings)
    assert rows(engine) == (2, 2)


def test_the_second_who_ends_a_match_changes_nothing(engine: Engine) -> None:
    match, ratings = begun(engine, "match001"), ratings_of(engine)
    end(engine, match, ratings)
    before = ratings.of("ann")
    with pytest.raises(VersionConflict):
        end(engine, match, ratings)
    assert ratings.of("ann") == before


def test_what_was_worked_out_from_old_ratings_is_refused(engine: Engine) -> None:
    ratings = ratings_of(engine)
    one, other = begun(engine, "match001"), begun(engine, "match002", "ann", "cat")
    stale = ratings.settle(one, [RESIGNED])
    end(engine, other, ratings)
    done = changes(one, stale)
    with pytest.raises(VersionConflict):
        Repository(engine).commit([Batch(done[-1].after, (done[0].record,))])
    assert fold(Repository(engine).load("match001")).result is None
    end(engine, one, ratings)
    assert ratings.of("ann")["connectfour"].games == 2


def test_ends_at_once_all_count(engine: Engine) -> None:
    """Each of four plays each other; whoever loses the race works it out anew."""
    ratings, people = ratings_of(engine), ("ann", "ben", "cat", "dan")
    pairs = [(one, other) for one in people for other in people if one != other]
    matches = [begun(engine, f"match{n:03}", *pair) for n, pair in enumerate(pairs)]
    start = threading.Barrier(len(matches))

    def finish(match: Match) -> None:
        start.wait()
        while True:
            try:
                return end(engine, match, ratings)
            except VersionConflict:
                continue

    threads = [threading.Thread(target=finish, args=(match,)) for match in matches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [ratings.of(guest)["connectfour"].games for guest in people] == [6, 6, 6, 6]
    assert rows(engine) == (4, 24)


def test_what_an_older_server_has_ended_is_counted_once(engine: Engine) -> None:
    ratings, store = ratings_of(engine), RatingRows(engine)
    for number, of_newer in enumerate((False, True)):
        end(engine, begun(engine, f"match{number:03}"), ratings if of_newer else None)
    with engine.begin() as connection:  # it knows no such column, and leaves it as it is
        left = update(MatchRow).where(MatchRow.id == "match000")
        connection.execute(left.values(to_rate=True))
    assert store.left_over() == ["match000"]
    live = LiveMatches(Repository(engine), lambda match_id: False)
    for _ in range(2):
        LateRatings(store, ratings, live).look()
        assert ratings.of("ann")["connectfour"].games == 2
        assert store.left_over() == []
    assert rows(engine) == (2, 4)


def test_what_goes_on_after_an_older_servers_end_leaves_it_to_be_counted(engine: Engine) -> None:
    match, store = begun(engine, "match001"), RatingRows(engine)
    end(engine, match)
    with engine.begin() as connection:
        connection.execute(update(MatchRow).values(to_rate=True))
    live = LiveMatches(Repository(engine), lambda match_id: False)
    with live.use("match001") as ended:
        named = changes(ended.match, [Renamed(0, "Nora", registered=True)])
        Repository(engine).commit([Batch(named[-1].after, (named[0].record,))])
    assert store.left_over() == ["match001"]
    LateRatings(store, ratings_of(engine), live).look()
    assert rows(engine) == (2, 2)


def test_what_counts_for_nothing_is_not_looked_at_again(engine: Engine) -> None:
    match, store = begun(engine, "match001"), RatingRows(engine)
    aborted = changes(match, [Ended(Result(Reason.ABANDONED, by=0))])
    Repository(engine).commit([Batch(aborted[-1].after, (aborted[0].record,))])
    assert store.left_over() == []
    assert rows(engine) == (0, 0)


def test_a_copy_of_a_store_counts_nothing_twice(engine: Engine, tmp_path: Path) -> None:
    ratings = ratings_of(engine)
    end(engine, begun(engine, "match001"), ratings)
    copy = open_database(f"sqlite:///{tmp_path / 'copy.db'}")
    copy_store(engine, copy)
    other = ratings_of(copy)
    LateRatings(RatingRows(copy), other, LiveMatches(Repository(copy), lambda _: False)).look()
    assert other.of("ann") == ratings.of("ann")
    assert rows(copy) == (2, 2)
    copy.dispose()


def test_the_strongest_are_known_and_active(engine: Engine) -> None:
    today = datetime.now(UTC).toordinal()
    known = {
        "ann": Rating(1800, 60, 0.06, 40, today),
        "ben": Rating(1900, PROVISIONAL + 1, 0.06, 5, today),
        "cat": Rating(2000, 60, 0.06, 40, today - ACTIVE - 1),
        "dan": Rating(1850, PROVISIONAL, 0.06, 40, today - ACTIVE),
        "eve": Rating(2100, 60, 0.06, 40, today),
    }
    for guest in set(known) - {"eve"}:  # whose name is kept no more
        AccountRows(engine).add(guest, guest, {guest}, "hash", guest)
    with engine.begin() as connection:
        for guest, rating in known.items():
            fields = {name: getattr(rating, name) for name in rating.__dataclass_fields__}
            for game in ("connectfour", "othello") if guest == "ann" else ("connectfour",):
                connection.execute(insert(RatingRow), {"guest": guest, "game": game} | fields)
    ratings = ratings_of(engine)
    assert [one.guest for one in ratings.leaders("connectfour")] == ["dan", "ann"]
    assert [one.guest for one in ratings.leaders("othello")] == ["ann"]
    assert [one.guest for one in ratings.leaders("connectfour", 1)] == ["dan"]
    ratings.forget("ann")
    assert ratings.of("ann") == {}
    assert [one.guest for one in ratings.leaders("connectfour")] == ["dan"]


def test_a_date_that_is_set_back_harms_nothing(engine: Engine) -> None:
    now = datetime.now(UTC)
    late = Ratings(RatingRows(engine, lambda: now + timedelta(days=400)))
    end(engine, begun(engine, "match001"), late)
    early = ratings_of(engine)
    before = early.of("ann")["connectfour"]
    end(engine, begun(engine, "match002"), early)
    after = early.of("ann")["connectfour"]
    assert after.day == before.day
    assert after.games == 2
    assert after.deviation < before.deviation


def test_the_usual_boards_have_ratings_of_their_own() -> None:
    keys = ("connectfour", "othello", "othello:6", "connectfour:8x8:5", "connectfour:7x6:4:3p")
    assert [ladder(registry.game(key)) for key in keys] == [
        "connectfour",
        "othello",
        None,
        None,
        None,
    ]
