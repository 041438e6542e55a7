"""The analysis: whose search comes next, who is told what, and the page."""

from __future__ import annotations

import io
import json
import re
import threading
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from engine.judging.analysis import Analysis
from engine.registry import game as game_of
from engine.search.info import Info
from engine.search.searcher import Candidate
from tests.data import DATA
from webapp import wire
from webapp.domain.line import Line
from webapp.service.analysis import PATIENCE, SLICES, Analyses, Look, Work
from webapp.service.findings import Known
from webapp.service.news import PositionNews, ReviewNews
from webapp.service.reviews import PASSES
from webapp.service.turns import Visitor
from webapp.worker.analyst import Analyst

FOUR = game_of("connectfour")
REPORTS = json.loads((DATA / "rules" / "reports2.json").read_text())
PASSING = [report for report in REPORTS if report["kind"] == "pass-step"]


class Told:
    """An announcer that remembers what it was given."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, dict[str, Any]]] = []
        self.news = threading.Condition()

    def analysis(self, sid: str, news: PositionNews | ReviewNews) -> None:
        with self.news:
            self.messages.append((sid, dict(wire.analysis(news))))
            self.news.notify_all()

    def findings(self, sid: str) -> list[dict[str, Any]]:
        return [news for to, news in self.messages if to == sid and "verdict" in news]

    def reviewed(self, sid: str) -> dict[int, dict[str, Any]]:
        return {
            entry["ply"]: entry
            for to, news in self.messages
            if to == sid
            for entry in news.get("review", [])
        }


class Shelf:
    """A store of reviews that is a dict."""

    def __init__(self) -> None:
        self.games: dict[Any, dict[int, Known]] = {}

    def keep(self, game: Any, moves: Any, found: Any) -> None:
        self.games[game, tuple(moves)] = dict(found)

    def load(self, game: Any, moves: Any) -> dict[int, Known]:
        return self.games.get((game, tuple(moves)), {})


class Clock:
    """Time that passes while a search is done."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def analyses(told: Told, shelf: Shelf) -> Any:
    analyses = Analyses(told, shelf, CLOCK)  # type: ignore[arg-type]
    yield analyses
    analyses.close()


def look(
    moves: str, ply: int | None = None, side: str = "", token: int = 1, *, who: str = ""
) -> Look:
    return Look(token, Line.of(FOUR, moves, ply, side), Visitor(who, who))


def finding(work: Work, *, exact: bool = False, score: int = 50) -> Analysis:
    """What a search of `work` could find: every move worth the same."""
    moves = work.position.legal_moves()
    found = tuple(Candidate(move, score, exact, 5, (move,)) for move in moves)
    return Analysis(Info(5, score, (moves[0],), 1000, work.seconds, exact), found)


def do(analyses: Analyses, **kind: Any) -> Work:
    """Take the next search and finish it."""
    work = analyses.take()
    assert work is not None
    CLOCK.now += work.seconds
    analyses.finish(work, finding(work, **kind))
    return work


def test_a_first_look_comes_first_then_the_review_from_its_end_then_longer_ones(analyses):
    analyses.look("ann", look("445", 1))
    done = [do(analyses) for _ in range(6)]
    assert [work.seconds for work in done[:3]] == [SLICES[0], PASSES[0].seconds, SLICES[1]]
    assert [len(work.key[1]) for work in done] == [1, 3, 1, 3, 2, 0]  # ply 1 is what is looked at
    assert {work.seconds for work in done[3:]} == {PASSES[1].seconds}
    assert do(analyses).seconds == SLICES[2]


def test_everybody_gets_a_short_search_before_anybody_a_long_one(analyses):
    for sid, moves in (("ann", "4"), ("bob", "5"), ("eve", "6")):
        analyses.look(sid, look(moves, who=sid))
    first = [do(analyses) for _ in range(3)]
    assert [work.sid for work in first] == ["ann", "bob", "eve"]
    assert {work.seconds for work in first} == {SLICES[0]}


@pytest.mark.parametrize("guest", ["same", ""])
def test_sixty_sockets_of_one_visitor_cost_another_one_search_at_most(analyses, guest):
    """By one cookie, or by a cookie each from one address."""
    for number in range(60):
        visitor = Visitor("crowd", guest or f"guest{number}")
        analyses.look(f"crowd{number}", Look(1, Line.of(FOUR, "44" + "5" * (number % 3)), visitor))
    running = analyses.take()
    analyses.look("ann", look("7", who="ann"))
    CLOCK.now += running.seconds
    analyses.finish(running, finding(running))
    assert do(analyses).sid == "ann"
    spent = {"ann": 0.0, "crowd": 0.0}
    while spent["ann"] < 6:
        work = do(analyses)
        spent[work.visitor.address] += work.seconds
    assert spent["crowd"] == pytest.approx(spent["ann"], abs=SLICES[2])


def test_a_proof_ends_the_search(analyses, told):
    analyses.look("ann", look(""))
    do(analyses, exact=True, score=1)
    assert told.findings("ann")[-1]["verdict"] == "Red wins in 21 moves."
    analyses.look("ann", look("", token=2))  # known at once, nothing left to search
    assert told.findings("ann")[-1]["token"] == 2
    analyses.look("ann", look("4", token=3))
    work = analyses.take()
    assert work is not None
    assert work.key == (FOUR, (3,))


def test_what_one_searches_another_is_told(analyses, told):
    analyses.look("ann", look("4"))
    analyses.look("bob", look("44", 1, token=7))
    work = do(analyses)
    assert work.sid == "ann"
    assert [news["token"] for news in told.findings("bob")] == [7]
    assert 1 in told.reviewed("bob")


def test_who_comes_later_goes_on_where_another_search_ended(analyses):
    """What Ann has searched for a second is not searched for less, and not left at that."""
    analyses.look("ann", look(""))
    for _ in range(2):
        do(analyses)
    analyses.rest("ann")
    analyses.look("bob", look(""))
    assert [do(analyses).seconds for _ in range(2)] == list(SLICES[2:])


def test_two_who_look_at_the_same_share_its_slices(analyses):
    for sid in ("ann", "bob"):
        analyses.look(sid, look(""))
    done = [do(analyses) for _ in SLICES]
    assert [work.seconds for work in done] == list(SLICES)
    analyses.look("eve", look("4"))  # nothing else waits for the two
    assert do(analyses).sid == "eve"


def review(analyses: Any, moves: str, **kind: Any) -> list[int]:
    """The plies that are searched until nothing is left to do for one who looks at the end."""
    analyses.look("ann", look(moves))
    plies = []
    while analyses.waiting:
        plies.append(len(do(analyses, **kind).key[1]))
    return plies


def test_a_review_ends_when_every_ply_is_proved_and_is_stored(analyses, told, shelf):
    assert review(analyses, "1212121", exact=True) == [6, 5, 4, 3, 2, 1, 0]
    assert [news["proved"] for _, news in told.messages if "review" in news][-1] == 7
    assert set(shelf.games[FOUR, (0, 1) * 3 + (0,)]) == set(range(7))


def test_a_review_goes_on_where_the_last_server_stopped(analyses, told, shelf):
    analyses.look("ann", look("1212121"))
    for _ in range(3):
        do(analyses, exact=True)
    analyses.close()
    later = Analyses(told, shelf)  # type: ignore[arg-type]
    told.messages.clear()
    later.look("bob", look("1212121"))
    assert set(told.reviewed("bob")) == {4, 5, 6, 7}
    assert len(do(later, exact=True).key[1]) == 3
    later.close()


def test_a_stopped_review_does_nothing_more(analyses):
    line = Line.of(FOUR, "1212121")
    analyses.look("ann", Look(1, line, review=False))
    analyses.look("bob", look("3"))
    assert do(analyses).sid == "bob"


def test_reviews_without_a_database_begin_anew(told, caplog):
    class Away:
        def load(self, *_: object) -> dict[int, Known]:
            raise OSError("away")

        keep = load

    lonely = Analyses(told, Away())  # type: ignore[arg-type]
    lonely.look("ann", look("1212121"))
    assert len(do(lonely, exact=True).key[1]) == 6
    lonely.close()
    assert "could not be stored" in caplog.text


def test_who_leaves_or_looks_elsewhere_is_searched_for_no_more(analyses, told):
    analyses.look("ann", look("4"))
    running = analyses.take()
    assert running is not None
    analyses.look("ann", look("5", token=2))
    assert running.control.stopped
    analyses.finish(running, finding(running))
    assert not told.messages
    following = analyses.take()
    assert following is not None
    assert following.key == (FOUR, (4,))
    analyses.rest("ann")
    assert following.control.stopped
    assert len(analyses) == 0
    analyses.rest("ann")  # twice does no harm


def test_a_long_search_gives_way_and_is_taken_up_again(analyses):
    analyses.look("ann", look("", who="ann"))
    for _ in range(2):
        do(analyses)
    long = analyses.take()
    assert long is not None
    assert long.seconds == SLICES[2]
    analyses.look("bob", look("4", who="bob"))
    assert long.control.stopped
    analyses.finish(long, finding(long))
    assert do(analyses).sid == "bob"
    again: list[Work] = []
    while len(again) < 2:
        again += [work for work in (do(analyses),) if work.sid == "ann"]
    assert [work.seconds for work in again] == list(SLICES[2:])
    assert not again[0].control.stopped


def test_a_search_that_gave_way_often_ends_in_peace(analyses):
    analyses.look("ann", look("", who="ann"))
    for _ in range(2):
        do(analyses)
    for number in range(PATIENCE + 1):
        long = analyses.take()
        assert long is not None
        assert long.seconds == SLICES[2]
        analyses.look("bob", look("4" * (number + 1), who=f"bob{number}"))
        assert long.control.stopped == (number < PATIENCE)
        analyses.rest("bob")
        analyses.finish(long, finding(long))
    assert do(analyses).seconds == SLICES[3]


def test_a_stand_ins_findings_are_shown_and_replaced(analyses, told):
    analyses.look("ann", look(""))
    work = analyses.take()
    assert work is not None
    analyses.finish(work, finding(work), stand_in=True)
    assert "first impression" in told.findings("ann")[-1]["remarks"][-1]
    do(analyses)
    assert not told.findings("ann")[-1]["remarks"]


def test_a_failed_search_is_told_and_not_tried_again(analyses, told):
    analyses.look("ann", look(""))
    work = analyses.take()
    assert work is not None
    analyses.finish(work, None)
    assert "failed" in told.findings("ann")[-1]["verdict"]
    analyses.look("bob", look("4"))
    following = analyses.take()
    assert following is not None
    assert following.sid == "bob"


def test_closing_lets_those_who_wait_go(analyses):
    taken: list[Work | None] = []
    waiting = threading.Thread(target=lambda: taken.append(analyses.take()))
    waiting.start()
    analyses.close()
    waiting.join(10)
    assert taken == [None]


def test_a_finished_position_is_told_at_once(analyses, told):
    analyses.look("ann", look("1212121"))
    (news,) = told.findings("ann")
    assert (news["verdict"], news["lead"]) == ("Red wins. Four in a column.", 1.0)
    assert told.reviewed("ann")[7]["lead"] == 1.0


def test_the_thread_finds_the_winning_move_and_the_mistake(analyses, told):
    """In 121212 Yellow has let Red win: the sixth move is a mistake, the seventh wins."""
    Analyst(analyses, lambda _game: None, lambda: False)
    analyses.look("ann", look("1212121", 6))
    with told.news:
        assert told.news.wait_for(
            lambda: (
                any(news["moves"] for news in told.findings("ann"))
                and told.reviewed("ann").get(5, {}).get("mark") in {"?", "??"}
            ),
            60,
        )
    found = next(news for news in told.findings("ann") if news["moves"])
    assert found["verdict"] == "Red wins with the next disc."
    assert (found["moves"][0]["move"], found["moves"][0]["note"]) == (0, "win 1")
    assert found["moves"][0]["line"] == ["1"]
    assert told.reviewed("ann")[6]["lead"] > 0.9


def test_a_search_that_breaks_does_not_end_the_thread(analyses, told, caplog):
    class Broken:
        def search(self, *_: object) -> Info:
            raise RuntimeError("broken")

    searchers: list[Any] = [Broken(), None]
    Analyst(analyses, lambda _game: searchers.pop(0) if searchers else None, lambda: False)
    analyses.look("ann", look("121212"))
    with told.news:
        assert told.news.wait_for(lambda: told.findings("ann"), 60)
    assert "failed" in told.findings("ann")[0]["verdict"]
    analyses.look("ann", look("121212", token=2))
    with told.news:
        assert told.news.wait_for(lambda: told.findings("ann")[-1]["moves"], 60)
    assert "broken" in caplog.text


# -- The page ------------------------------------------------------------------------------


@pytest.fixture
def page(app: Any) -> Any:
    client = app.test_client()
    return client.get


def test_the_page_shows_a_place_in_a_game(page):
    text = page("/analysis?game=connectfour&moves=4453&ply=2").get_data(as_text=True)
    assert "Yellow drops in column 4, row 2. Red to move." in text
    assert text.count('aria-current="step"') == 1
    assert re.search(r'data-ply="2" aria-current="step">4<', text)
    assert "ply=1" in re.search(r'id="step-previous"[^>]*href="([^"]*)"', text).group(1)
    assert 'href="/new?game=connectfour&amp;moves=44"' in text


def test_a_move_leads_on_without_script(page):
    for query, leads in (
        ("moves=4453&ply=2&move=4", "moves=4453&ply=3"),
        ("moves=4453&ply=2&move=6", "moves=4453&ply=2&side=7"),
        ("moves=44&move=0", "moves=441"),
    ):
        response = page(f"/analysis?game=connectfour&{query}")
        assert response.status_code == 303
        assert response.location == f"/analysis?game=connectfour&{leads}"


def sides(text: str) -> list[list[str]]:
    """The moves of each line beside the game."""
    found = re.findall(r'<span class="side".*?<span class="side-actions">', text, re.DOTALL)
    return [re.findall(r">([^<>]+)</a>", side) for side in found]


def link(text: str, name: str) -> str:
    """Where a step leads; empty where it leads nowhere."""
    (tag,) = re.findall(rf'<a[^>]*id="step-{name}"[^>]*>', text)
    found = re.search(r' href="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


def test_a_side_line_is_shown_in_its_round_with_a_way_back(page):
    text = page("/analysis?moves=445566&ply=3&side=71").get_data(as_text=True)
    assert sides(text) == [["7", "1"]]
    assert text.index('class="side"') > text.index(">2.<")
    assert text.index('class="side"') < text.index(">3.<")
    assert "back to the game" in text


def test_a_side_line_may_begin_on_the_first_board(page):
    """As the engine's lines do before any move is made, and beside a game's first move."""
    for query in ("moves=&ply=0&side=44", "moves=55&ply=0&side=44"):
        response = page(f"/analysis?game=connectfour&{query}")
        assert response.status_code == 200
        assert sides(response.get_data(as_text=True)) == [["4", "4"]]


def test_a_side_line_survives_back_and_another_one(page):
    """Report page-6: Back and Forward lead to the same line again."""
    report = next(report for report in REPORTS if report["id"] == "page-6")
    moves, side = report["moves"], report["side"]
    first = page(f"/analysis?moves={moves}&ply={report['ply']}&side={side}")
    back = page(link(first.get_data(as_text=True), "previous")).get_data(as_text=True)
    again = link(back, "next")
    assert f"side={report['expected']['side']}" in again
    assert sides(page(again).get_data(as_text=True)) == [list(side)]
    other = page(f"{link(back, 'previous')}&move=4")
    assert sides(page(other.location).get_data(as_text=True)) == [["1", "2", "7"], ["1", "5"]]


@pytest.mark.parametrize("report", PASSING, ids=lambda report: report["id"])
def test_a_forced_pass_is_a_step_like_any_other(page, report):
    moves, expected = report["moves"], report["expected"]
    address = f"/analysis?game={report['game']}&moves={moves}"
    if "forward" in expected:
        text = page(f"{address}&ply=0").get_data(as_text=True)
        steps = 0
        while address := link(text, "next"):
            text = page(address).get_data(as_text=True)
            steps += 1
        assert steps == expected["forward"]
        while address := link(text, "previous"):
            text = page(address).get_data(as_text=True)
            steps -= 1
        assert steps == expected["back"]
    elif "side" in report:
        text = page(f"{address}&ply={report['ply']}&side={report['side']}").get_data(as_text=True)
        back = parse_qs(urlsplit(link(text, "previous")).query)
        assert back["side"][0] in expected["side_after_back"]
        drawn = r'<svg class="art".*?</svg>'
        before = page(link(text, "previous")).get_data(as_text=True)
        twice = page(link(before, "previous")).get_data(as_text=True)
        assert re.search(drawn, twice, re.DOTALL)[0] != re.search(drawn, text, re.DOTALL)[0]
    else:
        text = page(f"{address}&ply={report['ply']}").get_data(as_text=True)
        assert sides(text) == []
        assert f"ply={expected['back_ply']}" in link(text, "previous")
        last = len(Line.of(game_of(report["game"]), moves).moves)
        forward = parse_qs(urlsplit(link(text, "next")).query)
        assert int(forward.get("ply", [last])[0]) == expected["forward_ply"]


def test_every_board_of_a_game_comes_with_the_page(page):
    text = page("/analysis?moves=1212121&ply=2&side=33").get_data(as_text=True)
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    course = data["course"]
    assert [board["text"] for board in course["game"]] == ["", *"1212121"]
    assert [board["text"] for board in course["tried"]] == ["3", "3"]
    assert course["game"][-1]["status"] == "finished"
    assert course["game"][-1]["winning"] == [0, 7, 14, 21]
    assert course["game"][6]["threatened"] == {"21": "0", "22": "1"}
    assert course["tried"][1]["changes"] == [[9, 1]]


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("game=chess", 400, "chess"),
        ("moves=44x", 400, "The game breaks off."),
        ("moves=44&ply=9", 400, "There is no ply 9"),
        ("moves=44&ply=x", 400, "must be a whole number"),
        ("moves=444444&move=3", 409, "not legal"),
        ("moves=1212121&move=3", 409, "not legal"),
        (f"moves={'4' * 3000}", 400, "at most 2000 characters"),
    ],
)
def test_what_cannot_be_shown_is_said(page, query, status, says):
    response = page(f"/analysis?{query}")
    assert response.status_code == status
    assert says in response.get_data(as_text=True)


def test_moves_that_break_off_can_be_mended(page):
    text = page("/analysis?game=othello:6&moves=d2x9").get_data(as_text=True)
    assert ">d2x9</textarea>" in text
    assert 'value="othello:6" selected' in text


WRITTEN = [r for r in REPORTS if r["kind"] == "format" and "moves" in r["expected"]]


@pytest.mark.parametrize("report", WRITTEN, ids=lambda report: report["id"])
def test_what_people_paste_is_opened(page, visitor, report):
    wanted = {"game": [report["game"]], "moves": [report["expected"]["moves"]]}
    typed = page("/analysis", query_string={"game": report["game"], "moves": report["text"]})
    ann = visitor()
    fields = {"game": report["game"], "moves": report["text"]}
    pasted = ann.client.post("/analysis/open", data=fields, headers=ann.headers)
    for response in (typed, pasted):
        assert response.status_code == 303
        assert parse_qs(urlsplit(response.location).query) == wanted


def test_the_readable_part_of_a_game_is_shown(visitor):
    ann = visitor()
    fields = {"game": "othello", "moves": "f5 d6\nc3 xx"}
    response = ann.client.post("/analysis/open", data=fields, headers=ann.headers)
    text = response.get_data(as_text=True)
    assert response.status_code == 400
    assert "Line 2, column 4: &#39;xx&#39; is no square here." in text
    assert text.count('data-ply="') == 3
    assert "f5 d6\nc3 xx</textarea>" in text


def test_a_file_of_games_is_listed_and_each_can_be_opened(visitor):
    ann = visitor()
    content = (DATA / "rules" / "ggf_samples.ggf").read_bytes()
    data = {"game": "connectfour", "file": (io.BytesIO(content), "samples.ggf")}
    text = ann.client.post("/analysis/open", data=data, headers=ann.headers).get_data(as_text=True)
    assert "4 read, 0 refused." in text
    links = [unescape(path) for path in re.findall(r'<li><a href="([^"]*)"', text)]
    assert [ann.client.get(path).status_code for path in links] == [200] * 4
    year = (DATA / "othello" / "WTH_1980.wtb").read_bytes()
    data = {"game": "othello", "file": (io.BytesIO(year), "WTH_1980.wtb")}
    text = ann.client.post("/analysis/open", data=data, headers=ann.headers).get_data(as_text=True)
    assert f"{len(year) // 68} read, 0 refused." in text


@pytest.mark.parametrize(
    "key", ["connectfour:2x2:2", "connectfour:16x16", "othello:4", "othello:16", "connectfour:3p"]
)
def test_other_boards_have_a_page(page, key):
    key = "connectfour:7x6:4:3p" if key.endswith("3p") else key
    text = page(f"/analysis?game={key}").get_data(as_text=True)
    assert f'value="{key}" selected' in text
    assert ('id="bar"' in text) == (not key.endswith("3p"))


def test_threatened_squares_are_marked(page):
    text = page("/analysis?moves=121212").get_data(as_text=True)
    marked = dict(re.findall(r'data-square="(\d+)" data-owner="" data-threat="(\d+)"', text))
    assert marked == {"21": "0", "22": "1"}


def test_only_a_finished_match_is_reviewed(visitor):
    ann = visitor()
    match = ann.create(game="connectfour", seat0="me", seat1="me", moves="121212")
    assert ann.client.get(f"/m/{match}/analysis").status_code == 409
    assert ann.move(match, 0, 6)["ok"]
    response = ann.client.get(f"/m/{match}/analysis")
    assert response.status_code == 303
    assert response.location == "/analysis?game=connectfour&moves=1212121&tab=review"
    assert f'href="/m/{match}/analysis"' in ann.client.get(f"/m/{match}").get_data(as_text=True)


def test_a_stand_in_s_search_never_suffices() -> None:
    move = Candidate(3, 50, False, 5, (3,))
    found = Analysis(Info(5, 50, (3,), 1000, 2.0), (move,))
    assert Known(found, 2.0).suffices(2.0)
    assert not Known(found, 1.9).suffices(2.0)
    assert not Known(found, 60.0, stand_in=True).suffices(2.0)
    assert Known(found, 2.0, stand_in=True).tried(2.0, standing_in=True)
