"""Challenges as they are kept, in either kind of database."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Engine

from webapp.domain.events import Created
from webapp.domain.history import first
from webapp.domain.seat import Guest, Seat
from webapp.persistence.challenges import ChallengeRows
from webapp.persistence.repository import Repository
from webapp.service.ports import Batch

BEN, KEPT = Guest("ben", "Ben"), Guest("dan", "Dan", registered=True)


def challenge(engine: Engine, match: str, by: Guest, *, begun: bool = False) -> None:
    """A match of somebody's to which Ann is challenged."""
    other = Seat.human("cat", "Cat") if begun else Seat.open("Ann")
    record = first(Created(match, "connectfour", (Seat.human(by.id, by.name), other)))
    Repository(engine).commit([Batch(record.after(None), (record,))])
    ChallengeRows(engine).add(match, "ann", by)


def test_challenges_are_kept_for_whom_they_are_meant(engine: Engine) -> None:
    rows = ChallengeRows(engine)
    for name in ("first", "second", "begun"):
        challenge(engine, name, BEN, begun=name == "begun")
    assert list(rows.of("ann", 9)) == ["second", "first"], "the newest first, none that has begun"
    assert list(rows.of("ann", 1)) == ["second"]
    assert not rows.decline("second", "dan"), "nobody else declines it"
    assert rows.decline("second", "ann")
    rows.add("first", "dan", BEN)
    assert (list(rows.of("ann", 9)), list(rows.of("dan", 9))) == (["first"], []), "it is hers"
    rows.forget("ann")
    assert not rows.of("ann", 9)


def test_challenges_of_people_who_keep_their_names_come_first(engine: Engine) -> None:
    rows = ChallengeRows(engine)
    challenge(engine, "known", KEPT)
    challenge(engine, "guest", BEN)
    challenge(engine, "begun", BEN, begun=True)
    assert list(rows.of("ann", 9)) == ["known", "guest"]
    assert (rows.waiting("ann", registered=True), rows.waiting("ann", registered=False)) == (1, 1)
    assert (rows.made("ben"), rows.made("dan"), rows.made("ann")) == (1, 1, 0)
    rows.forget("ben")
    assert list(rows.of("ann", 9)) == ["known"]


def test_a_declined_challenge_is_found_for_a_while(engine: Engine) -> None:
    rows, day = ChallengeRows(engine), timedelta(days=1)
    challenge(engine, "begun", BEN, begun=True)
    assert rows.between("ben", "ann", day) is None
    challenge(engine, "asked", BEN)
    assert rows.between("ben", "ann", day) == "asked"
    assert rows.between("ann", "ben", day) is None
    rows.decline("asked", "ann")
    assert rows.between("ben", "ann", day) == "asked"
    assert rows.between("ben", "ann", timedelta(days=-1)) is None, "that is over"


def test_what_has_begun_is_declined_no_more(engine: Engine) -> None:
    """Else whoever asked would be led there for a day, instead of to a new challenge."""
    rows = ChallengeRows(engine)
    challenge(engine, "begun", BEN, begun=True)
    assert not rows.decline("begun", "ann")
    assert rows.between("ben", "ann", timedelta(days=1)) is None
