"""The library's rows: what is kept is found, counted and forgotten, on either kind of database."""

from __future__ import annotations

import json
import random
import threading
import zlib
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, event, select, update

from engine.fingerprint import fingerprint
from engine.formats.record import Details, GameRecord
from engine.registry import game as game_of
from tests.webapp.browsers import wait_until
from tests.webapp.library.entries import ENTRIES, RECORDS, drops, everything, search
from webapp.domain.events import Created, Ended, Moved
from webapp.domain.history import Recorded
from webapp.domain.library import DRAW, EARLY, EVERYBODY, WON, Brought, Entry, Wanted, after
from webapp.domain.result import Reason, Result
from webapp.domain.seat import Seat
from webapp.persistence import library_models, library_waiting, library_writing
from webapp.persistence.database import open_database
from webapp.persistence.library import LibraryRows
from webapp.persistence.repository import Repository
from webapp.service import librarian
from webapp.service.other_servers import NoOtherServers
from webapp.service.ports import Batch


def test_computers_have_the_names_of_today_in_games_of_older_versions(rows: LibraryRows) -> None:
    rows.add(EVERYBODY, [drops("44", ("AI level 3", "AI depth 6")), drops("45", ("AI", "Level"))])
    names = [kept.entry.players for kept in rows.search("", Wanted(text="level"), 100)]
    assert sorted(names) == [("AI", "Level"), ("Level 3", "Depth 6")]


def test_every_count_is_that_of_going_through_all_games(rows: LibraryRows) -> None:
    for at in range(0, len(ENTRIES), 40):
        rows.add(EVERYBODY, ENTRIES[at : at + 40])
    rng = random.Random(4)
    replays = [record.replay() for record in RECORDS]
    numbers = [[fingerprint(position) for position in replay[:32]] for replay in replays]
    for ply in (0, 1, 3, 6, 10, 12, 13, 14, 18, 25, 30):
        position = replays[rng.randrange(len(replays))][ply]
        here = fingerprint(position)
        counts: Counter[int] = Counter()
        draws: Counter[int] = Counter()
        for path, entry in zip(numbers, ENTRIES, strict=True):
            if here in path[:31]:
                counts[after(path[path.index(here) + 1])] += 1
                draws[after(path[path.index(here) + 1])] += entry.result == DRAW
        early = ply <= EARLY
        found = rows.explore("", here, Wanted(), early=early)
        assert {move: played.games for move, played in found.items()} == counts
        assert {move: played.draws for move, played in found.items()} == draws
        for played in found.values():
            assert played.games == played.first + played.draws + played.second
        through = rows.search("", Wanted(position=here), 1000)
        assert len(through) == sum(here in path[:31] for path in numbers)


def test_a_player_and_a_position_together_are_what_both_leave(rows: LibraryRows) -> None:
    rows.add(EVERYBODY, ENTRIES)
    name = Counter(name for entry in ENTRIES for name in entry.players if name).most_common(1)[0][0]
    passed = [
        (entry, {fingerprint(position) for position in record.replay()[:31]})
        for entry, record in zip(ENTRIES, RECORDS, strict=True)
    ]
    own = RECORDS[next(at for at, entry in enumerate(ENTRIES) if name in entry.players)].replay()
    # From a board of all games, of which he has few, to one that is in a single game of his.
    for here in [fingerprint(own[ply]) for ply in (30, 14, 6, 3, 1, 0)]:
        fitting = [entry for entry, path in passed if name in entry.players and here in path]
        assert fitting
        wanted = Wanted(text=name, position=here)
        assert len(rows.search("", wanted, 1000)) == len(fitting)
        played = rows.explore("", here, wanted, early=True)
        assert sum(one.games for one in played.values()) == len(fitting)
        for result in (DRAW, WON, WON + 1):
            fits = [entry for entry in fitting if entry.result == result]
            found = rows.search("", Wanted(text=name, result=result, position=here), 1000)
            assert len(found) == len(fits)
    here = fingerprint(RECORDS[0].replay()[3])
    assert rows.explore("", here, Wanted(since=19810000), early=True) == {}
    of_year = rows.explore("", here, Wanted(since=19800000, until=19809999), early=True)
    assert of_year == rows.explore("", here, Wanted(), early=True)


def test_pages_follow_each_other_without_gap_or_repetition(rows: LibraryRows) -> None:
    rows.add(EVERYBODY, ENTRIES[:60])
    rows.add(EVERYBODY, [drops("4453", day=19800101 + n) for n in range(10)])
    seen, before = [], None
    while page := rows.search("", Wanted(before=before), 7):
        seen += [kept.id for kept in page]
        before = (page[-1].entry.day, page[-1].id)
    assert len(seen) == len(set(seen)) == 70
    assert seen == [kept.id for kept in rows.search("", Wanted(), 1000)]


def test_games_of_a_newer_program_end_no_list(rows: LibraryRows) -> None:
    """A whole page of them lies between those that are known."""
    rows.add(EVERYBODY, [drops("4453", day=20200101 + n) for n in range(20)])
    unknown = update(library_models.LibraryGameRow).where(
        library_models.LibraryGameRow.id.between(6, 17)
    )
    with rows._engine.begin() as connection:
        connection.execute(unknown.values(game="connectfour:7x6:4:9p"))
    found = [kept.id for kept in rows.search("", Wanted(), 7)]
    assert found == [20, 19, 18, 5, 4, 3, 2]
    before = (20200102, 2)
    assert [kept.id for kept in rows.search("", Wanted(before=before), 7)] == [1]


def test_games_are_found_by_name_opening_result_game_and_year(rows: LibraryRows) -> None:
    tiger = ENTRIES[0].game.parse_moves("f5d6c3d3c4f4")
    rows.add(EVERYBODY, [drops("4453", ("Léïla K.", "Otto"), WON + 1, 19951231)])
    rows.add(EVERYBODY, [drops("1234", ("Leila", "Ada"), DRAW, 19900101)])
    rows.add(EVERYBODY, [Entry(ENTRIES[0].game, tiger, ("Kenji", "Ada"), WON, 20010101)])
    cup = Details(place="Coupe d’Été", whole_year=True)
    record = GameRecord(game_of("connectfour"), (6, 6), date=date(1980, 1, 1), details=cup)
    rows.add(EVERYBODY, [Entry.of_record(record)])
    assert search(rows, text="d’ete") == search(rows, since=19800000, until=19809999) == ["77"]
    assert search(rows, since=19800101, until=19800101) == []
    (kept,) = rows.search("", Wanted(text="coupe"), 1)
    assert kept.entry.record().day("-") == "1980"
    assert search(rows, text="LEILA") == ["4453", "1234"]
    assert search(rows, text="leila", since=19950000) == ["4453"]
    assert search(rows, text="leila", until=19899999) == []
    assert search(rows, since=19900101, until=19900101) == ["1234"]
    assert search(rows, since=19900102, until=19951230) == []
    start = fingerprint(game_of("connectfour").start())
    (played,) = rows.explore("", start, Wanted(since=19951201), early=True).values()
    assert (played.games, played.second) == (1, 1)
    assert search(rows, text="leila", result=DRAW) == ["1234"]
    assert search(rows, text="tiger") == search(rows, family="othello") == ["f5d6c3d3c4f4"]
    assert search(rows, text="100%") == search(rows, text="_") == []
    assert search(rows, result=WON + 1) == ["4453"]
    mirrored = fingerprint(game_of("connectfour").start().play(0).play(1))  # 12 and 76 alike
    assert search(rows, position=mirrored) == ["1234"]


def test_what_somebody_brings_is_seen_by_nobody_else(rows: LibraryRows) -> None:
    rows.add("ann", [drops("44")], rows.collect("ann", "mine", [], 0))
    rows.add(EVERYBODY, [drops("55", source="match:a", guests=frozenset({"bob"}))])
    start = fingerprint(game_of("connectfour").start())
    assert search(rows, "ann") == ["44", "55"] or search(rows, "ann") == ["55", "44"]
    assert search(rows, "bob") == search(rows, "") == ["55"]
    assert search(rows, "ann", mine=True) == ["44"]
    assert search(rows, "bob", mine=True) == ["55"]
    assert search(rows, "bob", mine=True, result=DRAW) == []
    assert search(rows, "bob", mine=True, text="ann", position=start) == ["55"]
    assert sum(p.games for p in rows.explore("ann", start, Wanted(), early=True).values()) == 2
    assert sum(p.games for p in rows.explore("bob", start, Wanted(), early=True).values()) == 1
    ((brought,), nobodys) = (rows.collections("ann"), rows.collections("bob"))
    assert (brought.games, brought.expected, nobodys) == (1, 0, [])


SAID = '{"after": "44", "text": "Zürich 100%"}'
NOTED = f'{{"game": "connectfour", "moves": "4455", "notes": [{SAID}]}}'


def test_notes_wait_with_their_games_and_are_found_by_their_words(rows: LibraryRows) -> None:
    noted = drops("4455", notes=NOTED)
    rows.collect("ann", "file", [noted, drops("44"), *ENTRIES[:2]], 0)
    assert keep_all(rows) == 4
    assert search(rows, "ann", text="zurich 100%") == ["4455"]
    assert search(rows, "ann", text="zurich", result=WON, family="connectfour") == ["4455"]
    assert search(rows, "ann", text="zurich", result=DRAW) == []
    through = game_of("connectfour").start().play(3)
    assert search(rows, "ann", text="zurich", position=fingerprint(through)) == ["4455"]
    assert search(rows, "ann", text="zurich", position=fingerprint(through.play(0))) == []
    assert search(rows, "bob", text="zurich") == []
    found = rows.search("ann", Wanted(family="connectfour"), 10)
    assert {kept.entry.game.format_moves(kept.entry.moves): kept.noted for kept in found} == {
        "44": False,
        "4455": True,
    }
    (number,) = [kept.id for kept in found if kept.noted]
    kept = rows.noted("ann", number)
    assert kept is not None
    assert (kept[0].id, kept[1].words) == (number, "Zürich 100%")
    assert rows.noted("bob", number) is None


def test_what_is_forgotten_leaves_nothing_behind(rows: LibraryRows) -> None:
    rows.add(EVERYBODY, ENTRIES[:30])
    before = everything(rows)
    collection = rows.collect("ann", "file", [], 0)
    rows.add("ann", [drops("4455", notes=NOTED), *ENTRIES[10:39]], collection)
    rows.add(EVERYBODY, [drops("4455", source="match:x", guests=frozenset({"ann"}))])
    rows.drop_collection("bob", collection)  # somebody else's
    assert rows.count("ann") == 30
    rows.drop_collection("ann", collection)
    assert rows.count("ann") == 0
    rows.drop(EVERYBODY, "match:x", frozenset({"ann"}))
    assert everything(rows) == before
    rows.add(EVERYBODY, [drops("4455", source="match:x", guests=frozenset({"ann"}))])
    rows.add("ann", [drops("11", source="match:y")])
    rows.forget("ann")
    assert search(rows, "ann", mine=True) == []
    assert search(rows, "", text="ann") == ["4455"]  # the name stays with the game


def test_a_match_is_kept_once(rows: LibraryRows) -> None:
    for _ in range(2):
        rows.add(EVERYBODY, [drops("4455", source="match:x")])
    assert list(rows.kept("match:x")) == [EVERYBODY]
    assert rows.count(EVERYBODY) == 1


def keep_all(rows: LibraryRows) -> int:
    kept = 0
    while part := rows.next_part():
        rows.keep(part)
        kept += len(part.found)
    return kept


def test_a_moment_is_noted_over_one_connection(engine: Engine) -> None:
    """All others may be those of threads that wait until this one has written."""
    url = engine.url.render_as_string(hide_password=False)
    alone = create_engine(url, pool_size=1, max_overflow=0, pool_timeout=0.1)
    rows = LibraryRows(alone)
    for moment in (5, 7, 6):
        rows.see(moment)
    assert rows.seen() == 7
    alone.dispose()


def test_games_that_wait_survive_a_dead_process_and_are_kept_once(
    rows: LibraryRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_waiting, "PART", 40)
    entries = ENTRIES[:130]
    rows.collect("ann", "file", entries, 2)
    first = rows.next_part()
    assert first is not None
    rows.keep(first)
    again = open_database(rows._engine.url.render_as_string(hide_password=False))
    other = LibraryRows(again)  # after a restart, or another server
    part, same = other.next_part(), rows.next_part()
    assert part is not None
    assert same == part
    other.keep(part)
    rows.keep(part)  # too late
    assert rows.collections("ann") == [Brought(1, "file", 80, 130, 2)]
    assert list(other.waiting().values()) == ["ann"]
    assert keep_all(other) == 50
    assert rows.collections("ann") == [Brought(1, "file", 130, 130, 2)]
    assert not rows.waiting()
    before = everything(rows)
    rows.drop_collection("ann", 1)
    rows.add("ann", entries)
    assert everything(rows) == before
    again.dispose()


def test_a_game_that_breaks_the_rules_costs_no_other(rows: LibraryRows) -> None:
    rows.collect("ann", "file", [drops("44"), drops("4444444"), *ENTRIES[:2]], 0)
    assert keep_all(rows) == 3
    assert rows.collections("ann") == [Brought(1, "file", 3, 3, 1)]


@pytest.mark.parametrize(
    "newer", [{"more": ["told"]}, {"key": "hex:11"}, {"details": '["Oslo", [], "", "told"]'}]
)
def test_what_a_newer_server_has_brought_waits_for_it(
    rows: LibraryRows, caplog: pytest.LogCaptureFixture, newer: dict[str, Any]
) -> None:
    rows.collect("ann", "newer", ENTRIES[:2], 0)
    rows.collect("bob", "older", [drops("44")], 0)
    column = library_models.WaitingRow.entries
    of_ann = library_models.WaitingRow.collection == 1
    with rows._engine.begin() as connection:
        (stored,) = connection.execute(select(column).where(of_ann)).one()
        told = json.loads(zlib.decompress(stored))
        key, *others, details = told[-1]
        known = [newer.get("key", key), *others, newer.get("details", details)]
        told[-1] = [*known, *newer.get("more", [])]
        brought = zlib.compress(json.dumps(told).encode())
        connection.execute(update(library_models.WaitingRow).where(of_ann).values(entries=brought))
    library_waiting._tell.cache_clear()
    assert keep_all(rows) == 1
    assert keep_all(rows) == 0
    assert list(rows.waiting().values()) == ["ann"]
    assert rows.held_up("ann")
    assert not rows.held_up("bob")
    assert caplog.messages == ["The collection 1 waits for the newer server that has brought it."]


def test_small_files_do_not_wait_for_large_ones(
    rows: LibraryRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_waiting, "PART", 10)
    rows.collect("ann", "large", ENTRIES[:40], 0)
    rows.keep(rows.next_part())
    rows.collect("bob", "small", [drops("44")], 0)
    rows.keep(rows.next_part())
    assert rows.count("bob") == 1
    rows.drop_collection("ann", 1)  # while it is being kept
    assert rows.next_part() is None
    assert rows.count("ann") == 0


def test_what_another_server_keeps_is_kept_here_once_that_one_is_dead(
    rows: LibraryRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other(NoOtherServers):
        lives, asked = True, 0

        def keeps_library(self) -> bool:
            self.asked += 1
            return not self.lives

    monkeypatch.setattr(librarian, "EVERY", 0.01)
    other = Other()
    here = librarian.Librarian(rows, Repository(rows._engine), other)
    here.start()
    here.bring("ann", "file", ENTRIES[:3], 0)
    wait_until(lambda: other.asked > 3)
    assert rows.waiting(), "it is the other one's"
    other.lives = False
    wait_until(lambda: not rows.waiting())
    assert rows.count("ann") == 3
    here.close()


def test_matches_are_kept_though_the_clock_was_ahead_and_is_set_back(rows: LibraryRows) -> None:
    now = [datetime(2026, 5, 1, tzinfo=UTC)]
    matches = Repository(rows._engine, lambda: now[0])
    keeper = librarian.Librarian(rows, matches, wall=lambda: now[0])

    def end(name: str) -> None:
        seats = (Seat.human("ann", "Ann"), Seat.human("ben", "Ben"))
        events = (Created(name, "connectfour", seats), Moved(0, 3), Moved(1, 3),
                  Ended(Result(Reason.RESIGNATION, 1, by=0)))  # fmt: skip
        records = tuple(Recorded(v, event) for v, event in enumerate(events, 1))
        match = None
        for record in records:
            match = record.after(match)
        assert match is not None
        matches.commit([Batch(match, records)])

    now[0] += timedelta(hours=5)
    end("ahead")
    assert keeper.keep_matches() == 1
    now[0] -= timedelta(hours=5)
    end("since")
    assert keeper.keep_matches() == 1, "what was seen to before is not begun again"
    for name in ("ahead", "since"):
        assert EVERYBODY in rows.kept(f"match:{name}")
    keeper = librarian.Librarian(rows, matches, wall=lambda: now[0])  # after a restart
    keeper.keep_matches()
    end("later")
    assert keeper.keep_matches() == 1
    assert EVERYBODY in rows.kept("match:later")


def test_two_servers_may_be_the_first_to_take_a_number(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        pytest.skip("there one server writes after the other")
    taken: list[int] = []
    begun = threading.Event()

    def take() -> None:
        with engine.begin() as connection:
            number = library_writing.take(connection, "games", 5)
        taken.append(number)

    def faster(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO library_numbers") and not begun.is_set():
            begun.set()
            take()

    event.listen(engine, "before_cursor_execute", faster)
    take()
    assert taken == [1, 6]
