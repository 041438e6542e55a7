"""How fast the library takes games, answers what was played, and finds games; how large it is.

``python -m tests.benchmarks.library FOLDER --games 100000`` reads the ``.wtb`` files of a folder
(and ``WTH.JOU``, the players' names). Where they are too few, games are varied: from a random ply
on each goes on at random. ``--quick`` makes up what such games are found by instead of playing
them, and keeps many at once: for a million, of which only the answers are measured. With
``--postgres`` they are kept in a server of PostgreSQL that is there for as long as that.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

import click
from sqlalchemy import Engine

from engine.fingerprint import fingerprint
from engine.formats.wthor import read_names, records_of
from engine.games.othello.game import Othello
from tests.webapp.postgres import postgres_server, programs
from webapp.domain.library import (
    EARLY,
    EVERYBODY,
    WON,
    Entry,
    Indexed,
    Wanted,
    after,
    indexed,
)
from webapp.persistence import library_writing as writing
from webapp.persistence.database import open_database
from webapp.persistence.library import LibraryRows

BATCH = 500
AT_ONCE = 40_000
ASKED = 200


def entries(folder: Path) -> list[Entry]:
    players = read_names((folder / "WTH.JOU").read_bytes())
    found = []
    for path in sorted(folder.glob("*.wtb")):
        records, _ = records_of(path.read_bytes(), players)
        found += [Entry.of_record(record) for record in records]
    return found


def varied(entry: Entry, rng: random.Random) -> Entry:
    """The game up to a random ply, then random moves."""
    keep = rng.randrange(8, 40)
    position = Othello().start()
    for move in entry.moves[:keep]:
        position = position.play(move)
    moves = list(entry.moves[:keep])
    while legal := position.legal_moves():
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])
    outcome = position.outcome()
    result = 1 if outcome.winner is None else WON + outcome.winner
    return replace(entry, moves=tuple(moves), result=result, score=outcome.score)


def made_up(found: Indexed, rng: random.Random) -> Indexed:
    """The game up to a random ply, then positions that nobody else has."""
    keep = rng.randrange(8, 40)
    path = (*found.path[:keep], *(rng.getrandbits(63) for _ in found.path[keep:]))
    return replace(found, path=path, after=(*(after(one) for one in path[1:]), 0))


def fill_quickly(engine: Engine, known: list[Entry], games: int, rng: random.Random) -> None:
    found = indexed(known[: min(games, AT_ONCE)])
    for at in range(0, games, AT_ONCE):
        part = found[at : at + AT_ONCE]
        missing = min(AT_ONCE, games - at) - len(part)
        part += [made_up(rng.choice(found), rng) for _ in range(missing)]
        with engine.begin() as connection:
            writing.take(connection, "games", 0)
            writing.add(connection, writing.shelf_of(connection, EVERYBODY), part, None)
        click.echo(f"  {at + len(part)} kept")


def batches(known: list[Entry], count: int, rng: random.Random) -> Iterator[list[Entry]]:
    fresh = known[:count]
    for at in range(0, count, BATCH):
        part = fresh[at : at + BATCH]
        missing = min(BATCH, count - at) - len(part)
        yield part + [varied(rng.choice(known), rng) for _ in range(missing)]


def told(name: str, seconds: list[float]) -> None:
    times = median(seconds), quantiles(seconds, n=20)[-1], max(seconds)
    p50, p95, worst = (1000 * value for value in times)
    click.echo(f"{name}: p50 {p50:.1f} ms, p95 {p95:.1f}, max {worst:.0f}")


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--games", default=100_000)
@click.option("--database", default="", help="SQLAlchemy URL of an empty one; default: a new file.")
@click.option("--postgres", is_flag=True, help="In a PostgreSQL server of its own.")
@click.option("--quick", is_flag=True, help="Make up what varied games are found by.")
@click.option("--keep", type=click.Path(path_type=Path), help="The file to write, and leave.")
def main(
    folder: Path, games: int, database: str, postgres: bool, quick: bool, keep: Path | None
) -> None:
    rng = random.Random(1)
    known = entries(folder)
    click.echo(f"{len(known)} games in the folder")
    with ExitStack() as made:
        if postgres:
            bin_folder = programs()
            if bin_folder is None:
                raise click.UsageError("PostgreSQL's programs are not installed.")
            database = made.enter_context(postgres_server(bin_folder)).url
        file = keep or Path(made.enter_context(tempfile.TemporaryDirectory())) / "library.db"
        engine = open_database(database or f"sqlite:///{file}")
        rows = LibraryRows(engine)
        if quick:
            fill_quickly(engine, known, games, rng)
        else:
            fill(rows, known, games, rng)
        if not database:
            engine.dispose()  # closes the log
            size = file.stat().st_size
            click.echo(f"size: {size / 1e6:.0f} MB, {size / games:.0f} bytes a game")
            engine = open_database(f"sqlite:///{file}")
        ask(LibraryRows(engine), known, rng)


def fill(rows: LibraryRows, known: list[Entry], games: int, rng: random.Random) -> None:
    spent, worked, worst = 0.0, 0.0, 0.0
    for number, part in enumerate(batches(known, games, rng), start=1):
        begin, busy = time.perf_counter(), time.process_time()
        rows.add(EVERYBODY, part)
        took = time.perf_counter() - begin
        worked += time.process_time() - busy
        spent, worst = spent + took, max(worst, took)
        if number % 100 == 0:
            click.echo(f"  {number * BATCH} kept, {number * BATCH / spent:.0f} a second")
    rate = f"{games / spent:.0f} a second, {games / worked:.0f} a second of processor time"
    click.echo(f"{games} games: {rate}; the longest batch of {BATCH} took {worst:.2f} s")


def ask(rows: LibraryRows, known: list[Entry], rng: random.Random) -> None:
    positions = []
    for ply in [*range(25)] * (ASKED // 25):
        position = Othello().start()
        for move in rng.choice(known).moves[:ply]:
            position = position.play(move)
        positions.append(position)
    names = sorted({name for entry in known for name in entry.players if len(name) > 4})
    told("explorer", [timed(explore, rows, position, Wanted()) for position in positions])
    years = Wanted(since=19900000, until=20109999)
    told("explorer, some years", [timed(explore, rows, p, years) for p in positions])
    players = [Wanted(text=rng.choice(names)) for _ in positions]
    both = zip(positions, players, strict=True)
    told("explorer, one player", [timed(explore, rows, p, wanted) for p, wanted in both])
    for name, wanted in searches(names, positions, rng).items():
        told(f"search, {name}", [timed(rows.search, "", one, 25) for one in wanted])


def explore(rows: LibraryRows, position, wanted: Wanted) -> None:
    early = sum(position.cell(square) >= 0 for square in range(64)) - 4 <= EARLY
    rows.explore("", fingerprint(position), wanted, early=early)


def searches(names: list[str], positions: list, rng: random.Random) -> dict[str, list[Wanted]]:
    words = [rng.choice(names).split()[0][:5] for _ in positions]
    far = [(20000101 - 10_000 * rng.randrange(20), rng.randrange(90_000)) for _ in positions]
    return {
        "newest": [Wanted()] * 50,
        "a page far behind": [Wanted(before=at) for at in far],
        "draws in Othello": [Wanted(family="othello", result=1)] * 50,
        "part of a name": [Wanted(text=word) for word in words],
        "name and result": [Wanted(text=word, result=2) for word in words],
        "opening": [Wanted(text="tiger"), Wanted(text="rose")] * 25,
        "position": [Wanted(position=fingerprint(position)) for position in positions],
        "position and name": [
            Wanted(position=fingerprint(p), text=w) for p, w in zip(positions, words, strict=True)
        ],
    }


def timed(call, *arguments) -> float:
    begin = time.perf_counter()
    call(*arguments)
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
