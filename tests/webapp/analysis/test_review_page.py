"""The review to be read without script: what it says, and how long it goes on."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.registry import game as game_of
from tests.naive.connectfour_search import exact_score
from tests.webapp.analysing import Shelf, Told
from tests.webapp.browsers import wait_until
from tests.webapp.fakes import House
from webapp.domain.line import Line
from webapp.pages.review_graph import HEIGHT, MIDDLE, WIDTH, graph
from webapp.pages.review_view import sentence
from webapp.service.analysis import Analyses
from webapp.service.polled_reviews import STAYS, PolledReviews
from webapp.service.turns import Visitor
from webapp.wire.review import PlyMessage

GAME, MOVES = "connectfour:3x3:3", "132212331"
ADDRESS = f"/analysis/review?game={GAME}&moves={MOVES}"


@pytest.fixture
def page(app: Any) -> Any:
    client = app.test_client()
    return lambda path: client.get(path).get_data(as_text=True)


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def turns(line: Line) -> list[int]:
    """The plies whose moves changed the result, by the plainest search."""
    results = [
        (score > 0) - (score < 0) if position.to_move == 0 else (score < 0) - (score > 0)
        for position in line.positions
        for score in (exact_score(position),)
    ]
    return [ply for ply in range(len(line.moves)) if results[ply] != results[ply + 1]]


def test_a_game_is_reviewed_while_its_page_is_read(page):
    line = Line.of(game_of(GAME), MOVES)
    first = page(ADDRESS)
    assert f"of {len(line.moves)} plies proved" in first
    assert 'http-equiv="refresh"' in first
    wait_until(lambda: "refresh" not in page(ADDRESS))
    done = page(ADDRESS)
    assert f"{len(line.moves)} of {len(line.moves)} plies proved" in done
    wrong = turns(line)
    assert wrong
    assert [int(ply) - 1 for ply in re.findall(r'<li id="move-(\d+)"', done)] == wrong
    assert [int(ply) - 1 for ply in re.findall(r'<a href="#move-(\d+)"', done)] == wrong
    for player, colour in enumerate(("Red", "Yellow")):
        own = range(player, len(line.moves), 2)
        kept = sum(ply not in wrong for ply in own)
        assert f"{colour} {kept} of {len(own)} moves {round(100 * kept / len(own))} %" in text_of(
            done
        )


def test_what_nobody_reads_any_more_ends():
    """One game for a person at a time, its search not begun anew by a second look."""
    house, told = House(), Told()
    analyses = Analyses(told, Shelf())  # type: ignore[arg-type]
    polled_reviews = PolledReviews(analyses, house.alarms, house.uptime)
    ann, line = Visitor("here", "ann"), Line.of(game_of(GAME), MOVES)
    polled_reviews.read(ann, line.at(3))
    assert (len(analyses), analyses.waiting) == (1, 1)
    work = analyses.take()
    assert work is not None
    house.wait(STAYS / 1000 - 1)
    polled_reviews.read(ann, line)
    house.wait(STAYS / 1000 - 1)
    assert not work.control.stopped
    polled_reviews.read(ann, Line.of(line.game, "12"))
    assert work.control.stopped
    assert len(analyses) == 1
    house.wait(STAYS / 1000 + 1)
    assert (len(analyses), analyses.waiting) == (0, 0)


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("game=connectfour", 400, "no move yet"),
        ("game=connectfour&moves=4444444", 400, "Column 4 is full"),
        ("game=chess&moves=44", 400, "chess"),
    ],
)
def test_what_cannot_be_reviewed_is_said(app, query, status, says):
    response = app.test_client().get(f"/analysis/review?{query}")
    assert response.status_code == status
    assert says in response.get_data(as_text=True)


def test_three_players_have_a_score_each_and_no_graph(page):
    html = page("/analysis/review?game=connectfour:7x6:4:3p&moves=445")
    assert [name in text_of(html) for name in ("Red", "Yellow", "Blue")] == [True] * 3
    assert 'class="graph"' not in html


def entry(ply: int, lead: float | None, *, proved: bool) -> PlyMessage:
    return PlyMessage(
        ply=ply, lead=lead, proved=proved, mark="", kept=None, lost=None, forced=False, error=None
    )


def test_the_curve_is_cut_where_proof_begins():
    told = [entry(0, 0.5, proved=False), entry(1, 0.0, proved=True), entry(2, -1.0, proved=True)]
    drawn = graph({one["ply"]: one for one in told}, 2)
    assert [run.proved for run in drawn.runs] == [False, True]
    assert drawn.border == WIDTH / 2
    assert drawn.runs[0].curve == f"M0.0 {MIDDLE - (MIDDLE - 8) / 2}L{WIDTH / 2} {MIDDLE}"
    assert drawn.runs[1].curve.endswith(f"L{float(WIDTH)} {float(HEIGHT - 8)}")
    assert drawn.numbers == ((0, 0.0), (1, WIDTH / 2), (2, float(WIDTH)))


def test_before_anything_is_proved_nothing_is_said_of_how_it_turned() -> None:
    line = Line.of(game_of(GAME), MOVES)
    end = sentence(line, {}).removesuffix(" Nothing is proved yet.")
    assert end in ("Red wins.", "Yellow wins.")
    assert "turned" not in end


def test_what_the_moves_of_a_match_took_stands_beside_them(visitor: Any) -> None:
    ann, ben = visitor(), visitor()

    def played(clock: str) -> str:
        match: str = ann.create(game=GAME, seat0="me", seat1="me", clock=clock, public=False)
        for ply, column in enumerate((0, 1, 0, 1, 0)):
            assert ann.move(match, column, ply)["ok"]
        return str(ann.client.get(f"/m/{match}/analysis").location)

    def taken(who: Any, path: str) -> int:
        html = who.client.get(path, follow_redirects=True).get_data(as_text=True)
        return len(re.findall(r'<span class="thought"[^>]*>\d+\.\d s</span>', html))

    address = played("3+2")
    assert taken(ann, address) == 5
    assert taken(ann, address.replace("/analysis?", "/analysis/review?")) == 5
    assert taken(ann, f"{address}&ply=3&move=2") == 5, "also beside a move that is tried"
    assert taken(ben, address) == 0, "the match is private"
    assert taken(ann, played("")) == 0
    fields = dict(part.split("=") for part in address.partition("?")[2].split("&"))
    fields["game"] = GAME
    kept = ann.client.post("/study", data=fields, headers=ann.headers)
    assert taken(ben, kept.location) == 5
