"""The pages over HTTP, as a browser without script uses them."""

from __future__ import annotations

import gzip
import io
import re
from typing import Any

import pytest
from flask import Flask
from PIL import Image

from engine.formats.record import GameRecord
from tests.webapp.forms import MatchBrowser


@pytest.fixture
def browser(app: Flask) -> MatchBrowser:
    return MatchBrowser(app.test_client())


@pytest.fixture
def friend(app: Flask) -> MatchBrowser:
    return MatchBrowser(app.test_client())


def two_players(browser: MatchBrowser, friend: MatchBrowser, game: str = "connectfour") -> str:
    match = browser.new(game=game, opponent="friend")
    friend.get(match)
    friend.post(f"{match}/join")
    browser.get(match)
    return match


def play(match: str, players: list[MatchBrowser], moves: list[int], start: int = 0) -> None:
    for ply, move in enumerate(moves, start):
        players[ply % len(players)].move(match, ply, move)


@pytest.mark.parametrize("path", ["/", "/watch", "/new", "/new?game=othello:6", "/name"])
def test_pages_open(browser: MatchBrowser, path: str) -> None:
    page = browser.get(path)
    assert browser.status == 200
    assert " style=" not in page
    assert "<script>" not in page
    assert page.count("<h1") == 1


def test_a_start_card_begins_a_game_at_once(browser: MatchBrowser) -> None:
    browser.new(game="connectfour:8x7", opponent="computer", level="2", colour="first")
    assert ">Level 2</a>" in browser.page
    assert browser.targets() == list(range(8))


@pytest.mark.parametrize("path", ["/", "/new?game=connectfour", "/new?game=othello"])
def test_who_has_not_chosen_is_offered_the_first_level(browser: MatchBrowser, path: str) -> None:
    page = browser.get(path)
    offered = re.findall(r'<option value="(?:ai:)?(\d+|depth:\d+)" selected>', page)
    assert set(offered) == {"1"}
    assert "Level 4</span>" not in page


def test_the_form_orders_every_option(browser: MatchBrowser) -> None:
    browser.new(
        game="connectfour", columns=5, rows=4, connect=3, players=3, seat0="me", seat1="me",
        seat2="ai:depth:2", colour="", public="1",
    )  # fmt: skip
    assert "Three players" in browser.page
    assert "3 in a row" in browser.page
    assert browser.targets() == list(range(5))


def test_a_refused_order_comes_back_with_a_sentence(browser: MatchBrowser) -> None:
    page = browser.post("/matches", game="connectfour", columns=99, rows=6, connect=4)
    assert browser.status == 400
    assert "Connect Four takes 2 to 16" in page
    assert 'value="99"' in page


def test_a_whole_game_without_script(browser: MatchBrowser, friend: MatchBrowser) -> None:
    match = two_players(browser, friend)
    play(match, [browser, friend], [0, 1, 0, 1, 0, 1, 0])
    assert browser.targets() == []
    assert "You win." in browser.page
    assert "Four in a column" in browser.page
    assert "Good game." in friend.get(match)
    assert browser.owners()[0] == "0"
    assert 'aria-label="Column 1, row 4, red"' in browser.page


def test_only_the_player_to_move_finds_enabled_controls(
    browser: MatchBrowser, friend: MatchBrowser
) -> None:
    match = two_players(browser, friend, "othello")
    assert browser.targets() == [19, 26, 37, 44]
    friend.get(match)
    assert friend.targets() == []
    assert "data-move" not in friend.page.split("</form>")[1]
    assert 'aria-label="d3 flips 1 disc."' in browser.page


def test_a_full_column_is_disabled_and_says_so(browser: MatchBrowser, friend: MatchBrowser) -> None:
    match = two_players(browser, friend)
    play(match, [browser, friend], [3, 3, 3, 3, 3, 3])
    browser.get(match)
    assert browser.targets() == [0, 1, 2, 4, 5, 6]
    assert 'aria-label="Column 4 is full."' in browser.page


def test_refusals_are_sentences_on_the_page(browser: MatchBrowser, friend: MatchBrowser) -> None:
    match = two_players(browser, friend)
    friend.get(match)
    assert "turn" in friend.move(match, 0, 3)
    assert 'role="alert"' in friend.page
    browser.move(match, 0, 3)
    play(match, [friend], [3], start=1)
    assert "The board has changed" in browser.move(match, 0, 2)


def test_a_third_person_sees_nothing_of_an_invitation(
    app: Flask, browser: MatchBrowser, friend: MatchBrowser
) -> None:
    match = two_players(browser, friend)
    third = MatchBrowser(app.test_client())
    third.get(match)
    assert "This game is private" in third.page
    third.post(f"{match}/join")
    assert "This game is private" in third.page
    assert third.targets() == []


def test_rematch_swaps_colours_and_keeps_the_tally(
    browser: MatchBrowser, friend: MatchBrowser
) -> None:
    match = two_players(browser, friend)
    play(match, [browser, friend], [0, 1, 0, 1, 0, 1, 0])
    browser.post(f"{match}/act", act="rematch")
    assert "You offered a rematch." in browser.get(match)
    friend.get(match)
    friend.post(f"{match}/act", act="accept")
    assert friend.path != match
    assert "game 2" in friend.page
    assert friend.targets() == list(range(7))
    assert 'data-wins="1">1<' in friend.page


def test_pictures_and_codes(browser: MatchBrowser) -> None:
    match = browser.new(game="othello", opponent="friend")
    for name in ("board.svg", "qr.svg"):
        response = browser.client.get(f"{match}/{name}")
        assert response.mimetype == "image/svg+xml"
        again = browser.client.get(
            f"{match}/{name}", headers={"If-None-Match": response.headers["ETag"]}
        )
        assert again.status_code == 304


def test_pictures_of_any_empty_board(browser: MatchBrowser) -> None:
    for path, squares in (("othello:6", 36), ("connectfour?columns=9&rows=7", 63)):
        key, _, query = path.partition("?")
        response = browser.client.get(f"/boards/{key}.svg?{query}")
        assert response.text.count("data-disc") == squares
    assert browser.client.get("/boards/connectfour.svg?columns=99").status_code == 400
    assert browser.client.get("/boards/chess.svg?columns=9").status_code == 400


def test_the_record_can_be_read_back(browser: MatchBrowser, friend: MatchBrowser) -> None:
    match = two_players(browser, friend)
    play(match, [browser, friend], [0, 1, 0, 1, 0, 1, 0])
    record = GameRecord.from_text(browser.client.get(f"{match}/record.txt").text)
    assert record.moves == (0, 1, 0, 1, 0, 1, 0)
    assert record.result is not None
    assert record.result.winner == 0


def test_all_boards_and_changes(browser: MatchBrowser, friend: MatchBrowser) -> None:
    match = two_players(browser, friend, "othello")
    play(match, [browser, friend], [19, 18])
    page = browser.get(f"{match}/moves")
    assert page.count("<h2>Board") == 3
    assert "Black plays d3 and flips 1 disc." in page
    answer: Any = browser.client.get(f"{match}/changes.json").json
    assert answer["changes"][0] == [[19, 0], [27, 0]]
    assert answer["start"].count(-1) == 60


def test_names_are_text(browser: MatchBrowser) -> None:
    browser.get("/name")
    browser.post("/name", name='<b>"Ada"</b>')
    assert "<b>" not in browser.page
    assert "&lt;b&gt;" in browser.page
    browser.get("/name")
    browser.post("/name", name="\u202e")
    assert browser.status == 400


def test_light_or_dark_is_kept(browser: MatchBrowser) -> None:
    assert "data-theme=" not in browser.page.partition(">")[0] + browser.page[:80]
    browser.post("/theme", theme="dark")
    assert '<html lang="en" data-theme="dark">' in browser.get("/")


def test_assets_are_kept_for_ever_under_a_changing_name(browser: MatchBrowser) -> None:
    address = re.search(r'href="(/assets/[^"]+/app\.css)"', browser.page)
    assert address is not None
    response = browser.client.get(address[1], headers={"Accept-Encoding": "gzip"})
    assert "immutable" in response.headers["Cache-Control"]
    assert b"--table" in gzip.decompress(response.data)
    assert browser.client.get("/assets/old/js/none.js").status_code == 404


def test_the_match_page_loads_its_scripts_as_one_and_no_others(browser: MatchBrowser) -> None:
    browser.new(game="othello", opponent="friend")
    (address,) = re.findall(r'<script type="module" src="(/assets/[^"]+)"', browser.page)
    script = browser.client.get(address).get_data(as_text=True)
    named = set(re.findall(r"\b(?:function|class) (\w+)", script))
    assert {"wanted", "turnBoard", "Match", "Socket", "nextLevel", "say", "Motions"} <= named
    of_lobby, of_laboratory = "updateOwn", "pacemaker"
    assert named.isdisjoint({of_lobby, of_laboratory})


def test_what_the_match_page_needs_is_small(browser: MatchBrowser) -> None:
    """The page, its sheet, script and pictures, packed, and their headers; 45 KB is the aim."""
    browser.new(game="othello", opponent="friend", clock="5+3")
    needed = [browser.path, *re.findall(r'(?:href|src)="(/assets/[^"#]+)["#]', browser.page)]
    size = 0
    for address in set(needed):
        response = browser.client.get(address, headers={"Accept-Encoding": "gzip"})
        assert response.status_code == 200
        size += len(response.data) + len(str(response.headers))
    assert size < 50_000
    assert len(set(needed)) <= 6


def test_a_phone_can_keep_it_among_its_programs(app: Flask, browser: MatchBrowser) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in browser.page
    anybody = app.test_client()
    manifest = anybody.get("/manifest.webmanifest")
    assert (manifest.mimetype, manifest.json["start_url"]) == ("application/manifest+json", "/")
    assert {icon["purpose"] for icon in manifest.json["icons"]} == {"any", "maskable"}
    promised = {icon["src"]: icon["sizes"] for icon in manifest.json["icons"]}
    for address, size in (promised | {"/apple-touch-icon.png": "180x180"}).items():
        response = anybody.get(address)
        picture = Image.open(io.BytesIO(response.data)).convert("RGBA")
        assert f"{picture.width}x{picture.height}" == size
        assert picture.getpixel((0, 0))[3] == 255, "the device rounds the corners"
        assert "Set-Cookie" not in response.headers


def test_the_browsers_own_bars_have_the_colour_that_was_chosen(browser: MatchBrowser) -> None:
    bars = re.compile(r'<meta name="theme-color"([^>]*) content="(#\w+)">')
    assert [colour for _, colour in bars.findall(browser.get("/"))] == ["#f1ece2", "#15191d"]
    browser.post("/theme", theme="dark")
    assert bars.findall(browser.get("/")) == [("", "#15191d")]


def test_an_unknown_address_is_a_page_of_ours(browser: MatchBrowser) -> None:
    assert "There is nothing at this address." in browser.get("/nowhere")
    assert browser.status == 404
    assert "There is no such match." in browser.get("/m/nowhere1")
    assert browser.status == 404


@pytest.mark.parametrize("address", ["/watch/", "/m/{}/", "/m/{}.", "/m/{}).", "/watch,"])
def test_an_address_out_of_a_sentence_leads_where_it_should(
    browser: MatchBrowser, address: str
) -> None:
    match = browser.new(game="connectfour", opponent="computer").rpartition("/")[2]
    response = browser.client.get(address.format(match))
    assert response.status_code == 301
    assert browser.client.get(response.headers["Location"]).status_code == 200
    assert browser.client.get("/nowhere/").status_code == 404


def test_a_browser_without_cookies_is_told_so(app: Flask) -> None:
    page = app.test_client(use_cookies=False)
    response = page.post("/matches", data={"game": "connectfour", "csrf_token": "from.apage"})
    assert response.status_code == 400
    assert "keeps no cookies" in response.text


def test_hints_are_said_in_the_result_and_in_the_record(browser: MatchBrowser) -> None:
    match = browser.new(game="connectfour", opponent="screen")
    browser.post(f"{match}/act", t="hint", ply=0)
    for ply, move in enumerate([0, 1, 0, 1, 0, 1, 0]):
        browser.move(match, ply, move)
    assert re.search(r"<p[^>]* data-result>7 moves\. [^<]+ took 1 hint\.</p>", browser.page)
    text = browser.client.get(f"{match}/record.txt").text
    assert "Hints: Red 1, Yellow 0\n" in text
    assert GameRecord.from_text(text).hints == (1, 0)


def test_what_can_be_shared_of_a_match_can_be_fetched(browser: MatchBrowser) -> None:
    match = browser.new(game="connectfour", opponent="screen")
    assert "GIF" not in browser.get(f"{match}/share"), "of nothing there is no film"
    for ply, move in enumerate([0, 1, 0, 1, 0, 1, 0]):
        browser.get(match)
        browser.move(match, ply, move)
    page = browser.get(f"{match}/share")
    assert "7 moves" in page
    card = page.partition('id="share"')[2]
    offered = re.findall(r'<a href="([^"]+)"', card.partition("</section>")[0])
    kinds = [browser.client.get(address.replace("&amp;", "&")).mimetype for address in offered]
    assert kinds == [
        "image/png",
        "image/svg+xml",
        "image/gif",
        "text/plain",
        "image/svg+xml",
        "text/html",
    ]


def test_a_private_match_is_shared_by_nobody_else(app: Flask, browser: MatchBrowser) -> None:
    match = browser.new(game="connectfour", opponent="friend")
    assert "Embed" not in browser.get(f"{match}/share")
    assert app.test_client().get("/m/nothing1/share").status_code == 404


def change_of(page: str) -> str:
    found = re.search(r'href="(/new\?[^"]*instead=[^"]*)"', page)
    assert found, "the host's invitation offers to change it"
    return found[1].replace("&amp;", "&")


def test_an_invitation_is_changed_while_nobody_has_come(browser: MatchBrowser) -> None:
    first = browser.new(game="connectfour:9x7", opponent="friend", clock="5+3", colour="second")
    form = browser.get(change_of(browser.page))
    assert 'name="columns" value="9"' in form
    assert 'value="5+3" checked' in form
    old = first.rpartition("/")[2]
    browser.post("/matches", game="chess", instead=old)
    assert browser.status == 400
    assert "Send this link." in browser.get(first), "a refused order costs nothing"
    form = browser.get(f"/new?game=othello&instead={old}")
    second = browser.new(game="othello", opponent="friend", instead=old)
    assert second != first
    assert "Send this link." in browser.page
    assert 'data-status="finished"' in browser.get(first)


def test_an_invitation_somebody_has_come_to_is_not_changed(
    app: Flask, browser: MatchBrowser
) -> None:
    first = browser.new(game="connectfour", opponent="friend")
    old = first.rpartition("/")[2]
    friend = MatchBrowser(app.test_client())
    friend.get(first)
    friend.post(f"{first}/join")
    assert browser.new(game="othello", opponent="friend", instead=old) == first
    assert 'data-status="playing"' in browser.page
    assert "instead=" not in browser.page


def test_nobody_changes_the_invitation_of_another(app: Flask, browser: MatchBrowser) -> None:
    first = browser.new(game="connectfour", opponent="friend")
    stranger = MatchBrowser(app.test_client())
    own = stranger.new(game="othello", opponent="friend", instead=first.rpartition("/")[2])
    assert own != first
    assert "Send this link." in browser.get(first)
